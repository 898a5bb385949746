-- The tables of one database; docs/tables.md is made from this file.
-- Every column has a comment behind it: `Database.create` stores it in the database too.
-- No primary keys: they cost three times the time and five times the space; `azul verify` proves the keys.

create type color as enum ('blue', 'yellow', 'red', 'black', 'turquoise', 'green', 'purple');

-- games: One row per game.
create table games (
    game_id        varchar not null,     -- key: source/id
    source         varchar not null,     -- where the record comes from: club, bga, simulated, ...
    id             varchar not null,     -- the game's name within its source
    ruleset        varchar not null,     -- name of the ruleset that judged the game
    ruleset_hash   varchar not null,     -- SHA-256 of that ruleset's definition, key of rulesets
    player_count   utinyint not null,    -- number of seats
    opening_seat   utinyint,             -- seat that drafted first in round 1; null: not recorded
    rounds         usmallint not null,   -- rounds dealt, an unfinished last one included
    turns          usmallint not null,   -- drafts in the whole game
    ended_by       varchar not null,     -- line, rounds, exhausted (ends of the rules) or round_limit, conceded, abandoned (stopped)
    finished       boolean not null,     -- the rules ended the game; false: it was stopped, without bonuses
    detail         varchar not null,     -- what was recorded: drafts
    experiment     varchar,              -- designed experiments: name of the experiment
    block          varchar,              -- designed experiments: games of one block share their deals and are one unit of inference
    deal_seed      varchar,              -- designed experiments: seed of the deals
    played_at      timestamptz,          -- when the game was played, as recorded
    meta           varchar,              -- what else the record says, JSON
    log_file       varchar,              -- file as given; null: the record was made in memory
    log_line       ubigint,              -- line of the file where the game begins, from 1
    log_hash       varchar not null      -- SHA-256, lower hex, of records.record
);

-- seats: One row per game and seat.
create table seats (
    game_id         varchar not null,    -- key of games
    seat            utinyint not null,   -- seat, from 0, clockwise
    player          varchar not null,    -- name as recorded
    rating          double,              -- rating as recorded
    bot             boolean,             -- true: a program played; null: not recorded
    policy          varchar,             -- a bot's policy as recorded
    opening         boolean,             -- drafted first in round 1; null: the opening seat is not recorded
    tile_points     smallint not null,   -- points of all placements
    floor_points    smallint not null,   -- points really lost on the floor, <= 0 where no floor pays
    bonus_points    smallint not null,   -- bonuses at the end
    score           smallint not null,   -- final score; of a stopped game the track where it stopped
    complete_lines  utinyint not null,   -- full horizontal lines of the wall
    complete_columns utinyint not null,  -- full columns of the wall
    complete_colors utinyint not null,   -- colors with all their tiles on the wall
    place           utinyint,            -- 1 = won; tied seats share a place and the next is skipped; null: no winner is known
    win_share       double               -- 1/k for each of k winners, else 0; null: no winner is known
);

-- rounds: One row per game and round.
create table rounds (
    game_id        varchar not null,     -- key of games
    round          usmallint not null,   -- round, from 1
    first_seat     utinyint not null,    -- seat that drafted first
    marker_seat    utinyint,             -- seat that took the marker; null: nobody
    turns          usmallint not null,   -- drafts in the round
    tiles_dealt    usmallint not null,   -- tiles put on the factories
    bag_after_deal usmallint not null,   -- tiles in the bag after the deal
    lid_after_deal usmallint not null,   -- tiles in the lid after the deal
    refilled       boolean not null      -- tiles of the lid went into the bag during the deal
);

-- deals: One row per game, round and factory, empty factories too.
create table deals (
    game_id        varchar not null,     -- key of games
    round          usmallint not null,   -- round, from 1
    factory        utinyint not null,    -- factory, from 1
    blue           utinyint not null,    -- blue tiles put on it
    yellow         utinyint not null,    -- yellow tiles put on it
    red            utinyint not null,    -- red tiles put on it
    black          utinyint not null,    -- black tiles put on it
    turquoise      utinyint not null,    -- turquoise tiles put on it
    green          utinyint not null,    -- green tiles put on it (rulesets of six or more colors)
    purple         utinyint not null     -- purple tiles put on it (rulesets of seven colors)
);

-- turns: One row per game and turn, which is one draft by one seat.
create table turns (
    game_id        varchar not null,     -- key of games
    turn           usmallint not null,   -- turn, from 1 over the whole game
    round          usmallint not null,   -- round, from 1
    turn_in_round  usmallint not null,   -- turn, from 1 in its round
    seat           utinyint not null,    -- seat that drafted
    source         utinyint not null,    -- factory drafted from; 0 is the center
    color          color not null,       -- color drafted
    tiles          utinyint not null,    -- tiles drafted
    destination    utinyint not null,    -- line they went to, from 1 at the top; 0 is the floor
    tiles_on_line  utinyint not null,    -- of them: put on the line
    tiles_on_floor utinyint not null,    -- of them: fallen to the floor (the marker is not counted)
    tiles_to_lid   utinyint not null,    -- of them: to the lid, since the floor was full
    took_marker    boolean not null,     -- first draft from the center in this round
    completed_line boolean not null,     -- the draft filled its line
    legal_drafts   usmallint not null,   -- legal drafts that the seat had
    lines_open     utinyint not null,    -- lines that would have taken this color from this source
    tiles_left     usmallint not null,   -- tiles on factories and center before the draft
    floor_before   utinyint not null,    -- occupied floor spaces before the draft and before its marker
    score_before   smallint not null,    -- the seat's score before the draft
    wall_before    bigint not null,      -- the seat's wall, a bit a space: (line-1) * size of the wall + column-1
    line_colors_before varchar not null, -- the seat's lines from the top, a letter each, - for an empty one: -BR-K
    line_counts_before varchar not null, -- the seat's lines from the top, a digit each: 01302
    seconds        double                -- thinking time in seconds as recorded
);

-- placements: One row per game, round, seat and line that was complete when the round was tiled.
create table placements (
    game_id        varchar not null,     -- key of games
    round          usmallint not null,   -- round, from 1
    seat           utinyint not null,    -- seat
    line           utinyint not null,    -- line, from 1 at the top
    turn           usmallint not null,   -- turn of the draft that completed the line
    "column"       utinyint,             -- column of the wall, from 1; null: the line was blocked (a free wall without a space)
    color          color not null,       -- color of the tile
    horizontal     utinyint,             -- length of its horizontal run, itself included; null: blocked
    vertical       utinyint,             -- length of its vertical run, itself included; null: blocked
    multiplier     utinyint,             -- multiplier of the space; null: blocked
    points         smallint not null     -- points scored; 0: blocked
);

-- floors: One row per game, round and seat of a round that was scored.
create table floors (
    game_id        varchar not null,     -- key of games
    round          usmallint not null,   -- round, from 1
    seat           utinyint not null,    -- seat
    score_before   smallint not null,    -- score before the round's tiling
    tile_points    smallint not null,    -- points of the round's placements
    spaces         utinyint not null,    -- occupied floor spaces, the marker's included
    marker         boolean not null,     -- took the marker, also when it found no space
    nominal_points smallint not null,    -- points that the occupied spaces cost, <= 0 where none pays
    floor_points   smallint not null,    -- points that the score really lost, <= 0 where none pays (it stops at zero)
    score_after    smallint not null     -- score after the floor
);

-- bonuses: One row per game, seat, kind and which, for each bonus reached.
create table bonuses (
    game_id        varchar not null,     -- key of games
    seat           utinyint not null,    -- seat
    kind           varchar not null,     -- line, column, color, diagonal, or the name of a set of the ruleset's own
    which          varchar not null,     -- number of the line, column, diagonal or set of that name; name of the color
    points         smallint not null     -- points of the bonus
);

-- rulesets: One row per ruleset that judged a game of this database.
create table rulesets (
    ruleset_hash   varchar not null,     -- key: SHA-256 of the definition
    ruleset        varchar not null,     -- its name
    definition     varchar not null      -- all its numbers, canonical JSON
);

-- records: One row per game.
create table records (
    game_id        varchar not null,     -- key of games
    record         varchar not null      -- canonical JSON of what the log said, claims included
);

-- about: One row per fact about this database.
create table about (
    key            varchar not null,     -- schema_version, software_version; macros: SHA-256 of the macros stored
    value          varchar not null      -- its value
);

-- rejects: One row per file and line whose record was refused.
create table rejects (
    file           varchar,              -- file as given; null: the record was made in memory
    line           ubigint,              -- line of the file where the record begins, from 1
    game_id        varchar,              -- source/id, where it could be read
    code           varchar not null,     -- code of the fault (docs/log-format.md)
    round          usmallint,            -- round of the fault; null: it has none
    turn           usmallint,            -- turn of the fault over the whole game; null: it has none
    seat           utinyint,             -- seat of the fault; null: it has none
    message        varchar not null,     -- what was found, what was expected, which drafts were legal
    log_hash       varchar not null      -- SHA-256 of the record's canonical JSON, or of the raw bytes if it cannot be read
);

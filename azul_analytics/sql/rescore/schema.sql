-- What `azul rescore` adds to the tables of a database (docs/rescore.md); other databases lack it.

-- rescored: One row per game of the database that was rescored, whatever became of it.
create table rescored (
    game_id             varchar not null,   -- source/id; key of games where the label is exact, else the game is not there
    label               varchar not null,   -- exact, bounded or impossible
    code                varchar,            -- why it is not exact: a code of rejects, line-tiles, or a key of rulesets; null: exact
    round               usmallint,          -- round of that fault; null: it has none
    turn                usmallint,          -- turn of that fault over the whole game; null: it has none
    seat                utinyint,           -- seat of that fault; null: it has none
    message             varchar,            -- the fault as a sentence; null: exact
    rounds_held         usmallint not null, -- rounds of the record that hold whole under the new numbers
    turns_held          usmallint not null, -- turns of the record that hold under the new numbers
    player_count        utinyint not null,  -- number of seats
    ruleset_before      varchar not null,   -- name of the ruleset that judged the game before
    ruleset_hash_before varchar not null,   -- hash of its definition
    ruleset_hash        varchar not null,   -- hash of the ruleset that the game was rescored under
    log_hash_before     varchar not null    -- games.log_hash in the database that was rescored
);

-- rescored_seats: One row per exact game and seat: what the table seats said before.
create table rescored_seats (
    game_id             varchar not null,   -- key of games
    seat                utinyint not null,  -- seat, from 0, clockwise
    tile_points         smallint not null,  -- points of all placements before
    floor_points        smallint not null,  -- points lost on the floor before, <= 0 where no floor pays
    bonus_points        smallint not null,  -- bonuses before
    score               smallint not null,  -- score before
    win_share           double              -- 1/k for each of k winners before, else 0; null: no winner was known
);

-- The tables that `azul positions` writes; docs/positions.md describes them, and a test compares.

-- boards: One row per game, turn and seat: the board before the draft of that turn; turn turns + 1 is the end of the game.
create table boards (
    game_id      varchar not null,   -- key of games
    turn         usmallint not null, -- turn whose draft is still to come, from 1; turns + 1: the end of the game
    seat         utinyint not null,  -- seat
    score        smallint not null,  -- score, at the end with bonuses
    wall         bigint not null,    -- wall, a bit a space: (line-1) * size of the wall + column-1
    line_colors  varchar not null,   -- lines from the top, a letter each, - for an empty one: -BR-K
    line_counts  varchar not null,   -- lines from the top, a digit each: 01302
    floor        utinyint not null,  -- occupied floor spaces, the marker's included
    marker       boolean not null    -- took the marker in this round; at the end in the last one
);

-- offers: One row per game, turn, source and color that has tiles before the draft of that turn.
create table offers (
    game_id      varchar not null,   -- key of games
    turn         usmallint not null, -- turn whose draft is still to come, from 1; turns + 1: where a game was stopped
    source       utinyint not null,  -- factory; 0 is the center
    color        varchar not null,   -- color
    tiles        utinyint not null   -- tiles of that color there
);

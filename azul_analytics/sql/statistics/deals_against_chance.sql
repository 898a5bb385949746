-- One row per game and round: what was dealt, of games whose deals are independent of each other.
-- Of games that share their deals (one block, or one deal_seed of a source) only the first counts.
-- dealt: tiles of each color, 8 bits a color. squares, more_squares: the squares of each color's tiles on a factory,
-- added up over factories, 16 bits a color, of the first four colors and the others. least, most: tiles on a factory.
with dealt_apart as (
    select
        games_in_question.source, group_number, min(game_id) as game_id
    from games_in_question
    join games using (game_id)
    where counted
    group by games_in_question.source, group_number, coalesce('seed ' || deal_seed, unit)
),
numbered as (
    select *, row_number() over (order by group_number, source, game_id)::integer as game
    from dealt_apart
),
factories as (
    select
        game, round,
        blue::bigint as b, yellow::bigint as y, red::bigint as r, black::bigint as k, turquoise::bigint as t,
        green::bigint as g, purple::bigint as p,
        b + y + r + k + t + g + p as tiles
    from deals
    join numbered using (game_id)
),
dealt as (
    select
        game,
        round,
        sum(b + (y << 8) + (r << 16) + (k << 24) + (t << 32) + (g << 40) + (p << 48))::bigint as dealt,
        sum(b * b + (y * y << 16) + (r * r << 32) + (k * k << 48))::bigint as squares,
        sum(t * t + (g * g << 16) + (p * p << 32))::bigint as more_squares,
        count(*)::integer as factories,
        min(tiles)::integer as least,
        max(tiles)::integer as most
    from factories
    group by game, round
)
select numbered.source, numbered.group_number, dealt.*
from dealt
join numbered using (game)
order by game, round

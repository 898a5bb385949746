-- One row per game, round and color that was dealt or drafted.
-- Must hold: The drafts of a round take all tiles of each color that its deal put out (no more than those in
-- a round that a stop cut off).
with dealt as (
    select game_id, round, name::color as color, dealt from (unpivot (
        select
            game_id, round,
            sum(blue) as blue, sum(yellow) as yellow, sum(red) as red, sum(black) as black,
            sum(turquoise) as turquoise, sum(green) as green, sum(purple) as purple
        from deals
        group by game_id, round
    ) on blue, yellow, red, black, turquoise, green, purple into name name value dealt)
), drafted as (
    select game_id, round, color, sum(tiles) as drafted
    from turns
    group by game_id, round, color
), scored as (
    select distinct game_id, round from floors
)
select
    game_id, round, color, coalesce(dealt, 0)::int as dealt, coalesce(drafted, 0)::int as drafted,
    case when scored.game_id is null then coalesce(drafted, 0) <= coalesce(dealt, 0)
         else coalesce(drafted, 0) = coalesce(dealt, 0) end as holds
from dealt
full join drafted using (game_id, round, color)
left join scored using (game_id, round)
where dealt > 0 or drafted > 0
order by game_id, round, color

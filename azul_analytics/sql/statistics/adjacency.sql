-- One row per game and round that was scored: means over the tiles placed in it.
with placed as (
    select
        game_id, round,
        count(*) as tiles,
        avg(points) as points,
        avg(horizontal) as horizontal,
        avg(vertical) as vertical,
        avg((horizontal = 1 and vertical = 1)::int) as alone,
        avg((horizontal > 1 and vertical > 1)::int) as both_ways
    from placements
    where "column" is not null
    group by game_id, round
),
scored as (
    select game_id, round, count(*) as seats from floors group by game_id, round
)
select
    game_id, round,
    coalesce(tiles, 0) / seats as tiles_placed,
    points as points_per_tile,
    horizontal as horizontal_run,
    vertical as vertical_run,
    alone,
    both_ways
from scored
left join placed using (game_id, round)

-- One row per game and round: means over the tiles placed in it.
select
    game_id, round,
    count(*) / any_value(player_count) as tiles_placed,
    avg(points) as points_per_tile,
    avg(horizontal) as horizontal_run,
    avg(vertical) as vertical_run,
    avg((horizontal = 1 and vertical = 1)::double) as alone,
    avg((horizontal > 1 and vertical > 1)::double) as both_ways
from placements
join games using (game_id)
where "column" is not null
group by game_id, round

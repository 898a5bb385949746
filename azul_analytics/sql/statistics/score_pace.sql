-- One row per game and round that was scored: means over its seats.
select
    game_id, round,
    avg(tile_points) as tile_points,
    avg(floor_points) as floor_points,
    avg(score_after) as score_after
from floors
group by game_id, round

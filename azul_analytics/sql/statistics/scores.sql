-- One row per game: means over its seats, and by how much the first place led the second.
select
    game_id,
    avg(score) as score,
    avg(tile_points) as tile_points,
    avg(floor_points) as floor_points,
    avg(bonus_points) as bonus_points,
    max(score, 2)[1] - max(score, 2)[2] as margin
from seats
group by game_id

-- One row per game with a winner and a loser: mean of the winners less mean of the others.
select
    game_id,
    avg(score) filter (where win_share > 0) - avg(score) filter (where win_share = 0) as score,
    avg(tile_points) filter (where win_share > 0) - avg(tile_points) filter (where win_share = 0) as tile_points,
    avg(floor_points) filter (where win_share > 0) - avg(floor_points) filter (where win_share = 0) as floor_points,
    avg(bonus_points) filter (where win_share > 0) - avg(bonus_points) filter (where win_share = 0) as bonus_points
from seats
group by game_id

-- One row per game, round and seat of floors.
-- Must hold: score_after = score_before + tile_points + floor_points, where the floor costs its nominal
-- points, but no score falls below zero.
select
    game_id, round, seat, score_before, tile_points, nominal_points, floor_points, score_after,
    score_after = score_before + tile_points + floor_points
    and score_after = greatest(0, score_before + tile_points + nominal_points) as holds
from floors
order by game_id, round, seat

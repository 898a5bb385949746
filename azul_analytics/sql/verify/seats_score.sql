-- One row per game and seat.
-- Must hold: score = tile_points + floor_points + bonus_points.
select
    game_id, seat, score, tile_points, floor_points, bonus_points,
    score = tile_points + floor_points + bonus_points as holds
from seats
order by game_id, seat

-- One row per asked game and seat: what the seat had.
select game_id, seat, tile_points, floor_points, bonus_points, score, win_share
from seats
semi join asked_games using (game_id)
order by game_id, seat

-- One row per game: the seat that won alone; null where none did.
select game_id, any_value(seat) filter (where win_share = 1) as lone_winner
from seats
group by game_id

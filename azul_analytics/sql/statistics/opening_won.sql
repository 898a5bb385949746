-- One row per game: the win share of the seat that opened it.
select game_id, max(win_share) filter (where opening) as win_share
from seats
group by game_id
order by game_id

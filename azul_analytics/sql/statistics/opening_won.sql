-- One row per game: the win share of the seat that opened it.
select game_id, win_share
from opening_outcomes
order by game_id

-- One row per game: the win share of the seat that opened it.
select game_id, win_share as opening_win_share
from opening_outcomes

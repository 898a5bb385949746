-- One row per game: its length.
select game_id, rounds, turns, turns / rounds as turns_per_round
from games

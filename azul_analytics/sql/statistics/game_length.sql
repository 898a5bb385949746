-- One row per game: its length.
select game_id, rounds, turns, turns / nullif(rounds, 0) as turns_per_round
from games

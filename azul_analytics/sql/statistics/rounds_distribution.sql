-- One row per game: its rounds.
select game_id, rounds, 1 as times
from games

-- One row per game: whether the round limit stopped it.
select game_id, (ended_by = 'round_limit')::int as stopped
from games

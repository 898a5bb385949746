-- One row per game: by how much the first place led the second.
select game_id, max(score, 2)[1] - max(score, 2)[2] as margin, 1 as times
from seats
group by game_id

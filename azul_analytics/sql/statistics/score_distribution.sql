-- One row per game and final score.
select game_id, score, count(*) as times
from seats
group by game_id, score

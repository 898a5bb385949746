-- One row per game, round, seat and line of placements.
-- Must hold: A line is placed once a round.
select game_id, round, seat, line, count(*) as found, count(*) = 1 as holds
from placements
group by game_id, round, seat, line
order by game_id, round, seat, line

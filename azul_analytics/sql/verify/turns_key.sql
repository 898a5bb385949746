-- One row per game of turns.
-- Must hold: The turns of a game count from 1 without gaps.
select
    game_id, count(*) as found, min(turn) as least, max(turn) as most,
    min(turn) = 1 and max(turn) = count(*) and count(distinct turn) = count(*) as holds
from turns
group by game_id
order by game_id

-- One row per game of rounds.
-- Must hold: The rounds of a game count from 1 without gaps.
select
    game_id, count(*) as found, min(round) as least, max(round) as most,
    min(round) = 1 and max(round) = count(*) and count(distinct round) = count(*) as holds
from rounds
group by game_id
order by game_id

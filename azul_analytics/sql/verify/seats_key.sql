-- One row per game of seats.
-- Must hold: The seats of a game count from 0 without gaps.
select
    game_id, count(*) as found, min(seat) as least, max(seat) as most,
    min(seat) = 0 and max(seat) = count(*) - 1 and count(distinct seat) = count(*) as holds
from seats
group by game_id
order by game_id

-- One row per game, seat, kind and which of bonuses.
-- Must hold: A bonus is there once.
select game_id, seat, kind, which, count(*) as found, count(*) = 1 as holds
from bonuses
group by game_id, seat, kind, which
order by game_id, seat, kind, which

-- One row per game and cause: what the spaces that it filled would cost a seat in the whole game.
select
    game_id,
    cause::enum ('marker', 'overflow', 'chosen', 'forced', 'blocked') as cause,
    avg(cost) as nominal_points
from (unpivot costs_by_cause on marker, overflow, chosen, forced, blocked into name cause value cost)
group by game_id, cause

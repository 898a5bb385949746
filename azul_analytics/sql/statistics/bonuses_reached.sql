-- One row per finished game and kind of bonus that any seat reached under its ruleset: means over its seats.
with kinds as (
    select distinct ruleset_hash, kind
    from bonuses
    join games using (game_id)
),
seat_kinds as (
    select seats.game_id, seats.seat, kinds.kind, count(bonuses.kind) as reached
    from seats
    join games using (game_id)
    join kinds using (ruleset_hash)
    left join bonuses using (game_id, seat, kind)
    where games.finished
    group by seats.game_id, seats.seat, kinds.kind
)
select game_id, kind as kind_of_bonus, avg(reached) as bonuses, avg((reached > 0)::double) as any_bonus
from seat_kinds
group by game_id, kind

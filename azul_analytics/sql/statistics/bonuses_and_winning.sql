-- One row per finished game, kind of bonus, and number of them that a seat reached: that seat's win share.
with kinds as (
    select distinct ruleset_hash, kind
    from bonuses
    join games using (game_id)
),
seat_kinds as (
    select
        seats.game_id, seats.seat, kinds.kind,
        any_value(seats.win_share) as win_share,
        count(bonuses.kind) as reached
    from seats
    join games using (game_id)
    join kinds using (ruleset_hash)
    left join bonuses using (game_id, seat, kind)
    where games.finished
    group by seats.game_id, seats.seat, kinds.kind
)
select game_id, kind as kind_of_bonus, reached, avg(win_share) as win_share
from seat_kinds
group by game_id, kind, reached

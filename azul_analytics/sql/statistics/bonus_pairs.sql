-- One row per finished game and pair of kinds of bonus under its ruleset: shares of its seats.
with kinds as (
    select distinct ruleset_hash, kind
    from bonuses
    join games using (game_id)
),
pairs as (
    select one.ruleset_hash, one.kind as first_kind, other.kind as second_kind
    from kinds as one
    join kinds as other on one.ruleset_hash = other.ruleset_hash and one.kind < other.kind
),
reached as (
    select distinct game_id, seat, kind from bonuses
),
seat_pairs as (
    select
        seats.game_id, pairs.first_kind, pairs.second_kind,
        one.kind is not null as has_first,
        other.kind is not null as has_second
    from seats
    join games using (game_id)
    join pairs using (ruleset_hash)
    left join reached as one
        on one.game_id = seats.game_id and one.seat = seats.seat and one.kind = pairs.first_kind
    left join reached as other
        on other.game_id = seats.game_id and other.seat = seats.seat and other.kind = pairs.second_kind
    where games.finished
)
select
    game_id, first_kind || ' and ' || second_kind as pair,
    avg((has_first and has_second)::double) as both_reached,
    avg((has_first and not has_second)::double) as only_first,
    avg((has_second and not has_first)::double) as only_second,
    avg((not has_first and not has_second)::double) as neither
from seat_pairs
group by game_id, pair

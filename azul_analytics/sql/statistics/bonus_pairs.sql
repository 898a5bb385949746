-- One row per finished game and pair of kinds of bonus of its ruleset: shares of its seats.
with kinds as (
    select distinct ruleset_hash, kind from possible_bonuses
),
pairs as (
    select ruleset_hash, one.kind as first_kind, other.kind as second_kind
    from kinds as one
    join kinds as other using (ruleset_hash)
    where one.kind < other.kind
),
reached as (
    select game_id, seat, list(distinct kind) as kinds
    from bonuses
    group by game_id, seat
),
seat_pairs as (
    select
        game_id, first_kind, second_kind,
        coalesce(list_contains(kinds, first_kind), false) as has_first,
        coalesce(list_contains(kinds, second_kind), false) as has_second
    from seats
    join games using (game_id)
    join pairs using (ruleset_hash)
    left join reached using (game_id, seat)
    where finished
)
select
    game_id,
    first_kind || ' and ' || second_kind as pair,
    avg((has_first and has_second)::int) as both_reached,
    avg((has_first and not has_second)::int) as only_first,
    avg((has_second and not has_first)::int) as only_second,
    avg((not has_first and not has_second)::int) as neither
from seat_pairs
group by game_id, pair

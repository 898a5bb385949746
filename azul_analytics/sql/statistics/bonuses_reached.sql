-- One row per finished game and kind of bonus of its ruleset: means over its seats.
with kinds as (
    select distinct ruleset_hash, kind from possible_bonuses
),
seat_kinds as (
    select game_id, kind, count(*) as reached
    from bonuses
    group by game_id, seat, kind
),
reached as (
    select game_id, kind, sum(reached) as bonuses, count(*) as seats
    from seat_kinds
    group by game_id, kind
)
select
    game_id,
    kind as kind_of_bonus,
    coalesce(bonuses, 0) / player_count as bonuses,
    coalesce(seats, 0) / player_count as any_bonus
from games
join kinds using (ruleset_hash)
left join reached using (game_id, kind)
where finished

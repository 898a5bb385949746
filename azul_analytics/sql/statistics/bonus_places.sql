-- One row per finished game and bonus that its ruleset has a place for: share of its seats that completed it.
with reached as (
    select game_id, kind, which, count(*) as seats
    from bonuses
    group by game_id, kind, which
)
select game_id, kind || ' ' || which as bonus, coalesce(seats, 0) / player_count as reached
from games
join possible_bonuses using (ruleset_hash)
left join reached using (game_id, kind, which)
where finished

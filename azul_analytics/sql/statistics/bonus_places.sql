-- One row per finished game and bonus that any seat reached under its ruleset: share of its seats that reached it.
with places as (
    select distinct ruleset_hash, kind, which
    from bonuses
    join games using (game_id)
),
reached as (
    select game_id, kind, which, count(*) as seats
    from bonuses
    group by game_id, kind, which
)
select game_id, kind || ' ' || which as bonus, coalesce(seats, 0) / player_count as reached
from games
join places using (ruleset_hash)
left join reached using (game_id, kind, which)
where finished

-- One row per finished game and line, column and color of its wall: share of its seats that completed it.
with walls as (
    select ruleset_hash, (definition -> '$.colors')::varchar[] as colors from rulesets
),
places as (
    select ruleset_hash, 'color' as kind, unnest(colors) as which from walls
    union all
    select ruleset_hash, unnest(['line', 'column']), which::varchar
    from (select ruleset_hash, unnest(range(1, len(colors) + 1)) as which from walls)
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

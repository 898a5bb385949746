-- One row per selected game: what its ruleset asks for what lies on a floor.
-- costs: of each space. Where the floor has no end, every further space costs the same; no round fills so many.
-- costs_before[n + 1]: what the first n spaces cost together.
create or replace temp view floor_costs as
with asked as (
    select
        ruleset_hash,
        coalesce((definition ->> '$.overflow')::int, 0) as overflow_points,
        (definition -> '$.floor')::int[] || [overflow_points for space in range(if(overflow_points = 0, 0, 255))] as costs,
        [coalesce(list_sum(costs[:spaces]), 0) for spaces in range(len(costs) + 1)] as costs_before,
        coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space,
        coalesce((definition ->> '$.marker_points')::int, 0) as marker_points,
        coalesce(definition ->> '$.clamp', 'round') = 'floor_first' as floor_first,
        (definition ->> '$.wall.kind') <> 'fixed' as free
    from rulesets
    where (definition -> '$.floor') is not null
)
select game_id, asked.* exclude (ruleset_hash)
from games_in_question
join asked using (ruleset_hash)

-- One row per selected game: what its ruleset asks for what lies on a floor.
create or replace temp view floor_costs as
select
    game_id,
    coalesce((definition ->> '$.overflow')::int, 0) as overflow_points,
    -- where the floor has no end, every further space costs the same; no round fills so many
    (definition -> '$.floor')::int[] || [overflow_points for space in range(if(overflow_points = 0, 0, 255))] as costs,
    coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space,
    coalesce((definition ->> '$.marker_points')::int, 0) as marker_points,
    coalesce(definition ->> '$.clamp', 'round') = 'floor_first' as floor_first,
    (definition ->> '$.wall.kind') <> 'fixed' as free
from games_in_question
join rulesets using (ruleset_hash)
where (definition -> '$.floor') is not null

-- One row per turn.
-- Must hold: A draft's tiles fill its line as far as there is room, the others fall to the floor as far as
-- there is room, the rest goes to the lid; and completed_line says whether the line is full then.
with rules as (
    select
        ruleset_hash,
        (definition -> '$.line_capacities')::int[] as capacities,
        if(coalesce((definition ->> '$.overflow')::int, 0) = 0, json_array_length(definition -> '$.floor'), 255)::int
            as spaces,
        coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space
    from rulesets
), room as (
    select
        turns.game_id, turn, tiles, destination, tiles_on_line, tiles_on_floor, tiles_to_lid, completed_line,
        case when destination = 0 then 0
             else capacities[destination] - try_cast(substr(line_counts_before, destination, 1) as int) end as on_line,
        greatest(spaces - floor_before - (took_marker and marker_space)::int, 0) as on_floor
    from turns
    join games using (game_id)
    join rules using (ruleset_hash)
)
select
    game_id, turn, tiles, destination, tiles_on_line, tiles_on_floor, tiles_to_lid, completed_line,
    coalesce(
        tiles > 0
        and (destination = 0 or on_line > 0)
        and tiles_on_line = least(tiles, on_line)
        and tiles_on_floor = least(tiles - tiles_on_line, on_floor)
        and tiles_to_lid = tiles - tiles_on_line - tiles_on_floor
        and completed_line = (destination > 0 and tiles_on_line = on_line),
        false
    ) as holds
from room
order by game_id, turn

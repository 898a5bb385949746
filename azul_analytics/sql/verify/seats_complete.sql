-- One row per game and seat.
-- Must hold: complete_lines, complete_columns and complete_colors count the full lines, columns and colors of
-- the seat's placements.
with rules as (
    select ruleset_hash, json_array_length(definition -> '$.colors') as size from rulesets
), groups as (
    select game_id, seat, line, "column", color, count(*) as tiles
    from placements
    where "column" is not null
    group by grouping sets ((game_id, seat, line), (game_id, seat, "column"), (game_id, seat, color))
), complete as (
    select
        game_id, seat,
        count_if(line is not null) as lines,
        count_if("column" is not null) as columns,
        count_if(color is not null) as colors
    from groups
    join games using (game_id)
    join rules using (ruleset_hash)
    where tiles = size or (tiles > size and color is not null)
    group by game_id, seat
)
select
    game_id, seat,
    complete_lines, coalesce(lines, 0) as expected_lines,
    complete_columns, coalesce(columns, 0) as expected_columns,
    complete_colors, coalesce(colors, 0) as expected_colors,
    complete_lines = expected_lines and complete_columns = expected_columns
    and complete_colors = expected_colors as holds
from seats
left join complete using (game_id, seat)
order by game_id, seat

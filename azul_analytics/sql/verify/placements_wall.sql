-- One row per game and seat with tiles on the wall.
-- Must hold: Every tile lies on the wall, no space of it holds two, and no line and no column holds a color twice
-- (unless the ruleset lets it repeat; in a column of a fixed wall the pattern decides).
with rules as (
    select
        ruleset_hash,
        json_array_length(definition -> '$.colors')::int as size,
        coalesce((definition ->> '$.wall.unique_in_line')::bool, true) as unique_in_line,
        (definition ->> '$.wall.kind') = 'free'
        and coalesce((definition ->> '$.wall.unique_in_column')::bool, true) as unique_in_column
    from rulesets
), tiles as (
    select
        placements.game_id, unique_in_line, unique_in_column, seat,
        enum_code(color)::int as color, len(enum_range(color)) as width,
        case when line between 1 and size then line - 1 end as line,
        case when "column" between 1 and size then "column" - 1 end as "column"
    from placements
    join games using (game_id)
    join rules using (ruleset_hash)
    where "column" is not null
)
select
    game_id, seat, count(*) as tiles,
    coalesce(bit_count(bit_or(1::bigint << (line * width + "column"))), 0) as spaces,
    coalesce(bit_count(bit_or(1::bigint << (line * width + color))), 0) as colors_of_lines,
    coalesce(bit_count(bit_or(1::bigint << ("column" * width + color))), 0) as colors_of_columns,
    count(*) = spaces
    and (not any_value(unique_in_line) or count(*) = colors_of_lines)
    and (not any_value(unique_in_column) or count(*) = colors_of_columns) as holds
from tiles
group by game_id, seat
order by game_id, seat

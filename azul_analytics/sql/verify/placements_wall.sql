-- One row per game and seat with tiles on the wall.
-- Must hold: No space of a wall holds two tiles, and no line and no column holds a color twice (unless the ruleset
-- lets it repeat; in a column of a fixed wall the pattern decides).
with rules as (
    select
        ruleset_hash,
        coalesce((definition ->> '$.wall.unique_in_line')::bool, true) as unique_in_line,
        (definition ->> '$.wall.kind') = 'free'
        and coalesce((definition ->> '$.wall.unique_in_column')::bool, true) as unique_in_column
    from rulesets
), tiles as (
    select
        placements.game_id, unique_in_line, unique_in_column, seat, line - 1 as line, "column" - 1 as "column", enum_code(color)::int as color,
        len(enum_range(color)) as width
    from placements
    join games using (game_id)
    join rules using (ruleset_hash)
    where "column" is not null
)
select
    game_id, seat, count(*) as tiles,
    bit_count(bit_or(1::bigint << (line * width + "column"))) as spaces,
    bit_count(bit_or(1::bigint << (line * width + color))) as colors_of_lines,
    bit_count(bit_or(1::bigint << ("column" * width + color))) as colors_of_columns,
    count(*) = spaces
    and (not any_value(unique_in_line) or count(*) = colors_of_lines)
    and (not any_value(unique_in_column) or count(*) = colors_of_columns) as holds
from tiles
group by game_id, seat
order by game_id, seat

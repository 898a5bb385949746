-- One row per game and seat with tiles on the wall.
-- Must hold: No space of a wall holds two tiles, and no line and no column holds a color twice.
with tiles as (
    select
        placements.game_id, seat, line - 1 as line, "column" - 1 as "column", enum_code(color)::int as color,
        len(enum_range(color)) as width
    from placements
    where "column" is not null
)
select
    game_id, seat, count(*) as tiles,
    bit_count(bit_or(1::bigint << (line * width + "column"))) as spaces,
    bit_count(bit_or(1::bigint << (line * width + color))) as colors_of_lines,
    bit_count(bit_or(1::bigint << ("column" * width + color))) as colors_of_columns,
    count(*) = spaces and count(*) = colors_of_lines and count(*) = colors_of_columns as holds
from tiles
group by game_id, seat
order by game_id, seat

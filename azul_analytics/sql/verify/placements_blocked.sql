-- One row per blocked line.
-- Must hold: A line is blocked only on a free wall, where each space of it is taken, printed in another color, or
-- in a column that has the color already (unless the ruleset lets it repeat).
with rules as (
    select
        ruleset_hash,
        json_array_length(definition -> '$.colors')::int as size,
        (definition ->> '$.wall.kind') = 'free' as free,
        coalesce((definition ->> '$.wall.unique_in_column')::bool, true) as unique_in_column,
        from_json(
            definition -> '$.wall.printed',
            '[{"line":"INTEGER","column":"INTEGER","color":"VARCHAR","multiplier":"INTEGER"}]'
        ) as printed
    from rulesets
), printed_spaces as (
    select ruleset_hash, unnest(printed, recursive := true)
    from rules
), blocked as (
    select placements.game_id, ruleset_hash, round, seat, line, color, free, size, unique_in_column
    from placements
    join games using (game_id)
    join rules using (ruleset_hash)
    where "column" is null
), spaces as (
    select blocked.*, columns."column"
    from blocked, range(1, size + 1) as columns ("column")
), closed as (
    select distinct spaces.game_id, spaces.round, spaces.seat, spaces.line, spaces."column"
    from spaces
    join placements
        on placements.game_id = spaces.game_id
        and placements.seat = spaces.seat
        and placements."column" = spaces."column"
        and (placements.line = spaces.line or (unique_in_column and placements.color = spaces.color))
        and (placements.round, placements.line) < (spaces.round, spaces.line)
)
select
    spaces.game_id, spaces.round, spaces.seat, spaces.line, spaces.color,
    count(*) filter (
        where closed."column" is null
        and (printed_spaces.color is null or printed_spaces.color = spaces.color::varchar)
    ) as open_spaces,
    open_spaces = 0 and bool_and(free) as holds
from spaces
left join closed using (game_id, round, seat, line, "column")
left join printed_spaces
    on printed_spaces.ruleset_hash = spaces.ruleset_hash
    and printed_spaces.line = spaces.line
    and printed_spaces."column" = spaces."column"
group by spaces.game_id, spaces.round, spaces.seat, spaces.line, spaces.color
order by game_id, round, seat, line

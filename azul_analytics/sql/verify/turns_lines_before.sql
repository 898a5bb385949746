-- One row per turn.
-- Must hold: line_counts_before and line_colors_before show what the seat's earlier drafts put on its lines,
-- without the lines that earlier rounds tiled.
--
-- Both texts are compared as numbers, a decimal digit a line: what is put on a line adds to its digit.
with rules as (
    select
        ruleset_hash,
        json_array_length(definition -> '$.colors')::int as size,
        (definition -> '$.line_capacities')::bigint[] as capacities
    from rulesets
), cleared as (
    select
        placements.game_id, round, seat,
        sum(capacities[line] * (10 ** (size - line))::bigint) as tiles,
        sum((enum_code(color) + 1) * (10 ** (size - line))::bigint) as colors
    from placements
    join games using (game_id)
    join rules using (ruleset_hash)
    group by placements.game_id, round, seat
), starts as (
    select
        seats.game_id, round, seat,
        coalesce(sum(cleared.tiles) over past, 0) as cleared_tiles,
        coalesce(sum(cleared.colors) over past, 0) as cleared_colors
    from rounds
    join seats using (game_id)
    left join cleared using (game_id, round, seat)
    window past as (
        partition by seats.game_id, seat order by round rows between unbounded preceding and 1 preceding
    )
), steps as (
    select
        turns.game_id, turn, round, seat, size, line_counts_before, line_colors_before,
        case when destination > 0 then tiles_on_line * (10 ** (size - destination))::bigint else 0 end as tiles,
        case when destination > 0 and substr(line_counts_before, destination, 1) = '0'
             then (enum_code(color) + 1) * (10 ** (size - destination))::bigint else 0 end as colors
    from turns
    join games using (game_id)
    join rules using (ruleset_hash)
), sums as (
    select
        game_id, turn, round, seat, size, line_counts_before, line_colors_before,
        coalesce(sum(tiles) over past, 0) as tiles,
        coalesce(sum(colors) over past, 0) as colors
    from steps
    window past as (
        partition by game_id, seat order by turn rows between unbounded preceding and 1 preceding
    )
)
select
    game_id, turn, round, seat, line_counts_before, line_colors_before,
    coalesce(
        len(line_counts_before) = size and len(line_colors_before) = size
        and try_cast(line_counts_before as bigint) = tiles - cleared_tiles
        and try_cast(translate(line_colors_before, '-BYRKTGP', '01234567') as bigint) = colors - cleared_colors,
        false
    ) as holds
from sums
left join starts using (game_id, round, seat)
order by game_id, turn

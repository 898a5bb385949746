-- One row per turn.
-- Must hold: line_counts_before and line_colors_before show what the seat's earlier drafts put on its lines,
-- without the lines that earlier rounds tiled.
--
-- Each draft is compared with the seat's draft before. Both texts are numbers for that, a decimal digit a line:
-- what is put on a line adds to its digit, and a tiled line takes its digit away.
-- To sort by a number is three times faster than by a game_id.
with rules as (
    select
        ruleset_hash,
        json_array_length(definition -> '$.colors')::int as size,
        (definition -> '$.line_capacities')::bigint[] as capacities
    from rulesets
), digits as (
    select ruleset_hash, line, capacities[line] as capacity, (10 ** (size - line))::bigint as digit
    from rules, range(1, size + 1) as lines (line)
), numbered as (
    select game_id, ruleset_hash, size, (row_number() over ())::int as number
    from games
    join rules using (ruleset_hash)
), counts as (
    select line_counts_before, try_cast(line_counts_before as bigint) as counts
    from (select distinct line_counts_before from turns)
), colors as (
    select
        line_colors_before,
        try_cast(translate(line_colors_before, '-BYRKTGP', '01234567') as bigint) as colors
    from (select distinct line_colors_before from turns)
), tiled as (
    select
        placements.game_id, round, seat,
        sum(capacity * digit)::bigint as counts,
        sum((enum_code(color) + 1) * digit)::bigint as colors
    from placements
    join games using (game_id)
    join digits using (ruleset_hash, line)
    group by placements.game_id, round, seat
), drafts as (
    select
        turns.game_id, number, turn, round, seat, line_counts_before, line_colors_before, counts, colors,
        len(line_counts_before) = size and len(line_colors_before) = size as of_size,
        tiles_on_line * coalesce(digit, 0) as put,
        case when substr(line_counts_before, destination, 1) = '0' then (enum_code(color) + 1) * coalesce(digit, 0)
             else 0 end as begun
    from turns
    join numbered using (game_id)
    join counts using (line_counts_before)
    join colors using (line_colors_before)
    left join digits on digits.ruleset_hash = numbered.ruleset_hash and digits.line = turns.destination
), steps as (
    select
        game_id, turn, round, seat, line_counts_before, line_colors_before, of_size, counts, colors,
        lag(round) over past as last_round,
        lag(counts + put) over past as counts_left,
        lag(colors + begun) over past as colors_left
    from drafts
    window past as (partition by number, seat order by turn)
)
select
    steps.game_id, turn, steps.round, steps.seat, line_counts_before, line_colors_before,
    coalesce(
        of_size
        and steps.counts = case when last_round is null then 0 else counts_left - coalesce(tiled.counts, 0) end
        and steps.colors = case when last_round is null then 0 else colors_left - coalesce(tiled.colors, 0) end,
        false
    ) as holds
from steps
left join tiled
    on tiled.game_id = steps.game_id and tiled.seat = steps.seat
    and tiled.round = steps.last_round and steps.last_round < steps.round
order by game_id, turn

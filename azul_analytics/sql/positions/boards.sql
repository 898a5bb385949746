-- One row per game of asked_games, turn (turns + 1: the end) and seat: the board before the draft.
--
-- What drafts, placements and floors changed on a seat's board, `changes`, is added up to the turn. Lines are two
-- numbers for that, a decimal digit a line: its tiles, and its color (0: none). Tiling and floors follow the last turn
-- of their round.
with rules as (
    select
        ruleset_hash,
        json_array_length(definition -> '$.colors')::int as size,
        json_array_length(definition -> '$.floor')::int as floor_size,
        coalesce((definition ->> '$.overflow')::int, 0) <> 0 as endless_floor,
        coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space,
        (definition -> '$.line_capacities')::bigint[] as capacities
    from rulesets
), asked as (
    select game_id, turns, rounds, size, floor_size, endless_floor, marker_space, capacities
    from games
    semi join asked_games using (game_id)
    join rules using (ruleset_hash)
), drafts as (
    select
        turns.game_id, round, seat, turn, color, destination, tiles_on_line, took_marker,
        if(destination > 0, 10 ** (size - destination), 0)::bigint as digit,
        line_count(line_counts_before, destination) = 0 as begins_line,
        tiles_on_floor
        + (took_marker and marker_space and (endless_floor or floor_before < floor_size))::int as fallen
    from turns
    join asked using (game_id)
), ends as (
    select game_id, round, max(turn) as turn from drafts group by game_id, round
), fallen as (
    select game_id, round, seat, sum(fallen) as spaces from drafts group by game_id, round, seat
), changes as (
    select
        game_id, seat, turn, tiles_on_line * digit as counts, if(begins_line, (enum_code(color) + 1) * digit, 0) as colors,
        0 as wall, fallen as floor, 0 as score
    from drafts
    union all
    select
        game_id, seat, ends.turn, -capacities[line] * (10 ** (size - line))::bigint,
        -(enum_code(color)::bigint + 1) * (10 ** (size - line))::bigint,
        if("column" is null, 0, 1::bigint << ((line - 1) * size + coalesce("column", 1) - 1)), 0, 0
    from placements
    join asked using (game_id)
    join ends using (game_id, round)
    union all
    select game_id, seat, ends.turn, 0, 0, 0, -coalesce(fallen.spaces, 0), tile_points + floor_points
    from floors
    join ends using (game_id, round)
    left join fallen using (game_id, round, seat)
), summed as (
    select
        game_id, seat, turn, sum(counts) as counts, sum(colors) as colors, sum(wall) as wall, sum(floor) as floor,
        sum(score) as score
    from changes
    group by game_id, seat, turn
), moments as (
    select game_id, turn, round, false as at_end from drafts
    union all
    select game_id, turns + 1, rounds, true from asked
), boards as (
    select
        moments.game_id, moments.turn, seat, round, if(at_end, bonus_points, 0) as bonus_points,
        coalesce(sum(counts) over earlier, 0)::bigint as counts,
        coalesce(sum(colors) over earlier, 0)::bigint as colors,
        coalesce(sum(wall) over earlier, 0)::bigint as wall,
        coalesce(sum(floor) over earlier, 0) as floor,
        coalesce(sum(summed.score) over earlier, 0) as score
    from moments
    join seats using (game_id)
    left join summed using (game_id, seat, turn)
    window earlier as (
        partition by moments.game_id, seat order by moments.turn rows between unbounded preceding and 1 preceding
    )
), markers as (
    select game_id, round, turn, seat from drafts where took_marker
)
select
    boards.game_id, boards.turn::usmallint as turn, boards.seat, (score + bonus_points)::smallint as score, wall,
    translate(lpad(colors::varchar, size, '0'), '01234567', '-BYRKTGP') as line_colors,
    lpad(counts::varchar, size, '0') as line_counts,
    floor::utinyint as floor, coalesce(markers.seat = boards.seat and markers.turn < boards.turn, false) as marker
from boards
join asked using (game_id)
left join markers on markers.game_id = boards.game_id and markers.round = boards.round
order by boards.game_id, boards.turn, boards.seat

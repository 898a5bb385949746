-- One row per game, round and seat of floors.
-- Must hold: The occupied floor spaces are the tiles drafted to the floor, the marker where it takes a space and
-- the tiles of blocked lines, as far as there is room, and nominal_points is what the ruleset says that they cost.
with rules as (
    select
        ruleset_hash,
        (definition -> '$.floor')::int[] as worth,
        coalesce((definition ->> '$.overflow')::int, 0) as overflow,
        coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space,
        coalesce((definition ->> '$.marker_points')::int, 0) as marker_points,
        (definition -> '$.line_capacities')::int[] as capacities
    from rulesets
), drafted as (
    select game_id, round, seat, sum(tiles_on_floor) as fallen, count_if(took_marker) as markers
    from turns
    group by game_id, round, seat
), blocked as (
    select placements.game_id, round, seat, sum(capacities[line]) as tiles
    from placements
    join games using (game_id)
    join rules using (ruleset_hash)
    where "column" is null
    group by placements.game_id, round, seat
)
select
    floors.game_id, round, seat, spaces, nominal_points,
    coalesce(fallen, 0) + if(marker_space, coalesce(markers, 0), 0) + coalesce(blocked.tiles, 0) as things,
    if(overflow = 0, least(things, len(worth)), things)::int as expected_spaces,
    (
        coalesce(list_sum(worth[1 : spaces]), 0)
        + greatest(spaces - len(worth), 0) * overflow
        + if(marker, marker_points, 0)
    )::int as expected_points,
    spaces = expected_spaces and nominal_points = expected_points as holds
from floors
join games using (game_id)
join rules using (ruleset_hash)
left join drafted using (game_id, round, seat)
left join blocked using (game_id, round, seat)
order by game_id, round, seat

-- One row per game, round and seat of floors.
-- Must hold: The occupied floor spaces are the tiles drafted to the floor, the marker and the tiles of
-- blocked lines, as far as there is room, and nominal_points is what the ruleset says that they cost.
with rules as (
    select
        ruleset_hash,
        (definition -> '$.floor')::int[] as worth,
        (definition -> '$.line_capacities')::int[] as capacities
    from rulesets
), drafted as (
    select game_id, round, seat, sum(tiles_on_floor) + count_if(took_marker) as things
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
    least(coalesce(things, 0) + coalesce(blocked.tiles, 0), len(worth))::int as expected_spaces,
    coalesce(list_sum(worth[1 : spaces]), 0)::int as expected_points,
    spaces = expected_spaces and nominal_points = expected_points as holds
from floors
join games using (game_id)
join rules using (ruleset_hash)
left join drafted using (game_id, round, seat)
left join blocked using (game_id, round, seat)
order by game_id, round, seat

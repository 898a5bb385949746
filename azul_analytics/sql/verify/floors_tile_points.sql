-- One row per game, round and seat of floors or placements.
-- Must hold: tile_points of a round is the sum of the points of its placements.
with placed as (
    select game_id, round, seat, sum(points)::int as points
    from placements
    group by game_id, round, seat
)
select
    game_id, round, seat, tile_points, coalesce(points, 0) as expected,
    coalesce(tile_points = coalesce(points, 0), false) as holds
from floors
full join placed using (game_id, round, seat)
order by game_id, round, seat

-- One row per game and seat.
-- Must hold: tile_points and floor_points of a seat are the sums over its floors, and bonus_points over its
-- bonuses.
with tracked as (
    select game_id, seat, sum(tile_points)::int as tile_points, sum(floor_points)::int as floor_points
    from floors
    group by game_id, seat
), reached as (
    select game_id, seat, sum(points)::int as points
    from bonuses
    group by game_id, seat
)
select
    game_id, seat,
    seats.tile_points, coalesce(tracked.tile_points, 0) as expected_tile_points,
    seats.floor_points, coalesce(tracked.floor_points, 0) as expected_floor_points,
    seats.bonus_points, coalesce(reached.points, 0) as expected_bonus_points,
    seats.tile_points = expected_tile_points and seats.floor_points = expected_floor_points
    and seats.bonus_points = expected_bonus_points as holds
from seats
left join tracked using (game_id, seat)
left join reached using (game_id, seat)
order by game_id, seat

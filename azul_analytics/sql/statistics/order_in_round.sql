-- One row per game, round and order in the round (1: drafts first): the seat's points of that round less the mean
-- of the game's seats in it.
with means as (
    select game_id, round, avg(tile_points) as tile_points_mean, avg(floor_points) as floor_points_mean
    from floors
    group by game_id, round
)
select
    game_id,
    round,
    (seat + player_count - first_seat) % player_count + 1 as "order",
    tile_points - tile_points_mean + floor_points - floor_points_mean as points,
    tile_points - tile_points_mean as tile_points,
    floor_points - floor_points_mean as floor_points
from floors
join means using (game_id, round)
join rounds using (game_id, round)
join games using (game_id)

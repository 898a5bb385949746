-- One row per game and round in which the marker was taken: what it cost its taker and what the next round brought.
-- marker_points are its fixed cost, or those of the space on which it lies; marker_points_lost is what the score
-- would be higher without them, less than that where it stops at zero. points and next_round_points are of the taker,
-- less the mean of the game's seats in that round; the latter is null in a game's last round.
with means as (
    select game_id, round, avg(tile_points + floor_points) as points_mean
    from floors
    group by game_id, round
),
points as (
    select
        game_id, round, seat,
        tile_points + floor_points - points_mean as points,
        score_before + if(floor_first, 0, tile_points) + nominal_points as score_unstopped,
        floor_points > nominal_points as stopped
    from floors
    join means using (game_id, round)
    join floor_costs using (game_id)
),
markers as (
    select
        game_id, round, seat,
        if(marker_space, coalesce(costs[floor_before + 1], 0), floor_costs.marker_points) as marker_points
    from turns
    join floor_costs using (game_id)
    where took_marker
)
select
    markers.game_id,
    markers.round,
    marker_points,
    case when this_round.stopped then -greatest(this_round.score_unstopped - marker_points, 0) else marker_points end
        as marker_points_lost,
    this_round.points,
    next_round.points as next_round_points,
    marker_points_lost + next_round.points as balance
from markers
join points as this_round using (game_id, round, seat)
left join points as next_round
    on next_round.game_id = markers.game_id and next_round.seat = markers.seat
        and next_round.round = markers.round + 1

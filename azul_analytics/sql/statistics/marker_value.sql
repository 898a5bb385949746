-- One row per game and round in which the marker was taken: what it cost its taker and what the next round brought.
-- marker_points are those of the space on which it lies, none on a full floor; marker_points_lost is what the score
-- would be higher without them, less than that where it stops at zero. points and next_round_points are of the taker,
-- less the mean of the game's seats in that round; the latter is null in a game's last round.
with costs as (
    select game_id, (definition -> '$.floor')::int[] as costs
    from games
    join rulesets using (ruleset_hash)
),
means as (
    select game_id, round, avg(tile_points + floor_points) as points_mean
    from floors
    group by game_id, round
),
points as (
    select
        game_id, round, seat,
        tile_points + floor_points - points_mean as points,
        score_before + tile_points + nominal_points as score_unstopped,
        floor_points > nominal_points as stopped
    from floors
    join means using (game_id, round)
),
markers as (
    select game_id, round, seat, coalesce(costs[floor_before + 1], 0) as marker_points
    from turns
    join costs using (game_id)
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

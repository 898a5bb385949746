-- One row per game, round and seat of floors.
-- Must hold: score_after = score_before + tile_points + floor_points, where the floor costs its nominal
-- points, but no score falls below zero (where the ruleset clamps it) or leaves what the tables can hold.
with rules as (
    select ruleset_hash, coalesce(definition ->> '$.clamp', 'round') as clamp from rulesets
)
select
    floors.game_id, round, seat, score_before, tile_points, nominal_points, floor_points, score_after,
    score_after = score_before + tile_points + floor_points
    and score_after = least(
        greatest(
            case clamp when 'round' then 0 when 'floor_first' then tile_points else -25000 end,
            score_before + tile_points + nominal_points
        ),
        25000
    ) as holds
from floors
join games using (game_id)
join rules using (ruleset_hash)
order by game_id, round, seat

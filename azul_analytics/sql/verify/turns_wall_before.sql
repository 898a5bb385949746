-- One row per turn.
-- Must hold: wall_before has exactly the spaces that the seat's placements of earlier rounds took.
--
-- Each draft is compared with the seat's draft before: the wall is the same, or has that round's tiles more.
-- To sort by a number is three times faster than by a game_id.
with rules as (
    select ruleset_hash, json_array_length(definition -> '$.colors')::int as size from rulesets
), numbered as (
    select game_id, (row_number() over ())::int as number from games
), placed as (
    select
        placements.game_id, round, seat,
        sum(1::bigint << ((line - 1) * size + "column" - 1))::bigint as spaces
    from placements
    join games using (game_id)
    join rules using (ruleset_hash)
    where line between 1 and size and "column" between 1 and size
    group by placements.game_id, round, seat
), steps as (
    select
        turns.game_id, turn, round, seat, wall_before,
        lag(round) over past as last_round, lag(wall_before) over past as last_wall
    from turns
    join numbered using (game_id)
    window past as (partition by number, seat order by turn)
)
select
    steps.game_id, turn, steps.round, steps.seat, wall_before,
    coalesce(last_wall, 0) + coalesce(spaces, 0) as expected,
    wall_before = coalesce(last_wall, 0) + coalesce(spaces, 0) as holds
from steps
left join placed
    on placed.game_id = steps.game_id and placed.seat = steps.seat
    and placed.round = steps.last_round and steps.last_round < steps.round
order by game_id, turn

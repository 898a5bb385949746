-- One row per turn.
-- Must hold: floor_before counts what the seat's earlier drafts of the round put on its floor, the marker
-- included where it found a space.
--
-- To sort by a number is three times faster than by a game_id.
with rules as (
    select
        ruleset_hash,
        if(coalesce((definition ->> '$.overflow')::int, 0) = 0, json_array_length(definition -> '$.floor'), 255)::int
            as spaces,
        coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space
    from rulesets
), numbered as (
    select game_id, spaces, marker_space, (row_number() over ())::int as number
    from games
    join rules using (ruleset_hash)
), steps as (
    select
        turns.game_id, turn, round, seat, floor_before,
        lag(round) over past as last_round,
        lag(floor_before + tiles_on_floor + (took_marker and marker_space and floor_before < spaces)::int) over past as last_floor
    from turns
    join numbered using (game_id)
    window past as (partition by number, seat order by turn)
)
select
    game_id, turn, round, seat, floor_before, case when last_round = round then last_floor else 0 end as expected,
    floor_before = case when last_round = round then last_floor else 0 end as holds
from steps
order by game_id, turn

-- One row per turn.
-- Must hold: floor_before counts what the seat's earlier drafts of the round put on its floor, the marker
-- included where it found a space.
with rules as (
    select ruleset_hash, json_array_length(definition -> '$.floor')::int as spaces from rulesets
), fallen as (
    select
        turns.game_id, turn, turns.round, seat, floor_before,
        coalesce(
            sum(tiles_on_floor + (took_marker and floor_before < spaces)::int) over (
                partition by turns.game_id, turns.round, seat order by turn
                rows between unbounded preceding and 1 preceding
            ),
            0
        )::int as expected
    from turns
    join games using (game_id)
    join rules using (ruleset_hash)
)
select game_id, turn, round, seat, floor_before, expected, floor_before = expected as holds
from fallen
order by game_id, turn

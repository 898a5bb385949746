-- One row per turn.
-- Must hold: tiles_left is what the deal put out, less what the round's earlier drafts took.
with left_over as (
    select
        turns.game_id, turn, turns.round, tiles_left,
        (tiles_dealt - coalesce(
            sum(tiles) over (
                partition by turns.game_id, turns.round order by turn
                rows between unbounded preceding and 1 preceding
            ),
            0
        ))::int as expected
    from turns
    join rounds using (game_id, round)
)
select game_id, turn, round, tiles_left, expected, tiles_left = expected as holds
from left_over
order by game_id, turn

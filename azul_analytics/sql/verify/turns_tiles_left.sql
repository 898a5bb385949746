-- One row per turn.
-- Must hold: tiles_left is what the deal put out, less what the round's earlier drafts took.
--
-- To sort by a number is three times faster than by a game_id.
with numbered as (
    select game_id, (row_number() over ())::int as number from games
), steps as (
    select
        turns.game_id, turn, round, tiles_left,
        lag(round) over past as last_round, lag(tiles_left - tiles) over past as left_over
    from turns
    join numbered using (game_id)
    window past as (partition by number order by turn)
)
select
    game_id, turn, round, tiles_left, case when last_round = round then left_over else tiles_dealt end as expected,
    tiles_left = case when last_round = round then left_over else tiles_dealt end as holds
from steps
join rounds using (game_id, round)
order by game_id, turn

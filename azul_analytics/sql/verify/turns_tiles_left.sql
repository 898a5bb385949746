-- One row per turn.
-- Must hold: tiles_left is what the deal put out, less what the round's earlier drafts took.
with steps as (
    select
        game_id, turn, round, tiles_left,
        lag(round) over past as last_round, lag(tiles_left - tiles) over past as left_over
    from turns
    window past as (partition by game_id order by turn)
)
select
    game_id, turn, round, tiles_left, case when last_round = round then left_over else tiles_dealt end as expected,
    tiles_left = case when last_round = round then left_over else tiles_dealt end as holds
from steps
join rounds using (game_id, round)
order by game_id, turn

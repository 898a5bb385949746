-- One row per turn.
-- Must hold: score_before of a draft is the seat's score after the round before, in round 1 zero.
select
    turns.game_id, turn, turns.round, turns.seat, turns.score_before,
    turns.score_before = case when turns.round = 1 then 0 else score_after end as holds
from turns
left join floors
    on floors.game_id = turns.game_id and floors.round = turns.round - 1 and floors.seat = turns.seat
order by game_id, turn

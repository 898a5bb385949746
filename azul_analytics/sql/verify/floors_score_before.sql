-- One row per game, round and seat of floors.
-- Must hold: A round starts with the score after the round before, round 1 with zero.
select
    now.game_id, now.round, now.seat, now.score_before, before.score_after as score_after_last_round,
    now.score_before = case when now.round = 1 then 0 else before.score_after end as holds
from floors as now
left join floors as before on before.game_id = now.game_id and before.round = now.round - 1 and before.seat = now.seat
order by game_id, round, seat

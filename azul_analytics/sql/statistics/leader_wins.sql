-- One row per game and round after which a seat leads alone: that seat's win share, and its lead.
with standings as (
    select game_id, round, max(score_after, 2) as best, arg_max(seat, score_after) as seat
    from floors
    group by game_id, round
)
select game_id, round, win_share, best[1] - best[2] as lead
from standings
join seats using (game_id, seat)
where best[1] > best[2]

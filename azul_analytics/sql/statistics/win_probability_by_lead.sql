-- One row per game, round that another round follows, and lead: the win share of the seats that have this lead.
-- lead: points ahead of the best other seat, away from 0 to the next multiple of 5, at most 25 either way.
with tables as (
    select game_id, round, max(score_after, 2) as best
    from floors
    group by game_id, round
),
leads as (
    select
        floors.game_id, floors.round, floors.seat,
        score_after - if(score_after = best[1], best[2], best[1]) as points
    from floors
    join tables using (game_id, round)
    join games using (game_id)
    where floors.round < games.rounds
)
select
    game_id,
    round,
    (sign(points) * least(ceil(abs(points) / 5), 5) * 5)::integer as lead,
    avg(win_share) as win_share
from leads
join seats using (game_id, seat)
group by game_id, round, lead

-- One row per game, outcome and round that was scored: mean over the seats that won the game or did not.
select
    game_id,
    (case when win_share > 0 then 'won' else 'lost' end)::enum ('won', 'lost') as outcome,
    round,
    avg(floors.floor_points) as floor_points
from floors
join seats using (game_id, seat)
where win_share is not null
group by game_id, outcome, round

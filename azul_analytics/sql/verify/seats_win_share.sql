-- One row per game.
-- Must hold: The win shares of a finished game add up to 1, those of a stopped game too if a winner is known.
select
    game_id, finished, count(win_share) as said, sum(win_share) as total,
    coalesce(abs(sum(win_share) - 1) < 1e-9, not any_value(finished)) as holds
from games
join seats using (game_id)
group by game_id, finished
order by game_id

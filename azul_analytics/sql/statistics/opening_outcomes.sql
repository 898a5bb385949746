-- One row per game: win share and margin of the opening seat (its score less the mean score of the others), and
-- whether several seats won.
create or replace temp view opening_outcomes as
select
    game_id,
    max(win_share) filter (where opening) as win_share,
    max(score) filter (where opening) - avg(score) filter (where not opening) as margin,
    count(*) filter (where win_share > 0) > 1 as tied
from seats
group by game_id

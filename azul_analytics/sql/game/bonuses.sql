-- One row per bonus that a seat of the game reached.
select seat, kind, which, points
from bonuses
where game_id = $game
order by seat, kind, which

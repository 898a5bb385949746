-- One row per round and seat of the game that was scored: what the round brought and cost.
select round, seat, score_before, tile_points, spaces, nominal_points, floor_points, score_after
from floors
where game_id = $game
order by round, seat

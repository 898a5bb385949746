-- One row per line of the game that was complete when its round was tiled.
select round, seat, line, "column", color_letter(color) as letter, points
from placements
where game_id = $game
order by round, seat, line

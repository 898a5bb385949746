-- One row per draft of the game: who took what, where it went and what fell.
select
    round, turn, seat, source, color::varchar as color, color_letter(color) as letter, tiles, destination,
    tiles_on_line, tiles_on_floor, tiles_to_lid, took_marker, completed_line, floor_before, seconds
from turns
where game_id = $game
order by turn

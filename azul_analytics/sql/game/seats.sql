-- One row per seat of the game: its player, its points and how it ended.
select
    seat, player, rating, coalesce(bot, false) as bot, policy, tile_points, floor_points, bonus_points, score,
    complete_lines, complete_columns, complete_colors, place, win_share
from seats
where game_id = $game
order by seat

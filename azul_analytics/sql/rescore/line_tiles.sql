-- One row per asked game in which lines of $capacities would take other tiles, or be complete otherwise: the first turn.
with tried as (
    select
        game_id, turn, round, seat, destination, tiles_on_line, completed_line,
        line_count(line_counts_before, destination) as tiles_before,
        least(tiles, list_extract($capacities::integer[], destination) - tiles_before) as would_take,
        tiles_before + would_take = list_extract($capacities::integer[], destination) as would_complete
    from turns
    semi join asked_games using (game_id)
    where destination > 0
)
select
    game_id,
    min(turn) as turn,
    arg_min(round, turn) as round,
    arg_min(seat, turn) as seat,
    arg_min(destination, turn) as line,
    arg_min(tiles_before + tiles_on_line, turn) as tiles
from tried
where would_take <> tiles_on_line or would_complete <> completed_line
group by game_id
order by game_id

-- One row per placement, or draft that completed a line in a scored round.
-- Must hold: Each line that a draft of a scored round completed has its placement, of the same round, seat,
-- line and color, and no other line has one.
with completed as (
    select turns.game_id, turn, turns.round, turns.seat, destination as line, color
    from turns
    semi join floors on floors.game_id = turns.game_id and floors.round = turns.round
    where completed_line
)
select
    game_id, turn,
    coalesce(placements.round, completed.round) as round,
    coalesce(placements.seat, completed.seat) as seat,
    coalesce(placements.line, completed.line) as line,
    coalesce(
        placements.round = completed.round
        and placements.seat = completed.seat
        and placements.line = completed.line
        and placements.color = completed.color,
        false
    ) as holds
from placements
full join completed using (game_id, turn)
order by game_id, turn, round, seat, line

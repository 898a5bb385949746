-- One row per placement, blocked lines included.
-- Must hold: A tile scores its two runs, a run of one tile counting nothing and a tile alone one point, times
-- the multiplier; a blocked line has no column, no runs, no multiplier and no points.
select
    game_id, round, seat, line, "column", horizontal, vertical, multiplier, points,
    case when "column" is null
         then horizontal is null and vertical is null and multiplier is null and points = 0
         else coalesce(
             points = multiplier * case when horizontal = 1 then vertical when vertical = 1 then horizontal
                                        else horizontal + vertical end,
             false
         )
    end as holds
from placements
order by game_id, round, seat, line

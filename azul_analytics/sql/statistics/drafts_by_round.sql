-- One row per game and round: means over its drafts.
select
    game_id, round,
    count(*) as drafts,
    avg(tiles) as tiles_per_draft,
    avg((source = 0)::double) as from_center,
    avg(completed_line::double) as completing,
    avg((destination > 0 and tiles_on_floor + tiles_to_lid > 0)::double) as overflowing,
    avg((destination = 0)::double) as to_floor,
    avg(legal_drafts) as legal_drafts,
    min(turn_in_round) filter (where took_marker) as marker_turn
from turns
group by game_id, round

-- One row per game and turn of the round: means over its rounds.
select
    game_id, turn_in_round,
    avg(tiles) as tiles_per_draft,
    avg((source = 0)::double) as from_center,
    avg(legal_drafts) as legal_drafts,
    avg(completed_line::double) as completing,
    avg(tiles_on_floor + tiles_to_lid) as tiles_fallen
from turns
group by game_id, turn_in_round

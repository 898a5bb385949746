-- One row per game and number of drafts left in the round (1: the last): means over its rounds that were scored.
-- Eight are shown.
with scored as (
    select distinct game_id, round from floors
)
select
    turns.game_id,
    rounds.turns + 1 - turn_in_round as drafts_left,
    avg(tiles) as tiles_per_draft,
    avg(tiles_on_floor + tiles_to_lid) as tiles_fallen,
    avg((destination = 0 and lines_open = 0)::double) as forced_to_floor,
    avg(completed_line::double) as completing,
    avg(legal_drafts) as legal_drafts
from turns
join rounds using (game_id, round)
semi join scored using (game_id, round)
where rounds.turns - turn_in_round < 8
group by turns.game_id, drafts_left

-- One row per game number and number of drafts left in the round (1: the last): means over its rounds that were
-- scored. Eight are shown.
with scored as (
    select game_id, game_number, round, turns
    from rounds
    join games_in_question using (game_id)
    semi join floors using (game_id, round)
)
select
    game_number,
    scored.turns + 1 - turn_in_round as drafts_left,
    avg(tiles) as tiles_per_draft,
    avg(tiles_on_floor + tiles_to_lid) as tiles_fallen,
    avg((destination = 0 and lines_open = 0)::double) as forced_to_floor,
    avg(completed_line::double) as completing,
    avg(legal_drafts) as legal_drafts
from turns
join scored using (game_id, round)
where scored.turns - turn_in_round < 8
group by game_number, drafts_left

-- One row per turn.
-- Must hold: A draft to a line had a line open, no more lines are open than the wall has, the floor was always
-- open beside them; where a draft takes all that is left, these are all legal drafts, else there are more, at most
-- one a tile, line and floor. Their exact numbers are not proved: that takes a replay.
with rules as (
    select ruleset_hash, json_array_length(definition -> '$.colors')::int as size from rulesets
)
select
    turns.game_id, turn, destination, tiles, tiles_left, lines_open, legal_drafts,
    destination <= size and lines_open <= size
    and lines_open >= (destination > 0)::int
    and case
        when tiles = tiles_left then legal_drafts = lines_open + 1
        else legal_drafts > lines_open + 1 and legal_drafts <= tiles_left * (size + 1)
    end as holds
from turns
join games using (game_id)
join rules using (ruleset_hash)
order by game_id, turn

-- One row per turn.
-- Must hold: A draft to a line had a line open, the floor was always open beside the open lines, and there
-- are no more of them than the wall has lines.
with rules as (
    select ruleset_hash, json_array_length(definition -> '$.colors')::int as size from rulesets
)
select
    turns.game_id, turn, destination, lines_open, legal_drafts,
    destination <= size and lines_open <= size
    and lines_open >= (destination > 0)::int
    and legal_drafts > lines_open as holds
from turns
join games using (game_id)
join rules using (ruleset_hash)
order by game_id, turn

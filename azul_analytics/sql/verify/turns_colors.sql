-- One row per turn with a line as its destination.
-- Must hold: No draft goes to a line whose wall line held its color already (unless the ruleset lets it repeat), or
-- that held another color.
with rules as (
    select ruleset_hash, coalesce((definition ->> '$.wall.unique_in_line')::bool, true) as unique_in_line from rulesets
), first_placed as (
    select game_id, seat, line, color, min(round) as round
    from placements
    where "column" is not null
    group by game_id, seat, line, color
)
select
    turns.game_id, turn, turns.seat, destination, turns.color, first_placed.round as placed_in_round,
    (not unique_in_line or first_placed.round is null or first_placed.round >= turns.round)
    and substr(line_colors_before, destination, 1) in ('-', substr('BYRKTGP', enum_code(turns.color) + 1, 1)) as holds
from turns
join games using (game_id)
join rules using (ruleset_hash)
left join first_placed
    on first_placed.game_id = turns.game_id
    and first_placed.seat = turns.seat
    and first_placed.line = turns.destination
    and first_placed.color = turns.color
where destination > 0
order by game_id, turn

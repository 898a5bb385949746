-- One row per game and round after the first.
-- Must hold: A round starts with the seat that took the marker before; if nobody did, with the seat that the
-- ruleset says (the same again, or the one after the last draft).
with rules as (
    select ruleset_hash, (definition ->> '$.no_marker_next_first') = 'same' as same from rulesets
), starts as (
    select
        now.game_id, now.round, now.first_seat, before.marker_seat,
        case
            when before.marker_seat is not null then before.marker_seat
            when same then before.first_seat
            else (before.first_seat + before.turns) % player_count
        end as expected
    from rounds as now
    join rounds as before on before.game_id = now.game_id and before.round = now.round - 1
    join games on games.game_id = now.game_id
    join rules using (ruleset_hash)
)
select game_id, round, first_seat, expected, first_seat = expected as holds
from starts
order by game_id, round

-- One row per game and round after the first.
-- Must hold: A round starts with the seat that the ruleset says: the one that took the marker before, the same
-- again, the one after the last draft or the next one.
with rules as (
    select
        ruleset_hash,
        coalesce(definition ->> '$.next_first', 'marker') as next_first,
        definition ->> '$.no_marker_next_first' as no_marker
    from rulesets
), starts as (
    select
        now.game_id, now.round, now.first_seat, before.marker_seat,
        case if(next_first = 'marker' and before.marker_seat is null, no_marker, next_first)
            when 'marker' then before.marker_seat
            when 'same' then before.first_seat
            when 'after_last' then (before.first_seat + before.turns) % player_count
            when 'rotate' then (before.first_seat + 1) % player_count
        end as expected
    from rounds as now
    join rounds as before on before.game_id = now.game_id and before.round = now.round - 1
    join games on games.game_id = now.game_id
    join rules using (ruleset_hash)
)
select game_id, round, first_seat, expected, first_seat = expected as holds
from starts
order by game_id, round

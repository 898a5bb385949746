-- One row per game and round.
-- Must hold: At most one draft of a round takes the marker, the first from the center, and marker_seat is its
-- seat; where the ruleset has no marker, nobody takes it.
with rules as (
    select ruleset_hash, coalesce(definition ->> '$.marker', 'floor') != 'none' as used from rulesets
), takers as (
    select
        game_id, round, count_if(took_marker) as takers,
        min(turn) filter (where took_marker) as taken_at,
        min(turn) filter (where source = 0) as first_from_center,
        any_value(seat) filter (where took_marker) as seat
    from turns
    group by game_id, round
)
select
    rounds.game_id, round, marker_seat, takers.seat as taker, coalesce(takers, 0) as takers,
    coalesce(takers, 0) <= 1
    and marker_seat is not distinct from takers.seat
    and taken_at is not distinct from if(used, first_from_center, null) as holds
from rounds
join games using (game_id)
join rules using (ruleset_hash)
left join takers using (game_id, round)
order by game_id, round

-- One row per turn.
-- Must hold: wall_before has exactly the spaces that the seat's placements of earlier rounds took.
with placed as (
    select
        placements.game_id, round, seat,
        sum(1::bigint << ((line - 1) * json_array_length(definition -> '$.colors')::int + "column" - 1)) as spaces
    from placements
    join games using (game_id)
    join rulesets using (ruleset_hash)
    where "column" is not null
    group by placements.game_id, round, seat
), walls as (
    select
        seats.game_id, round, seat,
        coalesce(
            sum(spaces) over (
                partition by seats.game_id, seat order by round rows between unbounded preceding and 1 preceding
            ),
            0
        )::bigint as wall
    from rounds
    join seats using (game_id)
    left join placed using (game_id, round, seat)
)
select
    turns.game_id, turn, round, seat, wall_before, wall as expected,
    coalesce(wall_before = wall, false) as holds
from turns
left join walls using (game_id, round, seat)
order by turns.game_id, turn

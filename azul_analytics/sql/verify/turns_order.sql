-- One row per turn.
-- Must hold: turn counts on from round to round: it is turn_in_round plus the turns of all rounds before.
with offsets as (
    select
        game_id, round,
        coalesce(
            sum(turns) over (
                partition by game_id order by round rows between unbounded preceding and 1 preceding
            ),
            0
        )::int as turns_before
    from rounds
)
select
    turns.game_id, turn, round, turn_in_round, turns_before + turn_in_round as expected,
    coalesce(turn = turns_before + turn_in_round, false) as holds
from turns
left join offsets using (game_id, round)
order by game_id, turn

-- One row per game: how the lead went, by the scores after each round (bonuses come after the last).
-- The leader is the only seat with the best score; where the best is shared, nobody leads.
with standings as (
    select
        floors.game_id, round, floors.seat, score_after, win_share,
        max(score_after) over (partition by floors.game_id, round) as best,
        count(*) over (partition by floors.game_id, round, score_after) as sharing
    from floors
    join seats using (game_id, seat)
),
tables as (
    select
        game_id, round,
        max(seat) filter (where score_after = best and sharing = 1) as leader,
        max(seat) filter (where win_share = 1) as winner,
        max(best - score_after) filter (where win_share = 1) as deficit
    from standings
    group by game_id, round
),
held as (
    select
        *,
        last_value(leader ignore nulls) over (
            partition by game_id order by round rows between unbounded preceding and 1 preceding
        ) as leader_before,
        bool_and(coalesce(leader = winner, false)) over (
            partition by game_id order by round rows between current row and unbounded following
        ) as leads_from_here
    from tables
)
select
    game_id,
    count(*) filter (where leader <> leader_before) as lead_changes,
    count(distinct leader) as leaders,
    min(round) filter (where leads_from_here) as led_for_good_from,
    case when max(winner) is not null
        then (count(*) filter (where leads_from_here) = 0)::int::double end as turned_by_bonuses,
    max(deficit) as deficit_overcome
from held
group by game_id

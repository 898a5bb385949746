-- One row per game: how the lead went, by the scores after each round (bonuses come after the last).
-- The leader is the only seat with the best score; where the best is shared, nobody leads.
with standings as (
    select
        game_id, round,
        max(score_after, 2) as best,
        arg_max(seat, score_after) as leader,
        any_value(seat) filter (where win_share = 1) as winner,
        any_value(score_after) filter (where win_share = 1) as winner_score
    from floors
    join seats using (game_id, seat)
    group by game_id, round
),
tables as (
    select
        game_id, round, winner,
        case when best[1] > best[2] then leader end as leader,
        best[1] - winner_score as deficit
    from standings
),
held as (
    select
        *,
        last_value(leader ignore nulls) over (
            partition by game_id order by round rows between unbounded preceding and 1 preceding
        ) as leader_before
    from tables
),
courses as (
    select
        game_id,
        count(*) filter (where leader <> leader_before) as lead_changes,
        count(distinct leader) as leaders,
        any_value(winner) is not null as won_alone,
        max(round) as rounds,
        coalesce(max(round) filter (where leader is distinct from winner), 0) as last_not_led,
        max(deficit) as deficit_overcome
    from held
    group by game_id
)
select
    game_id, lead_changes, leaders,
    case when won_alone and last_not_led < courses.rounds then last_not_led + 1 end as led_for_good_from,
    case when won_alone and finished then (last_not_led = courses.rounds)::int end as turned_by_bonuses,
    deficit_overcome
from courses
join games using (game_id)

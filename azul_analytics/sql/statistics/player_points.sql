-- One row per game and player: parts of the score, what floor spaces cost by cause, results by who opened. A player
-- is a name within a source and, of a program, its policy; who sat on several seats of a game has the mean of them.
-- A space's cost belongs to what lies on it, as in floor_causes.sql; what a round's floor costs beyond the drafts
-- comes from blocked lines, which only a free wall has. What cannot be is null.
with numbered as (
    select
        game_id, row_number() over (order by game_id)::integer as game_number,
        coalesce((definition ->> '$.overflow')::int, 0) as overflow,
        -- where the floor has no end, every further space costs the same; no round fills so many
        (definition -> '$.floor')::int[] || [overflow for space in range(if(overflow = 0, 0, 255))] as costs,
        coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space,
        coalesce((definition ->> '$.marker_points')::int, 0) as marker_points,
        (definition ->> '$.wall.kind') <> 'fixed' as free
    from games_in_question
    join games using (game_id)
    join rulesets on rulesets.ruleset_hash = games.ruleset_hash
    where counted
),
drafts as (
    select
        game_number, seat,
        case when destination > 0 then 'overflow' when lines_open > 0 then 'chosen' else 'forced' end as cause,
        took_marker and marker_space and floor_before < len(costs) as marked,
        if(marked, costs[floor_before + 1], 0) + if(took_marker, marker_points, 0) as marker_cost,
        coalesce(list_sum(costs[floor_before + marked::int + 1 : floor_before + marked::int + tiles_on_floor]), 0)
            as tile_cost
    from turns
    join numbered using (game_id)
    semi join floors using (game_id, round)
    where took_marker or tiles_on_floor > 0
),
explained as (
    select
        game_number, seat,
        sum(marker_cost) as marker_cost,
        sum(case when cause = 'overflow' then tile_cost else 0 end) as overflow_cost,
        sum(case when cause = 'chosen' then tile_cost else 0 end) as chosen_cost,
        sum(case when cause = 'forced' then tile_cost else 0 end) as forced_cost
    from drafts
    group by all
),
totals as (
    select game_number, seat, sum(nominal_points) as total
    from floors
    join numbered using (game_id)
    group by all
),
causes as (
    select
        game_number, seat,
        coalesce(explained.marker_cost, 0) as marker_cost,
        coalesce(explained.overflow_cost, 0) as overflow_cost,
        coalesce(explained.chosen_cost, 0) as chosen_cost,
        coalesce(explained.forced_cost, 0) as forced_cost,
        total
    from totals
    left join explained using (game_number, seat)
)
select
    any_value(games_in_question.ruleset) as ruleset,
    any_value(games_in_question.ruleset_hash) as ruleset_hash,
    any_value(games_in_question.player_count)::bigint as player_count,
    any_value(games_in_question.kind) as kind,
    games_in_question.source,
    player,
    coalesce(policy, '') as policy,
    group_number,
    unit_number,
    game_number,
    count(*) as seats,
    avg(tile_points) as tile_points,
    avg(floor_points) as floor_points,
    avg(bonus_points) as bonus_points,
    avg(marker_cost) as marker_cost,
    avg(overflow_cost) as overflow_cost,
    avg(chosen_cost) as chosen_cost,
    avg(forced_cost) as forced_cost,
    avg(case when free then total - marker_cost - overflow_cost - chosen_cost - forced_cost end) as blocked_cost,
    avg(win_share) filter (where opening) as win_share_opening,
    avg(win_share) filter (where not opening) as win_share_not_opening,
    avg(score) filter (where opening) as score_opening,
    avg(score) filter (where not opening) as score_not_opening
from numbered
join games_in_question using (game_id)
join seats using (game_id)
left join causes using (game_number, seat)
group by group_number, unit_number, game_number, games_in_question.source, player, coalesce(policy, '')
order by ruleset, ruleset_hash, player_count, kind, games_in_question.source, player, policy, game_number

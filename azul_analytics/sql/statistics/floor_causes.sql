-- One row per game and cause: what the spaces that it filled would cost a seat in the whole game.
-- A space's cost belongs to what lies on it. Drafts fill spaces in their order, the marker before its draft's
-- tiles; what a round's floor costs beyond that comes from blocked lines, which are emptied at its end. Only a
-- free wall blocks lines.
with costs as (
    select
        game_id,
        player_count,
        coalesce((definition ->> '$.overflow')::int, 0) as overflow,
        -- where the floor has no end, every further space costs the same; no round fills so many
        (definition -> '$.floor')::int[] || [overflow for space in range(if(overflow = 0, 0, 255))] as costs,
        coalesce(definition ->> '$.marker', 'floor') = 'floor' as marker_space,
        coalesce((definition ->> '$.marker_points')::int, 0) as marker_points,
        (definition ->> '$.wall.kind') <> 'fixed' as free
    from games
    join rulesets using (ruleset_hash)
    where (definition -> '$.floor') is not null
),
drafts as (
    select
        game_id,
        case when destination > 0 then 'overflow' when lines_open > 0 then 'chosen' else 'forced' end as cause,
        took_marker and marker_space and floor_before < len(costs) as marked,
        if(marked, costs[floor_before + 1], 0) + if(took_marker, marker_points, 0) as marker_cost,
        coalesce(list_sum(costs[floor_before + marked::int + 1 : floor_before + marked::int + tiles_on_floor]), 0)
            as tile_cost
    from turns
    join costs using (game_id)
    semi join floors using (game_id, round)
    where took_marker or tiles_on_floor > 0
),
explained as (
    select
        game_id,
        sum(marker_cost) as of_marker,
        sum(case when cause = 'overflow' then tile_cost else 0 end) as of_overflow,
        sum(case when cause = 'chosen' then tile_cost else 0 end) as of_chosen,
        sum(case when cause = 'forced' then tile_cost else 0 end) as of_forced
    from drafts
    group by game_id
),
totals as (
    select game_id, sum(nominal_points) as total
    from floors
    group by game_id
),
causes as (
    select
        game_id,
        coalesce(of_marker, 0) as marker,
        coalesce(of_overflow, 0) as overflow,
        coalesce(of_chosen, 0) as chosen,
        coalesce(of_forced, 0) as forced,
        total - marker - overflow - chosen - forced as blocked
    from totals
    left join explained using (game_id)
)
select
    game_id,
    cause::enum ('marker', 'overflow', 'chosen', 'forced', 'blocked') as cause,
    cost / player_count as nominal_points
from (unpivot causes on marker, overflow, chosen, forced, blocked into name cause value cost)
join costs using (game_id)
where free or cause <> 'blocked'

-- One row per selected game and seat: the nominal points of its floors, by what lies on their spaces.
-- A space's cost belongs to what lies on it. Drafts fill spaces in their order, the marker before its draft's
-- tiles; what a round's floor costs beyond that comes from blocked lines, which are emptied at its end. Only a
-- free wall blocks lines.
create or replace temp view costs_by_cause as
with drafts as (
    select
        game_id, seat,
        case when destination > 0 then 'overflow' when lines_open > 0 then 'chosen' else 'forced' end as cause,
        took_marker and marker_space and floor_before < len(costs) as marked,
        if(marked, costs[floor_before + 1], 0) + if(took_marker, marker_points, 0) as marker_cost,
        coalesce(list_sum(costs[floor_before + marked::int + 1 : floor_before + marked::int + tiles_on_floor]), 0)
            as tile_cost
    from turns
    join floor_costs using (game_id)
    semi join floors using (game_id, round)
    where took_marker or tiles_on_floor > 0
),
explained as (
    select
        game_id, seat,
        sum(marker_cost) as of_marker,
        sum(case when cause = 'overflow' then tile_cost else 0 end) as of_overflow,
        sum(case when cause = 'chosen' then tile_cost else 0 end) as of_chosen,
        sum(case when cause = 'forced' then tile_cost else 0 end) as of_forced
    from drafts
    group by game_id, seat
),
totals as (
    select game_id, seat, sum(nominal_points) as total
    from floors
    semi join games_in_question using (game_id)
    group by game_id, seat
)
select
    game_id, seat,
    coalesce(of_marker, 0) as marker,
    coalesce(of_overflow, 0) as overflow,
    coalesce(of_chosen, 0) as chosen,
    coalesce(of_forced, 0) as forced,
    case when free then total - marker - overflow - chosen - forced end as blocked
from totals
join floor_costs using (game_id)
left join explained using (game_id, seat)

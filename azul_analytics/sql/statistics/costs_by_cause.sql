-- One row per selected game and seat: the nominal points of its floors, by what lies on their spaces.
-- A space's cost belongs to what lies on it. Drafts fill spaces in their order, the marker before its draft's
-- tiles; what a round's floor costs beyond that comes from blocked lines, which are emptied at its end. Only a
-- free wall blocks lines.
create or replace temp view costs_by_cause as
with scored as (
    select game_id, max(round) as rounds
    from floors
    group by game_id
),
drafts as (
    select
        game_id, seat,
        case when destination > 0 then 'overflow' when lines_open > 0 then 'chosen' else 'forced' end as cause,
        least(floor_before, len(costs)) as spaces_before,
        spaces_before + if(took_marker and marker_space and spaces_before < len(costs), 1, 0) as spaces_marked,
        least(spaces_marked + tiles_on_floor, len(costs)) as spaces_after,
        costs_before[spaces_marked + 1] - costs_before[spaces_before + 1] + if(took_marker, marker_points, 0)
            as marker_cost,
        costs_before[spaces_after + 1] - costs_before[spaces_marked + 1] as tile_cost
    from turns
    join floor_costs using (game_id)
    join scored using (game_id)
    where (took_marker or tiles_on_floor > 0) and round <= scored.rounds
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

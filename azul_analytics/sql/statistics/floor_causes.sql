-- One row per game and cause: what the spaces that it filled would cost a seat in the whole game.
-- A space's cost belongs to what lies on it. Drafts fill spaces in their order, the marker before its draft's
-- tiles; what a round's floor costs beyond that comes from blocked lines, which are emptied at its end.
with costs as (
    select game_id, (definition -> '$.floor')::int[] as costs
    from games
    join rulesets using (ruleset_hash)
),
drafts as (
    select
        turns.game_id, turns.round, turns.seat,
        case when destination > 0 then 'overflow' when lines_open > 0 then 'chosen' else 'forced' end as cause,
        case when took_marker and floor_before < len(costs) then costs[floor_before + 1] else 0 end as marker_cost,
        floor_before + (took_marker and floor_before < len(costs))::int as start,
        tiles_on_floor,
        costs
    from turns
    join costs using (game_id)
    where took_marker or tiles_on_floor > 0
),
tiles as (
    select
        *,
        coalesce(list_sum(costs[start + 1 : start + tiles_on_floor]), 0)::int as tile_cost
    from drafts
),
explained as (
    select game_id, round, seat, sum(marker_cost + tile_cost) as cost
    from tiles
    group by game_id, round, seat
),
parts as (
    select game_id, cause, tile_cost as cost from tiles
    union all
    select game_id, 'marker', marker_cost from tiles
    union all
    select floors.game_id, 'blocked', nominal_points - coalesce(cost, 0)
    from floors
    left join explained using (game_id, round, seat)
    where nominal_points <> coalesce(cost, 0)
),
causes as (
    select unnest(['marker', 'overflow', 'chosen', 'forced', 'blocked']) as cause
),
sums as (
    select game_id, cause, sum(cost) as cost from parts group by game_id, cause
)
select
    game_id,
    cause::enum ('marker', 'overflow', 'chosen', 'forced', 'blocked') as cause,
    coalesce(sums.cost, 0) / player_count as nominal_points
from games
cross join causes
left join sums using (game_id, cause)

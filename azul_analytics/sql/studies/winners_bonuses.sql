-- One row per kind of games: points that winners got for full columns and for full colors, means over units.
with by_seat as (
    select
        game_id, seat, win_share,
        coalesce(sum(points) filter (where kind = 'column'), 0) as columns,
        coalesce(sum(points) filter (where kind = 'color'), 0) as colors
    from seats
    left join bonuses using (game_id, seat)
    group by all
), by_unit as (
    select kind, unit_number, count(distinct game_id) as games, avg(columns) as columns, avg(colors) as colors
    from by_seat
    join games_in_question using (game_id)
    where counted and win_share > 0
    group by all
)
select
    kind,
    sum(games)::bigint as games,
    count(*) as units,
    avg(columns) as columns,
    avg(colors) as colors,
    avg(columns - colors) as difference,
    var_samp(columns - colors) as variance
from by_unit
group by kind
order by kind

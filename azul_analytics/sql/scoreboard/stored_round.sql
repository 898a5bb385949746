-- One row per seat of a scored round: the wall before it, the tiles placed, what was drafted to the floor.
with tiles as (
    select
        round, seat, line, "column",
        concat(line, coalesce("column"::varchar, ''), substr('BYRKTGP', enum_code(color) + 1, 1)) as tile
    from placements
    where game_id = $game_id and round <= $round
), drafted as (
    select seat, sum(tiles_on_floor)::int as fallen
    from turns
    where game_id = $game_id and round = $round
    group by seat
)
select
    seat, player,
    coalesce((
        select string_agg(tile, ' ' order by line, "column")
        from tiles where tiles.seat = floors.seat and round < $round and "column" is not null
    ), '') as wall,
    coalesce((
        select string_agg(tile, ' ' order by line) from tiles where tiles.seat = floors.seat and round = $round
    ), '') as tiles,
    coalesce(fallen, 0) as floor,
    marker, score_before, score_after
from floors
join seats using (game_id, seat)
left join drafted using (seat)
where game_id = $game_id and round = $round
order by seat

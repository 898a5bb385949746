-- One row per game and place in a seat's order of placements (1: its first tile): means over its seats.
with ordered as (
    select
        game_id, seat, round, line, "column", points, horizontal, vertical,
        row_number() over (partition by game_id, seat order by round, line) as tile
    from placements
    where "column" is not null
)
select
    game_id, tile,
    avg(round) as round_placed,
    avg(line) as line,
    avg("column") as "column",
    avg(points) as points
from ordered
group by game_id, tile

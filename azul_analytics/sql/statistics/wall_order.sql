-- One row per game number and place in a seat's order of placements (1: its first tile): means over its seats.
with ordered as (
    select
        game_number, round, line, "column", points,
        row_number() over (partition by game_number, seat order by round, line) as tile
    from placements
    join games_in_question using (game_id)
    where "column" is not null
)
select
    game_number, tile,
    avg(round) as round_placed,
    avg(line) as line,
    avg("column") as "column",
    avg(points) as points
from ordered
group by game_number, tile

-- One row per game and color: its tiles on the walls, their points, and how many of the tiles are winners' and losers'.
-- part: number of the color. game: number of the game among those that have tiles. A shared win is a win.
with seated as (
    select
        game_id, seat, group_number, unit_number, win_share,
        dense_rank() over (order by game_id)::integer as game
    from seats
    join games_in_question using (game_id)
    where counted
)
select
    group_number,
    unit_number,
    game,
    enum_code(color)::integer as part,
    count(*)::integer as tiles,
    sum(points)::integer as points,
    count(*) filter (where win_share > 0)::integer as won,
    count(*) filter (where win_share = 0)::integer as lost
from placements
join seated using (game_id, seat)
where "column" is not null
group by group_number, unit_number, game, color
order by group_number, game, part

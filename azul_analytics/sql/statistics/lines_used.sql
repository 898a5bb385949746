-- One row per game and destination (0: the floor): its share of the drafts, and means over them.
select
    game_id, destination,
    count(*) / any_value(games.turns) as drafts,
    avg(tiles) as tiles_per_draft,
    avg(completed_line::double) as completing,
    avg((tiles_on_floor + tiles_to_lid > 0)::double) as overflowing
from turns
join games using (game_id)
group by game_id, destination

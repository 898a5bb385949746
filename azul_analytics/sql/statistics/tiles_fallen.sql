-- One row per game and number of tiles that a draft took: means over its drafts.
select
    game_id, tiles,
    avg(tiles_on_floor + tiles_to_lid) as tiles_fallen,
    avg((tiles_on_floor + tiles_to_lid > 0)::double) as any_fallen
from turns
group by game_id, tiles

-- One row per game and outcome: means over the seats that won or did not.
select
    game_id,
    (case when win_share > 0 then 'won' else 'lost' end)::enum ('won', 'lost') as outcome,
    avg(complete_lines) as complete_lines,
    avg(complete_columns) as complete_columns,
    avg(complete_colors) as complete_colors,
    avg(tile_points) as tile_points,
    avg(floor_points) as floor_points,
    avg(bonus_points) as bonus_points
from seats
where win_share is not null
group by game_id, outcome

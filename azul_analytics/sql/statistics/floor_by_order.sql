-- One row per game and order in a round (1: drafts first): mean over its rounds.
select
    game_id,
    (seat + player_count - first_seat) % player_count + 1 as "order",
    avg(floor_points) as floor_points,
    avg(nominal_points) as nominal_points,
    avg(marker::double) as took_marker
from floors
join rounds using (game_id, round)
join games using (game_id)
group by game_id, "order"

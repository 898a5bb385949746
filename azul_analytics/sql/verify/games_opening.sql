-- One row per game.
-- Must hold: The opening seat is the first seat of round 1 and the one seat marked as opening; where it is
-- not recorded, no seat says.
with marked as (
    select
        game_id, count(opening) as said, count_if(opening) as opening_seats,
        any_value(seat) filter (where opening) as marked_seat
    from seats
    group by game_id
)
select
    game_id, opening_seat, marked_seat, first_seat,
    case when opening_seat is null then said = 0
         else said = player_count and opening_seats = 1 and marked_seat = opening_seat
              and (first_seat is null or first_seat = opening_seat)
    end as holds
from games
join marked using (game_id)
left join (select game_id, first_seat from rounds where round = 1) as first_round using (game_id)
order by game_id

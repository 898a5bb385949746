-- One row per game, round and seat of floors.
-- Must hold: floors.marker is true for the round's marker_seat and for nobody else.
select
    floors.game_id, round, seat, marker, marker_seat,
    marker = coalesce(marker_seat = seat, false) as holds
from floors
join rounds using (game_id, round)
order by game_id, round, seat

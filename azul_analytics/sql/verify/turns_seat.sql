-- One row per turn.
-- Must hold: The first seat of the round drafts first, then seat after seat, clockwise.
select
    turns.game_id, turn, round, seat,
    (first_seat + turn_in_round - 1) % player_count as expected,
    seat = (first_seat + turn_in_round - 1) % player_count as holds
from turns
join rounds using (game_id, round)
join games using (game_id)
order by game_id, turn

-- One row per game and seat.
-- Must hold: In a finished game seats are ranked by score, then complete lines, and the k winners have 1/k
-- each; in a stopped game only winners have a place, and where none is known nobody has a win_share.
with ranked as (
    select
        seats.game_id, seat, finished, score, complete_lines, place, win_share,
        rank() over (partition by seats.game_id order by score desc, complete_lines desc) as rank,
        count_if(place = 1) over (partition by seats.game_id) as winners
    from seats
    join games using (game_id)
)
select
    game_id, seat, score, complete_lines, place, rank as expected_place, win_share, winners,
    case
        when finished or place is not null
        then coalesce(
            place = case when finished then rank else 1 end
            and abs(win_share - case when place = 1 then 1 / winners else 0 end) < 1e-9,
            false
        )
        when winners > 0 then coalesce(win_share = 0, false)
        else win_share is null
    end as holds
from ranked
order by game_id, seat

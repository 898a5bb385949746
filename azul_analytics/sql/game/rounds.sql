-- One row per round of the game: who drafted first in it, and its drafts, first and last turn (null: none).
select
    rounds.round, first_seat, marker_seat, tiles_dealt, bag_after_deal, lid_after_deal, refilled,
    min(turn) as first_turn, max(turn) as last_turn
from rounds
left join turns using (game_id, round)
where game_id = $game
group by all
order by rounds.round

-- One row per game and round of rounds or turns.
-- Must hold: turns of a round is the number of its drafts, and turn_in_round counts them from 1 without gaps.
with drafts as (
    select
        game_id, round, count(*) as found, min(turn_in_round) as least, max(turn_in_round) as most,
        sum(turn_in_round) as total
    from turns
    group by game_id, round
)
select
    game_id, round, rounds.turns, coalesce(found, 0) as found,
    coalesce(
        rounds.turns = coalesce(found, 0)
        and (found is null or least = 1 and most = found and total = found * (found + 1) // 2),
        false
    ) as holds
from rounds
full join drafts using (game_id, round)
order by game_id, round

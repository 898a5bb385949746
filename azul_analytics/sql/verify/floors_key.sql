-- One row per game and round of rounds or floors.
-- Must hold: A scored round has one row of floors for each seat; only the last round of a stopped game may be
-- without.
with found as (
    select game_id, round, count(*) as found, count(distinct seat) as differing, max(seat) as last_seat
    from floors
    group by game_id, round
), dealt as (
    select rounds.game_id, round, player_count, finished or round < games.rounds as must_be_scored
    from rounds
    join games using (game_id)
)
select
    game_id, round, coalesce(found, 0) as found, player_count,
    case when found is null then not must_be_scored
         else coalesce(found = player_count and differing = player_count and last_seat = player_count - 1, false)
    end as holds
from dealt
full join found using (game_id, round)
order by game_id, round

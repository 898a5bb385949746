-- One row per game.
-- Must hold: rounds, turns and player_count of a game are the numbers of its rows in rounds, turns and seats.
select
    game_id,
    games.rounds, coalesce(in_rounds.found, 0) as rounds_found,
    games.turns, coalesce(in_turns.found, 0) as turns_found,
    player_count, coalesce(in_seats.found, 0) as seats_found,
    games.rounds = rounds_found and games.turns = turns_found and player_count = seats_found as holds
from games
left join (select game_id, count(*) as found from rounds group by game_id) as in_rounds using (game_id)
left join (select game_id, count(*) as found from turns group by game_id) as in_turns using (game_id)
left join (select game_id, count(*) as found from seats group by game_id) as in_seats using (game_id)
order by game_id

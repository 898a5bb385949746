-- One row per game_id of games.
-- Must hold: A game is there once, and its game_id is its source, a slash and its id.
select game_id, count(*) as found, count(*) = 1 and bool_and(game_id = source || '/' || id) as holds
from games
group by game_id
order by game_id

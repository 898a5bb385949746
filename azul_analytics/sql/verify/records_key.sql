-- One row per game_id of games or records.
-- Must hold: Every game has one record.
select game_id, count(record) as found, count(record) = 1 as holds
from (select distinct game_id from games) as known
full join records using (game_id)
group by game_id
order by game_id

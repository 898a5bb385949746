-- One row per game with a record.
-- Must hold: log_hash of a game is the SHA-256 of its record.
select game_id, log_hash, sha256(record) as expected, log_hash = sha256(record) as holds
from games
join records using (game_id)
order by game_id

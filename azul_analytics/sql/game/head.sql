-- One row per game, the one that is asked for.
select
    game_id, source, games.ruleset, ruleset_hash, player_count, opening_seat, rounds, turns, ended_by, finished,
    epoch(played_at) as played, log_file, log_line, log_hash, definition,
    (select value from about where key = 'schema_version') as schema_version,
    (select value from about where key = 'software_version') as software_version
from games
join rulesets using (ruleset_hash)
where game_id = $game
order by game_id

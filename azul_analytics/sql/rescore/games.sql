-- One row per asked game: its record, where it was read, what judged it and who drafted first in each round.
with first_seats as (
    select game_id, list(first_seat order by round) as first_seats
    from rounds
    semi join asked_games using (game_id)
    group by game_id
)
select
    game_id, source, id, ruleset, ruleset_hash, player_count, turns, ended_by, finished, log_file, log_line, log_hash,
    record, first_seats
from games
semi join asked_games using (game_id)
join records using (game_id)
left join first_seats using (game_id)
order by game_id

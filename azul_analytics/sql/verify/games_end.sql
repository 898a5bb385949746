-- One row per game.
-- Must hold: ended_by is line only with as many complete lines as end the game and rounds only after as many
-- rounds; finished is true for line, rounds and exhausted alone; no other game has reached such an end.
with rules as (
    select
        ruleset_hash,
        (definition ->> '$.end_complete_lines')::int as end_complete_lines,
        (definition ->> '$.end_rounds')::int as end_rounds
    from rulesets
), walls as (
    select game_id, max(complete_lines) as most_lines from seats group by game_id
), ends as (
    select
        game_id, ended_by, finished, rounds, most_lines,
        end_complete_lines > 0 and coalesce(most_lines, 0) >= end_complete_lines as by_line,
        end_rounds > 0 and finished and rounds >= end_rounds as by_rounds
    from games
    join rules using (ruleset_hash)
    left join walls using (game_id)
)
select
    game_id, ended_by, finished, rounds, most_lines,
    case ended_by
        when 'line' then finished and by_line
        when 'rounds' then finished and by_rounds
        when 'exhausted' then finished and not by_line and not by_rounds
        when 'round_limit' then not finished and not by_line
        when 'conceded' then not finished and not by_line
        when 'abandoned' then not finished and not by_line
        else false
    end as holds
from ends
order by game_id

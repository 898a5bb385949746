-- One row per log file of selected games or of rejects, as it was given; records made in memory have none.
with lines as (
    select log_file as file, 1 as games, 0 as rejects from games join games_in_question using (game_id)
    union all
    select file, 0, 1 from rejects
)
select
    coalesce(file, '(made in memory)') as file,
    sum(games)::bigint as games,
    sum(rejects)::bigint as rejects
from lines
group by file
order by games desc, rejects desc, file

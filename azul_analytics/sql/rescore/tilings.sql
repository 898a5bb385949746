-- One row per asked game and round that was scored: its tiling, a text a seat, as logs write it.
with texts as (
    select game_id, round, seat, string_agg(line::varchar || "column", ' ' order by line) as text
    from placements
    semi join asked_games using (game_id)
    where "column" is not null
    group by game_id, round, seat
)
select game_id, round, list(coalesce(text, '') order by seat) as tiling
from floors
semi join asked_games using (game_id)
left join texts using (game_id, round, seat)
group by game_id, round
order by game_id, round

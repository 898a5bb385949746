-- One row per table and game_id that it holds.
-- Must hold: Every game_id of a table stands in games.
with ids as (
    select distinct 'seats' as in_table, game_id from seats
    union all select distinct 'rounds', game_id from rounds
    union all select distinct 'deals', game_id from deals
    union all select distinct 'turns', game_id from turns
    union all select distinct 'placements', game_id from placements
    union all select distinct 'floors', game_id from floors
    union all select distinct 'bonuses', game_id from bonuses
    union all select distinct 'records', game_id from records
)
select in_table, game_id, known.game_id is not null as holds
from ids
left join (select distinct game_id from games) as known using (game_id)
order by in_table, game_id

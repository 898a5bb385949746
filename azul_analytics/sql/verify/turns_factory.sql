-- One row per game, round and factory that was drafted from.
-- Must hold: A factory is drafted from once a round, and the draft takes all tiles of its color that the deal
-- put there.
with drafts as (
    select
        game_id, round, source as factory, count(*) as found, any_value(color) as color, any_value(tiles) as tiles
    from turns
    where source > 0
    group by game_id, round, source
)
select
    game_id, round, factory, found, color, tiles,
    found = 1
    and coalesce(
        tiles = case color
            when 'blue' then blue when 'yellow' then yellow when 'red' then red when 'black' then black
            when 'turquoise' then turquoise when 'green' then green else purple
        end,
        false
    ) as holds
from drafts
left join deals using (game_id, round, factory)
order by game_id, round, factory

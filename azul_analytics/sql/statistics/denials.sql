-- One row per game and round: share of drafts that took what would have completed a line of the next seat.
-- Only lines that the next seat had begun in the color count: those take it for certain.
with capacities as (
    select game_id, player_count, (definition -> '$.line_capacities')::int[] as capacities
    from games
    join rulesets using (ruleset_hash)
)
select
    taken.game_id, taken.round,
    avg((len(list_filter(
        range(1, len(capacities) + 1),
        lambda line: next.line_colors_before[line]
            = upper(case taken.color when 'black' then 'k' else left(taken.color::varchar, 1) end)
            and capacities[line] - next.line_counts_before[line]::int <= taken.tiles
    )) > 0)::double) as denying
from turns as taken
join turns as next
    on next.game_id = taken.game_id and next.turn = taken.turn + 1 and next.round = taken.round
join capacities on capacities.game_id = taken.game_id
group by taken.game_id, taken.round

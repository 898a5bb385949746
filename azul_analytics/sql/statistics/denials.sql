-- One row per game and round: share of drafts that took what would have completed a line of the next seat.
-- Only lines that the next seat had begun in the color count: those take it for certain. A full line takes none.
with drafts as (
    select
        game_id, round, tiles,
        color_letter(color) as letter,
        lead(line_colors_before) over following as next_colors,
        lead(line_counts_before) over following as next_counts
    from turns
    window following as (partition by game_id, round order by turn)
),
capacities as (
    select game_id, (definition -> '$.line_capacities')::int[] as capacities
    from games
    join rulesets using (ruleset_hash)
)
select
    game_id, round,
    avg(case when contains(next_colors, letter)
        then (len(list_filter(
            range(1, len(capacities) + 1),
            lambda line: next_colors[line] = letter and capacities[line] - next_counts[line]::int between 1 and tiles
        )) > 0)::int
        else 0 end) as denying
from drafts
join capacities using (game_id)
where next_colors is not null and capacities is not null
group by game_id, round

-- One row per game number and round: share of drafts that took what would have completed a line of the next seat.
-- The next seat's lines are those before its own draft: each draft but a round's last is looked at from there.
-- Only lines that the next seat had begun in the color count: those take it for certain. A full line takes none.
with room as (
    select group_number, any_value(definition -> '$.line_capacities')::int[] as capacities
    from games_in_question
    join rulesets using (ruleset_hash)
    group by group_number
),
drafts as (
    select
        game_number, group_number, round, turn_in_round,
        line_colors_before as colors,
        line_counts_before as counts,
        lag(tiles) over by_turn as tiles,
        color_letter(lag(color) over by_turn) as letter
    from turns
    join games_in_question using (game_id)
    window by_turn as (order by game_number, turn)
)
select
    game_number, round,
    count(*) filter (where case when contains(colors, letter) then
        case when colors[1] = letter then capacities[1] - line_count(counts, 1) end between 1 and tiles
        or case when colors[2] = letter then capacities[2] - line_count(counts, 2) end between 1 and tiles
        or case when colors[3] = letter then capacities[3] - line_count(counts, 3) end between 1 and tiles
        or case when colors[4] = letter then capacities[4] - line_count(counts, 4) end between 1 and tiles
        or case when colors[5] = letter then capacities[5] - line_count(counts, 5) end between 1 and tiles
        or case when colors[6] = letter then capacities[6] - line_count(counts, 6) end between 1 and tiles
        or case when colors[7] = letter then capacities[7] - line_count(counts, 7) end between 1 and tiles
    end) / count(*) as denying
from drafts
join room using (group_number)
where turn_in_round > 1 and capacities is not null
group by game_number, round

-- One row per game number and line that a seat completed: means over the times that it was completed.
-- A seat's drafts of a line up to the last one that completed it are those of all completions, since a line
-- holds one set of tiles at a time; so are the first drafts of a set, as many as there are completions.
with seat_lines as (
    select
        game_number, destination as line,
        count(*) filter (where completed_line) as times,
        sum(round) filter (where completed_line)
            - list_sum(list_sort(list(round) filter (where line_counts_before[destination] = '0'))[1 : times])
            + times as rounds_open,
        list_position(list_sort(list(turn)), max(turn) filter (where completed_line)) as drafts,
        count(*) filter (where completed_line and line_counts_before[destination] = '0') as in_one_draft
    from turns
    join games_in_question using (game_id)
    where destination > 0
    group by game_number, seat, destination
    having times > 0
)
select
    game_number, line,
    sum(rounds_open) / sum(times) as rounds_open,
    sum(drafts) / sum(times) as drafts_needed,
    sum(in_one_draft) / sum(times) as in_one_draft
from seat_lines
group by game_number, line

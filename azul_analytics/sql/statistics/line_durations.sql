-- One row per game and line: means over the times that the line was completed.
-- A draft of a line belongs to its next completion: a line holds one set of tiles at a time.
with completions as (
    select game_id, seat, line, turn, round, lag(turn, 1, 0) over before as turn_before
    from placements
    window before as (partition by game_id, seat, line order by turn)
),
times as (
    select
        completions.game_id, completions.line,
        completions.round - min(turns.round) + 1 as rounds_open,
        count(*) as drafts
    from completions
    join turns
        on turns.game_id = completions.game_id
        and turns.seat = completions.seat
        and turns.destination = completions.line
        and turns.turn > completions.turn_before
        and turns.turn <= completions.turn
    group by completions.game_id, completions.seat, completions.line, completions.turn, completions.round
)
select
    game_id, line,
    avg(rounds_open) as rounds_open,
    avg(drafts) as drafts_needed,
    avg((drafts = 1)::double) as in_one_draft
from times
group by game_id, line

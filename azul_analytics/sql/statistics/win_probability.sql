-- One row per game, round that another round follows, and seat: what the seat has when that other round begins.
-- It is read from the seat's first draft there; as nobody can pass, that is among the first player_count drafts.
-- game: number of the selected game, from 0. fold: part of the cross-validation, by the name of the unit.
-- line_counts: tiles on the lines, a digit each, of as many lines as the wall has (size). colors: tiles placed in
-- this round, 6 bits a color.
with numbered as (
    select
        *,
        game_number - 1 as game,
        (md5_number_lower(unit) % 5)::integer as fold
    from games_in_question
),
states as (
    select
        numbered.game, numbered.group_number, numbered.unit_number, numbered.fold, numbered.player_count,
        (turns.round - 1)::integer as round,
        turns.seat,
        seats.win_share,
        turns.turn_in_round = 1 as drafts_first,
        turns.score_before as score,
        turns.wall_before as wall,
        turns.line_counts_before::integer as line_counts,
        length(turns.line_counts_before)::integer as size
    from turns
    join numbered using (game_id)
    join seats on seats.game_id = turns.game_id and seats.seat = turns.seat
    where counted and turns.round > 1 and turns.turn_in_round <= numbered.player_count and win_share is not null
),
placed as (
    select game, round::integer as round, seat, sum(1::bigint << (6 * enum_code(color)))::bigint as colors
    from placements
    join numbered using (game_id)
    where counted and "column" is not null
    group by game, round, seat
)
select
    states.*,
    coalesce(placed.colors, 0) as colors
from states
left join placed using (game, round, seat)
order by group_number, game, round, seat

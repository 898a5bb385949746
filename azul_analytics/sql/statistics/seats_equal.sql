-- One row per ruleset, player count, kind of games and order round the table (0 is the opening seat): how many,
-- mean and variance, over units, of the win share and of the margin (the seat's score less the mean score of
-- the others), and the units' win shares themselves, in the same order of units for all seats.
with tables as (
    select game_id, sum(score) as scores
    from seats
    group by game_id
),
candidates as (
    select
        games_in_question.*,
        games.opening_seat,
        tables.scores,
        counted and games.opening_seat is not null and seats.win_share is not null as used
    from games_in_question
    join games using (game_id)
    join tables using (game_id)
    join seats on seats.game_id = games_in_question.game_id and seats.seat = 0
),
games_seats as (
    select
        group_number, unit_number,
        (seat + player_count - candidates.opening_seat) % player_count as seat_order,
        win_share,
        score - (scores - score) / (player_count - 1) as margin
    from candidates
    join seats using (game_id)
    where used
),
units as (
    select
        group_number, unit_number, seat_order,
        count(*) as games,
        avg(win_share) as win_share,
        avg(margin) as margin
    from games_seats
    group by group_number, unit_number, seat_order
),
moments as (
    select
        group_number, seat_order,
        sum(games) as games,
        count(*) as units,
        avg(win_share) as win_share,
        var_samp(win_share) as win_share_variance,
        bool_and(win_share in (0, 1)) as all_or_nothing,
        avg(margin) as margin,
        var_samp(margin) as margin_variance,
        list(win_share order by unit_number) as win_shares
    from units
    group by group_number, seat_order
),
groups as (
    select
        group_number,
        any_value(ruleset) as ruleset,
        any_value(ruleset_hash) as ruleset_hash,
        any_value(player_count) as player_count,
        any_value(kind) as kind,
        count(*) filter (where not used) as games_left_out
    from candidates
    group by group_number
)
select
    ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    seat_order::bigint as seat_order,
    games::bigint as games,
    units::bigint as units,
    games_left_out::bigint as games_left_out,
    1.0::double / player_count as equal_share,
    win_share,
    win_share_variance,
    all_or_nothing,
    margin,
    margin_variance,
    win_shares
from moments
join groups using (group_number)
order by ruleset, ruleset_hash, player_count, kind, seat_order

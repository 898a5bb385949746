-- One row per ruleset, player count, kind of games and order round the table (0 is the opening seat): who sat
-- there and with what win share, as lists over the games that count, in the same order of games; players by
-- number. A name in two sources is two players.
with numbered as (
    select *, row_number() over (order by game_id)::integer as game_number
    from games_in_question
),
players as (
    select source, player, (row_number() over (order by source, player) - 1)::integer as player_number
    from (
        select distinct source, player
        from seats
        join numbered using (game_id)
    )
),
candidates as (
    select
        numbered.*, player_number, seat, win_share,
        (seat + numbered.player_count - games.opening_seat) % numbered.player_count as seat_order,
        counted and games.opening_seat is not null and win_share is not null as used
    from seats
    join numbered using (game_id)
    join games using (game_id)
    join players on players.source = numbered.source and players.player = seats.player
),
lists as (
    select
        group_number, seat_order,
        list(unit_number order by game_number) as units,
        list(player_number order by game_number) as players,
        list(win_share order by game_number) as win_shares
    from candidates
    where used
    group by group_number, seat_order
),
groups as (
    select
        group_number,
        any_value(ruleset) as ruleset,
        any_value(ruleset_hash) as ruleset_hash,
        any_value(player_count) as player_count,
        any_value(kind) as kind,
        count(*) filter (where not used and seat = 0) as games_left_out
    from candidates
    group by group_number
)
select
    ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    seat_order::bigint as seat_order,
    games_left_out::bigint as games_left_out,
    units,
    players,
    win_shares
from lists
join groups using (group_number)
order by ruleset, ruleset_hash, player_count, kind, seat_order

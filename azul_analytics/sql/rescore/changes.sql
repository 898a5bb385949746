-- One row per ruleset before, player count, kind of games, measure and (but for winners_changed) seat order.
-- Only games that are stored, which are the exact ones, and of which winners are known both times.
with before as (
    select
        rescored_seats.*, ruleset_before, ruleset_hash_before, games.player_count::bigint as player_count, kind, unit,
        (rescored_seats.seat + games.player_count - opening_seat)::bigint % games.player_count as seat_order
    from rescored_seats
    join games using (game_id)
    join games_in_question using (game_id)
    join rescored using (game_id)
    where counted
), pairs as (
    select
        before.* exclude (seat, tile_points, floor_points, bonus_points, score, win_share),
        (before.win_share > 0) <> (seats.win_share > 0) as changed,
        unnest([
            {'measure': 'win_share', 'before': before.win_share, 'after': seats.win_share},
            {'measure': 'score', 'before': before.score, 'after': seats.score},
            {'measure': 'tile_points', 'before': before.tile_points, 'after': seats.tile_points},
            {'measure': 'floor_points', 'before': before.floor_points, 'after': seats.floor_points},
            {'measure': 'bonus_points', 'before': before.bonus_points, 'after': seats.bonus_points}
        ], recursive := true)
    from before
    join seats using (game_id, seat)
    where before.win_share is not null and seats.win_share is not null
), by_game as (
    select
        ruleset_before, ruleset_hash_before, player_count, kind, unit, game_id, 'winners_changed' as measure,
        null as seat_order, null as before, null as after, bool_or(changed)::int::double as change
    from pairs
    group by all
    union all
    select
        ruleset_before, ruleset_hash_before, player_count, kind, unit, game_id, measure, seat_order, before, after,
        after - before
    from pairs
), by_unit as (
    select
        ruleset_before, ruleset_hash_before, player_count, kind, unit, measure, seat_order, count(*) as games,
        count(*) filter (where change <> 0) as games_changed, avg(before) as before, avg(after) as after, avg(change) as change
    from by_game
    group by all
)
select
    ruleset_before, ruleset_hash_before, player_count, kind, measure, seat_order,
    sum(games)::bigint as games,
    count(*) as units,
    sum(games_changed)::bigint as games_changed,
    avg(before) as before,
    avg(after) as after,
    avg(change) as change,
    var_samp(change) as variance,
    bool_and(change in (0, 1)) as all_or_nothing
from by_unit
group by ruleset_before, ruleset_hash_before, player_count, kind, measure, seat_order
order by
    ruleset_before, ruleset_hash_before, player_count, kind,
    list_position(['winners_changed', 'win_share', 'score', 'tile_points', 'floor_points', 'bonus_points'], measure),
    seat_order

-- One row per ruleset, player count, kind of games, round and number of points really lost on the floor.
-- share: every unit counts the same, so it is seat_rounds over their sum wherever units are single games.
with game_points as (
    select game_id, round, floor_points, count(*) as seat_rounds
    from floors
    group by game_id, round, floor_points
),
counted_games as (
    select
        group_number, unit_number, game_id, round, floor_points, seat_rounds,
        seat_rounds / player_count as share
    from game_points
    join games_in_question using (game_id)
    where counted
),
units as (
    select group_number, unit_number, round, count(distinct game_id) as games
    from counted_games
    group by group_number, unit_number, round
),
rounds_counted as (
    select group_number, round, count(*) as units from units group by group_number, round
),
groups as (
    select distinct group_number, ruleset, ruleset_hash, player_count, kind from games_in_question
)
select
    ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    round::bigint as round,
    floor_points::bigint as floor_points,
    sum(seat_rounds)::bigint as seat_rounds,
    sum(share / units.games) / any_value(rounds_counted.units) as share
from counted_games
join units using (group_number, unit_number, round)
join rounds_counted using (group_number, round)
join groups using (group_number)
group by all
order by ruleset, ruleset_hash, player_count, kind, round, floor_points desc

-- One row per ruleset, player count, kind of games, round and number of points really lost on the floor.
-- share: every unit counts the same, so it is seat_rounds over their sum wherever units are single games.
with seat_rounds as (
    select games_in_question.*, floors.round, floors.floor_points
    from floors
    join games_in_question using (game_id)
    where counted
),
games as (
    select ruleset_hash, player_count, kind, round, unit, game_id, count(*) as seats
    from seat_rounds
    group by ruleset_hash, player_count, kind, round, unit, game_id
),
weights as (
    select
        ruleset_hash, player_count, kind, round, unit, game_id,
        1.0::double / seats
            / count(*) over (partition by ruleset_hash, player_count, kind, round, unit) as weight
    from games
),
units as (
    select ruleset_hash, player_count, kind, round, count(distinct unit) as units
    from games
    group by ruleset_hash, player_count, kind, round
)
select
    any_value(seat_rounds.ruleset) as ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    round::bigint as round,
    seat_rounds.floor_points::bigint as floor_points,
    count(*)::bigint as seat_rounds,
    sum(weights.weight) / any_value(units.units) as share
from seat_rounds
join weights using (ruleset_hash, player_count, kind, round, unit, game_id)
join units using (ruleset_hash, player_count, kind, round)
group by ruleset_hash, player_count, kind, round, seat_rounds.floor_points
order by ruleset, ruleset_hash, player_count, kind, round, floor_points desc

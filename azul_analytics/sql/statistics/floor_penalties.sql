-- One row per ruleset, player count, kind of games and round: how many, and mean and variance, over
-- units, of the points lost on the floor (a game's value is the mean over its seats).
with seat_rounds as (
    select games_in_question.*, floors.round, floors.floor_points, floors.nominal_points, floors.marker
    from floors
    join games_in_question using (game_id)
    where counted
),
games as (
    select
        ruleset_hash, player_count, kind, round, unit, game_id,
        count(*) as seat_rounds,
        avg(floor_points) as floor_points,
        avg(nominal_points) as nominal_points,
        avg((floor_points = 0)::double) as no_loss,
        avg(marker::double) as marker
    from seat_rounds
    group by ruleset_hash, player_count, kind, round, unit, game_id
),
units as (
    select
        ruleset_hash, player_count, kind, round, unit,
        sum(seat_rounds) as seat_rounds,
        count(*) as games,
        avg(floor_points) as floor_points,
        avg(nominal_points) as nominal_points,
        avg(no_loss) as no_loss,
        avg(marker) as marker
    from games
    group by ruleset_hash, player_count, kind, round, unit
),
moments as (
    select
        ruleset_hash, player_count, kind, round,
        sum(seat_rounds) as seat_rounds,
        sum(games) as games,
        count(*) as units,
        avg(floor_points) as floor_points_mean,
        var_samp(floor_points) as floor_points_variance,
        avg(nominal_points) as nominal_points_mean,
        var_samp(nominal_points) as nominal_points_variance,
        avg(no_loss) as no_loss_share,
        avg(marker) as marker_share
    from units
    group by ruleset_hash, player_count, kind, round
),
medians as (
    select
        any_value(ruleset) as ruleset,
        ruleset_hash, player_count, kind, round,
        median(floor_points) as floor_points_median
    from seat_rounds
    group by ruleset_hash, player_count, kind, round
),
left_out as (
    select ruleset_hash, player_count, kind, count(*) filter (where not counted) as games_left_out
    from games_in_question
    group by ruleset_hash, player_count, kind
)
select
    medians.ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    round::bigint as round,
    moments.seat_rounds::bigint as seat_rounds,
    moments.games::bigint as games,
    moments.units::bigint as units,
    left_out.games_left_out::bigint as games_left_out,
    moments.floor_points_mean,
    moments.floor_points_variance,
    medians.floor_points_median::double as floor_points_median,
    moments.nominal_points_mean,
    moments.nominal_points_variance,
    moments.no_loss_share,
    moments.marker_share
from moments
join medians using (ruleset_hash, player_count, kind, round)
join left_out using (ruleset_hash, player_count, kind)
order by medians.ruleset, ruleset_hash, player_count, kind, round

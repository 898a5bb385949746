-- One row per ruleset, player count, kind of games and player: how many games, and mean and variance, over
-- units, of the win share, the score and the margin (score less the mean score of the other players' seats).
-- A player is a name within a source and, of a program, its policy. Who sat on several seats of a game has
-- the mean of them there.
with totals as (
    select game_id, sum(score) as score
    from seats
    group by game_id
),
games_of_players as (
    select
        group_number, unit_number, games_in_question.source, player, coalesce(policy, '') as policy, game_id,
        any_value(counted) as counted,
        any_value(counted) and avg(win_share) is not null as used,
        avg(win_share) as win_share,
        avg(seats.score) as score,
        avg(seats.score)
            - (any_value(totals.score) - sum(seats.score)) / nullif(any_value(player_count) - count(*), 0) as margin,
        avg(opening::double) as opening
    from seats
    join games_in_question using (game_id)
    join totals using (game_id)
    group by all
),
units as (
    select
        group_number, unit_number, source, player, policy,
        count(*) filter (where used) as games,
        count(*) filter (where not used) as games_left_out,
        count(*) filter (where not counted) as games_stopped,
        avg(win_share) filter (where used) as win_share,
        avg(score) filter (where used) as score,
        avg(margin) filter (where used) as margin,
        avg(opening) filter (where used) as opening
    from games_of_players
    group by all
),
moments as (
    select
        group_number, source, player, policy,
        sum(games) as games,
        count(win_share) as units,
        sum(games_left_out) as games_left_out,
        sum(games_stopped) as games_stopped,
        avg(win_share) as win_share,
        var_samp(win_share) as win_share_variance,
        bool_and(win_share in (0, 1)) as all_or_nothing,
        avg(score) as score,
        var_samp(score) as score_variance,
        count(margin) as margin_units,
        avg(margin) as margin,
        var_samp(margin) as margin_variance,
        avg(opening) as opening_share
    from units
    group by all
),
groups as (
    select group_number, ruleset, ruleset_hash, player_count, kind
    from games_in_question
    group by all
)
select
    ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    source,
    player,
    policy,
    games::bigint as games,
    units::bigint as units,
    games_left_out::bigint as games_left_out,
    games_stopped::bigint as games_stopped,
    1.0::double / player_count as equal_share,
    win_share,
    win_share_variance,
    coalesce(all_or_nothing, true) as all_or_nothing,
    score,
    score_variance,
    margin_units::bigint as margin_units,
    margin,
    margin_variance,
    opening_share
from moments
join groups using (group_number)
order by ruleset, ruleset_hash, player_count, kind, games desc, source, player, policy

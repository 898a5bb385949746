-- One row per ruleset, player count and kind of games: how many, and mean and variance, over units,
-- of the opening seat's win share and margin (its score less the mean score of the others).
with candidates as (
    select
        games_in_question.*,
        opening_outcomes.win_share,
        opening_outcomes.margin,
        opening_outcomes.tied,
        counted and opening_outcomes.win_share is not null as used
    from games_in_question
    left join opening_outcomes using (game_id)
),
units as (
    select
        ruleset_hash, player_count, kind, unit,
        count(*) as games,
        count(*) filter (where tied) as ties,
        avg(win_share) as win_share,
        avg(margin) as margin
    from candidates
    where used
    group by ruleset_hash, player_count, kind, unit
),
moments as (
    select
        ruleset_hash, player_count, kind,
        sum(games) as games,
        count(*) as units,
        sum(ties) as ties,
        avg(win_share) as win_share,
        var_samp(win_share) as win_share_variance,
        bool_and(win_share in (0, 1)) as all_or_nothing,
        avg(margin) as margin,
        var_samp(margin) as margin_variance
    from units
    group by ruleset_hash, player_count, kind
),
groups as (
    select
        any_value(ruleset) as ruleset,
        ruleset_hash, player_count, kind,
        count(*) filter (where not used) as games_left_out,
        count(*) filter (where not counted) as games_stopped
    from candidates
    group by ruleset_hash, player_count, kind
)
select
    groups.ruleset,
    groups.ruleset_hash,
    groups.player_count::bigint as player_count,
    groups.kind,
    coalesce(moments.games, 0)::bigint as games,
    coalesce(moments.units, 0)::bigint as units,
    groups.games_left_out::bigint as games_left_out,
    groups.games_stopped::bigint as games_stopped,
    coalesce(moments.ties, 0)::bigint as ties,
    1.0::double / groups.player_count as equal_share,
    moments.win_share,
    moments.win_share_variance,
    coalesce(moments.all_or_nothing, true) as all_or_nothing,
    moments.margin,
    moments.margin_variance
from groups
left join moments using (ruleset_hash, player_count, kind)
order by groups.ruleset, groups.ruleset_hash, groups.player_count, groups.kind

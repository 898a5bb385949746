-- One row per selected game: its group, its unit of inference, and whether it counts.
-- Every statistic reads this table, so that all of them filter in the same place; a filter that is null lets
-- every game in. What is asked not to be counted (stopped games) stays in, to be counted as left out.
-- kind: simulated where the source says so or every seat is a program, with the policies where they are known
-- (bots that play differently are different players), else recorded.
-- unit: games of one block of a designed experiment are one unit, any other game is its own.
-- group_number, unit_number, game_number: the same as numbers, because grouping drafts by texts takes twice as
-- long; a unit that reaches into two groups has a number in each. unit_games: how many games the unit has.
create or replace temp table games_in_question as
with tables as (
    select
        game_id,
        bool_and(coalesce(bot, false)) as only_bots,
        ' by ' || string_agg(distinct policy, ', ' order by policy) as by_policies,
        bool_or(player in (select unnest($players::varchar[]))) as has_player,
        bool_and(coalesce(policy in (select unnest($policies::varchar[])), false)) as only_these_policies
    from seats
    group by game_id
),
selected as (
    select
        games.game_id,
        games.source,
        games.ruleset,
        games.ruleset_hash,
        games.player_count,
        case when games.source = 'simulated' or coalesce(tables.only_bots, false)
            then 'simulated' || coalesce(tables.by_policies, '') else 'recorded' end as kind,
        case when games.block is null then 'game ' || games.game_id
            else 'block ' || coalesce('of experiment ' || games.experiment, 'of source ' || games.source)
                || ' ' || games.block end as unit,
        games.finished or not $finished_only as counted
    from games
    left join tables using (game_id)
    where ($sources is null or games.source in (select unnest($sources::varchar[])))
        and ($rulesets is null or games.ruleset in (select unnest($rulesets::varchar[])))
        and ($player_counts is null or games.player_count in (select unnest($player_counts::integer[])))
        and ($players is null or tables.has_player)
        and ($policies is null or tables.only_these_policies)
        and ($since is null or games.played_at >= $since::timestamptz)
        and ($until is null or games.played_at < $until::timestamptz)
)
select
    *,
    dense_rank() over (order by ruleset_hash, player_count, kind)::integer as group_number,
    dense_rank() over (order by ruleset_hash, player_count, kind, unit)::integer as unit_number,
    row_number() over (order by game_id)::integer as game_number,
    count(*) over (partition by ruleset_hash, player_count, kind, unit)::integer as unit_games
from selected
order by game_id

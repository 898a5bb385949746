-- One row per ruleset before, number of players, label and code.
with counted as (
    select
        ruleset_before, ruleset_hash_before, player_count::bigint as player_count, label, coalesce(code, '') as code,
        count(*) as games, avg(turns_held) as mean_turns_held
    from rescored
    group by all
)
select
    ruleset_before, ruleset_hash_before, player_count, label, code, games,
    games / sum(games) over (partition by ruleset_hash_before, player_count) as share,
    mean_turns_held
from counted
order by ruleset_before, ruleset_hash_before, player_count, label = 'exact' desc, label, code

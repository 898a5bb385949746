-- One row per group of games that are compared with each other: how many count, and how many were stopped.
select
    ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    count(*) filter (where counted) as games,
    count(distinct unit_number) filter (where counted) as units,
    count(*) filter (where not counted) as games_left_out
from games_in_question
group by all
order by ruleset, ruleset_hash, player_count, kind

-- One row per ruleset that judged a game.
select
    any_value(ruleset) as ruleset,
    ruleset_hash,
    count(*)::bigint as games,
    min(player_count)::bigint as fewest_players,
    max(player_count)::bigint as most_players
from games
group by ruleset_hash
order by ruleset, ruleset_hash

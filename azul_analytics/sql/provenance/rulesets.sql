-- One row per ruleset that judged a selected game.
select
    any_value(ruleset) as ruleset,
    ruleset_hash,
    count(*)::bigint as games,
    min(player_count)::bigint as fewest_players,
    max(player_count)::bigint as most_players
from games_in_question
group by ruleset_hash
order by ruleset, ruleset_hash

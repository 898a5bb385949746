-- One row per game.
-- Must hold: The ruleset of a game is in rulesets under its hash and name, and seats that number of players.
select
    game_id, games.ruleset, ruleset_hash, player_count,
    coalesce(
        games.ruleset = rulesets.ruleset
        and map_contains((definition -> '$.factories')::map(varchar, int), player_count::varchar),
        false
    ) as holds
from games
left join rulesets using (ruleset_hash)
order by game_id

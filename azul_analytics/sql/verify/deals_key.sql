-- One row per game and round of rounds or deals.
-- Must hold: A round has one row of deals for each factory that the ruleset gives the number of players, from
-- 1.
with rules as (
    select ruleset_hash, (definition -> '$.factories')::map(varchar, int) as factories from rulesets
), given as (
    select game_id, round, factories[player_count::varchar] as factories
    from games
    join rules using (ruleset_hash)
    join rounds using (game_id)
), found as (
    select
        game_id, round, count(*) as found, count(distinct factory) as differing,
        min(factory) as least, max(factory) as most
    from deals
    group by game_id, round
)
select
    game_id, round, factories, found,
    coalesce(found = factories and differing = factories and least = 1 and most = factories, false) as holds
from given
full join found using (game_id, round)
order by game_id, round

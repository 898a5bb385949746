-- One row per game and round of rounds or deals.
-- Must hold: A round has one row of deals for each factory that the ruleset gives the number of players, from
-- 1.
with given as (
    select
        rounds.game_id, round,
        (definition ->> ('$.factories."' || player_count || '"'))::int as factories
    from rounds
    join games using (game_id)
    join rulesets using (ruleset_hash)
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

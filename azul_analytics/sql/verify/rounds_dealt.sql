-- One row per game and round.
-- Must hold: tiles_dealt is the sum of the round's deal; unless all factories are full, bag and lid are
-- empty.
with rules as (
    select ruleset_hash, (definition ->> '$.tiles_per_factory')::int as tiles_per_factory from rulesets
), dealt as (
    select
        game_id, round, count(*) as factories,
        sum(blue + yellow + red + black + turquoise + green + purple)::int as tiles
    from deals
    group by game_id, round
)
select
    rounds.game_id, round, tiles_dealt, coalesce(dealt.tiles, 0) as tiles_on_factories,
    tiles_dealt = coalesce(dealt.tiles, 0)
    and (bag_after_deal + lid_after_deal = 0
         or tiles_dealt >= factories * tiles_per_factory) as holds
from rounds
join games using (game_id)
join rules using (ruleset_hash)
left join dealt using (game_id, round)
order by game_id, round

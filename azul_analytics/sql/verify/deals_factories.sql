-- One row per game, round and factory.
-- Must hold: A factory holds no more tiles than the ruleset puts on one, and only the ruleset's colors.
with rules as (
    select
        ruleset_hash,
        (definition ->> '$.tiles_per_factory')::int as tiles_per_factory,
        (definition -> '$.colors')::varchar[] as colors
    from rulesets
), allowed as (
    select
        game_id, tiles_per_factory,
        'blue' in colors as blue, 'yellow' in colors as yellow, 'red' in colors as red, 'black' in colors as black,
        'turquoise' in colors as turquoise, 'green' in colors as green, 'purple' in colors as purple
    from games
    join rules using (ruleset_hash)
)
select
    game_id, round, factory,
    deals.blue + deals.yellow + deals.red + deals.black + deals.turquoise + deals.green + deals.purple as tiles,
    tiles_per_factory,
    deals.blue + deals.yellow + deals.red + deals.black + deals.turquoise + deals.green + deals.purple
        <= tiles_per_factory
    and (allowed.blue or deals.blue = 0)
    and (allowed.yellow or deals.yellow = 0)
    and (allowed.red or deals.red = 0)
    and (allowed.black or deals.black = 0)
    and (allowed.turquoise or deals.turquoise = 0)
    and (allowed.green or deals.green = 0)
    and (allowed.purple or deals.purple = 0) as holds
from deals
join allowed using (game_id)
order by game_id, round, factory

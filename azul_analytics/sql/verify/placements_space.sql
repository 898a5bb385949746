-- One row per tile placed on a wall.
-- Must hold: A printed space takes its own color only, a fixed wall's tile lies in the column of its color,
-- and the multiplier is the one of the space.
with rules as (
    select
        ruleset_hash,
        (definition ->> '$.wall.kind') = 'fixed' as fixed,
        (definition -> '$.wall.pattern')::varchar[] as pattern,
        from_json(
            definition -> '$.wall.printed',
            '[{"line":"INTEGER","column":"INTEGER","color":"VARCHAR","multiplier":"INTEGER"}]'
        ) as printed
    from rulesets
), spaces as (
    select ruleset_hash, unnest(printed, recursive := true)
    from rules
)
select
    placements.game_id, round, seat, placements.line, placements."column", placements.color,
    placements.multiplier, coalesce(spaces.multiplier, 1) as expected_multiplier,
    coalesce(
        (spaces.color is null or spaces.color = placements.color::varchar)
        and (not fixed or pattern[placements.line][placements."column"]
             = substr('BYRKTGP', enum_code(placements.color) + 1, 1))
        and placements.multiplier = coalesce(spaces.multiplier, 1),
        false
    ) as holds
from placements
join games using (game_id)
join rules using (ruleset_hash)
left join spaces
    on spaces.ruleset_hash = games.ruleset_hash
    and spaces.line = placements.line
    and spaces."column" = placements."column"
where placements."column" is not null
order by game_id, round, seat, line

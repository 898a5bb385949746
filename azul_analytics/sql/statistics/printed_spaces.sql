-- One row per game and printed space of its wall: share of its seats with a tile there, and means over those tiles.
with printed as (
    select
        ruleset_hash,
        (definition -> '$.wall.pattern')::varchar[] as pattern,
        unnest(from_json(
            definition -> '$.wall.printed',
            '[{"line": "UTINYINT", "column": "UTINYINT", "color": "VARCHAR", "multiplier": "UTINYINT"}]'
        ), recursive := true)
    from rulesets
),
spaces as (
    select
        ruleset_hash, line, "column",
        coalesce(color, enum_range(null::color)[instr('BYRKTGP', pattern[line]["column"])]::varchar, 'any color') as takes
    from printed
),
placed as (
    select
        game_id, line, "column",
        count(*) as tiles,
        avg(round) as round,
        avg(points) as points,
        avg(points - points / multiplier) as multiplied
    from placements
    join games using (game_id)
    semi join spaces using (ruleset_hash, line, "column")
    group by game_id, line, "column"
)
select
    game_id,
    'line ' || line || ', column ' || "column" || ': ' || takes as space,
    coalesce(tiles, 0) / player_count as filled,
    placed.round as round_placed,
    placed.points as points,
    placed.multiplied as points_of_multiplier
from games
join spaces using (ruleset_hash)
left join placed using (game_id, line, "column")

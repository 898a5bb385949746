-- One row per game number and space of the wall: share of its seats with a tile there, and means over those tiles.
with sizes as (
    select ruleset_hash, range(1, json_array_length(definition -> '$.colors')::bigint + 1) as numbers
    from rulesets
),
spaces as (
    select ruleset_hash, line, unnest(numbers) as "column"
    from (select ruleset_hash, numbers, unnest(numbers) as line from sizes)
),
placed as (
    select
        game_number, line, "column",
        count(*) as tiles,
        avg(round) as round,
        avg(points) as points
    from placements
    join games_in_question using (game_id)
    where "column" is not null
    group by game_number, line, "column"
)
select
    game_number, line, "column",
    coalesce(tiles, 0) / player_count as filled,
    placed.round as round_placed,
    placed.points as points
from games_in_question
join spaces using (ruleset_hash)
left join placed using (game_number, line, "column")

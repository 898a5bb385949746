-- One row per game, seat and bonus that is stored, or that the wall of a finished game reached.
-- Must hold: Exactly the full lines, columns and colors of the wall of a finished game have a bonus, of the
-- ruleset's points.
with rules as (
    select ruleset_hash, json_array_length(definition -> '$.colors') as size, definition -> '$.bonuses' as bonuses
    from rulesets
), worth as (
    select ruleset_hash, size, kind, (bonuses ->> ('$.' || kind))::int as points
    from rules, (values ('line'), ('column'), ('color')) as kinds (kind)
), groups as (
    select
        game_id, seat,
        case when line is not null then 'line' when color is not null then 'color' else 'column' end as kind,
        coalesce(line::varchar, color::varchar, "column"::varchar) as which,
        count(*) as tiles
    from placements
    where "column" is not null
    group by grouping sets ((game_id, seat, line), (game_id, seat, "column"), (game_id, seat, color))
), reached as (
    select groups.game_id, seat, kind, which, worth.points
    from groups
    join games on games.game_id = groups.game_id and games.finished
    join worth using (ruleset_hash, kind)
    where tiles = worth.size
), stored as (
    select game_id, seat, kind, which, any_value(points) as points
    from bonuses
    group by game_id, seat, kind, which
)
select
    game_id, seat, kind, which, stored.points, reached.points as expected,
    coalesce(stored.points = reached.points, false) as holds
from stored
full join reached using (game_id, seat, kind, which)
order by game_id, seat, kind, which

-- One row per game, seat and bonus that is stored, or that the wall of a finished game reached.
-- Must hold: Exactly the full lines, columns and colors of the wall of a finished game have a bonus, of the
-- ruleset's points, and so have the diagonals and the ruleset's own sets of spaces.
with rules as (
    select
        ruleset_hash, json_array_length(definition -> '$.colors')::int as size, definition -> '$.bonuses' as bonuses,
        coalesce((definition ->> '$.bonuses.diagonal')::int, 0) as diagonal,
        coalesce(
            from_json(definition -> '$.bonuses.sets', '[{"name":"VARCHAR","points":"INTEGER","spaces":"VARCHAR"}]'), []
        ) as sets
    from rulesets
), own as (
    select ruleset_hash, unnest(sets, recursive := true), generate_subscripts(sets, 1) as number from rules
), sets as (
    select
        ruleset_hash, name as kind, points, split(spaces, ' ') as spaces,
        (row_number() over (partition by ruleset_hash, name order by number))::varchar as which
    from own
    union all
    select
        ruleset_hash, 'diagonal', diagonal,
        list_transform(range(1, size + 1), lambda line: concat(line, if(which = 1, line, size + 1 - line))),
        which::varchar
    from rules, (values (1), (2)) as diagonals (which)
    where diagonal != 0
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
), walls as (
    select game_id, seat, list(concat(line, "column")) as spaces
    from placements
    where "column" is not null
    group by game_id, seat
), reached as (
    select groups.game_id, seat, kind, which, worth.points
    from groups
    join games on games.game_id = groups.game_id and games.finished
    join worth using (ruleset_hash, kind)
    where tiles = worth.size or (kind = 'color' and tiles > worth.size)
    union all
    select walls.game_id, walls.seat, sets.kind, sets.which, sets.points
    from walls
    join games on games.game_id = walls.game_id and games.finished
    join sets using (ruleset_hash)
    where list_has_all(walls.spaces, sets.spaces)
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

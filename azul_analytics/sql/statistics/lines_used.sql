-- One row per game with drafts and destination (0: the floor): its share of the drafts, and means over them.
with destinations as (
    select ruleset_hash, unnest(range(json_array_length(definition -> '$.colors')::bigint + 1)) as destination
    from rulesets
),
used as (
    select
        game_id, destination,
        count(*) as drafts,
        avg(tiles) as tiles_per_draft,
        avg(completed_line::int) as completing,
        avg((tiles_on_floor + tiles_to_lid > 0)::int) as overflowing
    from turns
    group by game_id, destination
)
select
    game_id, destination,
    coalesce(used.drafts, 0) / games.turns as drafts,
    tiles_per_draft, completing, overflowing
from games
join destinations using (ruleset_hash)
left join used using (game_id, destination)
where games.turns > 0

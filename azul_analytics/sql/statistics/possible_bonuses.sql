-- One row per ruleset and bonus that its walls can reach, whatever it is worth: lines, columns and colors, diagonals
-- where they have points, and the sets of its own, numbered within their name.
create or replace temp view possible_bonuses as
with walls as (
    select
        ruleset_hash,
        (definition -> '$.colors')::varchar[] as colors,
        coalesce((definition ->> '$.bonuses.diagonal')::int, 0) as diagonal,
        json_extract_string(definition, '$.bonuses.sets[*].name') as sets
    from rulesets
),
numbered as (
    select ruleset_hash, unnest(sets) as kind, unnest(range(len(sets))) as place from walls
)
select ruleset_hash, 'color' as kind, unnest(colors) as which from walls
union all
select ruleset_hash, unnest(['line', 'column']), which::varchar
from (select ruleset_hash, unnest(range(1, len(colors) + 1)) as which from walls)
union all
select ruleset_hash, 'diagonal', unnest(['1', '2']) from walls where diagonal <> 0
union all
select ruleset_hash, kind, (row_number() over (partition by ruleset_hash, kind order by place))::varchar from numbered

-- One row per ruleset under which a floor, or the marker, can bring points instead of costing them.
select ruleset_hash
from rulesets
where coalesce(list_max((definition -> '$.floor')::int[]), 0) > 0
    or coalesce((definition ->> '$.overflow')::int, 0) > 0
    or coalesce((definition ->> '$.marker_points')::int, 0) > 0
order by ruleset_hash

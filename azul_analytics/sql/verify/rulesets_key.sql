-- One row per ruleset_hash of rulesets.
-- Must hold: A ruleset is there once, its hash is the SHA-256 of its definition, and its name is the one in
-- it.
select
    ruleset_hash, count(*) as found,
    count(*) = 1 and bool_and(
        ruleset_hash = sha256(definition)
        and case when json_valid(definition) then coalesce(ruleset = (definition ->> '$.name'), false) else false end
    ) as holds
from rulesets
group by ruleset_hash
order by ruleset_hash

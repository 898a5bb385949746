-- One row per name in letters beyond ASCII: players, policies, sources and rulesets of the whole database.
select name
from (
    select player as name from seats
    union
    select policy from seats
    union
    select source from games
    union
    select ruleset from games
)
where regexp_matches(name, '[^ -~]')
order by name

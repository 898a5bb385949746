-- One row: how many games of a series are stored, from its first on, and whether they can be the same ones.
-- A game that the round limit stopped has as many rounds as that, any other one no more.
with numbered as (
    select try_cast(substr(id, length($prefix) + 1) as ubigint) as number, *
    from games
    where source = $source and starts_with(id, $prefix)
), in_order as (
    select *, row_number() over (order by number) - 1 as place from numbered where number is not null
)
select
    count(*) as games,
    coalesce(
        bool_and(
            ruleset_hash = $ruleset_hash
            and if(ended_by = 'round_limit', rounds = $round_limit, rounds <= $round_limit)
        ),
        true
    ) as alike
from in_order
where number = place
order by games

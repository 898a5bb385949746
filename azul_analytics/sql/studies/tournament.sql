-- One row per block, policy, opponent and who of the two opened (1: the policy, -1: the opponent, 0: neither): their
-- games, and how many of them the policy won against this opponent; an equal place is half a win.
with seated as (
    select game_id, block, policy, opening::integer as opens, place
    from seats
    join games using (game_id)
    where experiment = $experiment and ruleset_hash = $ruleset_hash and finished
)
select
    block,
    one.policy as policy,
    other.policy as opponent,
    one.opens - other.opens as opened,
    count(*) as games,
    sum(case when one.place < other.place then 1.0 when one.place = other.place then 0.5 else 0.0 end::double) as won
from seated as one
join seated as other using (game_id, block)
where one.policy <> other.policy
group by all
order by policy, opponent, block, opened

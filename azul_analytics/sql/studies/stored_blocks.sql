-- One row: how many whole blocks both rulesets have; games are stored in order.
select min(games) // $players as blocks
from (
    select count(game_id) as games
    from (values ($first), ($second)) as asked (ruleset_hash)
    left join games on games.ruleset_hash = asked.ruleset_hash and experiment = $experiment
    group by asked.ruleset_hash
)
order by blocks

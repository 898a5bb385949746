-- One row per finished game, kind of bonus, and number of them that a seat reached: that seat's win share.
with kinds as (
    select distinct ruleset_hash, kind from possible_bonuses
),
seat_kinds as (
    select game_id, seat, kind, count(*) as reached
    from bonuses
    group by game_id, seat, kind
)
select game_id, kind as kind_of_bonus, coalesce(seat_kinds.reached, 0) as reached, avg(win_share) as win_share
from games
join kinds using (ruleset_hash)
join seats using (game_id)
left join seat_kinds using (game_id, seat, kind)
where finished
group by all

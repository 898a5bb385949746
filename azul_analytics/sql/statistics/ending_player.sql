-- One row per game that complete lines ended: mean win share of the seats that completed enough of them.
select
    game_id,
    avg(win_share) as win_share,
    avg(win_share) - 1 / any_value(player_count) as over_equal_share,
    count(*) / any_value(player_count) as ending_seats
from seats
join games using (game_id)
join rulesets using (ruleset_hash)
where ended_by = 'line' and complete_lines >= (definition ->> '$.end_complete_lines')::int
group by game_id

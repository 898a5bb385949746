-- One row per game and seat.
-- Must hold: In a finished game seats are ranked by score, then by the ruleset's keys, and the k winners have 1/k
-- each; in a stopped game only winners have a place, and where none is known nobody has a win_share.
with rules as (
    select
        ruleset_hash, coalesce((definition -> '$.tie_break')::varchar[], ['complete_lines']) as tie_break
    from rulesets
), tiles as (
    select game_id, seat, count("column") as wall_tiles from placements group by game_id, seat
), keyed as (
    select
        seats.game_id, seat, finished, score, place, win_share,
        list_transform(tie_break, lambda key: case key
            when 'complete_lines' then complete_lines
            when 'complete_columns' then complete_columns
            when 'complete_colors' then complete_colors
            when 'wall_tiles' then coalesce(wall_tiles, 0)
        end) as keys
    from seats
    join games using (game_id)
    join rules using (ruleset_hash)
    left join tiles using (game_id, seat)
), ranked as (
    select
        *,
        rank() over (partition by game_id order by score desc, keys desc) as rank,
        count_if(place = 1) over (partition by game_id) as winners
    from keyed
)
select
    game_id, seat, score, keys, place, rank as expected_place, win_share, winners,
    case
        when finished or place is not null
        then coalesce(
            place = case when finished then rank else 1 end
            and abs(win_share - case when place = 1 then 1 / winners else 0 end) < 1e-9,
            false
        )
        when winners > 0 then coalesce(win_share = 0, false)
        else win_share is null
    end as holds
from ranked
order by game_id, seat

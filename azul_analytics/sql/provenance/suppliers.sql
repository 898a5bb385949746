-- One row per player of recorded games: in how many he sat, and what he won of those that count.
with recorded as (
    select game_id, source, counted from games_in_question where kind = 'recorded'
)
select
    recorded.source,
    player,
    count(distinct game_id) as games,
    count(distinct game_id) / (select count(*) from recorded) as part,
    count(distinct game_id) filter (where counted and win_share is not null) as counted_games,
    avg(win_share) filter (where counted) as win_share,
    avg(1 / player_count) filter (where counted and win_share is not null) as equal_share
from seats
join recorded using (game_id)
join games using (game_id)
where player is not null
group by recorded.source, player
order by games desc, recorded.source, player

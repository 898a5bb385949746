-- One row per selected game and seat of the player: when and whom against, and how it ended.
select
    game_id, epoch(played_at) as played, games.ruleset, games.player_count::bigint as player_count, kind,
    own.seat, coalesce(own.opening, false) as opening, own.score, own.place, own.win_share, finished,
    any_value(own.score) - avg(other.score) as margin,
    list(other.player order by other.seat) as opponents
from games_in_question
join games using (game_id)
join seats as own using (game_id)
join seats as other on other.game_id = games.game_id and other.seat <> own.seat
where own.player = $player
group by all
order by played nulls first, game_id, own.seat

-- One row per game and player: parts of the score, what floor spaces cost by cause, results by who opened. A player
-- is a name within a source and, of a program, its policy; who sat on several seats of a game has the mean of them.
-- What cannot be is null.
select
    any_value(games_in_question.ruleset) as ruleset,
    any_value(games_in_question.ruleset_hash) as ruleset_hash,
    any_value(games_in_question.player_count)::bigint as player_count,
    any_value(games_in_question.kind) as kind,
    games_in_question.source,
    player,
    coalesce(policy, '') as policy,
    group_number,
    unit_number,
    game_number,
    count(*) as seats,
    avg(tile_points) as tile_points,
    avg(floor_points) as floor_points,
    avg(bonus_points) as bonus_points,
    avg(marker) as marker_cost,
    avg(overflow) as overflow_cost,
    avg(chosen) as chosen_cost,
    avg(forced) as forced_cost,
    avg(blocked) as blocked_cost,
    avg(win_share) filter (where opening) as win_share_opening,
    avg(win_share) filter (where not opening) as win_share_not_opening,
    avg(score) filter (where opening) as score_opening,
    avg(score) filter (where not opening) as score_not_opening
from games_in_question
join seats using (game_id)
left join costs_by_cause using (game_id, seat)
where counted
group by group_number, unit_number, game_number, games_in_question.source, player, coalesce(policy, '')
order by ruleset, ruleset_hash, player_count, kind, games_in_question.source, player, policy, game_number

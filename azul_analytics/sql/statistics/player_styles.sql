-- One row per game and player: what the player did in it. A player is a name within a source and, of a
-- program, its policy; who sat on several seats of a game has the mean of them there. What did not occur is
-- null. Short lines are the upper two, long lines the lower two, whatever the size of the wall.
with drafts as (
    select
        game_number, seat,
        avg(tiles) as tiles_per_draft,
        avg((turns.source = 0)::double) as center_share,
        avg((destination in (1, 2))::double) as short_lines_share,
        avg((destination > length(line_counts_before) - 2)::double) as long_lines_share,
        avg(completed_line::double) as completing_share,
        coalesce(sum(tiles - tiles_on_line) filter (where destination > 0), 0) / sum(tiles) as overflow_share,
        count(*) filter (where took_marker) as markers,
        count(*) filter (where turn_in_round = 1) as first_drafts,
        exp(avg(ln(greatest(seconds, 0.1))) filter (where seconds is not null)) as seconds_per_draft
    from turns
    join games_in_question using (game_id)
    where counted
    group by all
),
losses as (
    select game_number, seat, avg(floor_points) as floor_points_per_round
    from floors
    join games_in_question using (game_id)
    where counted
    group by all
),
placed as (
    select game_number, seat, avg(points) as points_per_placement
    from placements
    join games_in_question using (game_id)
    where counted and "column" is not null
    group by all
)
select
    any_value(games_in_question.ruleset) as ruleset,
    any_value(games_in_question.ruleset_hash) as ruleset_hash,
    any_value(games_in_question.player_count)::bigint as player_count,
    any_value(kind) as kind,
    games_in_question.source,
    player,
    coalesce(policy, '') as policy,
    group_number,
    unit_number,
    game_number,
    count(*) as seats,
    avg(tiles_per_draft) as tiles_per_draft,
    avg(center_share) as center_share,
    avg(short_lines_share) as short_lines_share,
    avg(long_lines_share) as long_lines_share,
    avg(completing_share) as completing_share,
    avg(overflow_share) as overflow_share,
    avg(floor_points_per_round) as floor_points_per_round,
    avg(markers / nullif(rounds, 0)) as marker_share,
    avg(first_drafts / nullif(rounds, 0)) as first_draft_share,
    avg(points_per_placement) as points_per_placement,
    avg(complete_lines) as lines,
    avg(complete_columns) as columns,
    avg(complete_colors) as colors,
    avg(seconds_per_draft) as seconds_per_draft
from games_in_question
join games using (game_id)
join seats using (game_id)
left join drafts using (game_number, seat)
left join losses using (game_number, seat)
left join placed using (game_number, seat)
where counted
group by group_number, unit_number, game_number, games_in_question.source, player, coalesce(policy, '')
order by ruleset, ruleset_hash, player_count, kind, games_in_question.source, player, policy, game_number

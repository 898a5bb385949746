-- One row per group of recorded games: what the opening seat won of finished games, and the stopped ones beside them.
-- lead_share: its share of the lead (the best score when the game was stopped; shared by those who have it).
with leads as (
    select
        game_id,
        max(score) as best,
        count(*) filter (where score = best_score) as leaders,
        bool_or(opening and score = best_score) as opening_leads,
        max(win_share) filter (where opening) as win_share,
        bool_or(opening) as opening_known
    from (select *, max(score) over (partition by game_id) as best_score from seats)
    group by game_id
)
select
    games_in_question.ruleset,
    games_in_question.ruleset_hash,
    games_in_question.player_count::bigint as player_count,
    kind,
    count(*) filter (where finished and win_share is not null) as games,
    avg(win_share) filter (where finished) as win_share,
    count(*) filter (where not finished and opening_known) as games_stopped,
    avg(case when opening_leads then 1 / leaders else 0 end) filter (where not finished and opening_known)
        as lead_share
from games_in_question
join games using (game_id)
join leads using (game_id)
where kind = 'recorded'
group by all
order by 1, 2, 3, 4

-- One row per game whose seats are all rated: its third by rating, and what the opening seat achieved.
-- Thirds are of the games that count of one source, ruleset, player count and kind, by the mean rating at the table:
-- ratings of two sources are not on one scale.
with tables as (
    select
        game_id,
        avg(rating) as rating,
        count(*) = count(rating) as all_rated,
        max(rating) filter (where opening) - avg(rating) filter (where not opening) as rating_lead,
        max(win_share) filter (where opening) as win_share,
        max(score) filter (where opening) - avg(score) filter (where not opening) as margin
    from seats
    group by game_id
)
select
    game_id,
    ntile(3) over (partition by group_number, source order by rating, game_id) as rating_third,
    win_share,
    margin,
    rating,
    rating_lead
from tables
join games_in_question using (game_id)
where counted and all_rated and win_share is not null

-- One row per game and round, in groups of games that have any recorded time: seconds per draft.
-- A round without a time has no seconds, and its drafts count as not recorded.
with timed as (
    select distinct group_number
    from turns
    join games_in_question using (game_id)
    where seconds is not null
)
select
    game_id,
    round::bigint as round,
    median(seconds) as median_seconds,
    avg(seconds) as mean_seconds,
    quantile_cont(seconds, 0.9) as percentile_90_seconds,
    count(seconds) / count(*) as recorded_share
from turns
join games_in_question using (game_id)
where group_number in (select group_number from timed)
group by game_id, round
order by game_id, round

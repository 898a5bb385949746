-- One row per game: its group, its unit of inference, and whether the filters let it count.
-- Every statistic reads this table, so that all of them filter in the same place.
-- kind: simulated where the source says so or every seat is a program, else recorded.
-- unit: games of one block of a designed experiment are one unit, any other game is its own.
create or replace temp table games_in_question as
with programs as (
    select game_id, bool_and(coalesce(bot, false)) as only_bots
    from seats
    group by game_id
)
select
    games.game_id,
    games.source,
    games.ruleset,
    games.ruleset_hash,
    games.player_count,
    case when games.source = 'simulated' or coalesce(programs.only_bots, false)
        then 'simulated' else 'recorded' end as kind,
    case when games.block is null then 'game ' || games.game_id
        else 'block ' || coalesce('of experiment ' || games.experiment, 'of source ' || games.source)
            || ' ' || games.block end as unit,
    games.finished or not $finished_only as counted
from games
left join programs using (game_id)
order by games.game_id

-- One row per source and kind of games; dates in seconds since 1970, UTC.
with names as (
    select games_in_question.source, kind, count(distinct player) as players
    from seats
    join games_in_question using (game_id)
    group by games_in_question.source, kind
),
counts as (
    select
        games.source,
        kind,
        count(*) as games,
        count(*) filter (where not games.finished) as stopped,
        count(*) filter (where played_at is null) as undated,
        epoch(min(played_at))::bigint as earliest,
        epoch(max(played_at))::bigint as latest
    from games
    join games_in_question using (game_id)
    group by games.source, kind
)
select
    source,
    kind,
    counts.games::bigint as games,
    counts.stopped::bigint as stopped,
    names.players::bigint as players,
    counts.undated::bigint as undated,
    counts.earliest,
    counts.latest
from counts
join names using (source, kind)
order by counts.games desc, source, kind

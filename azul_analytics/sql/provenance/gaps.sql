-- One row per gap between two recorded games that follow each other in time; moments in seconds since 1970, UTC.
with moments as (
    select distinct epoch(played_at)::bigint as moment
    from games
    join games_in_question using (game_id)
    where kind = 'recorded' and played_at is not null
)
select lag(moment) over (order by moment) as begins, moment as ends
from moments
qualify begins is not null
order by ends - begins desc, begins

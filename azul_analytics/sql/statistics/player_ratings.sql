-- One row per ruleset, player count, kind of games, player, opponent and who of the two opened (1: the player,
-- -1: the opponent, 0: neither, or not recorded): how much they met, and how much of it the player won.
-- A player is a name within a source and, of a program, its policy. `met` and `won` count a game once for
-- each pair of seats, divided by the games of its unit; an equal place is half a win. Who met nobody has one
-- row without an opponent.
with seated as (
    select
        group_number, unit_number, game_id, win_share, place,
        coalesce(opening, false)::integer as opens,
        dense_rank() over (order by group_number, games_in_question.source, player, coalesce(policy, ''))::integer
            as player_number,
        games_in_question.source, player, coalesce(policy, '') as policy
    from seats
    join games_in_question using (game_id)
    where counted
),
sizes as (
    select unit_number, count(*) as games
    from games_in_question
    where counted
    group by unit_number
),
pairs as (
    select
        one.player_number,
        other.player_number as opponent_number,
        one.unit_number,
        one.opens - other.opens as opened,
        case
            when one.place < other.place or one.win_share > other.win_share then 1.0
            when one.place > other.place or one.win_share < other.win_share then 0.0
            when one.place = other.place or one.win_share > 0 then 0.5
        end as won
    from seated as one
    join seated as other using (game_id)
    where one.player_number <> other.player_number
),
meetings as (
    select
        player_number, opponent_number, opened,
        sum(1.0::double / games) as met,
        sum(won::double / games) as won
    from pairs
    join sizes using (unit_number)
    where won is not null
    group by all
),
players as (
    select
        player_number, group_number, source, player, policy,
        count(distinct game_id) as games,
        count(distinct unit_number) as units
    from seated
    group by all
),
groups as (
    select group_number, ruleset, ruleset_hash, player_count, kind
    from games_in_question
    group by all
)
select
    ruleset,
    ruleset_hash,
    player_count::bigint as player_count,
    kind,
    source,
    player,
    policy,
    games::bigint as games,
    units::bigint as units,
    player_number,
    coalesce(opponent_number, player_number) as opponent_number,
    coalesce(opened, 0)::bigint as opened,
    coalesce(met, 0) as met,
    coalesce(won, 0) as won
from players
join groups using (group_number)
left join meetings using (player_number)
order by ruleset, ruleset_hash, player_count, kind, games desc, player_number, opponent_number, opened

-- One row per game with a record, and seat of seats or of the record.
-- Must hold: player, rating, bot and policy of a seat are what the record says of its player, and the winners of
-- a stopped game are those that it names.
with said as (
    select
        game_id,
        from_json(
            record -> '$.players', '[{"name":"VARCHAR","rating":"DOUBLE","bot":"BOOLEAN","policy":"VARCHAR"}]'
        ) as players,
        coalesce(try_cast(record -> '$.result.winners' as int[]), []) as winners
    from records
    where json_valid(record)
), players as (
    select
        game_id, winners, generate_subscripts(players, 1) - 1 as seat,
        unnest(players, recursive := true)
    from said
), known as (
    select seats.*, finished
    from seats
    join games using (game_id)
    semi join records using (game_id)
)
select
    game_id, seat, player, name as said_player, known.rating, players.rating as said_rating, known.bot,
    players.bot as said_bot, known.policy, players.policy as said_policy, place,
    coalesce(
        player = name
        and known.rating is not distinct from players.rating
        and known.bot is not distinct from players.bot
        and known.policy is not distinct from players.policy
        and (finished or coalesce(place = 1, false) = list_contains(winners, seat)),
        false
    ) as holds
from known
full join players using (game_id, seat)
order by game_id, seat

-- One row per game of asked_games, turn, source and color that has tiles before the draft.
--
-- What a factory was dealt lies there until it is drafted from; then the other colors lie in the center, until they are
-- drafted there. `spans` are these times, from turn to turn.
with asked as (
    select game_id, turns from games semi join asked_games using (game_id)
), drafts as (
    select game_id, round, turn, source, color, tiles from turns semi join asked using (game_id)
), starts as (
    select rounds.game_id, rounds.round, coalesce(min(turn), any_value(asked.turns) + 1) as turn
    from rounds
    join asked using (game_id)
    left join drafts using (game_id, round)
    group by rounds.game_id, rounds.round
), dealt as (
    select game_id, round, factory as source, color, tiles
    from (
        unpivot (from deals semi join asked using (game_id))
        on blue, yellow, red, black, turquoise, green, purple into name color value tiles
    )
    where tiles > 0
), moved as ( -- to the center, and away from it
    select drafts.game_id, drafts.round, drafts.turn, dealt.color, dealt.tiles::int as tiles
    from drafts
    join dealt using (game_id, round, source)
    where dealt.color <> drafts.color::varchar
    union all
    select game_id, round, turn, color::varchar, -tiles::int from drafts where source = 0
), centers as (
    select
        game_id, color, turn + 1 as from_turn, lead(turn) over later as to_turn, sum(tiles) over later as tiles
    from moved
    window later as (partition by game_id, round, color order by turn)
), spans as (
    select dealt.game_id, source, dealt.color, dealt.tiles, starts.turn as from_turn, drafts.turn as to_turn
    from dealt
    join starts using (game_id, round)
    left join drafts using (game_id, round, source)
    union all
    select game_id, 0, color, tiles, from_turn, to_turn from centers where tiles > 0
)
select
    game_id, unnest(range(from_turn, coalesce(to_turn, turns + 1) + 1))::usmallint as turn,
    source::utinyint as source, color, tiles::utinyint as tiles
from spans
join asked using (game_id)
order by game_id, turn, source, color

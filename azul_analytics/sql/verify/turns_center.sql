-- One row per turn with the center as its source.
-- Must hold: A draft from the center takes all tiles of its color that lie there.
--
-- Each draft from a factory leaves its other tiles in the center. Counts of all colors are one number, 8 bits a
-- color, so that they are summed at once. To sort by a number is three times faster than by a game_id.
with numbered as (
    select game_id, (row_number() over ())::int as number from games
), factories as (
    select
        game_id, round, factory,
        blue + (yellow::bigint << 8) + (red::bigint << 16) + (black::bigint << 24) + (turquoise::bigint << 32)
        + (green::bigint << 40) + (purple::bigint << 48) as tiles
    from deals
), moves as (
    select
        turns.game_id, number, turn, turns.round, source, color, turns.tiles,
        coalesce(factories.tiles, 0) - (turns.tiles::bigint << (8 * enum_code(color))) as to_center
    from turns
    join numbered using (game_id)
    left join factories
        on factories.game_id = turns.game_id and factories.round = turns.round and factories.factory = turns.source
), centers as (
    select
        game_id, turn, round, source, color, tiles,
        coalesce(sum(to_center) over (
            partition by number, round order by turn rows between unbounded preceding and 1 preceding
        ), 0)::bigint as center
    from moves
)
select
    game_id, turn, round, color, tiles, (center >> (8 * enum_code(color))) & 255 as expected,
    tiles = (center >> (8 * enum_code(color))) & 255 as holds
from centers
where source = 0
order by game_id, turn

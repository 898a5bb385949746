-- One row per game and round.
-- Must hold: After each deal, the tiles of every color in bag, lid, factories, lines and walls are all tiles
-- that the ruleset has of it, and bag, lid and refilled are as the deals and drafts leave them.
--
-- Of each color a round keeps on lines and walls what was drafted to lines, less what completed lines gave up.
-- What is neither kept nor dealt lies in bag or lid: all of it in the bag after a refill, and the bag loses only
-- what is dealt. Counts of all colors are one number, 16 bits a color, so sums and differences are of all colors
-- at once; `% 65535` adds the colors up, and with `half` added a color's highest bit is 1 if it is not negative.
with rules as (
    select
        ruleset_hash,
        (definition -> '$.line_capacities')::int[] as capacities,
        list_sum([
            coalesce(definition ->> concat('$.tiles_per_color[', i - 1, ']'), definition ->> '$.tiles_per_color')::hugeint
            << (16 * enum_code(color::color))
            for color, i in (definition -> '$.colors')::varchar[]
        ]) as tiles
    from rulesets
), dealt as (
    select
        game_id, round,
        sum(
            blue + (yellow::hugeint << 16) + (red::hugeint << 32) + (black::hugeint << 48)
            + (turquoise::hugeint << 64) + (green::hugeint << 80) + (purple::hugeint << 96)
        ) as dealt
    from deals
    group by game_id, round
), to_lines as (
    select game_id, round, sum(tiles_on_line::hugeint << (16 * enum_code(color))) as tiles
    from turns
    group by game_id, round
), given_up as (
    select
        placements.game_id, round,
        sum((capacities[line] - ("column" is not null)::int)::hugeint << (16 * enum_code(color))) as tiles
    from placements
    join games using (game_id)
    join rules using (ruleset_hash)
    group by placements.game_id, round
), sums as (
    select
        rounds.game_id, round, refilled, tiles_dealt, bag_after_deal, lid_after_deal, dealt, rules.tiles,
        coalesce(sum(coalesce(dealt, 0)) over past, 0) as dealt_before,
        coalesce(sum(coalesce(to_lines.tiles, 0) - coalesce(given_up.tiles, 0)) over past, 0) as kept
    from rounds
    join games using (game_id)
    join rules using (ruleset_hash)
    left join dealt using (game_id, round)
    left join to_lines using (game_id, round)
    left join given_up using (game_id, round)
    window past as (
        partition by rounds.game_id order by round rows between unbounded preceding and 1 preceding
    )
), bags as (
    select
        *,
        coalesce(last_value(case when refilled then tiles - kept + dealt_before end ignore nulls) over past, tiles)
        - dealt_before - dealt as bag,
        coalesce(
            last_value(case when refilled then tiles - kept + dealt_before end ignore nulls) over (
                partition by game_id order by round rows between unbounded preceding and 1 preceding
            ),
            tiles
        ) - dealt_before as bag_before
    from sums
    window past as (partition by game_id order by round rows between unbounded preceding and current row)
), checked as (
    select *, tiles - kept - dealt - bag as lid,
        (1::hugeint << 15) + (1::hugeint << 31) + (1::hugeint << 47) + (1::hugeint << 63) + (1::hugeint << 79)
        + (1::hugeint << 95) + (1::hugeint << 111) as half
    from bags
)
select
    game_id, round, bag_after_deal, (bag % 65535)::int as bag, lid_after_deal, (lid % 65535)::int as lid, refilled,
    coalesce(
        (bag + half) & half = half and (lid + half) & half = half
        and bag_after_deal = bag % 65535 and lid_after_deal = lid % 65535
        and refilled = (tiles_dealt > bag_before % 65535)
        and (not refilled or (dealt - bag_before + half) & half = half),
        false
    ) as holds
from checked
order by game_id, round

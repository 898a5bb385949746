-- One row per game and round.
-- Must hold: After each deal, the tiles of every color in bag, lid, factories, lines and walls are all tiles
-- that the ruleset has of it, and bag, lid and refilled are as the deals and drafts leave them.
--
-- Of each color a round keeps on lines and walls what was drafted to lines, less what completed lines gave up.
-- What is neither kept nor dealt lies in bag or lid: all of it in the bag after a refill, and the bag loses only
-- what is dealt.
with rules as (
    select
        ruleset_hash,
        (definition ->> '$.tiles_per_color')::int as tiles,
        (definition -> '$.line_capacities')::int[] as capacities,
        unnest((definition -> '$.colors')::varchar[]) as color
    from rulesets
), dealt as (
    unpivot (
        select
            game_id, round,
            sum(blue) as blue, sum(yellow) as yellow, sum(red) as red, sum(black) as black,
            sum(turquoise) as turquoise, sum(green) as green, sum(purple) as purple
        from deals
        group by game_id, round
    ) on blue, yellow, red, black, turquoise, green, purple into name color value dealt
), to_lines as (
    select game_id, round, color::varchar as color, sum(tiles_on_line) as tiles
    from turns
    group by game_id, round, color
), given_up as (
    select
        placements.game_id, round, placements.color::varchar as color,
        sum(capacities[line] - ("column" is not null)::int) as tiles
    from placements
    join games using (game_id)
    join rules on rules.ruleset_hash = games.ruleset_hash and rules.color = placements.color::varchar
    group by placements.game_id, round, placements.color
), changes as (
    select
        rounds.game_id, round, color, rules.tiles, refilled,
        coalesce(dealt, 0)::int as dealt,
        (coalesce(to_lines.tiles, 0) - coalesce(given_up.tiles, 0))::int as kept
    from rounds
    join games using (game_id)
    join rules using (ruleset_hash)
    left join dealt using (game_id, round, color)
    left join to_lines using (game_id, round, color)
    left join given_up using (game_id, round, color)
), sums as (
    select
        *,
        sum(dealt) over past as dealt_so_far,
        tiles - dealt - (sum(kept) over past - kept) as rest
    from changes
    window past as (partition by game_id, color order by round)
), bags as (
    select
        game_id, round, color, refilled, dealt, tiles, rest,
        coalesce(last_value(case when refilled then rest + dealt_so_far end ignore nulls) over past, tiles)
        - dealt_so_far as bag
    from sums
    window past as (partition by game_id, color order by round)
), checked as (
    select
        game_id, round, bag, rest - bag as lid, dealt,
        coalesce(lag(bag) over (partition by game_id, color order by round), tiles) as bag_before
    from bags
), totals as (
    select
        game_id, round, sum(bag)::int as bag, sum(lid)::int as lid, sum(bag_before)::int as bag_before,
        bool_and(bag >= 0 and lid >= 0) as enough, bool_and(dealt >= bag_before) as bag_emptied
    from checked
    group by game_id, round
)
select
    game_id, round, bag_after_deal, bag, lid_after_deal, lid, refilled,
    enough and bag_after_deal = bag and lid_after_deal = lid
    and refilled = (tiles_dealt > bag_before)
    and (not refilled or bag_emptied) as holds
from rounds
join totals using (game_id, round)
order by game_id, round

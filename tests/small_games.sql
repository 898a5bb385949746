-- Three small games in which every check of `azul verify` finds rows, and no fault. Worked out by hand.
--
-- Their rulesets have three colors (five tiles each), three factories of two tiles, lines of 1, 2 and 3 spaces,
-- a floor of -1 -2, bonuses 2 / 3 / 4, and a free wall. `tiny` doubles (1,1), which is blue; `tiny_printed`
-- prints (1,1) blue, (2,2) yellow, (2,3) red. small_games.py puts `rulesets` in beforehand.
--
-- hand/a (tiny) ends by a line in round 3: a round without a marker, a refill, a doubled tile, a floor that is
-- full when the marker and a tile come, a score held at zero.
-- hand/b (tiny_printed) is conceded in round 3: no marker (the seat after the last draft starts), a blocked line
-- whose tiles find room for one on the floor, an unfinished round.
-- hand/c (tiny) is abandoned before its first deal.

-- What a log would say of them, in canonical JSON.
insert into records values
    ('hand/a', '{"block":7,"deal_seed":"7-1","experiment":"openings","format":"azul-log/1","id":"a","meta":{"table":4},'
     '"opening_seat":0,"played_at":"2026-11-29T21:15:00+01:00",'
     '"players":[{"name":"Ana","rating":1630.5},{"bot":true,"name":"Beto","policy":"greedy"}],'
     '"result":{"ended_by":"line","winners":[0]},"rounds":['
     '{"deal":"BB YY RR","drafts":"1B2 2Y1 3R1","seconds":[3.5,4,0.5],"tiling":["12 22","12"]},'
     '{"deal":"BY BR YR","drafts":"1B1 2R2 CY3 3YF CR2 CB1","tiling":["11","13"]},'
     '{"deal":"BY RR BY","drafts":"1Y1 2R2 3BF CBF CY3","tiling":["13","21"]}],"ruleset":"tiny"}'),
    ('hand/b', '{"format":"azul-log/1","id":"b","opening_seat":1,"players":[{"name":"Ana"},{"name":"Beto"}],'
     '"result":{"ended_by":"conceded","winners":[1]},"rounds":['
     '{"deal":"BB YY RR","drafts":"1B1 2Y2 3R3","tiling":["22","11"]},'
     '{"deal":"BB YR YR","drafts":"3Y1 1B2 2R2 CR3 CY3","tiling":["13","31"]},'
     '{"deal":"BY BR BR","drafts":"1Y1"}],"ruleset":"tiny_printed"}'),
    ('hand/c', '{"format":"azul-log/1","id":"c","opening_seat":0,"players":[{"name":"Ana"},{"name":"Beto"}],'
     '"result":{"ended_by":"abandoned"},"rounds":[],"ruleset":"tiny"}');

insert into games by name
select
    game_id, 'hand' as source, id, ruleset, ruleset_hash, 2 as player_count, opening_seat, rounds, turns, ended_by,
    finished, 'drafts' as detail, experiment, block, deal_seed, played_at, meta, 'logs/hand.jsonl.gz' as log_file,
    log_line, sha256(record) as log_hash
from (values
    ('a', 'tiny', 0, 3, 14, 'line', true, 1, 'openings', '7', '7-1', '2026-11-29T20:15:00Z'::timestamptz, '{"table":4}'),
    ('b', 'tiny_printed', 1, 3, 9, 'conceded', false, 2, null, null, null, null, null),
    ('c', 'tiny', 0, 0, 0, 'abandoned', false, 3, null, null, null, null, null)
) as given (
    id, ruleset, opening_seat, rounds, turns, ended_by, finished, log_line, experiment, block, deal_seed, played_at, meta
)
join rulesets using (ruleset)
join records on records.game_id = 'hand/' || id;

insert into rejects values
    ('hand.jsonl', 4, null, 'bad-json', null, null, null, 'No JSON object.', repeat('0', 64)),
    ('hand.jsonl', 5, 'hand/d', 'line-full', 1, 2, 1, 'Line 1 is full.', repeat('1', 64));

insert into seats by name
select
    game_id, seat, player, rating, bot, policy, opening, tile_points, floor_points, bonus_points, score,
    complete_lines, 0 as complete_columns, 0 as complete_colors, place, win_share
from (values
    ('hand/a', 0, 'Ana', 1630.5, null, null, true, 10, -3, 2, 9, 1, 1, 1.0),
    ('hand/a', 1, 'Beto', null, true, 'greedy', false, 4, -4, 0, 0, 0, 2, 0.0),
    ('hand/b', 0, 'Ana', null, null, null, false, 2, 0, 0, 2, 0, null, 0.0),
    ('hand/b', 1, 'Beto', null, null, null, true, 2, -2, 0, 0, 0, 1, 1.0),
    ('hand/c', 0, 'Ana', null, null, null, true, 0, 0, 0, 0, 0, null, null),
    ('hand/c', 1, 'Beto', null, null, null, false, 0, 0, 0, 0, 0, null, null)
) as given (
    game_id, seat, player, rating, bot, policy, opening, tile_points, floor_points, bonus_points, score,
    complete_lines, place, win_share
);

-- game_id, round, first_seat, marker_seat, turns, tiles_dealt, bag_after_deal, lid_after_deal, refilled
insert into rounds values
    ('hand/a', 1, 0, null, 3, 6, 9, 0, false),
    ('hand/a', 2, 0, 0, 6, 6, 3, 3, false),
    ('hand/a', 3, 0, 1, 5, 6, 1, 0, true),
    ('hand/b', 1, 1, null, 3, 6, 9, 0, false),
    ('hand/b', 2, 0, 1, 5, 6, 3, 2, false),
    ('hand/b', 3, 1, null, 1, 6, 3, 0, true);

-- game_id, round, factory, blue, yellow, red, black, turquoise, green, purple
insert into deals values
    ('hand/a', 1, 1, 2, 0, 0, 0, 0, 0, 0), ('hand/a', 1, 2, 0, 2, 0, 0, 0, 0, 0), ('hand/a', 1, 3, 0, 0, 2, 0, 0, 0, 0),
    ('hand/a', 2, 1, 1, 1, 0, 0, 0, 0, 0), ('hand/a', 2, 2, 1, 0, 1, 0, 0, 0, 0), ('hand/a', 2, 3, 0, 1, 1, 0, 0, 0, 0),
    ('hand/a', 3, 1, 1, 1, 0, 0, 0, 0, 0), ('hand/a', 3, 2, 0, 0, 2, 0, 0, 0, 0), ('hand/a', 3, 3, 1, 1, 0, 0, 0, 0, 0),
    ('hand/b', 1, 1, 2, 0, 0, 0, 0, 0, 0), ('hand/b', 1, 2, 0, 2, 0, 0, 0, 0, 0), ('hand/b', 1, 3, 0, 0, 2, 0, 0, 0, 0),
    ('hand/b', 2, 1, 2, 0, 0, 0, 0, 0, 0), ('hand/b', 2, 2, 0, 1, 1, 0, 0, 0, 0), ('hand/b', 2, 3, 0, 1, 1, 0, 0, 0, 0),
    ('hand/b', 3, 1, 1, 1, 0, 0, 0, 0, 0), ('hand/b', 3, 2, 1, 0, 1, 0, 0, 0, 0), ('hand/b', 3, 3, 1, 0, 1, 0, 0, 0, 0);

-- Walls: a bit a space, (1,1) 1, (1,2) 2, (1,3) 4, (2,1) 8, (2,2) 16, ...
insert into turns by name
select
    'hand/' || id as game_id, turn, round, turn_in_round, seat, source, color::color as color, tiles, destination,
    tiles_on_line, tiles_on_floor, tiles_to_lid, took_marker, completed_line, legal_drafts, lines_open, tiles_left,
    floor_before, score_before, wall_before, line_colors_before, line_counts_before, seconds
from (values
    ('a', 1, 1, 1, 0, 1, 'blue', 2, 2, 2, 0, 0, false, true, 12, 3, 6, 0, 0, 0, '---', '000'),
    ('a', 2, 1, 2, 1, 2, 'yellow', 2, 1, 1, 1, 0, false, true, 8, 3, 4, 0, 0, 0, '---', '000'),
    ('a', 3, 1, 3, 0, 3, 'red', 2, 1, 1, 1, 0, false, true, 3, 2, 2, 0, 0, 0, '-B-', '020'),
    ('a', 4, 2, 1, 0, 1, 'blue', 1, 1, 1, 0, 0, false, true, 20, 2, 6, 0, 2, 18, '---', '000'),
    ('a', 5, 2, 2, 1, 2, 'red', 1, 2, 1, 0, 0, false, false, 18, 3, 5, 0, 0, 2, '---', '000'),
    ('a', 6, 2, 3, 0, 0, 'yellow', 1, 3, 1, 0, 0, true, false, 11, 2, 4, 0, 2, 18, 'B--', '100'),
    ('a', 7, 2, 4, 1, 3, 'yellow', 1, 0, 0, 1, 0, false, false, 9, 1, 3, 0, 0, 2, '-R-', '010'),
    ('a', 8, 2, 5, 0, 0, 'red', 1, 2, 1, 0, 0, false, false, 3, 1, 2, 1, 2, 18, 'B-Y', '101'),
    ('a', 9, 2, 6, 1, 0, 'blue', 1, 1, 1, 0, 0, false, true, 3, 2, 1, 1, 0, 2, '-R-', '010'),
    ('a', 10, 3, 1, 0, 1, 'yellow', 1, 1, 1, 0, 0, false, true, 10, 2, 6, 0, 5, 19, '-RY', '011'),
    ('a', 11, 3, 2, 1, 2, 'red', 2, 2, 1, 1, 0, false, true, 10, 3, 5, 0, 1, 6, '-R-', '010'),
    ('a', 12, 3, 3, 0, 3, 'blue', 1, 0, 0, 1, 0, false, false, 4, 0, 3, 0, 5, 19, 'YRY', '111'),
    ('a', 13, 3, 4, 1, 0, 'blue', 1, 0, 0, 0, 1, true, false, 4, 1, 2, 1, 1, 6, '-R-', '020'),
    ('a', 14, 3, 5, 0, 0, 'yellow', 1, 3, 1, 0, 0, false, false, 2, 1, 1, 1, 5, 19, 'YRY', '111'),
    ('b', 1, 1, 1, 1, 1, 'blue', 2, 1, 1, 1, 0, false, true, 12, 3, 6, 0, 0, 0, '---', '000'),
    ('b', 2, 1, 2, 0, 2, 'yellow', 2, 2, 2, 0, 0, false, true, 8, 3, 4, 0, 0, 0, '---', '000'),
    ('b', 3, 1, 3, 1, 3, 'red', 2, 3, 2, 0, 0, false, false, 3, 2, 2, 1, 0, 0, 'B--', '100'),
    ('b', 4, 2, 1, 0, 3, 'yellow', 1, 1, 1, 0, 0, false, true, 18, 2, 6, 0, 1, 16, '---', '000'),
    ('b', 5, 2, 2, 1, 1, 'blue', 2, 2, 2, 0, 0, false, true, 13, 1, 5, 0, 0, 1, '--R', '002'),
    ('b', 6, 2, 3, 0, 2, 'red', 1, 2, 1, 0, 0, false, false, 8, 2, 3, 0, 1, 16, 'Y--', '100'),
    ('b', 7, 2, 4, 1, 0, 'red', 1, 3, 1, 0, 0, true, true, 5, 2, 2, 0, 0, 1, '-BR', '022'),
    ('b', 8, 2, 5, 0, 0, 'yellow', 1, 3, 1, 0, 0, false, false, 2, 1, 1, 0, 1, 16, 'YR-', '110'),
    ('b', 9, 3, 1, 1, 1, 'yellow', 1, 1, 1, 0, 0, false, true, 19, 3, 6, 0, 0, 65, '---', '000')
) as given (
    id, turn, round, turn_in_round, seat, source, color, tiles, destination, tiles_on_line, tiles_on_floor,
    tiles_to_lid, took_marker, completed_line, legal_drafts, lines_open, tiles_left, floor_before, score_before,
    wall_before, line_colors_before, line_counts_before
)
left join (values ('a', 1, 3.5), ('a', 2, 4), ('a', 3, 0.5)) as times (id, turn, seconds) using (id, turn);

-- game_id, round, seat, line, turn, column, color, horizontal, vertical, multiplier, points
insert into placements values
    ('hand/a', 1, 0, 1, 3, 2, 'red', 1, 1, 1, 1),
    ('hand/a', 1, 0, 2, 1, 2, 'blue', 1, 2, 1, 2),
    ('hand/a', 1, 1, 1, 2, 2, 'yellow', 1, 1, 1, 1),
    ('hand/a', 2, 0, 1, 4, 1, 'blue', 2, 1, 2, 4),
    ('hand/a', 2, 1, 1, 9, 3, 'blue', 2, 1, 1, 2),
    ('hand/a', 3, 0, 1, 10, 3, 'yellow', 3, 1, 1, 3),
    ('hand/a', 3, 1, 2, 11, 1, 'red', 1, 1, 1, 1),
    ('hand/b', 1, 0, 2, 2, 2, 'yellow', 1, 1, 1, 1),
    ('hand/b', 1, 1, 1, 1, 1, 'blue', 1, 1, 1, 1),
    ('hand/b', 2, 0, 1, 4, 3, 'yellow', 1, 1, 1, 1),
    ('hand/b', 2, 1, 2, 5, null, 'blue', null, null, null, 0),
    ('hand/b', 2, 1, 3, 7, 1, 'red', 1, 1, 1, 1);

-- game_id, round, seat, score_before, tile_points, spaces, marker, nominal_points, floor_points, score_after
insert into floors values
    ('hand/a', 1, 0, 0, 3, 1, false, -1, -1, 2),
    ('hand/a', 1, 1, 0, 1, 1, false, -1, -1, 0),
    ('hand/a', 2, 0, 2, 4, 1, true, -1, -1, 5),
    ('hand/a', 2, 1, 0, 2, 1, false, -1, -1, 1),
    ('hand/a', 3, 0, 5, 3, 1, false, -1, -1, 7),
    ('hand/a', 3, 1, 1, 1, 2, true, -3, -2, 0),
    ('hand/b', 1, 0, 0, 1, 0, false, 0, 0, 1),
    ('hand/b', 1, 1, 0, 1, 1, false, -1, -1, 0),
    ('hand/b', 2, 0, 1, 1, 0, false, 0, 0, 2),
    ('hand/b', 2, 1, 0, 1, 2, true, -3, -1, 0);

-- game_id, seat, kind, which, points
insert into bonuses values ('hand/a', 0, 'line', '1', 2);

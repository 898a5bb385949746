"""Statistics of drafts on games whose numbers are worked out by hand."""

from itertools import pairwise

import pytest
from answered import means, rows, store_sample
from hand_made import add_game, add_rows
from small_games import add_small_games

from azul_analytics.statistics import STATISTICS, Selection

EVERY = Selection(finished_only=False)
TINY = Selection(rulesets=["tiny"])


def add_rounds(database, game, rounds, scored=None):
    """Adds drafts, a list a round, with their turns; rounds up to `scored` (all) have floors."""
    turn = 0
    for round, drafts in enumerate(rounds, 1):
        add_rows(database, "rounds", game, [{"round": round, "turns": len(drafts)}])
        if scored is None or round <= scored:
            add_rows(database, "floors", game, [{"round": round, "seat": 0}, {"round": round, "seat": 1}])
        for turn_in_round, draft in enumerate(drafts, 1):
            turn += 1
            add_rows(database, "turns", game, [{"turn": turn, "round": round, "turn_in_round": turn_in_round, **draft}])


def test_drafts_by_turn(database):
    game = add_game(database, [40, 50], game="a")
    add_rounds(database, game, [
        [{"tiles": 2, "legal_drafts": 30, "completed_line": True}, {"tiles": 3, "source": 0, "tiles_on_floor": 1}],
        [{"tiles": 1, "legal_drafts": 20}, {"tiles": 2, "tiles_on_floor": 1, "tiles_to_lid": 1}, {"source": 0}],
    ])  # fmt: skip
    add_rounds(database, add_game(database, [40, 50], game="b"), [[{"tiles": 4, "legal_drafts": 35}]])
    frame = rows(database, "drafts_by_turn")
    assert means(database, "drafts_by_turn", "tiles_per_draft") == {1: (1.5 + 4) / 2, 2: 2.5, 3: 1}
    assert means(database, "drafts_by_turn", "legal_drafts") == {1: (25 + 35) / 2, 2: 30, 3: 30}
    assert means(database, "drafts_by_turn", "from_center") == {1: 0, 2: 1 / 2, 3: 1}
    assert means(database, "drafts_by_turn", "completing") == {1: (1 / 2 + 0) / 2, 2: 0, 3: 0}
    assert means(database, "drafts_by_turn", "tiles_fallen") == {1: 0, 2: (1 + 2) / 2, 3: 0}
    assert frame.loc[(2, "tiles_per_draft"), "games"] == 1


def test_drafts_by_round(database):
    """hand/a of small_games.sql, rounds of 3, 6 and 5 drafts."""
    add_small_games(database)
    found = {one: means(database, "drafts_by_round", one, selection=TINY)
             for one in STATISTICS["drafts_by_round"].measures}  # fmt: skip
    assert found["drafts"] == {1: 3, 2: 6, 3: 5}
    assert found["tiles_per_draft"] == pytest.approx({1: 2, 2: 1, 3: 6 / 5})
    assert found["from_center"] == pytest.approx({1: 0, 2: 3 / 6, 3: 2 / 5})
    assert found["completing"] == pytest.approx({1: 1, 2: 2 / 6, 3: 2 / 5})
    assert found["overflowing"] == pytest.approx({1: 2 / 3, 2: 0, 3: 1 / 5})  # what goes straight to the floor is none
    assert found["to_floor"] == pytest.approx({1: 0, 2: 1 / 6, 3: 2 / 5})
    assert found["legal_drafts"] == pytest.approx({1: 23 / 3, 2: 64 / 6, 3: 30 / 5})
    assert found["marker_turn"] == {2: 3, 3: 4}  # nobody took it in round 1


def test_last_drafts(database):
    # left 3, 2 and 1 in round 1; 1 in round 2
    game = add_game(database, [40, 50])
    add_rounds(database, game, [
        [{"tiles": 4, "legal_drafts": 9}, {"tiles": 2, "completed_line": True, "legal_drafts": 5},
         {"tiles": 3, "destination": 0, "lines_open": 0, "tiles_on_floor": 2, "tiles_to_lid": 1, "legal_drafts": 1}],
        [{"tiles": 1, "destination": 0, "lines_open": 1, "tiles_on_floor": 1, "legal_drafts": 3}],
    ])  # fmt: skip
    found = {one: means(database, "last_drafts", one) for one in STATISTICS["last_drafts"].measures}
    assert found["tiles_per_draft"] == {1: (3 + 1) / 2, 2: 2, 3: 4}
    assert found["tiles_fallen"] == {1: (3 + 1) / 2, 2: 0, 3: 0}
    assert found["forced_to_floor"] == {1: 1 / 2, 2: 0, 3: 0}  # the other one was chosen
    assert found["completing"] == {1: 0, 2: 1, 3: 0}
    assert found["legal_drafts"] == {1: 2, 2: 5, 3: 9}


def test_the_last_draft_of_an_unfinished_round_is_not_the_last(database):
    game = add_game(database, [40, 50], ended_by="conceded", rounds=2)
    add_rounds(database, game, [[{"tiles": 1}], [{"tiles": 4}]], scored=1)
    assert means(database, "last_drafts", "tiles_per_draft", selection=EVERY) == {1: 1}
    # a stopped game's last round that was drafted to the end is one like any other
    game = add_game(database, [40, 50], game="2", ended_by="round_limit", rounds=1)
    add_rounds(database, game, [[{"tiles": 3}]])
    assert means(database, "last_drafts", "tiles_per_draft", selection=EVERY) == {1: 2}


def test_only_eight_last_drafts_are_shown(database):
    add_rounds(database, add_game(database, [40, 50]), [[{"tiles": tiles} for tiles in range(1, 11)]])
    assert means(database, "last_drafts", "tiles_per_draft") == {left: 11 - left for left in range(1, 9)}


def test_lines_used(database):
    game = add_game(database, [40, 50], game="a", turns=4)
    add_rounds(database, game, [[
        {"destination": 1, "tiles": 1, "completed_line": True},
        {"destination": 1, "tiles": 3, "completed_line": True, "tiles_on_floor": 1, "tiles_to_lid": 1},
        {"destination": 4, "tiles": 2}, {"destination": 0, "tiles": 2, "tiles_on_floor": 2},
    ]])  # fmt: skip
    game = add_game(database, [40, 50], game="b", turns=1)
    add_rounds(database, game, [[{"destination": 4, "tiles": 4, "completed_line": True}]])
    # game b has no draft to line 1 nor to the floor: a share of 0 there, and no mean of drafts
    drafts = means(database, "lines_used", "drafts")
    assert drafts == {0: 1 / 8, 1: 1 / 4, 2: 0, 3: 0, 4: (1 / 4 + 1) / 2, 5: 0}
    assert sum(drafts.values()) == 1
    assert means(database, "lines_used", "tiles_per_draft") == {0: 2, 1: 2, 4: (2 + 4) / 2}
    assert means(database, "lines_used", "completing") == {0: 0, 1: 1, 4: 1 / 2}
    assert means(database, "lines_used", "overflowing") == {0: 1, 1: 1 / 2, 4: 0}


def test_lines_of_a_small_wall(database):
    """hand/a: of 14 drafts 7 12 13 go to the floor, 2 3 4 9 10 to line 1, 1 5 8 11 to line 2, 6 14 to line 3."""
    add_small_games(database)
    found = means(database, "lines_used", "drafts", selection=TINY)
    assert found == pytest.approx({0: 3 / 14, 1: 5 / 14, 2: 4 / 14, 3: 2 / 14})


def on_line(round, turn, line, counts, *, seat=0, done=False):
    return {"round": round, "turn": turn, "destination": line, "line_counts_before": counts, "seat": seat,
            "completed_line": done}  # fmt: skip


def test_a_line_is_open_from_its_first_tile_to_its_last(database):
    game = add_game(database, [40, 50])
    add_rows(database, "turns", game, [
        on_line(1, 1, 3, "00000"), on_line(2, 20, 3, "00100"), on_line(3, 40, 3, "00200", done=True),  # rounds 1 to 3
        on_line(4, 60, 3, "00000", done=True),  # the same line again, by one draft
        on_line(4, 61, 5, "00000"),  # never completed: not in it
        on_line(5, 80, 3, "00000"),  # begun a third time, and not completed
        on_line(1, 2, 3, "00000", seat=1, done=True),  # another seat's, in between
        on_line(1, 3, 0, "00000", seat=1),  # the floor is no line
    ])  # fmt: skip
    assert means(database, "line_durations", "rounds_open") == pytest.approx({3: (3 + 1 + 1) / 3})
    assert means(database, "line_durations", "drafts_needed") == pytest.approx({3: (3 + 1 + 1) / 3})
    assert means(database, "line_durations", "in_one_draft") == pytest.approx({3: 2 / 3})


def test_durations_of_three_small_lines(database):
    """hand/a, line 2: seat 0 by turn 1 alone in round 1, begun again in turn 8; seat 1 by turns 5 and 11 in rounds 2
    and 3. Line 1 by one draft each; line 3 never."""
    add_small_games(database)
    assert means(database, "line_durations", "rounds_open", selection=TINY) == {1: 1, 2: 1.5}
    assert means(database, "line_durations", "drafts_needed", selection=TINY) == {1: 1, 2: 1.5}
    assert means(database, "line_durations", "in_one_draft", selection=TINY) == {1: 1, 2: 0.5}


def test_durations_are_those_that_a_walk_through_the_drafts_finds(database):
    store_sample(database, "crystal_1-2p-greedy", "standard-4p-greedy", games=6)
    turns = database.query(
        "select game_id, player_count, round, seat, destination, completed_line from turns "
        "join games using (game_id) where destination > 0 order by game_id, turn"
    )
    begun, done = {}, []
    for row in turns.itertuples():
        place = row.game_id, row.seat, row.destination
        first, drafts = begun.pop(place, (row.round, 0))
        if row.completed_line:
            done.append((row.player_count, row.game_id, row.destination, row.round - first + 1, drafts + 1))
        else:
            begun[place] = first, drafts + 1
    frame = STATISTICS["line_durations"].function(database)
    for players, group in frame.groupby("player_count"):
        for measure, value in (("rounds_open", 3), ("drafts_needed", 4)):
            for line, found in group[group["measure"] == measure].set_index("line")["mean"].items():
                games = {}
                for one in done:
                    if one[0] == players and one[2] == line:
                        games.setdefault(one[1], []).append(one[value])
                right = sum(sum(values) / len(values) for values in games.values()) / len(games)
                assert found == pytest.approx(right), (players, line, measure)


def facing(colors, counts):
    return {"line_colors_before": colors, "line_counts_before": counts}


@pytest.mark.parametrize(
    ("color", "tiles", "colors", "counts", "denying"),
    [
        ("red", 2, "--R--", "00100", True),  # line 3 holds one of three: two complete it
        ("red", 1, "--R--", "00100", False),  # too few
        ("red", 4, "--R--", "00100", True),  # more than it takes complete it too
        ("blue", 2, "--R--", "00100", False),  # another color
        ("red", 1, "R----", "10000", False),  # a full line takes none
        ("red", 3, "RR---", "12000", False),  # two full lines
        ("red", 1, "RR---", "11000", True),  # line 1 is full, but line 2 lacks one
        ("red", 5, "-----", "00000", False),  # an empty line would be completed as well, but was not begun
        ("black", 1, "-K---", "01000", True),  # K is black's letter, B is blue's
        ("black", 1, "-B---", "01000", False),
        ("blue", 1, "-B---", "01000", True),
        ("turquoise", 1, "----T", "00004", True),
        ("yellow", 1, "---Y-", "00020", False),
    ],
)
def test_denial(database, color, tiles, colors, counts, denying):
    game = add_game(database, [40, 50])
    add_rounds(database, game, [[
        {"seat": 0, "color": color, "tiles": tiles}, {"seat": 1, "color": "red", **facing(colors, counts)},
    ]])  # fmt: skip
    assert means(database, "denials", "denying") == {1: denying}


def test_only_the_next_seat_of_the_same_round_can_be_denied(database):
    game = add_game(database, [40, 50, 60])
    add_rounds(database, game, [
        # seat 0 takes what seat 2 wants, not seat 1; seat 1 takes it from seat 2; nobody comes after seat 2
        [{"seat": 0, "color": "red"}, {"seat": 1, "color": "red"},
         {"seat": 2, "color": "red", **facing("-R---", "01000")}],
        [{"seat": 0, "color": "red", **facing("-R---", "01000")}],
    ])  # fmt: skip
    assert means(database, "denials", "denying") == {1: 1 / 2}  # of two drafts; round 2 has none with a next one


def test_denials_of_lines_of_other_lengths(database):
    """hand/a: in round 2 seat 1 takes blue when seat 0 has no blue line (turn 9 is the last); turn 8 takes a red tile
    of which seat 1's line 2 lacks one: the only one of five with a next draft. In round 3 turn 10 takes yellow (seat 1
    has a red line only), 11 red (seat 0's line 2 lacks one red), 12 and 13 blue (nobody has begun blue)."""
    add_small_games(database)
    assert means(database, "denials", "denying", selection=TINY) == {1: 0, 2: 1 / 5, 3: 1 / 4}


def test_denials_are_those_that_a_walk_through_the_drafts_finds(database):
    store_sample(database, "standard-3p-greedy", games=8)
    drafts = database.query("select * from turns order by game_id, turn").to_dict("records")
    letters = {"blue": "B", "yellow": "Y", "red": "R", "black": "K", "turquoise": "T"}
    rounds = {}
    for taken, following in pairwise(drafts):
        if (taken["game_id"], taken["round"]) != (following["game_id"], following["round"]):
            continue
        lines = zip(
            following["line_colors_before"], map(int, following["line_counts_before"]), range(1, 6), strict=True
        )
        denied = any(
            color == letters[taken["color"]] and count < room <= count + taken["tiles"] for color, count, room in lines
        )
        rounds.setdefault((taken["round"], taken["game_id"]), []).append(denied)
    for round, found in means(database, "denials", "denying").items():
        games = [sum(values) / len(values) for (one, _), values in rounds.items() if one == round]
        assert found == pytest.approx(sum(games) / len(games))

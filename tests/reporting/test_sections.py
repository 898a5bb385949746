"""Sentences and tables of the sections: they follow from the data, and say what few data cannot show."""

import pytest
from hand_made import add_game, add_reject

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Facts, Figure, Table, Text
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.sections import FIRST_PLAYER, FLOOR
from azul_analytics.reporting.sections.method import method
from azul_analytics.reporting.sections.provenance import badge, banner, provenance

NOTHING, MARKER = (0, 0, False), (-1, -1, True)


@pytest.fixture
def answers(database):
    return Answers(database, load_brand())


def add_games(database, won, lost, **options):
    """Games of two players that the opening seat wins or loses by twenty points."""
    for number in range(won + lost):
        add_game(database, [60, 40] if number < won else [40, 60], game=f"{options} {number}", **options)


def said(section, answers):
    return [f"{finding.lead}. {finding.text}" for finding in section.findings(answers)]


def tables(blocks):
    return [block for block in blocks if isinstance(block, Table)]


def test_more_than_the_equal_share(database, answers):
    add_games(database, 15, 5)
    assert said(FIRST_PLAYER, answers) == [
        "standard, 2 players: opening seat. The opening seat won 75.0% of 20 games (95% interval 53.1 to "
        "88.8%), more than the equal share of 50.0%. Its score was 10.0 points above the mean of the "
        "others (+1.7 to +18.3)."
    ]


def test_less_than_the_equal_share(database, answers):
    add_games(database, 5, 15)
    (text,) = said(FIRST_PLAYER, answers)
    assert "25.0% of 20 games (95% interval 11.2 to 46.9%), less than the equal share of 50.0%." in text
    assert "10.0 points below the mean of the others" in text


def test_an_interval_that_holds_the_equal_share_shows_no_difference_and_no_balance(database, answers):
    add_games(database, 11, 9)
    (text,) = said(FIRST_PLAYER, answers)
    assert "no difference from the equal share of 50.0% is shown. These are too few to tell: at least " in text
    assert "would be needed to know the share to ±5 percentage points" in text
    assert "balance" not in text


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ([60, 40], "In the only game the opening seat won. This alone shows nothing"),
        ([40, 60], "In the only game another seat won. This alone shows nothing"),
        ([50, 50], "In the only game the win was shared. This alone shows nothing"),
    ],
)
def test_one_game(database, answers, scores, result):
    add_game(database, scores)
    (text,) = said(FIRST_PLAYER, answers)
    assert result in text
    assert "interval" not in text


def test_all_and_none(database, answers):
    add_games(database, 12, 0)
    add_games(database, 0, 12, ruleset="gray")
    won, lost = said(FIRST_PLAYER, answers)
    assert "won all of 12 games (95% interval 75.8 to 100.0%)" in won
    assert "won none of 12 games (95% interval 0.0 to 24.2%)" in lost


def test_few_games_get_no_verdict(database, answers):
    add_games(database, 3, 0)
    (text,) = said(FIRST_PLAYER, answers)
    assert "These are too few for a verdict" in text
    assert "more than" not in text


def test_stopped_games_alone(database, answers):
    add_game(database, [60, 40], ended_by="abandoned", winners=())
    assert "No game counts: 1 game was stopped" in said(FIRST_PLAYER, answers)[0]
    assert not [block for block in FIRST_PLAYER.body(answers) if isinstance(block, Figure)]
    assert any(isinstance(block, Text) and "No finished game" in block.text for block in FLOOR.body(answers))


def test_many_groups_are_summed_up_with_what_chance_would_show(database, answers):
    for ruleset in ("standard", "gray", "crystal_1", "crystal_2"):
        add_games(database, 15 if ruleset == "gray" else 10, 5 if ruleset == "gray" else 10, ruleset=ruleset)
    add_games(database, 1, 1, ruleset="standard_after_last")
    overview, *others = said(FIRST_PLAYER, answers)
    assert overview == (
        "all groups: opening seat. Of 4 groups of ruleset, player count and kind of games, in 1 the "
        "opening seat won more than its equal share (gray, 2 players) and in none the opening seat won "
        "less than its equal share. Chance alone would put 0.2 of 4 intervals clear of the equal share. 1 "
        "group has too few games."
    )
    assert len(others) == 2
    (table,) = tables(FIRST_PLAYER.body(answers))
    assert len(table.rows) == 5


def test_simulated_games_are_marked_in_sentences_and_tables(database, answers):
    add_games(database, 6, 4, source="simulated")
    assert said(FIRST_PLAYER, answers)[0].startswith("standard, 2 players, simulated: opening seat.")
    (table,) = tables(FIRST_PLAYER.body(answers))
    assert table.rows[0][2] == "simulated"


def test_the_table_of_the_opening_seat(database, answers):
    add_games(database, 15, 5)
    add_game(database, [50, 50], game="tie")
    add_game(database, [50, 40], game="left", ended_by="conceded", winners=())
    (table,) = tables(FIRST_PLAYER.body(answers))
    label, players, kind, n, ties, left_out, won, margin, difference = table.rows[0]
    assert (label, players, kind, n, ties, left_out) == ("standard", "2", "recorded", "21", "1", "1")
    assert won.startswith("73.8 (")  # 15.5 of 21
    assert margin.startswith("+9.5 (")  # 10 games of +20 more than of -20, over 21
    assert difference == "above"


def test_the_floor_finding_names_the_dearest_and_the_cheapest_round(database, answers):
    for number in range(4):
        late = (-6 - number % 2, -6 - number % 2, True)
        add_game(database, [40, 50], game=str(number), floors=[[MARKER, NOTHING], [late, late]])
    # round 2: means -6 -7 -6 -7, variance 1/3, t with 3 degrees of freedom 3.1824: half 0.92
    assert said(FLOOR, answers) == [
        "standard, 2 players: floor. A seat lost most on the floor in round 2, 6.5 points (95% interval "
        "5.6 to 7.4) in the mean, and least in round 1, 0.5 points (4 games). At least 6 games would be "
        "needed to know round 2 to ±0.5 points."
    ]


def test_rounds_whose_intervals_overlap_show_no_difference(database, answers):
    for number in range(4):
        dear, cheap = (-2 * number, -2 * number, True), (-number, -number, False)
        add_game(database, [40, 50], game=str(number), floors=[[cheap, NOTHING], [dear, NOTHING]])
    (text,) = said(FLOOR, answers)
    assert "lost most on the floor in round 2, 1.5 points" in text
    assert "Their intervals overlap: no difference between rounds is shown." in text


def test_the_floor_of_one_game(database, answers):
    add_game(database, [40, 50], floors=[[MARKER, NOTHING], [MARKER, MARKER]])
    assert said(FLOOR, answers) == [
        "standard, 2 players: floor. In the only game a seat lost most on the floor in round 2, 1.0 points in the mean."
    ]


def test_floor_tables_and_pictures(database, answers):
    for number in range(12):
        add_game(database, [40, 50], game=str(number), floors=[[MARKER, (-number, -number, False)]])
    body = FLOOR.body(answers)
    (table,) = tables(body)
    # game means -(1 + n) / 2 for n = 0..11: mean -3.25, variance 13/4, t with 11 degrees of freedom 2.201
    assert table.rows == [["standard", "2", "recorded", "12", "−3.25 ±1.15"]]
    assert len([block for block in body if isinstance(block, Figure)]) == 2
    assert all(block.alt for block in body if isinstance(block, Figure))
    (long,) = tables(FLOOR.appendix(answers))
    assert long.rows[0][:6] == ("standard", "2", "recorded", "1", "12", "−3.25 ±1.15")


def test_method_boxes_come_from_the_registry_and_say_the_same_only_once(database, answers):
    add_game(database, [40, 50], floors=[[MARKER, NOTHING]])
    boxes = [block for block in method(FLOOR.statistics, answers) if isinstance(block, Facts)]
    means, shares = (dict(box.items) for box in boxes)
    assert means["n"] == "2 seat-rounds in 1 row"
    assert means["Query"] == "statistics/floor_penalties.sql"
    assert shares["Caveats"] == "As for Floor penalties."


def test_the_label_of_simulated_games(database, answers):
    add_game(database, [40, 50], game="a")
    assert (badge(answers), banner(answers)) == ("", [])


def test_the_label_of_some_and_of_all_simulated_games(database):
    add_game(database, [40, 50], game="a", bots=[True, True])
    assert badge(Answers(database, load_brand())) == "Simulated games"
    add_game(database, [40, 50], game="b")
    (label,) = banner(Answers(database, load_brand()))
    assert label.lead == "Partly simulated"
    assert label.text.startswith("1 of 2 games were played by programs.")


def test_provenance(database, answers):
    add_game(database, [40, 50], game="a", players=["Ana", "Beto"])
    add_game(database, [40, 50], game="b", players=["Ana", "李"], source="李")
    add_reject(database, "bad-json", line=3)
    add_reject(database, "bad-json", line=4)
    add_reject(database, "line-full", file="other.jsonl")
    blocks = provenance(answers)
    facts = dict(next(block for block in blocks if isinstance(block, Facts)).items)
    assert facts["Games"] == "2, of them 2 finished, 0 stopped; 0 simulated"
    assert facts["Refused records"] == "3"
    sources, rulesets, rejects, files = tables(blocks)
    assert [row[:5] for row in sources.rows] == [
        ("club", "recorded", "1", "0", "2"),
        ("[U+674E]", "recorded", "1", "0", "2"),
    ]
    assert [row[:3] for row in rulesets.rows] == [("standard", "2", "2")]
    assert rejects.rows == [("bad-json", "2", "1"), ("line-full", "1", "1")]
    assert files.rows == [("club.jsonl", "2", "2"), ("other.jsonl", "0", "1")]


def test_the_fingerprint_is_the_hash_of_the_sorted_log_hashes(database, answers):
    import hashlib

    ids = [add_game(database, [40, 50], game=name) for name in ("b", "a")]
    hashes = sorted(hashlib.sha256(game_id.encode()).hexdigest() for game_id in ids)  # as hand_made writes them
    facts = dict(next(block for block in provenance(answers) if isinstance(block, Facts)).items)
    assert facts["Fingerprint"] == f"SHA-256 {hashlib.sha256(chr(10).join(hashes).encode()).hexdigest()}"

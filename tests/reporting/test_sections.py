"""Sentences and tables of the sections: they follow from the data, and say what few data cannot show."""

import pytest
from hand_made import add_game, add_reject

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Facts, Figure, Table, Text
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.sections import FIRST_PLAYER, FLOOR
from azul_analytics.reporting.sections.method import method
from azul_analytics.reporting.sections.provenance import badge, banner, provenance
from azul_analytics.reporting.sections.walls import _colors
from azul_analytics.rules.ruleset import parse_ruleset

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
        "88.8%), more than the equal share of 50.0%. Its margin over the mean of the others was +10.0 points "
        "(+1.7 to +18.3)."
    ]


def test_less_than_the_equal_share(database, answers):
    add_games(database, 5, 15)
    (text,) = said(FIRST_PLAYER, answers)
    assert "25.0% of 20 games (95% interval 11.2 to 46.9%), less than the equal share of 50.0%." in text
    assert "Its margin over the mean of the others was −10.0 points" in text


def test_an_interval_that_holds_the_equal_share_shows_no_difference_and_no_balance(database, answers):
    add_games(database, 11, 9)
    (text,) = said(FIRST_PLAYER, answers)
    assert "no difference from the equal share of 50.0% is shown, nor that there is none. These are too few" in text
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


def test_many_groups_are_judged_together(database, answers):
    # exact p of 17 of 20: 2 (1 + 20 + 190 + 1140) / 2^20 = 0.0026, and 0.0103 as the least of four, by Holm's method
    for ruleset in ("standard", "gray", "crystal_1", "crystal_2"):
        add_games(database, 17 if ruleset == "gray" else 10, 3 if ruleset == "gray" else 10, ruleset=ruleset)
    add_games(database, 1, 1, ruleset="standard_after_last")
    overview, *others = said(FIRST_PLAYER, answers)
    assert overview == (
        "all groups: opening seat. Of 4 groups of ruleset, player count and kind of games, tested together by Holm's "
        "method, in 1 the opening seat won more than its equal share (gray, 2 players) and in none the opening seat "
        "won less than its equal share. 1 group has too few games."
    )
    assert len(others) == 2
    (table,) = tables(FIRST_PLAYER.body(answers))
    assert len(table.rows) == 5


def test_what_is_clear_of_the_equal_share_by_itself_may_be_chance_among_several(database, answers):
    # exact p of 15 of 20: 2 (1 + 20 + 190 + 1140 + 4845 + 15504) / 2^20 = 0.0414; of two groups 0.083
    add_games(database, 15, 5)
    add_games(database, 10, 10, ruleset="gray")
    text, _ = said(FIRST_PLAYER, answers)
    assert (
        "no difference from the equal share of 50.0% is shown, nor that there is none. By itself its interval" in text
    )
    assert "tested together with the other groups, by Holm's method, p is 0.083." in text
    (table,) = tables(FIRST_PLAYER.body(answers))
    assert {row[-1] for row in table.rows} == {"none shown"}


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


def losing(database, late, games=12, **options):
    """Games in which the first seat loses a point in round 1 and `late(number)` points in round 2, the second nothing
    and as many."""
    for number in range(games):
        lost = (-late(number), -late(number), True)
        add_game(database, [40, 50], game=f"{options} {number}", floors=[[MARKER, NOTHING], [lost, lost]], **options)


def test_the_floor_finding_compares_the_dearest_and_the_cheapest_round(database, answers):
    losing(database, lambda number: 6 + number % 2)
    # round 2: 6 and 7 alternating, variance 3/11, t with 11 degrees of freedom 2.201: half 0.33; round 1 always 0.5
    (text,) = said(FLOOR, answers)
    assert text.startswith("standard, 2 players: floor. ")
    assert "round 2, 6.5 points (95% interval 6.2 to 6.8; 12 games)" in text
    assert "round 1, 0.5 points (" in text


def test_a_round_costs_more_where_intervals_are_clear(database, answers):
    for number in range(12):
        more = number % 2
        early, late = (-more, -more, False), (-6 - more, -6 - more, True)
        add_game(database, [40, 50], game=str(number), floors=[[early, early], [late, late]])
    # a mean of 0.5, of 6.5; the half of both intervals as above
    assert said(FLOOR, answers) == [
        "standard, 2 players: floor. The mean loss of a seat on the floor was highest in round 2, 6.5 points (95% "
        "interval 6.2 to 6.8; 12 games), and lowest in round 1, 0.5 points (95% interval 0.2 to 0.8; 12 games). Their "
        "intervals are clear of each other."
    ]


def test_few_games_get_no_verdict_on_the_floor(database, answers):
    losing(database, lambda number: 6 + number % 2, games=4)
    # the variance of 6 7 6 7 is 1/3; a width of 1 would take 4 * 1.96^2 / 3 = 5.1 games, but a verdict takes ten
    assert said(FLOOR, answers) == [
        "standard, 2 players: floor. On average a seat lost from 0.5 points (round 1; 4 games) to 6.5 points (round 2; "
        "4 games) on the floor. These are too few for a verdict: at least 10 games would be needed."
    ]


def test_rounds_whose_intervals_overlap_show_no_difference(database, answers):
    for number in range(12):
        dear, cheap = (-2 * number, -2 * number, True), (-number, -number, False)
        add_game(database, [40, 50], game=str(number), floors=[[cheap, NOTHING], [dear, NOTHING]])
    (text,) = said(FLOOR, answers)
    # means of 0 to 11 halved, and of 0 to 11: 2.75 and 5.5
    assert "The mean loss of a seat on the floor was highest in round 2, 5.5 points" in text
    assert "Their intervals are not clear of each other: no difference between rounds is shown." in text
    assert "lost more" not in text


def test_the_floor_finding_names_the_rounds_that_it_compares(database, answers):
    losing(database, lambda number: 6 + number % 2)
    dear = (-14, -14, False)
    add_game(database, [40, 50], game="long", floors=[[MARKER, NOTHING], [(-6, -6, True)] * 2, [dear, dear]])
    (text,) = said(FLOOR, answers)
    assert "round 3" not in text  # one game of thirteen
    assert "among the rounds that at least half of the games reached" in text


def test_the_floor_of_one_game(database, answers):
    add_game(database, [40, 50], floors=[[MARKER, NOTHING], [MARKER, MARKER]])
    assert said(FLOOR, answers) == [
        "standard, 2 players: floor. In the only game a seat lost most on the floor in round 2, 1.0 points on average. "
        "These are too few for a verdict: at least 10 games would be needed."
    ]


def test_recorded_games_are_spoken_of_and_drawn_before_many_simulated_ones(database, answers):
    for number in range(14):
        losing(database, lambda _: 6, games=11, ruleset=f"simulated_{number:02}", source="simulated")
    losing(database, lambda _: 6, games=2, ruleset="simulated_few", source="simulated")
    losing(database, lambda _: 6, games=3, ruleset="played")
    assert said(FLOOR, answers)[0].startswith("played, 2 players: floor.")
    assert said(FIRST_PLAYER, answers)[1].startswith("played, 2 players: opening seat.")
    assert said(FLOOR, answers)[1].startswith("simulated_00, 2 players, simulated: floor.")
    figures = [block for block in FLOOR.body(answers) if isinstance(block, Figure)]
    assert all("played, 2 players: round 1" in figure.alt for figure in figures)
    assert all("simulated_13" in figure.alt for figure in figures)
    assert all("simulated_few" not in figure.alt for figure in figures)
    assert all("Not drawn: 1 group of fewer than 10 simulated games." in figure.caption for figure in figures)


def test_rounds_beyond_the_table_are_named(database, answers):
    for number in range(12):
        add_game(database, [40, 50], game=str(number), floors=[[MARKER, NOTHING]] * 8)
    body = FLOOR.body(answers)
    (table,) = tables(body)
    assert table.columns[-1].title == "Round 6"
    assert any(isinstance(block, Text) and "Rounds 7 to 8: see the appendix." in block.text for block in body)


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


def test_the_label_of_some_and_of_all_rescored_games(database, answers):
    add_game(database, [40, 50], game="a")
    database.connection.execute("""update games set meta = '{"rescored": {"ruleset": "standard"}}'""")
    (label,) = banner(answers)
    assert (label.lead, label.text[:34]) == ("Rescored games", "All games were played by other rul")
    add_game(database, [40, 50], game="b", bots=[True, True])
    both = banner(Answers(database, load_brand()))
    assert [one.lead for one in both] == ["Partly simulated", "Rescored games"]
    assert both[1].text.startswith("1 of 2 games were played by other rules")


def test_the_colors_of_a_wall_are_those_of_its_spaces_that_take_one_only(database, answers):
    printed = '[{ line = 1, column = 2, color = "red", multiplier = 2 }, { line = 3, column = 1, multiplier = 3 }]'
    free = parse_ruleset(f'name = "free"\nextends = "gray"\nwall.printed = {printed}', "free")
    row = {"hash": free.hash, "name": free.name, "definition": free.definition}
    database.rows("insert into rulesets values ($hash, $name, $definition)", row)
    assert _colors(answers) == {(free.hash, 1, 2): "R"}


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
        ("‹Li›", "recorded", "1", "0", "2"),
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

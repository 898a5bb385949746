"""The reports for analysts and designers: what they say of hand-made games, and of which games they say it."""

import re

import pytest
from hand_made import add_game, add_reject, add_rows
from small_games import add_small_games

from azul_analytics.database import connect
from azul_analytics.reporting import FIRST_PLAYER, REPORTS, write_report
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Facts, Figure, Finding, Table, Text
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.claims import Claim, decided, mean_p
from azul_analytics.reporting.report import pages
from azul_analytics.reporting.sections import DECISION, GOING_FIRST, SCORES, supply
from azul_analytics.reporting.sections.answered import Asked, measure, needs, numbers
from azul_analytics.reporting.sections.comparing import compared
from azul_analytics.reporting.sections.provenance import provenance
from azul_analytics.statistics import Selection

FLOORS = [[(-1, -1, True), (0, 0, False)], [(-4, -4, False), (-2, -2, True)]]


@pytest.fixture
def answers(database):
    return Answers(database, load_brand())


def add_games(database, won, lost, scores=(60, 40), **options):
    """Games of two players that the opening seat wins or loses by twenty points."""
    high, low = scores
    for number in range(won + lost):
        both = [high, low] if number < won else [low, high]
        add_game(database, both, game=f"{options} {number}", floors=FLOORS, **options)


def add_bonuses(database, game, reached):
    """Adds bonuses of two points as (seat, kind, which)."""
    rows = [{"seat": seat, "kind": kind, "which": which, "points": 2} for seat, kind, which in reached]
    add_rows(database, "bonuses", game, rows)


def said(findings, confidence=0.95):
    return {one.lead: one.text for one in decided(findings, confidence)[0]}


def test_claims_are_one_family():
    # Holm, by hand: 0.02 * 2 = 0.04 is shown at 5 %, 0.04 * 1 = 0.04 as well; with a third p of 0.03 the
    # smallest is 0.06, and none is
    first, second = Claim("a", 0.02, "shown", "not"), Claim("b", 0.04, "shown", "not")
    assert [one.text for one in decided([first, Finding("c", "told"), second], 0.95)[0]] == ["shown", "told", "shown"]
    found, tested = decided([first, second, Claim("d", 0.03, "shown", "not")], 0.95)
    assert [one.text for one in found] == ["not"] * 3
    assert tested == 3


def test_a_claim_without_an_answer_is_not_shown_and_not_counted():
    found, tested = decided([Claim("a", float("nan"), "shown", "not"), Claim("b", 0.04, "shown", "not")], 0.95)
    assert ([one.text for one in found], tested) == (["not", "shown"], 1)


def test_the_p_value_of_a_mean():
    # a mean of 1 with a spread of 2 over 16 units is t = 2 with 15 degrees of freedom: p = 0.0639 (tables)
    row = {"mean": 1.0, "spread": 2.0, "units": 16}
    assert mean_p(row) == pytest.approx(0.0639, abs=0.0001)
    assert mean_p({**row, "units": 9}) != mean_p({**row, "units": 9})  # NaN: fewer than a verdict needs


def test_scores_are_told_with_their_parts(database, answers):
    parts = [{"tile_points": 50, "floor_points": -5, "bonus_points": 15}, {"tile_points": 45, "floor_points": -9}]
    for number in range(12):
        add_game(database, [60, 36], game=str(number), parts=parts)
    text = said(SCORES.findings(answers))
    # (60 + 36) / 2, and halves of 50 + 45, -5 - 9 and 15 + 0
    assert (
        "48.0 points on average, in 12 games: 47.5 from tiles, −7.0 from the floor and 7.5 from bonuses."
        in (text["Scores"])
    )
    assert "The first place leads the second by 24.0." in text["Scores"]
    assert "24.0 points: +5.0 tiles, +4.0 the floor and +15.0 bonuses." in text["What winners have more of"]


def test_the_opening_seat_is_called_different_only_where_it_is(database, answers):
    add_games(database, 30, 2)
    text = said(GOING_FIRST.findings(answers))["Opening the game"]
    share = "The opening seat won 93.8% of 32 games (95% interval 79.9 to 98.3%), more than the equal share of 50.0%."
    assert f"{share} This has p <0.001." in text
    # the other reports say it with the same words
    assert said(FIRST_PLAYER.findings(answers))["standard, 2 players: opening seat"].startswith(share)
    assert said(DECISION.findings(answers))["standard, 2 players: seats"] == share


def test_captions_say_what_is_drawn_and_no_more(database, answers):
    add_games(database, 12, 8)
    captions = [block.caption for block in SCORES.body(answers) if isinstance(block, Figure)]
    # of five measures three are drawn; points of tiles and of the floor are not
    assert captions[0].startswith("Final scores. Final score of a seat; points of its bonuses at the end; best score")
    assert "three parts" not in captions[0]
    assert not any("?." in caption for caption in captions)


def test_what_is_the_same_in_all_games_is_not_called_too_few_of_them(database, answers):
    add_games(database, 12, 8)  # of two rounds each
    length = [Asked("game_length", ("rounds",))]
    table, remark = numbers(length, answers)
    assert [list(row) for row in table.rows] == [["standard", "2", "recorded", "20", "2.00°"]]
    assert remark.text == "° The same in every unit, so that there is no interval."


def test_what_is_the_same_in_all_games_and_has_an_interval_is_starred_where_it_is_wide(database, answers):
    # Wilson's interval of 12 of 12 begins at 12 / (12 + 1.96 * 1.96) = 75.75%
    for number in range(12):
        add_bonuses(database, add_game(database, [60, 40], game=str(number)), [(0, "line", "1"), (1, "line", "1")])
    table, remark = numbers([Asked("bonuses_reached", ("any_bonus",))], answers)
    (cells,) = [dict(zip([one.title for one in table.columns], row, strict=True)) for row in table.rows]
    assert cells["line"] == "100.0 (75.8 to 100.0)*"
    assert "°" not in remark.text


def test_where_units_are_blocks_so_is_what_is_lacking(database, answers):
    # turns of 20 and 40 in turn: over 10 blocks a spread of sqrt(10 * 10^2 / 9) = 10.54, and to know their mean to
    # +-2, half of the useful width, takes (1.96 * 10.54 / 2)^2 = 106.7, with Student's 1.982 for 1.96 109.1
    for number in range(40):
        turns = 20 if number % 8 < 4 else 40
        add_game(database, [60, 40], game=str(number), block=str(number // 4), turns=turns)
    _, remark = numbers([Asked("game_length", ("turns",))], answers)
    assert remark.text == (
        "* Too few blocks: there is no interval, or it is wider than useful; at least 110 blocks (there are 10) would "
        "be needed for all of them."
    )
    row = measure(answers.frame("game_length"), "turns")
    assert needs("game_length", row) == " To know it to ±2, at least 110 blocks (there are 10) would be needed."
    assert needs("game_length", {**row, "units": 40}) == " To know it to ±2, at least 110 games would be needed."


def test_a_verdict_lacks_blocks_where_units_are_blocks(database, answers):
    for number in range(36):  # of which 10 would do, were they not nine blocks
        add_game(database, [60, 40], game=str(number), block=str(number // 4))
    few = "A verdict needs at least 10 blocks."
    assert few in said(GOING_FIRST.findings(answers))["Opening the game"]
    assert few in said(DECISION.findings(answers))["standard, 2 players: seats"]


def test_no_difference_is_no_equality(database, answers):
    add_games(database, 17, 15)
    text = said(GOING_FIRST.findings(answers))["Opening the game"]
    share = "no difference from the equal share of 50.0% is shown, nor that there is none."
    assert f"{share} To know it to ±5 percentage points, at least" in text
    assert share in said(FIRST_PLAYER.findings(answers))["standard, 2 players: opening seat"]
    assert share in said(DECISION.findings(answers))["standard, 2 players: seats"]


def test_what_only_its_own_interval_shows_is_undecided_among_many_with_the_reason_beside_it(database, answers):
    # 75.0% of 20, interval 53.1 to 88.8%: by itself clear of 50%, but one of four groups tested together
    add_games(database, 15, 5)
    for ruleset in ("gray", "crystal_1", "crystal_2"):
        add_games(database, 10, 10, ruleset=ruleset)
    reason = "By itself its interval leaves the equal share out; tested together with the other groups"
    assert reason in said(GOING_FIRST.findings(answers))["Opening the game"]
    assert reason in said(DECISION.findings(answers))["standard, 2 players: seats"]
    (note,) = [one.text for one in FIRST_PLAYER.body(answers) if isinstance(one, Text) and one.small]
    assert "the 4 groups that have enough games are judged together, by Holm's method" in note


def test_too_few_games_have_no_verdict(database, answers):
    add_games(database, 3, 0)
    text = said(GOING_FIRST.findings(answers))["Opening the game"]
    assert "nor that there is none. A verdict needs at least 10 games." in text


def test_two_rulesets_are_compared_second_less_first(database):
    for number in range(20):
        add_game(database, [60, 40], game=f"a{number}", turns=48 + number % 2)
        add_game(database, [70, 50], game=f"b{number}", ruleset="gray", turns=68 + number % 2)
    answers = Answers(database, load_brand(), selection=Selection(rulesets=("gray", "standard")), compares=True)
    found = {row.words: row for row in compared(answers)}
    # standard less gray, in the order asked for: 48.5 - 68.5
    assert found["drafts"].labels == ("gray", "standard")
    assert found["drafts"].estimate == "−20.0"
    assert found["drafts"].verdict == "smaller"
    assert found["final score"].verdict == "no spread in either"  # 60 in all games, and 50
    text = said(DECISION.findings(answers))["standard beside gray, 2 players"]
    assert "Smaller: drafts (−20.0)" in text


def test_both_rulesets_of_a_pair_are_shown_where_many_pairs_weigh_the_same(database):
    # three policies of bots with 2 and 3 players each: six pairs of the same weight, of which three are shown
    for policy in ("careful", "greedy", "random"):
        for ruleset in ("standard", "gray"):
            for scores in ([60, 40], [60, 40, 20]):
                bots = {"bots": [True] * len(scores), "parts": [{"policy": policy}] * len(scores)}
                name = f"{policy} {ruleset} {len(scores)}"
                add_game(database, scores, game=name, ruleset=ruleset, **bots)
    groups = Answers(database, load_brand(), compares=True).groups
    pairs = groups.groupby(["player_count", "kind"])["ruleset"].agg(set)
    assert len(pairs) == 3
    assert all(rulesets == {"standard", "gray"} for rulesets in pairs)


def test_blocks_that_both_rulesets_share_are_compared_as_pairs(database):
    for number in range(20):
        deal = 10 * (number % 5)  # turns that a block has by its deals, in both rulesets
        shared = {"block": str(number), "experiment": "e"}
        add_game(database, [60, 40], game=f"a{number}", turns=30 + deal + number % 2, **shared)
        add_game(database, [70, 50 + number], game=f"b{number}", ruleset="gray", turns=31 + deal, **shared)
    answers = Answers(database, load_brand(), selection=Selection(rulesets=("standard", "gray")), compares=True)
    found = {row.words: row for row in compared(answers)}
    # 1 and 0 in turn: 0.5, variance 0.25 * 20 / 19, error sqrt(1/76) = 0.1147, 2.0930 of it 0.2401
    assert found["drafts"].pairs == 20
    assert found["drafts"].games == "20 pairs"
    assert found["drafts"].means == ("50.5", "51.0")
    assert found["drafts"].difference == "+0.5 (+0.3 to +0.7)"
    assert found["final score"].verdict == "larger"
    _, table, note = DECISION.body(answers)
    assert table.rows[2][2] == "20 pairs"
    assert "pairs of blocks are compared: 20 pairs (2 players)" in note.text
    assert "Welch" not in note.text


def test_what_is_undecided_says_how_many_more_games_would_tell(database):
    for number in range(20):
        add_game(database, [60, 40], game=f"a{number}", turns=40 + 8 * (number % 2))
        add_game(database, [60, 40], game=f"b{number}", ruleset="gray", turns=41 + 8 * (number % 2))
    answers = Answers(database, load_brand(), compares=True)
    found = {row.words: row for row in compared(answers)}
    # squared error 2 * 16 * 20/19 / 20 = 1.684; the margin is 2; one question has a spread, so the level is 0.05: with
    # 38 * 4.6 degrees of freedom 1.6536 twice, and 3.3072^2 * 1.684 / 4 = 4.61 times as many: 3.61 * 20 more of each
    assert found["drafts"].verdict == "undecided"
    assert found["drafts"].more == "73 / 73 more games"
    text = said(DECISION.findings(answers))["gray beside standard, 2 players"]
    assert "Undecided: drafts (73 / 73 more games)" in text
    assert "chance of 90%" in DECISION.body(answers)[-1].text


@pytest.mark.parametrize("more", [[], ["crystal_1"]])
def test_one_ruleset_or_three_are_not_compared(database, more):
    for ruleset in ["standard", "gray", *more][: 1 if not more else 3]:
        for number in range(12):
            add_game(database, [60, 40], game=f"{ruleset}{number}", ruleset=ruleset)
    answers = Answers(database, load_brand(), compares=True)
    assert answers.pair is None
    assert compared(answers) == []


def test_a_player_who_sat_in_most_games_is_named(database, answers):
    for number in range(4):
        players = ["Ana", "Ben" if number else "Cleo"]
        add_game(database, [60, 40] if number < 3 else [40, 60], game=str(number), players=players)
    text = said(supply.findings(answers))["Who supplied the games"]
    assert text.startswith("Ana (club) sat in 100.0% of 4 games and won 75.0% of his own")


def test_stopped_games_are_counted_in_every_way(database, answers):
    # the opening seat won 6 of 10; of 2 stopped games it led one: (6 + 1) / 12, (6 + 2) / 12, 6 / 12
    add_games(database, 6, 4)
    add_game(database, [10, 5], game="s1", ended_by="stopped", winners=())
    add_game(database, [5, 10], game="s2", ended_by="stopped", winners=())
    tables = [block for block in supply.body(answers) if isinstance(block, Table)]
    assert list(tables[-1].rows[0][-3:]) == ["58.3", "66.7", "50.0"]


def test_games_of_programs_have_no_panel_of_suppliers(database, answers):
    add_game(database, [60, 40], source="simulated")
    assert supply.body(answers) == [] == supply.findings(answers)


def letters_of_all_kinds(database):
    """Games of three rulesets, of players whose names no font has or that look like markup."""
    add_small_games(database)
    for number in range(12):
        add_game(database, [60, 40] if number % 3 else [40, 60], game=str(number), floors=FLOORS,
                 players=["李明", "🎲 *x* $y$"])  # fmt: skip
    add_reject(database, "bad-json")


def test_the_same_games_give_the_same_bytes(tmp_path):
    path = tmp_path / "games.duckdb"
    with connect(path, create=True) as database:
        letters_of_all_kinds(database)
    for name in ("first", "again"):
        write_report("balance", path, tmp_path / f"{name}.pdf")
    pdf = (tmp_path / "first.pdf").read_bytes()
    assert pdf == (tmp_path / "again.pdf").read_bytes()
    assert b"<pdfuaid:part>1<" in pdf


def test_names_of_all_letters_and_rulesets_beside_each_other(database, answers):
    letters_of_all_kinds(database)
    text = texts(answers)
    assert "‹LiMing› (club) sat in" in text
    assert "‹game die› *x* $y$" in text
    assert "by 3 rulesets" in text
    # of 12 + 3 games the 12 by standard are shown: two of the three others were played to their end
    assert "These findings are about standard, 2 players (12 games)" in text


def texts(answers, kind="strategy"):
    """All texts of a report, in one."""
    return " ".join(map(str, pages(REPORTS[kind], answers)))


def test_a_stored_value_changes_what_depends_on_it(database):
    add_games(database, 8, 4)

    def told():
        answers = Answers(database, load_brand())
        return " ".join(map(str, [*SCORES.findings(answers), *SCORES.appendix(answers)]))

    before = told()
    database.rows("update seats set score = score + 24 where game_id like '%11' and seat = 0")
    after = told()
    # a seat more by 24 in one of 12 games: 24 / 2 / 12 = 1, in the sentence and in the table
    assert "A seat ends with 50.0 points" in before
    assert "'50.0°'" in before
    assert "A seat ends with 51.0 points" in after
    assert "'51.0 ±" in after


def test_filters_are_named_and_what_they_leave_out_is_counted(database):
    add_games(database, 8, 4)
    add_games(database, 3, 2, ruleset="gray")
    answers = Answers(database, load_brand(), selection=Selection(rulesets=("gray",)))
    facts = [dict(block.items) for block in provenance(answers) if isinstance(block, Facts)]
    assert facts[0]["Selected"] == "ruleset gray; finished games; 12 other games in the database"
    assert facts[0]["Games"].startswith("5, ")
    assert answers.frame("scores")["games"].max() == 5


@pytest.mark.parametrize("kind", ["strategy", "balance"])
@pytest.mark.parametrize("stopped", [0, 2])
def test_nothing_to_count_is_said(database, kind, stopped):
    for number in range(stopped):
        add_game(database, [10, 5], game=str(number), ended_by="stopped", winners=())
    text = texts(Answers(database, load_brand()), kind)
    expected = "No game was played to its end" if stopped else "The database holds no games"
    assert expected in text


def test_one_game_shows_nothing(database, answers):
    add_games(database, 1, 0)
    text = texts(answers, "balance")
    assert not re.search(r"\bnan\b", text)
    assert "A verdict needs at least 10 games" in text


def test_refused_records_could_move_a_share_by_their_part(database, answers):
    # 2 refused beside 8 games: 2 / 10
    add_games(database, 5, 3)
    for line in (1, 2):
        add_reject(database, "bad-json", line=line)
    facts = [dict(block.items) for block in supply.body(answers) if isinstance(block, Facts)]
    assert facts[0]["Refused records"].endswith("a share there could move by 20.0 points.")

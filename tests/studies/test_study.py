"""Studies of a variant: which comparisons, where the time goes, what is foreseen, and what a database keeps of it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from azul_analytics.database import Database
from azul_analytics.errors import AzulError
from azul_analytics.rules.ruleset import load_ruleset, parse_ruleset
from azul_analytics.studies.compare import Look
from azul_analytics.studies.metrics import USUAL, questions
from azul_analytics.studies.study import Study, base_of, begin, forecast, looks, pilot, play, stored_study

STANDARD = load_ruleset("standard")
# one round, and no marker: quick to play, and the tests need no more
SHORT = parse_ruleset(
    'name = "short"\nend_rounds = 1\nend_complete_lines = 0\nfactories = { 2 = 5, 3 = 7, 6 = 13 }', "x"
)
FREE = parse_ruleset(
    'name = "free"\nend_rounds = 1\nend_complete_lines = 0\nmarker = "none"\nnext_first = "rotate"\n'
    "factories = { 2 = 5, 3 = 7, 5 = 11, 6 = 13 }",
    "x",
)


def study(**asked: Any) -> Study:
    return Study(SHORT, FREE, questions(["score", "stopped"]), **{"policies": ("random", "greedy")} | asked)


def test_it_compares_each_number_of_players_that_both_seat_by_each_policy() -> None:
    found = study()
    assert list(found.comparisons) == [(2, "random"), (2, "greedy"), (3, "random"), (3, "greedy")]  # 6 are too many
    assert found.strongest == "greedy"
    # two questions for two numbers of players share 5 %
    assert {round(one.error, 6) for one in found.comparisons.values()} == {0.0125}
    assert list(study(players=(3,)).comparisons) == [(3, "random"), (3, "greedy")]


def test_no_players_in_common_is_said() -> None:
    for_five = parse_ruleset('name = "five"\nfactories = { 5 = 11 }', "x")
    with pytest.raises(AzulError, match="standard and five seat no number of players, 2 to 4, in common"):
        Study(STANDARD, for_five)


def test_three_strengths_of_bots_play_unless_others_are_named() -> None:
    assert Study(STANDARD, load_ruleset("gray")).policies == ("greedy", "careful", "search:100")


@pytest.mark.parametrize(
    "asked",
    [{"policies": ("random", "random")}, {"policies": ("search", "search:100")}, {"players": (2, 2)}],
)
def test_what_is_named_twice_is_said(asked: dict[str, Any]) -> None:
    with pytest.raises(AzulError, match=r"A policy, or a number of players, is named twice\."):
        study(**asked)


def test_the_metrics_are_the_usual_ones_of_both_rulesets_unless_named() -> None:
    rich = parse_ruleset('name = "rich"\nbonuses.column = 8', "x")
    assert [one.metric.name for one in Study(STANDARD, rich).questions] == [*USUAL, "bonus_points"]


def test_the_base_is_what_a_ruleset_extends(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nextends = "gray"\n', encoding="utf-8")
    assert base_of(str(own)) == "gray"
    own.write_text('name = "own"\n', encoding="utf-8")
    assert base_of(str(own)) == "standard"
    assert base_of("gray") == "standard"


def test_a_pilot_plays_something_of_everything_the_strongest_first(database: Database) -> None:
    runs = begin(database, study())
    assert [run.comparison.policy for run in runs] == ["greedy", "greedy", "random", "random"]
    assert list(pilot(runs, lambda: 100)) == runs
    assert all(run.blocks > 4 and run.pace > 0 for run in runs)


def test_a_pilot_without_time_plays_a_block_of_everything(database: Database) -> None:
    assert [run.blocks for run in pilot(begin(database, study()), lambda: 0)] == [1, 1, 1, 1]


def test_a_share_cannot_differ_by_more_than_its_mean_leaves(database: Database) -> None:
    # 12 blocks with a share of 0.5 and a spread of 0.4: bets are wide by 0.4 * sqrt(2 ln(18 / 0.025) / 12) = 0.419 or,
    # by half of the wealth, by 2 * (exp(6.579 / 12) - 1) = 1.46; so the half width passes 0.5 for a while yet
    run, *_ = begin(database, study(players=(2,)))
    run.step()
    stopped = run.comparison.questions[1]
    for blocks, possible in ((12, False), (25, False), (40, True)):
        run.blocks, run.pace = blocks, math.nan
        run.looks = [Look(stopped, blocks, blocks, 0.5, 0.5, 0.4, -1, 1, 1)]
        ((found,),) = forecast([run], "greedy", 0).values()
        assert (found.half_width is not None and found.half_width < 0.5) == possible
        assert possible or found.half_width == math.inf


def test_points_without_an_interval_by_then_are_too_few(database: Database) -> None:
    run, *_ = begin(database, study(players=(2,)))
    run.step()
    score = run.comparison.questions[0]
    run.blocks, run.pace = 150, math.nan
    for start, enough in ((150.0, True), (151.0, False)):
        run.looks = [Look(score, 150, 150, 50, 50, 5, -math.inf, math.inf, start)]
        ((found,),) = forecast([run], "greedy", 0).values()
        assert (found.half_width is not None and found.half_width < math.inf) == enough


def test_time_goes_where_something_is_undecided_and_most_of_it_to_the_strongest(database: Database) -> None:
    runs = begin(database, study())
    played = []
    for run in runs:
        run.seconds = 1.0
    decided, weak = runs[0], runs[2]
    weak.seconds = 0.3  # of a third of the weight: as if it had had 0.3 of 1, the others 1 / 3
    for run in runs:
        run.step = lambda run=run, **_: bool(played.append(run)) or setattr(run, "seconds", run.seconds + 10) is None  # type: ignore[method-assign]
    decided.looks = []
    list(play(runs, "greedy", lambda: 28.3 - sum(run.seconds for run in runs)))  # 25 seconds more
    assert played == [weak, runs[0], runs[1]]


def test_a_forecast_says_what_the_time_is_enough_for(database: Database) -> None:
    runs = begin(database, study(players=(2,)))
    strong, weak = runs
    for run in runs:
        run.step()
    strong.pace = weak.pace = 0.5
    # three quarters of 400 seconds at 2 blocks a second are for the strongest bots
    ((run, found),) = forecast(runs, "greedy", 400).items()
    score, stopped = found
    assert run is strong
    assert (score.blocks, stopped.blocks) == (604, 604)
    assert score.half_width == pytest.approx(strong.comparison.questions[0].metric.sequence.half_width(
        604, strong.looks[0].spread, 0.025))  # fmt: skip
    assert score.equality == (score.half_width is not None and score.half_width < 1)


def test_a_database_keeps_the_study_and_says_what_is_known(database: Database) -> None:
    asked = study(players=(2,), seed=7, confidence=0.9)
    (strong, _) = begin(database, asked)
    with pytest.raises(AzulError, match="has no games yet"):
        stored_study(database)
    strong.step()
    assert stored_study(database) == asked
    assert looks(database, asked) == {(2, "greedy"): strong.looks}
    begin(database, asked)  # goes on
    with pytest.raises(AzulError, match="has another study, or this one with other settings"):
        begin(database, study(players=(3,)))


def test_a_database_without_a_study_is_said(database: Database) -> None:
    with pytest.raises(AzulError, match="has no study; `azul study` makes one"):
        stored_study(database)


def test_a_spread_that_is_not_known_foresees_nothing(database: Database) -> None:
    (run, *_) = begin(database, study())
    run.step(blocks=1)
    (found,) = forecast([run], "greedy", 10).values()
    assert math.isnan(run.looks[0].spread)
    assert found[0].half_width is None
    assert not found[0].equality

"""The value of a round's end: features by hand, fits of known odds, files and what they fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from own_rulesets import OWN
from rules_table import Table

import azul_analytics as azul
from azul_analytics.errors import AzulError
from azul_analytics.rules.compiled import entry
from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.simulate import fair_policies, notes_on, series_of, simulate_games
from azul_analytics.simulate import features as f
from azul_analytics.simulate.mind import FEATURES, PHASES, new_mind
from azul_analytics.simulate.value import Value, plain_weights, play_hash, read_value, weights_for
from azul_analytics.simulate.value_fit import fit_value, fitted_weights

Array = np.ndarray[Any, Any]
STANDARD = load_ruleset("standard")
SMALL = OWN["small"]


@entry
def _features(states: Array, rulesets: Array, minds: Array) -> None:
    f.write_features(states[0], rulesets[0], minds[0])


@entry
def _growth(powers: Array, found: Array) -> None:
    for number in range(powers.shape[0]):
        found[number] = f.growth(powers[number])


def _found(table: Table, seat: int = 0) -> dict[int, float]:
    """The features that are not zero."""
    minds = new_mind([3], [1], [plain_weights(table.ruleset)])
    _features(table.states, table.ruleset.rules, minds)
    return {number: value for number, value in enumerate(minds[0].features[seat].tolist()) if value}


def test_features_of_a_wall_by_hand() -> None:
    table = Table("standard")
    table.put_wall(0, "11 12 13 14 21 31 43")
    table.put_line(0, 4, "RRR")
    table.put_score(0, 23)
    assert _found(table) == pytest.approx(
        {
            f.SCORE: 2.3,
            f.FIRST: 1,  # seat 0 opened and nobody took the marker
            f.TILES: 7,
            # Points of a tile, line by line. Line 1: 15 after four 5. Line 2: 22 beside 21 and below 12 is 2 + 2, 23
            # and 24 below one 2, 25 alone 1. Line 3: 32 beside 31 2, 33 above 43 2, 34 and 35 1. Line 4: 41 below three
            # 4, 42 and 44 beside 43 2, 45 1. Line 5: 53 below 43 2, the four others 1.
            f.OPEN: 0.1 * (5 + (4 + 2 + 2 + 1) + (2 + 2 + 1 + 1) + (4 + 2 + 2 + 1) + (2 + 1 + 1 + 1 + 1)),
            f.BEST: 0.1 * (5 + 4 + 2 + 4 + 2),
            f.BEGUN: 0.1 * 0.75 * 4,  # red of line 4 goes to 41
            f.EMPTY: 4,
            f.FILLING: 1,  # line 4 lacks one tile, and a seat may expect about two red ones
            f.LINES: 1,  # line 1 lacks one tile; the others have one or none, and lack four or more
            f.COLUMNS + 1: 1,  # column 1 lacks two
            f.COLUMNS + 2: 1,  # column 3 lacks three
            # B 11, Y 12, R 13, K 14, T 21, K 31, T 43: two colors lack three
            f.COLORS + 2: 2,
            f.HELD + 3: 0.75,
        }
    )


def test_columns_and_colors_are_the_nearer_the_fewer_tiles_they_need_and_the_more_of_these_will_come() -> None:
    table = Table("standard")
    table.put_wall(0, "11 21 31 41 23 34 45")
    table.put_line(0, 5, "YYY")
    # All 16 tiles of the bag come, and 4 of the lid: each of two seats may expect 1 Y, 2 B, 2 R, 3 K, 2 T.
    table.fill_bag("YYBBBBRRRRKKKKKK", lid="TTTTTTTT")
    found = _found(table)
    # (5,1) lacks two yellow tiles, one more than will come, which counts three times: column 1 needs 4. So does yellow
    # there, and one for (1,2): 5. All other columns and colors need more than 10.
    assert found[f.COLUMNS_NEAR] == pytest.approx(1 - 4 / 5)
    assert found[f.COLUMNS_FAR] == pytest.approx(1 - 4 / 10)
    assert f.COLORS_NEAR not in found
    assert found[f.COLORS_FAR] == pytest.approx(1 - 5 / 10)
    assert (found[f.EMPTY], found[f.FILLING]) == (4, 0.5)


def test_each_seat_has_features_of_its_own() -> None:
    table = Table("standard", opening_seat=1)
    table.put_score(0, 10)
    table.put_line(1, 2, "B")
    one, other = _found(table, 0), _found(table, 1)
    assert (one[f.SCORE], one[f.EMPTY]) == (1, 5)
    assert f.SCORE not in other
    assert (other[f.FIRST], other[f.EMPTY], other[f.HELD + 1]) == (1, 4, 0.5)
    assert f.FIRST not in one


@pytest.mark.parametrize(
    ("top", "need"),
    [
        ("11R", 1),  # column 1 lacks a tile of line 3, where one blue tile is missing
        ("11B", 3),  # column 1 has a blue one: line 3 must be filled anew
    ],
)
def test_on_a_free_wall_a_begun_line_serves_the_columns_that_take_its_color(top: str, need: int) -> None:
    table = Table("gray")
    table.put_wall(0, f"{top} 21Y 41K 51T")
    table.put_line(0, 3, "BB")
    assert _found(table)[f.COLUMNS_NEAR] == pytest.approx(1 - need / 5)
    assert _found(table)[f.COLUMNS_FAR] == pytest.approx(1 - need / 10)


def test_sets_count_the_square_of_their_share() -> None:
    ruleset = replace(STANDARD, name="diagonal", diagonal_bonus=10)
    table = Table(ruleset)
    table.put_wall(0, "11 22 33")
    # The falling diagonal has 3 of 5, the rising one has 1 (its middle): 10/10 * (9/25 + 1/25)
    assert _found(table)[f.SETS] == pytest.approx(0.4)


def test_growth_is_nearly_the_exponential_function() -> None:
    powers = np.linspace(-20, 3, 24)
    found = np.zeros_like(powers)
    _growth(powers, found)
    assert np.log(found) == pytest.approx(powers, rel=0.02)


def test_known_odds_are_found_again() -> None:
    rng = np.random.default_rng(5)
    weights = np.zeros((PHASES, FEATURES))
    weights[:, f.SCORE] = 0.5, 0.8, 1.0, 1.2, 1.5, 2.0
    weights[:, f.FIRST] = 0.3
    moments, shares = [], []
    for players in (2, 4):
        x = np.zeros((6000, PHASES, players, FEATURES))
        x[..., f.SCORE] = rng.normal(0, 1.5, x.shape[:3])
        x[..., f.FIRST] = np.arange(players) == rng.integers(players, size=(6000, PHASES, 1))
        # each phase is asked about its own games here: all but one phase of a game had ended
        phase = rng.integers(PHASES, size=6000)
        value = np.einsum("gsf,gf->gs", x[np.arange(6000), phase], weights[phase])
        noise = rng.gumbel(size=value.shape)
        shares.append(np.eye(players)[(value + noise).argmax(axis=1)])
        x[np.arange(PHASES) != phase[:, None]] = np.nan
        moments.append(x)
    fitted = fitted_weights(moments, shares, np.ones_like(weights))
    assert fitted[:, f.SCORE] == pytest.approx(weights[:, f.SCORE], abs=0.15)
    assert fitted[:, f.FIRST] == pytest.approx(weights[:, f.FIRST], abs=0.25)
    others = np.delete(fitted, [f.SCORE, f.FIRST], axis=1)
    assert np.abs(others).max() < 1e-9
    moments[0][:, 3:] = moments[1][:, 3:] = np.nan  # nothing is known of late rounds
    assert (fitted_weights(moments, shares, np.ones_like(weights))[3:] == 1).all()


# --- files ---


def _value(**changes: Any) -> Value:
    weights = np.arange(PHASES * FEATURES, dtype=float).reshape(PHASES, FEATURES) / 8
    made = {"version": "0", "seed": 1, "games": 2}
    return replace(Value("standard", play_hash(STANDARD), made, weights), **changes)


def test_a_value_is_read_as_it_was_written() -> None:
    value = _value()
    again = read_value(value.text, "x.json")
    assert (again.ruleset, again.fits, again.made) == (value.ruleset, value.fits, value.made)
    assert (again.weights == value.weights).all()


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 3000, '{"weights": [["a"]]}'])
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(AzulError, match=r"x\.json is no value of a search, as `azul fit-value` writes it\."):
        read_value(text, "x.json")


@pytest.mark.parametrize("weights", [np.zeros((PHASES, 3)), np.full((PHASES, FEATURES), np.nan)])
def test_a_value_of_another_shape_is_refused(weights: Array) -> None:
    with pytest.raises(AzulError, match="is no value that this version can use"):
        read_value(_value(weights=weights).text, "x.json")


def test_a_value_fits_all_that_is_played_alike_and_nothing_else(tmp_path: Path) -> None:
    file = str(tmp_path / "own.json")
    Path(file).write_text(_value().text)
    renamed = replace(STANDARD, name="other", round_limit=7)
    assert (weights_for(file, renamed) == _value().weights).all()
    dearer = replace(STANDARD, column_bonus=8)
    with pytest.raises(AzulError) as error:
        series_of(dearer, players=2, policy=["greedy", f"search:5:{file}"])
    assert str(error.value) == (
        f"{file} was fitted for standard, not for the numbers of standard; `azul fit-value` fits one for these."
    )


def test_a_missing_value_is_an_error_at_once() -> None:
    with pytest.raises(AzulError, match=r"The value 'no\.json' cannot be read\."):
        simulate_games(STANDARD, players=2, games=1, policy="search:5:no.json")


def test_a_plain_value_is_used_where_none_fits_and_that_is_said() -> None:
    assert (weights_for(None, SMALL) == plain_weights(SMALL)).all()
    (note,) = notes_on(series_of(SMALL, players=2, policy=["search", "search:7"]))
    assert note.startswith("No fitted value comes with the ruleset small: search uses a plain one")
    assert notes_on(series_of(SMALL, players=2, policy="careful")) == []
    assert (weights_for("plain", STANDARD) == plain_weights(STANDARD)).all()
    (note,) = notes_on(series_of(STANDARD, players=2, policy="search:plain"))
    assert note == "search plays standard by the plain value, and weaker than by a fitted one."


def test_rulesets_are_compared_by_one_kind_of_value() -> None:
    asked = ["greedy", "search", "search:7:own.json", "own.py:choose", "search:9:plain"]
    assert fair_policies(asked, [STANDARD, load_ruleset("gray")]) == tuple(asked)
    plainly = ("greedy", "search:100:plain", *asked[2:])
    assert fair_policies(asked, [STANDARD, SMALL]) == fair_policies(asked, [SMALL, STANDARD]) == plainly
    with pytest.raises(AzulError, match="There is no policy"):
        fair_policies(["clever"], [SMALL])


@pytest.mark.parametrize("name", ["standard", "gray", "crystal_1"])
def test_fitted_values_ship(name: str) -> None:
    ruleset = load_ruleset(name)
    assert (weights_for(None, ruleset) != plain_weights(ruleset)).any()
    assert notes_on(series_of(ruleset, players=2, policy="search")) == []


def test_a_value_of_ones_own_plays_other_games(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(_value(weights=-plain_weights(STANDARD)).text)  # wants what costs
    policies = ["search:20", f"search:20:{file}"]
    games = list(simulate_games(STANDARD, players=2, games=2, policy=policies, rotate=True))
    assert azul.replay(games).seats.groupby("player").score.mean()["search:20 1"] > 10
    assert all(game.result and game.result.winners == [number % 2] for number, game in enumerate(games))


def test_a_value_is_fitted_from_nothing_and_the_same_again() -> None:
    played: list[int] = []
    value = fit_value(SMALL, 60, 4, "1.2.3", played.append)
    # 2 and 3 players are seated; 0.3, 0.3 and 0.4 of 60 games are shared between them
    assert played == [9, 9, 9, 9, 12, 12]
    assert (value.ruleset, value.fits) == ("small", play_hash(SMALL))
    assert value.made["version"] == "1.2.3"
    assert value.made["seed"] == 4
    assert value.weights[0].any()
    assert fit_value(SMALL, 60, 4, "1.2.3", played.append).text == value.text

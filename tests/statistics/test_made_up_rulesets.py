"""Every statistic on games of rulesets as designers might write them: no fault, and no number that cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets_made_up import rulesets

from azul_analytics.database import connect
from azul_analytics.ingest import append
from azul_analytics.replayer import replay_batch
from azul_analytics.rules.ruleset import Ruleset
from azul_analytics.simulate import simulate_games
from azul_analytics.statistics import STATISTICS, Selection, Statistic

_ESTIMATES = ("ratio", "difference", "observed", "estimate", "win_share", "share", "mean", "rating")
_ROUNDING = 1e-9


@given(st.lists(rulesets(), min_size=3, max_size=3), st.booleans())
@settings(max_examples=2, deadline=None)
def test_numbers_of_any_rulesets_can_be(made_up: list[Ruleset], finished_only: bool) -> None:
    selection = Selection(finished_only=finished_only)
    with connect() as database:
        for seed, ruleset in enumerate(made_up):
            (players,) = ruleset.factories
            policies = (["greedy", "random"] * players)[:players]
            played = simulate_games(ruleset, players=players, games=12, policy=policies, seed=seed)
            append(database, replay_batch(list(played), {ruleset.name: ruleset}, {}))
        for statistic in STATISTICS.values():
            frame = statistic.function(database, selection=selection)
            assert list(_wrong(frame, statistic)) == [], statistic.name


def _wrong(frame: pd.DataFrame, statistic: Statistic) -> Iterator[str]:
    """What the rows of a frame say that cannot be."""
    numbers = frame.select_dtypes("float64")
    if np.isinf(numbers).any(axis=None):
        yield "a number is infinite"
    shares = numbers[[name for name in numbers if name in ("share", "win_share", "p_value", "q_value", "p_alike")]]
    if ((shares < -_ROUNDING) | (shares > 1 + _ROUNDING)).any(axis=None):
        yield "a share is not between 0 and 1"
    if {"low", "high"} <= set(frame):
        estimate = frame[next(name for name in _ESTIMATES if name in frame)]
        if ((estimate < frame["low"] - _ROUNDING) | (estimate > frame["high"] + _ROUNDING)).any():
            yield "an interval is not around its estimate"
        if (frame["low"].isna() != frame["high"].isna()).any():
            yield "an interval has one end"
    if "difference" not in frame and {"measure", "mean"} <= set(frame):
        for name, measure in statistic.measures.items():
            numbers = frame.loc[frame["measure"] == name, ["low", "mean", "high"]]
            least, most = (0, 1) if measure.share else (measure.least, np.inf)
            if ((numbers < least - _ROUNDING) | (numbers > most + _ROUNDING)).any(axis=None):
                yield f"{name} is not what it can be"

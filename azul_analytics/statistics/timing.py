"""Thinking time: how long drafts take, where logs have it."""

from __future__ import annotations

from azul_analytics.statistics.over_games import LATER_ROUNDS, means_over_games
from azul_analytics.statistics.registry import Measure

DRAFT_SECONDS = means_over_games(
    "draft_seconds",
    title="Time per draft",
    question="How long does a draft take, in which round?",
    estimand="Mean over games of the median, the mean and the 90th percentile of the seconds of a round's drafts, and "
    "the share of drafts with a recorded time, by ruleset, player count, kind of games and round.",
    by={"round": "round, from 1"},
    measures={
        "median_seconds": Measure("median of the seconds of a game's drafts in the round", 5.0),
        "mean_seconds": Measure("their mean", 5.0),
        "percentile_90_seconds": Measure("nine tenths of them take less", 10.0),
        "recorded_share": Measure("share of the round's drafts with a recorded time", 0.1, share=True),
    },
    detail="seconds of drafts; there is no row for a group of games without any",
    caveats=(
        "What a log calls seconds differs: a server counts the way of the data and, where players take days for a "
        "game, the nights. The median stands that; the mean does not.",
        "Games with recorded times need not be like those without.",
        LATER_ROUNDS,
    ),
)
draft_seconds = DRAFT_SECONDS.function
EVERY = (DRAFT_SECONDS,)

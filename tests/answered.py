"""What a statistic made over games answers, in a form that a test can compare with numbers worked out by hand."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pandas as pd
from stored_games import store

from azul_analytics.database import Database
from azul_analytics.logs import read
from azul_analytics.statistics import STATISTICS

_SAMPLE = Path(__file__).parents[1] / "data" / "sample"


def rows(database: Database, name: str, **options: Any) -> pd.DataFrame:
    """The frame of a statistic; its rows go by the columns that divide the group, and the measure or value."""
    statistic = STATISTICS[name]
    frame = statistic.function(database, **options)
    assert len(frame.drop_duplicates(["ruleset_hash", "player_count", "kind"])) <= 1, "more than one group of games"
    return frame.set_index([*statistic.by, "measure" if statistic.measures else statistic.value])


def means(database: Database, name: str, measure: str, **options: Any) -> dict[Any, float]:
    """The means of one measure, by the columns that divide the group; {(): mean} where none does."""
    answered = rows(database, name, **options).reset_index()
    answered = answered[answered["measure"] == measure]
    keys = [tuple(key) for key in answered[list(STATISTICS[name].by)].to_numpy()]
    return dict(zip([key[0] if len(key) == 1 else key for key in keys], answered["mean"], strict=True))


def shares(database: Database, name: str, **options: Any) -> dict[Any, float]:
    """The shares of a statistic of shares, by value."""
    return rows(database, name, **options)["share"].to_dict()


def store_sample(database: Database, *names: str, games: int = 15) -> None:
    """Stores the first games of files of data/sample: `standard-3p-greedy`."""
    for name in names:
        store(database, *islice(read(_SAMPLE / f"{name}.jsonl.gz"), games))

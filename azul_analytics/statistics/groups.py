"""Rows of a query by the group of games that they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database


def by_group(database: Database, rows: pd.DataFrame) -> Iterator[tuple[tuple[Any, ...], pd.DataFrame]]:
    """The values of GROUP_COLUMNS and the rows of each group that has any, in the order of these values.

    `rows` are those of a query over `games_in_question` and have its `group_number`.
    """
    groups = database.rows(
        "select distinct ruleset, ruleset_hash, player_count, kind, group_number from games_in_question order by all"
    )
    for *names, number in groups:
        of_group = rows[rows["group_number"] == number]
        if len(of_group):
            yield tuple(names), of_group

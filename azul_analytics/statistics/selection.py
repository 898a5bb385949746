"""Which games a statistic speaks of, decided in one place for all of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from azul_analytics.errors import AzulError

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

_DIGITS = 12  # sums over threads differ in the last digits; a report must not


@dataclass(frozen=True)
class Selection:
    """Filters on games; each field is a `$parameter` of sql/statistics/games_in_question.sql.

    `finished_only` leaves out games that were stopped before the rules ended them.
    """

    finished_only: bool = True


EVERY_FINISHED_GAME = Selection()


def answer(database: Database, query: str, selection: Selection = EVERY_FINISHED_GAME) -> pd.DataFrame:
    """The rows of `sql/<query>.sql` over the selected games, numbers rounded to 12 digits.

    Makes the temporary table `games_in_question` that the query reads.
    """
    from azul_analytics.database import sql_text

    database.rows(sql_text("statistics/games_in_question"), asdict(selection))
    return database.query_file(query).round(_DIGITS)


def checked_confidence(confidence: float) -> float:
    """The level of an interval, between 0 and 1. Raises AzulError for any other."""
    if not 0 < confidence < 1:
        raise AzulError(f"A confidence of {confidence:g} is not between 0 and 1, such as 0.95.")
    return confidence

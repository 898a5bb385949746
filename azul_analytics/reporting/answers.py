"""What a report asks of its database: each statistic once, and where the data come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from azul_analytics.figures import in_reading_order
from azul_analytics.reporting.brand import Brand
from azul_analytics.reporting.letters import letters_of, printable
from azul_analytics.statistics import STATISTICS, answer

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database


@dataclass
class Answers:
    """The frames of statistics and the facts of provenance, all names in letters that can be printed."""

    database: Database
    brand: Brand
    confidence: float = 0.95
    _frames: dict[str, pd.DataFrame] = field(default_factory=dict)

    def frame(self, statistic: str) -> pd.DataFrame:
        """The frame of a statistic of the registry, in reading order and with the column `label`."""
        if statistic not in self._frames:
            found = STATISTICS[statistic].function(self.database, confidence=self.confidence)
            self._frames[statistic] = in_reading_order(self._printable(found))
        return self._frames[statistic]

    def provenance(self, question: str) -> pd.DataFrame:
        """The rows of `sql/provenance/<question>.sql`."""
        return self._printable(answer(self.database, f"provenance/{question}"))

    @cached_property
    def totals(self) -> dict[str, Any]:
        """How many games, finished, simulated and refused; `latest` (seconds, or None), fingerprint, "
        "versions."""
        import pandas as pd

        (row,) = self.provenance("totals").to_dict("records")
        return {str(key): None if pd.isna(value) else value for key, value in row.items()}

    @property
    def level(self) -> str:
        """The confidence in percent: `95`."""
        return f"{100 * self.confidence:g}"

    def _printable(self, frame: pd.DataFrame) -> pd.DataFrame:
        letters = letters_of(self.brand.fonts)
        frame = frame.copy()
        for column in frame.columns:
            if frame[column].dtype == "object" or frame[column].dtype == "str":
                frame[column] = [printable(one, letters) if isinstance(one, str) else one for one in frame[column]]
        return frame

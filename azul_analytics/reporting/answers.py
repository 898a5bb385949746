"""What a report asks of its database: each statistic once, and where the data come from."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from azul_analytics.figures import GROUP, in_reading_order
from azul_analytics.reporting.brand import Brand
from azul_analytics.reporting.letters import alike, letters_of, printable
from azul_analytics.statistics import STATISTICS, Selection, answer
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

_MOST_SHOWN = 3  # groups of games in the figures and tables of a report on many questions
_COMPARED = 2  # rulesets side by side


@dataclass
class Answers:
    """The frames of statistics and the facts of provenance, all names in letters that can be printed.

    `selection` filters the games of all of them. Where a report `compares`, and there are exactly two rulesets,
    the groups shown are those that both rulesets have. `CHOICE` says in words which ones are shown, `OTHERS`
    how to see others, `SPEAKS_OF_MAIN` that findings are about the main group unless they name another.
    """

    CHOICE: ClassVar[str] = "recorded ones first, then those of the most games"
    OTHERS: ClassVar[str] = "Filters show others: --ruleset, --players, --source."
    SPEAKS_OF_MAIN: ClassVar[bool] = True

    database: Database
    brand: Brand
    confidence: float = 0.95
    selection: Selection = EVERY_FINISHED_GAME
    compares: bool = False
    _frames: dict[str, pd.DataFrame] = field(default_factory=dict)
    _shown: dict[str, pd.DataFrame] = field(default_factory=dict)

    def titled(self, title: str) -> str:
        """The title of a report that has this one."""
        return title

    def frame(self, statistic: str) -> pd.DataFrame:
        """The frame of a statistic of the registry, in reading order and with the column `label`."""
        if statistic not in self._frames:
            function = STATISTICS[statistic].function
            found = function(self.database, selection=self.selection, confidence=self.confidence)
            self._frames[statistic] = in_reading_order(self.printable(found))
        return self._frames[statistic]

    def shown(self, statistic: str) -> pd.DataFrame:
        """The rows of `frame` that are about the groups in `groups`."""
        import numpy as np

        if statistic not in self._shown:
            frame = self.frame(statistic)
            groups = set(self.groups[GROUP].itertuples(index=False, name=None))
            of_rows = zip(*(frame[column] for column in GROUP), strict=True)
            self._shown[statistic] = frame[np.array([group in groups for group in of_rows], dtype=bool)]
        return self._shown[statistic]

    def provenance(self, question: str) -> pd.DataFrame:
        """The rows of `sql/provenance/<question>.sql` on the selected games."""
        return self.printable(answer(self.database, f"provenance/{question}", self.selection))

    @cached_property
    def totals(self) -> dict[str, Any]:
        """How many games, finished, simulated and refused; `latest` (seconds, or None), fingerprint, versions."""
        import pandas as pd

        (row,) = self.provenance("totals").to_dict("records")
        return {str(key): None if pd.isna(value) else value for key, value in row.items()}

    @cached_property
    def every_group(self) -> pd.DataFrame:
        """The groups of games and how many `games` of each count, in reading order."""
        return in_reading_order(self.provenance("groups"))

    @cached_property
    def groups(self) -> pd.DataFrame:
        """The groups that figures and tables show: recorded ones first, then those of the most games.

        Unless two rulesets are compared, they are groups of one ruleset, that of the weightiest group.
        """
        groups = self.every_group[self.every_group["games"] > 0]
        if self.pair:
            both = ["player_count", "kind"]
            shared = groups[groups.groupby(both)["ruleset_hash"].transform("nunique") == _COMPARED]
            weight = shared.groupby(both)["games"].transform("min")
            return _weightiest(shared.assign(weight=weight), _MOST_SHOWN, both)
        groups = groups.assign(weight=groups["games"])
        first = _weightiest(groups, 1)["ruleset_hash"]
        return _weightiest(groups[groups["ruleset_hash"].isin(first)], _MOST_SHOWN)

    @cached_property
    def pair(self) -> tuple[str, str] | None:
        """Hashes of the two rulesets that are compared, in the order asked for; None where nothing is."""
        groups = self.every_group[self.every_group["games"] > 0]
        both = groups.groupby(["player_count", "kind"])["ruleset_hash"].nunique() == _COMPARED
        if not self.compares or groups["ruleset_hash"].nunique() != _COMPARED or not both.any():
            return None
        order = list(self.selection.rulesets or ())
        names = groups.drop_duplicates("ruleset_hash")[["ruleset_hash", "ruleset"]].to_dict("records")
        first, second = sorted(names, key=lambda row: order.index(row["ruleset"]) if row["ruleset"] in order else 0)
        return first["ruleset_hash"], second["ruleset_hash"]

    @property
    def main_group(self) -> Mapping[Hashable, Any]:
        """The group that findings speak of first: recorded before simulated, then the most games."""
        groups = self.groups.to_dict("records")
        return min(groups, key=lambda row: (row["kind"] != "recorded", -row["games"]))

    def of(self, group: Mapping[Hashable, Any], statistic: str) -> pd.DataFrame:
        """The rows of a statistic on one group of games."""
        frame = self.frame(statistic)
        for column in ("ruleset_hash", "player_count", "kind"):
            frame = frame[frame[column] == group[column]]
        return frame

    @property
    def level(self) -> str:
        """The confidence in percent: `95`."""
        return f"{100 * self.confidence:g}"

    @cached_property
    def _alike(self) -> frozenset[str]:
        """What several names of the database would be spelled as."""
        from azul_analytics.database import sql_text

        names = (name for (name,) in self.database.rows(sql_text("provenance/foreign_names")))
        return alike(names, letters_of(self.brand.fonts))

    def printed(self, name: str) -> str:
        """A name in letters that the fonts have, another one for each name."""
        return printable(name, letters_of(self.brand.fonts), self._alike)

    def printable(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The frame with all names in letters that the fonts have."""
        frame = frame.copy()
        for column in frame.columns:
            if frame[column].dtype == "object" or frame[column].dtype == "str":
                texts = {one for one in frame[column] if isinstance(one, str)}
                other = {text: said for text in texts if (said := self.printed(text)) != text}
                if other:
                    frame[column] = frame[column].replace(other)
        return frame


def _weightiest(groups: pd.DataFrame, most: int, columns: Sequence[str] = GROUP) -> pd.DataFrame:
    """The rows of the weightiest groups, so many; rows that agree in `columns` are one."""
    simulated = groups["kind"] != "recorded"
    order = groups.assign(simulated=simulated).sort_values(["simulated", "weight"], ascending=[True, False])
    number = order.groupby(list(columns), sort=False).ngroup()
    kept: pd.DataFrame = groups.loc[sorted(order.index[number < most])]
    return kept

"""What the report on a study asks of its database: beside the statistics, what is decided and by which bots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from azul_analytics.reporting.answers import Answers
from azul_analytics.studies.compare import Look
from azul_analytics.studies.study import Study, looks, stored_study

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class StudyAnswers(Answers):
    """The answers of a study's database; its groups are those of the strongest bots. Raises AzulError without one."""

    CHOICE: ClassVar[str] = "those of the strongest bots"
    OTHERS: ClassVar[str] = "The report `balance` shows others."
    SPEAKS_OF_MAIN: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _ = self.study

    @cached_property
    def study(self) -> Study:
        """The study."""
        return stored_study(self.database)

    def titled(self, title: str) -> str:
        """The title with the names of both rulesets."""
        return f"{title}: {self.study.variant.name} against {self.study.base.name}"

    @cached_property
    def looks(self) -> dict[tuple[int, str], list[Look]]:
        """What is known of each question, by number of players and policy."""
        return looks(self.database, self.study)

    @cached_property
    def groups(self) -> pd.DataFrame:
        """The groups of both rulesets that the strongest bots played, where both have games."""
        groups = self.every_group[self.every_group["games"] > 0]
        stored = {f"simulated by {one.who}" for one in self.study.deciding.values()}
        groups = groups[groups["kind"].isin(stored)]
        return groups[groups.groupby("player_count")["ruleset_hash"].transform("nunique") == 2]

    @cached_property
    def pair(self) -> tuple[str, str] | None:
        """Hashes of base and variant."""
        return self.study.base.hash, self.study.variant.hash

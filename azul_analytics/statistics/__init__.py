"""Answered questions: each statistic is one function over one query, and one entry of `STATISTICS`.

A statistic takes a `Database` and gives a tidy frame; its entry says what was asked, how it was answered
and what the answer does not say. docs/statistics.md is made of the entries.
"""

from azul_analytics.statistics import first_player, floor
from azul_analytics.statistics.first_player import first_player_advantage
from azul_analytics.statistics.floor import floor_penalties, floor_penalty_distribution
from azul_analytics.statistics.registry import Statistic, page
from azul_analytics.statistics.selection import Selection, answer

STATISTICS: dict[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        first_player.FIRST_PLAYER_ADVANTAGE,
        floor.FLOOR_PENALTIES,
        floor.FLOOR_PENALTY_DISTRIBUTION,
    )
}

__all__ = [
    "STATISTICS",
    "Selection",
    "Statistic",
    "answer",
    "first_player_advantage",
    "floor_penalties",
    "floor_penalty_distribution",
    "page",
]

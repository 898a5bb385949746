"""Recorded games of Azul: read, replayed by the rules, stored as tables, counted and printed.

The road: log file -> read -> GameRecord -> replay (the rules judge it) -> tables in DuckDB
-> statistic (SQL) -> frame -> figure -> report, notebook, terminal.

    import azul_analytics as azul
    games = azul.replay(azul.read("games.jsonl"))
    games.turns                                          # a pandas frame, one row a draft
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
RELEASED = "2026-11-30"  # the date of a report on games without dates

# public name -> the module that it lives in; loaded at first use, so that `azul --help` stays quick
_PUBLIC = {
    "AzulError": "azul_analytics.errors",
    "GameRecord": "azul_analytics.records",
    "Unreadable": "azul_analytics.records",
    "Ruleset": "azul_analytics.rules.ruleset",
    "load_ruleset": "azul_analytics.rules.ruleset",
    "read": "azul_analytics.logs",
    "write": "azul_analytics.logs",
    "replay": "azul_analytics.replayer",
    "score": "azul_analytics.scoreboard",
    "connect": "azul_analytics.database",
    "ingest_files": "azul_analytics.ingest",
    "position": "azul_analytics.positions",
    "options": "azul_analytics.positions",
    "export_tables": "azul_analytics.export",
    "export_positions": "azul_analytics.export",
    "rescore_games": "azul_analytics.rescore",
    "simulate_games": "azul_analytics.simulate",
    "Selection": "azul_analytics.statistics",
    "first_player_advantage": "azul_analytics.statistics",
    "floor_penalties": "azul_analytics.statistics",
}
__all__ = ["__version__", *_PUBLIC]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    if not name.startswith("_"):  # every statistic is a function of this package, too: azul.scores(games)
        statistics = import_module("azul_analytics.statistics").STATISTICS
        if name in statistics:
            return statistics[name].function
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

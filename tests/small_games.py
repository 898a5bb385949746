"""Three hand-made games with rulesets of three colors, in a database of all tables."""

from __future__ import annotations

from pathlib import Path

from azul_analytics.database import Database
from azul_analytics.rules.ruleset import Ruleset, parse_ruleset

TINY = """
name = "tiny"
description = "three colors"
colors = ["blue", "yellow", "red"]
tiles_per_color = 5
tiles_per_factory = 2
line_capacities = [1, 2, 3]
floor = [-1, -2]
factories = { 2 = 3 }
bonuses = { line = 2, column = 3, color = 4 }
[wall]
kind = "free"
pattern = []
printed = [{ line = 1, column = 1, color = "blue", multiplier = 2 }]
"""
TINY_PRINTED = """
name = "tiny_printed"
description = "as tiny, with other printed spaces and another seat after a round without a marker"
colors = ["blue", "yellow", "red"]
tiles_per_color = 5
tiles_per_factory = 2
line_capacities = [1, 2, 3]
floor = [-1, -2]
no_marker_next_first = "after_last"
factories = { 2 = 3 }
bonuses = { line = 2, column = 3, color = 4 }
[wall]
kind = "free"
pattern = []
printed = [
  { line = 1, column = 1, color = "blue" },
  { line = 2, column = 2, color = "yellow" },
  { line = 2, column = 3, color = "red" },
]
"""


def rulesets() -> list[Ruleset]:
    return [parse_ruleset(TINY, "tiny"), parse_ruleset(TINY_PRINTED, "tiny_printed")]


def add_small_games(database: Database) -> None:
    """Stores the games of small_games.sql, which says what they show."""
    for one in rulesets():
        database.rows(
            "insert into rulesets values ($hash, $name, $definition)",
            {"hash": one.hash, "name": one.name, "definition": one.definition},
        )
    database.rows(Path(__file__).with_name("small_games.sql").read_text(encoding="utf-8"))

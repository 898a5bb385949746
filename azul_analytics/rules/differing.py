"""The numbers in which two rulesets differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from azul_analytics.rules.ruleset import Ruleset


def differing_numbers(one: Ruleset, other: Ruleset) -> list[tuple[str, Any, Any]]:
    """Key and both values, None where there is none; keys of tables as `table.key`. Names are not compared."""
    first, second = dict(flat_numbers(one)), dict(flat_numbers(other))
    return [
        (key, first.get(key), second.get(key))
        for key in dict.fromkeys([*first, *second])
        if key != "name" and first.get(key) != second.get(key)
    ]


def flat_numbers(ruleset: Ruleset) -> Iterator[tuple[str, Any]]:
    """Keys and values; those of a table under `table.key`."""
    for key, value in ruleset.numbers.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{inner}", one) for inner, one in value.items())
        else:
            yield key, value


def as_toml(value: Any) -> str:
    """A value as a file has it."""
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)

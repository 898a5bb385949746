"""Rulesets of all sizes, made up by hypothesis, as designers might write them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from azul_analytics.rules.ruleset import (
    CLAMPS,
    COLORS,
    LETTERS,
    MARKERS,
    NEXT_FIRST,
    TIE_BREAKS,
    Ruleset,
    parse_ruleset,
)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """3 to 7 colors, 2 to 6 players, and every other key of any value; games end soon."""
    size = draw(st.integers(3, 7))
    colors = sorted(draw(st.permutations(COLORS))[:size], key=COLORS.index)
    letters = "".join(LETTERS[COLORS.index(color)] for color in colors)
    free = draw(st.booleans())
    lines = draw(st.integers(0, size))
    bonus = st.integers(-5, 20)
    few = st.integers(1, 30)
    tiles = st.one_of(few, st.just(127), st.lists(few, min_size=size, max_size=size))
    marker = draw(st.sampled_from(MARKERS))
    keys: dict[str, Any] = {
        "name": "made_up",
        "description": "",
        "colors": colors,
        "tiles_per_color": draw(tiles),
        "tiles_per_factory": draw(st.integers(1, 9)),
        "line_capacities": draw(st.lists(st.integers(1, 9), min_size=size, max_size=size)),
        "floor": draw(st.lists(st.integers(-4, 2), max_size=10)),
        "end_complete_lines": lines,
        "end_rounds": draw(st.integers(0 if lines else 1, 6)),
        "overflow": draw(st.sampled_from([0, 0, -1, 1])),
        "marker": marker,
        "marker_points": draw(st.integers(-2, 1)) if marker == "cost" else 0,
        "next_first": draw(st.sampled_from(NEXT_FIRST)),
        "no_marker_next_first": draw(st.sampled_from(NEXT_FIRST[1:])),
        "clamp": draw(st.sampled_from(CLAMPS)),
        "tie_break": draw(st.lists(st.sampled_from(TIE_BREAKS), unique=True)),
        "round_limit": draw(st.integers(1, 12)),
    }
    number = st.integers(1, size)
    space = {"line": number, "column": number, "multiplier": st.integers(1, 3)}
    printed = draw(
        st.lists(
            st.fixed_dictionaries(space, optional={"color": st.sampled_from(colors)} if free else {}),
            max_size=size,
            unique_by=lambda space: (space["line"], space["column"]),
        )
    )
    turned = draw(st.permutations(range(size)))
    pattern = [] if free else [letters[turn:] + letters[:turn] for turn in turned]
    spaces = st.lists(st.tuples(number, number), min_size=1, max_size=4, unique=True)
    sets = draw(st.lists(st.tuples(st.sampled_from(["edge", "rim"]), bonus, spaces), max_size=3))
    keys["factories"] = {str(draw(st.integers(2, 6))): draw(st.integers(1, 15))}
    keys["wall"] = {
        "kind": "free" if free else "fixed",
        "pattern": pattern,
        "unique_in_line": draw(st.booleans()) if free else True,
        "unique_in_column": draw(st.booleans()) if free else True,
        "printed": printed,
    }
    keys["bonuses"] = {
        **{kind: draw(bonus) for kind in ("line", "column", "color", "diagonal")},
        "sets": [
            {"name": name, "points": points, "spaces": " ".join(f"{a}{b}" for a, b in where)}
            for name, points, where in sets
        ],
    }
    return parse_ruleset("\n".join(f"{key} = {_toml(value)}" for key, value in keys.items()), "made_up")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)

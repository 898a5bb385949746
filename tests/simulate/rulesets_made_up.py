"""Rulesets of all sizes, made up by hypothesis, as designers might write them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from azul_analytics.rules.ruleset import COLORS, LETTERS, Ruleset, parse_ruleset


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """3 to 7 colors, 2 to 6 players, walls, capacities, floors, bonuses and ends of any kind; they end soon."""
    size = draw(st.integers(3, 7))
    colors = sorted(draw(st.permutations(COLORS))[:size], key=COLORS.index)
    letters = "".join(LETTERS[COLORS.index(color)] for color in colors)
    free = draw(st.booleans())
    lines = draw(st.integers(0, size))
    bonus = st.integers(-5, 20)
    keys: dict[str, Any] = {
        "name": "made_up",
        "description": "",
        "colors": colors,
        "tiles_per_color": draw(st.one_of(st.integers(1, 30), st.just(127))),
        "tiles_per_factory": draw(st.integers(1, 9)),
        "line_capacities": draw(st.lists(st.integers(1, 9), min_size=size, max_size=size)),
        "floor": draw(st.lists(st.integers(-4, 2), max_size=10)),
        "end_complete_lines": lines,
        "end_rounds": draw(st.integers(0 if lines else 1, 6)),
        "no_marker_next_first": draw(st.sampled_from(["same", "after_last"])),
        "round_limit": draw(st.integers(1, 12)),
    }
    space = {"line": st.integers(1, size), "column": st.integers(1, size), "color": st.sampled_from(colors)}
    printed = draw(
        st.lists(
            st.fixed_dictionaries({**space, "multiplier": st.integers(1, 3)}),
            max_size=size if free else 0,
            unique_by=lambda space: (space["line"], space["column"]),
        )
    )
    turned = draw(st.permutations(range(size)))
    pattern = [] if free else [letters[turn:] + letters[:turn] for turn in turned]
    tables = {
        "factories": {str(draw(st.integers(2, 6))): draw(st.integers(1, 15))},
        "bonuses": {"line": draw(bonus), "column": draw(bonus), "color": draw(bonus)},
    }
    text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in keys.items())
    for name, table in tables.items():
        text += f"\n[{name}]\n" + "\n".join(f"{key} = {value}" for key, value in table.items())
    spaces = ", ".join(
        "{" + ", ".join(f"{key} = {json.dumps(value)}" for key, value in one.items()) + "}" for one in printed
    )
    kind = "free" if free else "fixed"
    text += f'\n[wall]\nkind = "{kind}"\npattern = {json.dumps(pattern)}\nprinted = [{spaces}]\n'
    return parse_ruleset(text, "made_up")

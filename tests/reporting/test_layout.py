"""Panels on a page."""

import re

import pandas as pd
import pytest

from azul_analytics.figures import group_label
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.layout import grid

LONG = "a_ruleset_with_a_very_lo…"


@pytest.mark.parametrize(("columns", "cut"), [(1, False), (3, True)])
def test_neighbours_call_a_ruleset_by_one_name(columns, cut):
    rows = [{"label": LONG, "player_count": count, "kind": "simulated"} for count in (2, 3, 10)]

    def draw(ax, _):
        ax.set_axis_off()
        return []

    picture = grid(
        [pd.DataFrame([row]) for row in rows], draw, group_label, load_brand(),
        columns=columns, height=lambda _: 20, legend=[], axis="", right=8,
    )  # fmt: skip
    names = re.findall(r">([^<>]*…[^<>,]*),", b"".join(picture.lines).decode())
    assert len(names) == 3
    assert len(set(names)) == 1
    assert (names[0] != LONG) == cut

"""Panels on a page."""

import re

import pandas as pd
import pytest

from azul_analytics.figures import group_label
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.layout import drawing, fitted, grid, text_width, title_height

LONG = "a_ruleset_with_a_very_lo…"


def panels(rows, columns, title=group_label):
    """The words of empty panels of these groups, so many beside each other."""

    def draw(ax, _):
        ax.set_axis_off()
        return []

    picture = grid(
        [pd.DataFrame([row]) for row in rows], draw, title, load_brand(),
        columns=columns, height=lambda _: 20, legend=[], axis="", right=8,
    )  # fmt: skip
    return re.findall(r">([^<>]+)</text>", b"".join(picture.lines).decode())


@pytest.mark.parametrize(("columns", "cut"), [(1, False), (3, False), (6, True)])
def test_neighbours_call_a_ruleset_by_one_name(columns, cut):
    words = panels([{"label": LONG, "player_count": count, "kind": "simulated"} for count in (2, 3, 10)], columns)
    names = [word.split(",")[0] for word in words if "…" in word]
    assert len(names) == 3
    assert len(set(names)) == 1
    assert (names[0] != LONG) == cut


BOTS = [
    {"label": label, "player_count": count, "kind": f"simulated by {policy}"}
    for label in ("standard", "gray") for count in (2, 3) for policy in ("careful, greedy", "search:100")
]  # fmt: skip


@pytest.mark.parametrize("title", [group_label, lambda row: f"Turned by bonuses, %: {group_label(row)}"])
def test_titles_of_many_groups_are_whole_and_as_wide_as_their_panels(title):
    brand = load_brand()
    with drawing(brand):
        for columns in (2, 3):
            width = brand.width / columns
            for text in fitted(BOTS, title, width, brand):
                assert "…" not in text
                assert max(1.08 * text_width(line, brand) for line in text.split("\n")) <= width


def test_panels_of_long_titles_are_as_many_lines_apart():
    # too long for a third of the page; the last comma behind which the first line fits is that behind "standard"
    words = panels(BOTS[:1], 3, lambda row: f"Turned by bonuses, %: {group_label(row)}")
    assert words[:2] == ["Turned by bonuses, %: standard,", "2 pl., by careful, greedy"]
    assert title_height(["a\nb", "c"]) - title_height(["c"]) >= load_brand().style.size


@pytest.mark.parametrize(("names", "named"), [(["2 players"], False), (["2 players", "3 players"], True)])
def test_one_series_alone_has_no_legend(names, named):
    def draw(ax, _):
        return [ax.plot([0, 1], label=name)[0] for name in names]

    picture = grid(
        [pd.DataFrame([{"label": "standard", "player_count": 2, "kind": "recorded"}])], draw, group_label, load_brand(),
        columns=1, height=lambda _: 20, legend=None, axis="", right=8,
    )  # fmt: skip
    assert (b"3 players" in picture.legend) == named
    assert bool(picture.legend) == named

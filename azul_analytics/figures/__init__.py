"""Pictures of statistics: `draw_<statistic>(ax, frame, style)` draws a frame into an axis.

A figure neither queries nor saves. Matplotlib is loaded when the first one is drawn.
"""

from azul_analytics.figures.first_player import draw_first_player_advantage, draw_opening_margin
from azul_analytics.figures.floor import (
    draw_floor_penalties,
    draw_floor_penalty_distribution,
    frequent_rounds,
)
from azul_analytics.figures.labels import (
    GROUP,
    group_label,
    in_reading_order,
    n_text,
    ruleset_label,
    shortened,
    unit_word,
)
from azul_analytics.figures.over_games import draw_cells, draw_means, draw_means_by, draw_shares
from azul_analytics.figures.style import Style

__all__ = [
    "GROUP",
    "Style",
    "draw_cells",
    "draw_first_player_advantage",
    "draw_floor_penalties",
    "draw_floor_penalty_distribution",
    "draw_means",
    "draw_means_by",
    "draw_opening_margin",
    "draw_shares",
    "frequent_rounds",
    "group_label",
    "in_reading_order",
    "n_text",
    "ruleset_label",
    "shortened",
    "unit_word",
]

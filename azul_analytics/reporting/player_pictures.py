"""Pictures of one player among the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azul_analytics.figures.players import (
    draw_player_margins,
    draw_player_ratings,
    draw_player_results,
    draw_player_styles,
)
from azul_analytics.reporting.blocks import Picture
from azul_analytics.reporting.brand import Brand
from azul_analytics.reporting.chance_pictures import in_rows
from azul_analytics.reporting.layout import Page, drawing

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def results_picture(rows: pd.DataFrame, player: str, brand: Brand) -> Picture:
    """Win shares of some players, the one in bold."""
    return _players(rows, player, draw_player_results, brand)


def ratings_picture(rows: pd.DataFrame, player: str, brand: Brand) -> Picture:
    """Ratings of some players, the one in bold."""
    return _players(rows, player, draw_player_ratings, brand)


def styles_picture(rows: pd.DataFrame, brand: Brand) -> Picture:
    """A player's differences from the field, a row a measure."""
    return in_rows([rows], draw_player_styles, lambda _: "", brand)


def margins_picture(games: pd.DataFrame, brand: Brand) -> Picture:
    """Margins of a player's games over time."""
    left, foot, high = 34.0, 28.0, 120.0
    with drawing(brand):
        page = Page(brand, foot + high + 6)
        draw_player_margins(page.axes(left, foot, brand.width - left - 8, high), games, brand.style)
        return Picture((page.svg(),))


def _players(rows: pd.DataFrame, player: str, draw: Any, brand: Brand) -> Picture:
    places = [number for number, name in enumerate(rows["player"]) if name == player]

    def drawn(ax: Axes, frame: pd.DataFrame, style: Any) -> None:
        draw(ax, frame, style)
        for place in places:
            ax.get_yticklabels()[place].set_fontweight("bold")

    return in_rows([rows], drawn, lambda _: "", brand)

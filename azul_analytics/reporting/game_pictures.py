"""Pictures of one game: what was dealt, the boards, the course of the scores."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from azul_analytics.figures.board import NUMBER, ShownBoard, board_size, draw_board, draw_factories
from azul_analytics.figures.course import draw_score_course, name_rounds
from azul_analytics.figures.win_probability import draw_win_probabilities
from azul_analytics.reporting.blocks import Picture
from azul_analytics.reporting.brand import Brand
from azul_analytics.reporting.layout import Page, drawing, text_width

if TYPE_CHECKING:
    import pandas as pd

_TALL = 300.0  # points that a round's boards have: two rounds then go on a page
_SPACE = 12.0, 7.5  # points, side of a space at most and at least
_NAME = 12.0  # points, height of a board's name
_BESIDE, _BELOW = 12.0, 5.0  # points, between boards
_TILE = 9.6  # points, side of a tile on a factory
_IN_ONE_COLUMN = 3  # boards


def drafts_share(seats: int) -> float:
    """The part of the page's width that deals and drafts have; the boards have the rest."""
    return 0.6 if seats <= _IN_ONE_COLUMN else 0.52


def boards_picture(boards: Sequence[ShownBoard], names: Sequence[str], brand: Brand) -> Picture:
    """The boards of a round, each with its name above it, in one column or in two, as wide as the page leaves them."""
    first, floor = boards[0], max(len(board.floor_values) for board in boards)
    across, down = board_size(len(first.wall_lines), floor, max(first.capacities))
    columns = 1 if len(boards) <= _IN_ONE_COLUMN else 2
    lines = ceil(len(boards) / columns)
    whole = (1 - drafts_share(len(boards))) * brand.width - _BESIDE
    width = (whole - (columns - 1) * _BESIDE) / columns
    space = min(_SPACE[0], width / across, max(_SPACE[1], (_TALL / lines - _NAME - _BELOW) / down))
    pitch = space * down + _NAME + _BELOW
    with drawing(brand):
        page = Page(brand, pitch * lines, whole)
        for place, (board, name) in enumerate(zip(boards, names, strict=True)):
            line, column = divmod(place, columns)
            bottom = page.height - (line + 1) * pitch + _BELOW
            ax = page.axes(column * (width + _BESIDE), bottom, space * across, space * down)
            draw_board(ax, board, brand.style)
            ax.set_title(_fitted(name, width, brand), loc="left", pad=3, fontweight="normal")
        return Picture((page.svg(),))


def _fitted(text: str, width: float, brand: Brand) -> str:
    """The text, the name at its front cut until it is narrow enough."""
    name, colon, rest = text.rpartition(": ") if ": " in text else (text, "", "")
    cut = name
    while cut and text_width(f"{cut}…{colon}{rest}", brand) > width:
        cut = cut[:-1]
    return text if text_width(text, brand) <= width else f"{cut}…{colon}{rest}"


def deal_picture(factories: Sequence[str], share: float, brand: Brand) -> Picture:
    """The factories of a deal, in as many lines as they need in this share of the page's width."""
    side = max(2, ceil(max(map(len, factories), default=0) ** 0.5))
    pitch = side + NUMBER
    width = share * brand.width
    columns = max(1, min(len(factories), int(width / (pitch * _TILE))))
    lines = ceil(len(factories) / columns)
    columns = ceil(len(factories) / lines)
    with drawing(brand):
        page = Page(brand, lines * pitch * _TILE, width)
        ax = page.axes(0, 0, columns * pitch * _TILE, page.height)
        draw_factories(ax, factories, brand.style, columns)
        return Picture((page.svg(),))


def course_picture(scores: pd.DataFrame, chances: pd.DataFrame, brand: Brand) -> Picture:
    """Scores by round and, where there are any, win probabilities beside them, below one legend."""
    left, foot, high, legend = 34.0, 28.0, 128.0, 18.0
    panels = 1 if chances.empty else 2
    with drawing(brand):
        page = Page(brand, foot + high + legend + 6)
        width = brand.width / panels
        handles = draw_score_course(page.axes(left, foot, width - left - 14, high), scores, brand.style)
        if len(chances):
            ax = page.axes(width + left + 8, foot, width - left - 18, high)
            draw_win_probabilities(ax, chances, brand.style)
            name_rounds(ax, int(chances["round"].max()) + 1)
        page.legend(handles, left)
        return Picture((page.svg(),))

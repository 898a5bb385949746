"""Answered questions: each statistic is one function over one query, and one entry of `STATISTICS`.

A statistic takes a `Database` and gives a tidy frame; its entry says what was asked, how it was answered
and what the answer does not say. docs/statistics/ is made of the entries.
"""

from azul_analytics.statistics import (
    course,
    deals,
    drafting,
    first_player,
    first_player_adjusted,
    first_player_by_rating,
    floor,
    order_in_round,
    player_points,
    players,
    ratings,
    scores,
    seats,
    tiles,
    timing,
    wall,
    win_probability,
)
from azul_analytics.statistics.first_player import first_player_advantage
from azul_analytics.statistics.floor import floor_penalties, floor_penalty_distribution
from azul_analytics.statistics.registry import Measure, Statistic, page
from azul_analytics.statistics.selection import Selection, answer

STATISTICS: dict[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        first_player.FIRST_PLAYER_ADVANTAGE,
        first_player_adjusted.FIRST_PLAYER_ADJUSTED,
        first_player_by_rating.FIRST_PLAYER_BY_RATING,
        seats.SEATS_EQUAL,
        order_in_round.ORDER_IN_ROUND,
        order_in_round.MARKER_VALUE,
        *floor.EVERY,
        *scores.EVERY,
        *drafting.EVERY,
        *wall.EVERY,
        *course.EVERY,
        *win_probability.EVERY,
        *tiles.EVERY,
        *deals.EVERY,
        *players.EVERY,
        *player_points.EVERY,
        *ratings.EVERY,
        *timing.EVERY,
    )
}

__all__ = [
    "STATISTICS",
    "Measure",
    "Selection",
    "Statistic",
    "answer",
    "first_player_advantage",
    "floor_penalties",
    "floor_penalty_distribution",
    "page",
]

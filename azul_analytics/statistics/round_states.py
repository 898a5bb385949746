"""What each seat has after a round, as the features of a model of who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from azul_analytics.rules.ruleset import COLORS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

# progress to full columns, complete colors and full lines: the squares of their filled shares, added up; a color
# is complete with as many tiles as there are lines, and no more than that where it may repeat
FEATURES = ("score", "score_near_end", "tiles", "columns", "colors", "lines", "left_over", "drafts_first")
_COLOR_BITS = 6  # where colors repeat, all 49 spaces of a wall may have one


@dataclass(frozen=True)
class RoundStates:
    """States of one group of games after their rounds: arrays by [state] or [seat, state].

    `win_share` is how the game ended, `features` [seat, state, feature] are in the order of FEATURES, with
    `score_near_end` not yet made; `longest` [state] is the filled share of the longest wall line at the table.
    """

    game: Integers
    unit: Integers
    fold: Integers
    round: Integers
    win_share: Floats
    features: Floats
    longest: Floats

    @property
    def score(self) -> Floats:
        """Scores [seat, state]."""
        return self.features[:, :, FEATURES.index("score")]

    def features_near_end(self) -> Floats:
        """The features, with `score_near_end`: the score times how much `longest` is above its mean, which is what a
        point counts more when the game may soon end."""
        features = self.features.copy()
        nearness = self.longest - self.longest.mean()
        features[:, :, FEATURES.index("score_near_end")] = self.score * nearness
        return features

    def where(self, chosen: NDArray[np.bool_]) -> RoundStates:
        """The states that are chosen."""
        per_seat = (self.win_share[:, chosen], self.features[:, chosen])
        return RoundStates(
            self.game[chosen],
            self.unit[chosen],
            self.fold[chosen],
            self.round[chosen],
            *per_seat,
            self.longest[chosen],
        )


def round_states(rows: pd.DataFrame) -> RoundStates:
    """The states of one group, of the rows of sql/statistics/win_probability.sql, which are in its order.

    A state in which a seat has no row is left out, with what follows it: the seat did not draft in the next round.
    """
    players = int(rows["player_count"].iloc[0])
    column = {str(name): rows[name].to_numpy() for name in rows}
    starts = np.flatnonzero(_changes(column["game"]) | _changes(column["round"]))
    lengths = np.diff(np.append(starts, len(rows)))
    all_seats = np.repeat(lengths == players, lengths)
    seats = {name: values[all_seats].reshape(-1, players).T for name, values in column.items()}
    game, unit, fold, round_number = (seats[name][0] for name in ("game", "unit_number", "fold", "round"))
    placed = _placed_so_far(game, seats["colors"])
    known = (placed.sum(axis=0) == np.bitwise_count(seats["wall"])).all(axis=0)
    features, longest = _features(seats, placed, size=int(column["size"][0]))
    return RoundStates(game, unit, fold, round_number, seats["win_share"], features, longest).where(known)


def _changes(values: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Where a value differs from the one before; the first one does."""
    return np.concatenate([np.ones(min(len(values), 1), bool), values[1:] != values[:-1]])


def _placed_so_far(game: Integers, colors: Integers) -> NDArray[np.int8]:
    """Tiles of each color on the wall, [color, seat, state], of the packed counts of single rounds."""
    total = np.cumsum(colors, axis=1)  # of all games one after the other: it may wrap, differences stay right
    starts = np.flatnonzero(_changes(game))
    before = (total - colors)[:, starts]
    packed = total - np.repeat(before, np.diff(np.append(starts, len(game))), axis=1)
    shifts = np.arange(len(COLORS)) * _COLOR_BITS
    placed: NDArray[np.int8] = ((packed >> shifts[:, None, None]) & (2**_COLOR_BITS - 1)).astype(np.int8)
    return placed


def _features(seats: dict[str, NDArray[Any]], placed: NDArray[np.int8], size: int) -> tuple[Floats, Floats]:
    """FEATURES by [seat, state, feature], and the filled share of the longest wall line by [state]."""
    wall = seats["wall"]
    bits = 1 << np.arange(size * size).reshape(size, size)  # [line, column]
    lines = [np.bitwise_count(wall & mask) for mask in bits.sum(axis=1)]
    columns = [np.bitwise_count(wall & mask) for mask in bits.sum(axis=0)]
    squares = (np.arange(size + 1) / size) ** 2
    features = np.empty((*wall.shape, len(FEATURES)))
    for place, values in enumerate(
        (
            seats["score"],
            0,
            np.bitwise_count(wall),
            sum(squares[count] for count in columns),
            sum(squares[np.minimum(count, size)] for count in placed),
            sum(squares[count] for count in lines),
            sum(seats["line_counts"] // 10**digit % 10 for digit in range(size)),
            seats["drafts_first"],
        )
    ):
        features[:, :, place] = values
    longest: Floats = np.max(lines, axis=(0, 1)) / size
    return features, longest

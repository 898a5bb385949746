"""Each player against all others: differences of means over units, with errors that keep a game whole."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

_NO_SPREAD = 1e-12  # a variance below is rounding


class Contrast(NamedTuple):
    """Each by [player, measure].

    `games` and `units` in which the player has a value, his `mean` over units and their `variance`, the
    `field`'s mean, the standard `error` of mean - field and its degrees of `freedom`. What cannot be said is
    NaN.
    """

    games: pd.DataFrame
    units: pd.DataFrame
    mean: pd.DataFrame
    variance: pd.DataFrame
    field: pd.DataFrame
    error: pd.DataFrame
    freedom: pd.DataFrame


def against_field(values: pd.DataFrame, rows: pd.DataFrame) -> Contrast:
    """The contrast of every player with the other players of his group, for every column of `values`.

    `values` and `rows` have a row per game and player; `rows` has the numbers `group`, `unit`, `game` and
    `player` (units and players of two groups have different numbers) and how many `seats` he had. The field's
    mean is that over all units of the group, every one counting the same, of what the seats of the others
    show. A unit in which both are found moves both means: the error is that of the sum over units of what
    each adds to the difference (linearised and clustered; Liang and Zeger 1986, Biometrika 73), with
    n / (n - 1) for each side, and as many degrees of freedom as the side with fewer units has.
    """
    center = values.mean()  # sums of squares lose digits far from zero
    everyone, others = _in_their_games(values - center, rows)
    keys = [rows["player"], rows["unit"]]
    own, other = (values - center).groupby(keys).mean(), others.groupby(keys).mean()
    of_player = own.groupby("player")
    units, mean, variance = of_player.count(), of_player.mean(), of_player.var()
    field_units, field, field_variance = _field(everyone, other, rows)
    both = (own - mean.reindex(own.index, level="player")) * (other - field.reindex(own.index, level="player"))
    scale = ((units - 1) * (field_units - 1) * units * field_units) ** 0.5
    squared = variance / units + field_variance / field_units
    squared -= 2 * both.groupby("player").sum() / scale.where(scale > 0)
    return Contrast(
        games=values.groupby(rows["player"]).count(),
        units=units,
        mean=mean + center,
        variance=variance,
        field=field + center,
        error=squared.where((variance > _NO_SPREAD) & (squared > _NO_SPREAD)) ** 0.5,
        freedom=units.where(units < field_units, field_units) - 1,
    )


def _in_their_games(values: pd.DataFrame, rows: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """What all seats of a row's game show on average, and what those of the other players show."""
    seats = values.notna().mul(rows["seats"], axis=0)
    shown = values.mul(rows["seats"], axis=0).fillna(0)
    all_seats, all_shown = (one.groupby(rows["game"]).transform("sum") for one in (seats, shown))
    left = all_seats - seats
    return all_shown / all_seats.where(all_seats > 0), (all_shown - shown) / left.where(left > 0)


def _field(
    everyone: pd.DataFrame, other: pd.DataFrame, rows: pd.DataFrame
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """The field of each player: number of units, their mean and variance.

    All units of the group, but in the player's own units (`other`, by player and unit) only the others.
    """
    game = ~rows["game"].duplicated()
    unit = everyone[game].groupby(rows["unit"][game]).mean()
    group_of_unit = rows.drop_duplicates("unit").set_index("unit")["group"]
    group_of_player = rows.drop_duplicates("player").set_index("player")["group"]
    his = unit.reindex(other.index, level="unit")

    def total(of_unit: pd.DataFrame, of_his: pd.DataFrame, of_other: pd.DataFrame) -> pd.DataFrame:
        of_group = of_unit.groupby(group_of_unit).sum()
        of_player = of_other.groupby("player").sum() - of_his.groupby("player").sum()
        return of_player + of_group.reindex(group_of_player[of_player.index]).to_numpy()

    count = total(unit.notna() * 1, his.notna() * 1, other.notna() * 1)
    mean = total(unit, his, other) / count.where(count > 0)
    squares = total(unit**2, his**2, other**2)
    return count, mean, (squares - count * mean**2) / (count - 1).where(count > 1)

"""Statistics that are made from their query and their entry alone.

A query says what each game shows; here that becomes means and shares over games, with intervals that take
games, not seats or drafts, as independent. Two kinds:

- `means_over_games`: the query has a row per game (and per value of the columns `by`), with a column a measure;
- `shares_over_games`: the query has a row per game (and `by`) and `value`, with how many `times` it occurred.

The query names neither groups nor filters: a game's row is joined to `games_in_question`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from azul_analytics.statistics.registry import GROUP_COLUMNS, Measure, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer_text, checked_confidence

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

    from azul_analytics.database import Database
    from azul_analytics.statistics.inference import Floats, Interval

_UNIT = (
    "The game, whose value is the mean over its seats or drafts; games of one block of a designed experiment (same "
    "deals, rotated seats) are one unit, their mean."
)
_T = "Student's t over units"
_WILSON = (
    "Wilson's interval; where a unit's value is not 0 or 1, for the effective number of units, from their variance"
)
_NONE = "None from a single unit."
_SOURCE = "Wilson 1927; Korn and Graubard 1998; Franco, Little, Louis and Slud 2019"
CAVEATS = (
    "Stopped games are left out; if players stop games that they are losing, the rest is a selection.",
    "Games of the same players are taken as independent of each other.",
)
LATER_ROUNDS = "Late rounds are there in long games only: a change from round to round is also a change of games."
SELECTED = (
    "Who reaches this is not chosen by lot: it goes with playing well, with longer games and with the deals, so that "
    "a difference is no effect."
)
_INTERVAL_COLUMNS = {
    "too_wide": "the interval is wider than the useful width, or there is none",
    "units_needed": "units that would give the useful width; missing where the spread is not known",
}
_USEFUL_SHARE = 0.10


def means_over_games(
    name: str,
    *,
    title: str,
    question: str,
    estimand: str,
    measures: Mapping[str, Measure],
    by: Mapping[str, str] | None = None,
    detail: str = "drafts",
    caveats: tuple[str, ...] = (),
    key: str = "game_id",
) -> Statistic:
    """A statistic whose frame has a row per group of games, value of the columns `by`, and measure."""
    kinds = {measure.share for measure in measures.values()}
    interval = "; ".join(text for share, text in ((False, f"Points and counts: {_T}"), (True, f"Shares: {_WILSON}"))
                         if share in kinds)  # fmt: skip
    columns = {
        **GROUP_COLUMNS,
        **(by or {}),
        "measure": "what is averaged: see below",
        "games": "games that have a value",
        "units": "units of inference among them",
        "games_left_out": "games of the group that do not count: stopped before the rules ended them",
        "mean": "mean over units",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        "spread": "standard deviation of the units' values",
        **_INTERVAL_COLUMNS,
    }
    statistic = Statistic(
        name=name,
        title=title,
        question=question,
        estimand=estimand,
        unit=_UNIT,
        method="Mean over units of finished games. Rulesets that differ in any number are never pooled, nor are "
        "recorded games with games that only programs played. A game without a value is not in its mean.",
        interval=f"{interval}; at 95 % unless asked otherwise. {_NONE}",
        detail=detail,
        caveats=(*caveats, *CAVEATS),
        columns=columns,
        function=_function(name, question, lambda *asked: _means(statistic, *asked)),
        by=by or {},
        measures=measures,
        per_game=True,
        key=key,
        source=_SOURCE if True in kinds else "",
    )
    return statistic


def shares_over_games(
    name: str,
    *,
    title: str,
    question: str,
    estimand: str,
    value: tuple[str, str],
    counted: str,
    by: Mapping[str, str] | None = None,
    detail: str = "drafts",
    caveats: tuple[str, ...] = (),
) -> Statistic:
    """A statistic whose frame has a row per group of games, value of `by`, and value that occurred.

    `value` is the column of values and what it is, `counted` what occurs: `seats`, `drafts`.
    """
    columns = {
        **GROUP_COLUMNS,
        **(by or {}),
        value[0]: value[1],
        "times": f"{counted} that show it",
        "games": f"games with any of these {counted}",
        "units": "units of inference among them",
        "games_left_out": "games of the group that do not count: stopped before the rules ended them",
        "share": f"its share of the {counted}, every unit counting the same",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        **_INTERVAL_COLUMNS,
    }
    statistic = Statistic(
        name=name,
        title=title,
        question=question,
        estimand=estimand,
        unit=_UNIT.replace("mean over its seats or drafts", f"share among its {counted}"),
        method="Mean of the units' shares, finished games. Rulesets that differ in any number are never pooled, nor "
        "are recorded games with games that only programs played.",
        interval=f"{_WILSON}; at 95 % unless asked otherwise. {_NONE}",
        detail=detail,
        caveats=(*caveats, *CAVEATS),
        columns=columns,
        function=_function(name, question, lambda *asked: _shares(statistic, *asked)),
        by=by or {},
        value=value[0],
        per_game=True,
        useful_width=_USEFUL_SHARE,
        source=_SOURCE,
    )
    return statistic


def _function(
    name: str, question: str, made: Callable[[Database, Selection, float], pd.DataFrame]
) -> Callable[..., pd.DataFrame]:
    """The statistic's function, by its name and with a docstring."""

    def function(
        database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
    ) -> pd.DataFrame:
        return made(database, selection, checked_confidence(confidence))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"{question}\n\nThe columns are those of `STATISTICS[{name!r}].columns`; what a group of games cannot say is "
        "NaN.\nRaises AzulError for a confidence that is not between 0 and 1."
    )
    return function


def _means(statistic: Statistic, database: Database, selection: Selection, confidence: float) -> pd.DataFrame:
    import numpy as np

    from azul_analytics.statistics import inference

    frame = answer_text(database, means_query(statistic), selection)
    measures = [statistic.measures[name] for name in frame["measure"]]
    width = frame["measure"].map({name: one.useful_width for name, one in statistic.measures.items()})
    share = np.array([one.share for one in measures], dtype=bool)
    moments = frame["mean"], frame["variance"], frame["units"]
    as_mean = inference.mean_interval(
        *moments,
        confidence=confidence,
        useful_width=width,
        least=[one.least for one in measures],
        most=np.where([one.loss for one in measures], most_on_floor(database, frame), np.inf),
    )
    as_share = inference.share_interval(
        frame["mean"].where(share, 0.5),
        *moments[1:],
        frame["all_or_nothing"],
        expected=0.5,
        confidence=confidence,
        useful_width=width.where(share, _USEFUL_SHARE),
    )
    interval = inference.Interval(*(np.where(share, *both) for both in zip(as_share, as_mean, strict=True)))
    frame["spread"] = np.sqrt(frame["variance"])
    return _finished(frame, interval, width, statistic)


def most_on_floor(database: Database, frame: pd.DataFrame) -> Floats:
    """The most that a floor can bring, for each row of a frame: 0, unless its ruleset gives points for it."""
    import numpy as np

    gaining = database.query_file("statistics/floors_that_gain")["ruleset_hash"]
    return np.where(frame["ruleset_hash"].isin(gaining), np.inf, 0.0)


def _shares(statistic: Statistic, database: Database, selection: Selection, confidence: float) -> pd.DataFrame:
    from azul_analytics.statistics import inference

    frame = answer_text(database, shares_query(statistic), selection)
    interval = inference.share_interval(
        frame["share"],
        frame["variance"],
        frame["units"],
        frame["all_or_nothing"],
        expected=0.5,
        confidence=confidence,
        useful_width=_USEFUL_SHARE,
    )
    return _finished(frame, interval, _USEFUL_SHARE, statistic)


def _finished(frame: pd.DataFrame, interval: Interval, width: ArrayLike, statistic: Statistic) -> pd.DataFrame:
    from azul_analytics.statistics import inference

    frame["low"], frame["high"], needed = interval
    frame["too_wide"] = inference.too_wide(interval, width)
    frame["units_needed"] = needed
    frame["units_needed"] = frame["units_needed"].astype("Int64")
    texts = [column for column in statistic.by if frame[column].dtype == "category"]
    return frame.astype(dict.fromkeys(texts, "str"))[list(statistic.columns)]


# Identifiers cannot be parameters of a query. These come from the registry's entries, never from outside.


def means_query(statistic: Statistic) -> str:
    """The whole query of a statistic of means: one row per group, `by` and measure, with its moments over units."""
    by = "".join(f'"{column}", ' for column in statistic.by)
    names = list(statistic.measures)
    means = ",\n        ".join(f'count("{name}") as "{name} games", avg("{name}") as "{name}"' for name in names)
    values = ",\n        ".join(f'("{name}" is not null)::int as "{name} games", "{name}"' for name in names)
    moments = ",\n        ".join(
        f"{{'place': {place}, 'measure': '{name}', 'games': sum(\"{name} games\"), 'units': count(\"{name}\"), "
        f"'mean': avg(\"{name}\"), 'variance': var_samp(\"{name}\"), "
        f"'all_or_nothing': bool_and(\"{name}\" in (0, 1))}}"
        for place, name in enumerate(names)
    )
    return f"""\
with per_game as (
{_indented(_text(statistic))}
),
counted_games as materialized (
    select per_game.*, group_number, unit_number, unit_games
    from per_game
    join games_in_question using ({statistic.key})
    where counted
),
units as (
    select
        group_number, unit_number, {by}
        {means}
    from counted_games
    where unit_games > 1
    group by all
    union all -- what needs no grouping, which takes longest
    select
        group_number, unit_number, {by}
        {values}
    from counted_games
    where unit_games = 1
),
moments as (
    select group_number, {by}unnest([
        {moments}
    ], recursive := true)
    from units
    group by group_number{_after(by)}
),
{_GROUPS}
select
    {_GROUP_FIELDS},
    {by}measure,
    games::bigint as games,
    units::bigint as units,
    games_left_out,
    mean::double as mean,
    variance::double as variance,
    all_or_nothing
from moments
join groups using (group_number)
where units > 0
order by ruleset, ruleset_hash, player_count, kind, {by}place
"""


def shares_query(statistic: Statistic) -> str:
    """The whole query of a statistic of shares: one row per group, `by` and value, with its moments over units."""
    by = "".join(f'"{column}", ' for column in statistic.by)
    value = f'"{statistic.value}"'
    keys = f"group_number, {by}".removesuffix(", ")
    return f"""\
with per_game as (
{_indented(_text(statistic))}
),
counted_games as (
    select
        group_number, unit_number, game_id, {by}{value}, times,
        times / sum(times) over (partition by game_id{_after(by)}) as share
    from per_game
    join games_in_question using (game_id)
    where counted and times > 0
),
totals as (
    select {keys}, count(distinct unit_number) as units, count(distinct game_id) as games
    from counted_games
    group by all
),
unit_games as (
    select {keys}, unit_number, count(distinct game_id) as games_of_unit
    from counted_games
    group by all
),
units as (
    select {keys}, unit_number, {value}, sum(times) as times, sum(share) / any_value(games_of_unit) as share
    from counted_games
    join unit_games using ({keys}, unit_number)
    group by all
),
moments as (
    select
        {keys}, {value},
        sum(times) as times,
        sum(share) as total,
        sum(share * share) as squares,
        bool_and(share = 1) as all_or_nothing
    from units
    group by all
),
{_GROUPS}
select
    {_GROUP_FIELDS},
    {by}{value},
    times::bigint as times,
    games::bigint as games,
    units::bigint as units,
    games_left_out,
    total / units as share,
    greatest(squares - total * total / units, 0) / nullif(units - 1, 0) as variance,
    all_or_nothing
from moments
join totals using ({keys})
join groups using (group_number)
order by ruleset, ruleset_hash, player_count, kind, {by}{value}
"""


_GROUPS = """\
groups as (
    select
        group_number,
        any_value(ruleset) as ruleset,
        any_value(ruleset_hash) as ruleset_hash,
        any_value(player_count)::bigint as player_count,
        any_value(kind) as kind,
        count(*) filter (where not counted) as games_left_out
    from games_in_question
    group by group_number
)"""
_GROUP_FIELDS = "ruleset, ruleset_hash, player_count, kind"


def _after(names: str) -> str:
    return f", {names.removesuffix(', ')}" if names else ""


def _text(statistic: Statistic) -> str:
    from azul_analytics.database import sql_text

    return sql_text(statistic.sql)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.strip().splitlines())

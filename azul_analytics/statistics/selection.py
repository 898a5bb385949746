"""Which games a statistic speaks of, decided in one place for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from azul_analytics.errors import AzulError
from azul_analytics.rules.ruleset import excerpt

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

# changes whenever a game or seat comes, goes or becomes another, so that the table is made anew
_STATE = "select bit_xor(hash(games)), (select bit_xor(hash(game_id, seat, player, bot, policy)) from seats) from games"
# what several questions read, beside that table
VIEWS = ("opening_outcomes", "floor_costs", "costs_by_cause", "possible_bonuses")
_DIGITS = 10  # significant ones: sums over threads differ in the last digits; a report must not


@dataclass(frozen=True)
class Selection:
    """Filters on games; each field is a `$parameter` of sql/statistics/games_in_question.sql.

    `finished_only` leaves out games that were stopped before the rules ended them, and counts them as left
    out. The others keep games out altogether, and None lets every game in: the names of `sources` and
    `rulesets`, numbers of players, `players` of whom one must sit at the table, `policies` of bots, one of which
    must sit on every seat (a seat without a policy fits none), and the time of play from `since` (included) to
    `until` (not included), which games without a date never fit; a time without a zone is UTC.
    """

    finished_only: bool = True
    sources: Sequence[str] | None = None
    rulesets: Sequence[str] | None = None
    player_counts: Sequence[int] | None = None
    players: Sequence[str] | None = None
    policies: Sequence[str] | None = None
    since: datetime | None = None
    until: datetime | None = None

    def described(self) -> str:
        """The filters in words, such as `ruleset gray; 2 players; finished games`."""
        named = (("source", self.sources), ("ruleset", self.rulesets), ("player", self.players))
        parts = [f"{word} {' or '.join(values)}" for word, values in named if values is not None]
        if self.policies is not None:
            parts.append(f"every seat played by {' or '.join(self.policies)}")
        if self.player_counts is not None:
            parts.append(f"{' or '.join(map(str, self.player_counts))} players")
        parts += [f"{word} {time:%Y-%m-%d}" for word, time in (("since", self.since), ("before", self.until)) if time]
        return "; ".join([*parts, "finished games" if self.finished_only else "stopped games too"])


EVERY_FINISHED_GAME = Selection()


def answer(database: Database, query: str, selection: Selection = EVERY_FINISHED_GAME) -> pd.DataFrame:
    """The rows of `sql/<query>.sql` over the selected games, numbers rounded to 10 significant digits."""
    from azul_analytics.database import sql_text

    return answer_text(database, sql_text(query), selection)


def answer_text(
    database: Database,
    sql: str,
    selection: Selection = EVERY_FINISHED_GAME,
    parameters: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """The same for the text of a query; `parameters` fill `$name` in it.

    Makes the temporary table `games_in_question` that the query reads. Raises AzulError for a filter that
    names nothing.
    """
    select_games(database, selection)
    return _rounded(database.query(sql, parameters))


def _rounded(frame: pd.DataFrame) -> pd.DataFrame:
    import numpy as np

    for column in frame.columns[frame.dtypes == "float64"]:
        values = frame[column].to_numpy()
        known = np.isfinite(values) & (values != 0)
        size = np.floor(np.log10(np.abs(values, where=known, out=np.ones_like(values))))
        scale = 10.0 ** (_DIGITS - 1 - size)
        frame[column] = np.where(known, np.round(values * scale) / scale, values)
    return frame


def select_games(database: Database, selection: Selection = EVERY_FINISHED_GAME) -> None:
    """Makes the temporary table `games_in_question`, a row a selected game, and the `VIEWS` on it."""
    from azul_analytics.database import sql_text

    filters = {name: _parameter(name, value) for name, value in asdict(selection).items()}
    state = filters, None if database.read_only else database.rows(_STATE)
    if database.selected != state:
        _check_names(database, filters)
        database.rows(sql_text("statistics/games_in_question"), filters)
        for view in VIEWS:
            database.rows(sql_text(f"statistics/{view}"))
        database.selected = state
        database.worked_out.clear()


# filter -> what it names, and what there is of it
_NAMED = {
    "sources": ("source", "select distinct source from games order by source"),
    "rulesets": ("ruleset", "select distinct ruleset from games order by ruleset"),
    "players": ("player", "select distinct player from seats order by player"),
    "policies": ("policy", "select distinct policy from seats where policy is not null order by policy"),
    "player_counts": ("number of players", "select distinct player_count from games order by player_count"),
}
_TAKEN_FOR = {"players": "policies", "policies": "players"}  # filter -> what its names are taken for by mistake
_SHOWN = 8


def _check_names(database: Database, filters: Mapping[str, Any]) -> None:
    """Raises AzulError for a filter that cannot let any game in, unless there are no games at all."""
    since, until = filters["since"], filters["until"]
    if since and until and since >= until:
        raise AzulError(f"Nothing lies between {since:%Y-%m-%d %H:%M} and {until:%Y-%m-%d %H:%M}: since, then until.")
    if any(count < 1 for count in filters["player_counts"] or []):
        raise AzulError("A number of players is 1 or more.")
    for key, (word, query) in _NAMED.items():
        if filters[key] is None:
            continue
        known = [name for (name,) in database.rows(query)]
        for name in filters[key]:
            if known and name not in known:
                other = _taken_for(database, key, name)
                raise AzulError(f"No game has the {word} {excerpt(name)}{other}; there are {quoted(known)}.")


def quoted(names: Sequence[object]) -> str:
    """The first names, in quotes and cut where they are long, and how many more there are.

    >>> quoted(["Ana", "Be\\nto", *"cdefghij"])
    "'Ana', 'Be\\\\nto', 'c', 'd', 'e', 'f', 'g', 'h' and 2 more"
    """
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(map(excerpt, names[:_SHOWN])) + more


def _taken_for(database: Database, key: str, name: object) -> str:
    """What a name is instead, where it is one of the other filter's: `, which is a policy (--policy)`."""
    if key not in _TAKEN_FOR:
        return ""
    word, query = _NAMED[_TAKEN_FOR[key]]
    return f", which is a {word} (--{word})" if (name,) in database.rows(query) else ""


def _parameter(name: str, value: object) -> object:
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    if value is None or isinstance(value, bool):
        return value
    if name in ("since", "until"):
        raise AzulError(f"{name} must be a moment (a datetime), not {value!r}.")
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        raise AzulError(f"{name} must be a list of at least one, not {value!r}.")
    return list(value)


def checked_confidence(confidence: float) -> float:
    """The level of an interval, from 0.01 to 0.9999. Raises AzulError for any other."""
    if not 0.01 <= confidence <= 0.9999:
        raise AzulError(f"A confidence of {confidence} is not between 0 and 1 (from 0.01 to 0.9999), such as 0.95.")
    return confidence

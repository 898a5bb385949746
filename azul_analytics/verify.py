"""Proves by queries that the tables of a database agree with each other: `azul verify`.

Each check is a file of sql/verify: a query with one row for each thing checked, of which the column `holds`
says whether it is as it must be; the columns before it are its key and what was compared. Whatever values stand
in the tables, each check has an outcome: small numbers are widened before a query sees them, so that sums and
differences of altered ones do not overflow, and a query that fails all the same is a check that does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from azul_analytics.database import Database, QueryError, schema_columns, sql_text

EXAMPLES = 5
_NARROW = ("UTINYINT", "USMALLINT", "SMALLINT")
_HEAD = re.compile(r"-- One row per .+\n-- Must hold: (.+(?:\n-- .+)*)\n")


@dataclass(frozen=True)
class Check:
    """The outcome of one check.

    `what` must hold for each of `rows` rows and does not for `violations` of them; `examples` are up to
    five of these, as `column=value` texts of their keys and of what was compared. A query that fails on the
    values stored has counted no rows, and one violation, whose example says why it fails.
    """

    name: str
    what: str
    rows: int
    violations: int
    examples: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """No row violates the check."""
        return self.violations == 0


@cache
def check_names() -> tuple[str, ...]:
    """The names of all checks, in the order in which they run."""
    paths = files("azul_analytics").joinpath("sql", "verify").iterdir()
    return tuple(sorted(_name(path.name.removesuffix(".sql")) for path in paths if path.name.endswith(".sql")))


def verify(database: Database) -> list[Check]:
    """Runs all checks on a database; nothing is written to it."""
    return list(run_checks(database))


def run_checks(database: Database) -> Iterator[Check]:
    """Runs the checks one by one, in the order of `check_names()`, and yields each outcome."""
    for name in check_names():
        yield run_check(database, name)


def run_check(database: Database, name: str) -> Check:
    """Runs the check of that name."""
    text = sql_text(f"verify/{name.replace('-', '_')}")
    head = _HEAD.match(text)
    assert head, f"{name}: a check begins with its grain and what must hold"
    try:
        with database.query_errors():
            return _outcome(database, name, head, text)
    except QueryError as error:
        return Check(name, _sentence(head[1]), 0, 1, (f"the query fails on a value stored: {error}",))


def _outcome(database: Database, name: str, head: re.Match[str], text: str) -> Check:
    query, _, order = text.rpartition("\norder by ")  # to count needs no order, which costs much
    checked = f"with {_widened(query)}, checked as ({query})"
    ((rows, violations),) = database.rows(
        f"{checked} select count(*), count(*) filter (where holds is not true) from checked"
    )
    faults = f"{checked} select * exclude (holds) from checked where holds is not true order by {order}"
    return Check(name, _sentence(head[1]), rows, violations, _examples(database, faults) if violations else ())


def _widened(query: str) -> str:
    """The tables that a query names, under their own names, with integers of 32 bits where they have fewer."""
    return ", ".join(wide for table, wide in _wide_tables().items() if re.search(rf"\b{table}\b", query))


@cache
def _wide_tables() -> dict[str, str]:
    tables = {}
    for table, columns in schema_columns().items():
        narrow = [f'"{name}"::int as "{name}"' for name, kind in columns.items() if kind in _NARROW]
        replaced = f" replace ({', '.join(narrow)})" if narrow else ""
        tables[table] = f"{table} as not materialized (select *{replaced} from main.{table})"
    return tables


def _examples(database: Database, faults: str) -> tuple[str, ...]:
    rows = database.arrow(f"{faults} limit {EXAMPLES}").to_pylist()
    return tuple(", ".join(f"{key}={value}" for key, value in row.items()) for row in rows)


def _name(stem: str) -> str:
    return stem.replace("_", "-")


def _sentence(comment: str) -> str:
    return comment.replace("\n-- ", " ")

"""Writes docs/tables.md from the tables of a new database: `python docs/make_tables.py`.

What stands there of tables and columns is what the database says of itself; a test keeps the file so.
"""

from __future__ import annotations

from pathlib import Path

from azul_analytics.database import SCHEMA_VERSION, Database, connect, macros
from azul_analytics.verify import verify

PAGE = Path(__file__).with_name("tables.md")

INTRODUCTION = f"""\
# The tables

One DuckDB file holds any number of games of any rulesets and sources. This page (schema version {SCHEMA_VERSION})
is made from the database's own comments (`docs/make_tables.py`), which any DuckDB client shows too:

```sql
select table_name, column_name, data_type, comment from duckdb_columns() where not internal;
```

Names and meanings are a contract. Columns may be added; none of these goes or changes its meaning without another
schema version, and a database of another version is refused with a sentence.

## How to read them

- Keys are natural: `game_id` is `source/id`, as in `club/2026-11-29-a`. Nothing is declared a primary key, which
  would cost three times the time; `azul verify` proves the keys instead.
- Rounds, turns, factories, lines and columns count from 1, seats from 0. `source` 0 is the center, `destination` 0
  the floor.
- Points are signed: what is lost is <= 0, and more only under a ruleset whose floor pays. `score` is the running total.
- Colors are names (an ENUM in the order blue, yellow, red, black, turquoise, green, purple). Rulesets of three to
  seven colors share the tables; what a ruleset lacks is 0 in `deals`.
- A wall is one number with a bit a space, and the lines are a letter and a digit each; [functions](#functions) read
  them: `wall_at(wall_before, 2, 3)` is line 2, column 3. `bit_count(wall_before)` counts the tiles.
- `"column"` is a word of SQL: write it in double quotes. `source` is a column of `games` (where a record comes from)
  and of `turns` (where a draft takes from): where both are joined, write `games.source` or `turns.source`.
- A last round that a stop left unfinished has its rows in `rounds`, `deals` and `turns` and counts in `games.rounds`,
  but has none in `floors` and `placements`. A game that was stopped has no bonuses.

Three questions as examples:

```sql
-- One row per ruleset, number of players and reason why tiles fell to the floor.
select
    ruleset, player_count,
    case when destination > 0 then 'overflow' when lines_open > 0 then 'chosen' else 'forced' end as reason,
    count(*) as drafts, sum(tiles_on_floor)::int as tiles
from turns
join games using (game_id)
where tiles_on_floor > 0
group by all
order by all;
```

```sql
-- One row per space of the wall: how often a tile was placed there, and for how many points.
select line, "column", count(*) as placements, avg(points) as points
from placements
where "column" is not null
group by all
order by all;
```

```sql
-- One row per player: finished games, wins (a shared one counts its share), points a game.
select player, count(*) as games, sum(win_share) as wins, avg(score) as score
from seats
join games using (game_id)
where finished
group by player
order by wins desc, player;
```
"""

FUNCTIONS = """\
## Functions

For what is packed. They are stored in the database (`azul_analytics/sql/macros.sql`), so any DuckDB client has them;
`azul.connect` lends them to older files. `size`, the number of lines and columns of the wall, is 5 unless it is
given: `wall_text(wall_before, size := 7)`, or `size := length(line_counts_before)` where rulesets are mixed.

```sql
-- One row per seat and turn: the wall, and what is on line 5.
select
    game_id, turn, seat, wall_text(wall_before) as wall, wall_at(wall_before, 1, 1) as in_the_corner,
    line_color(line_colors_before, 5) as color, line_count(line_counts_before, 5) as tiles
from turns
order by game_id, turn;
```
"""

CHECKS = """\
## What must hold

`azul verify DB` proves it on any database, row for row, and exits with 1 if something does not hold. Each check is
a query in `azul_analytics/sql/verify/` with a row for each thing checked; rows whose `holds` is not true are faults.

Counts of tiles, points and spaces are compared with the numbers of each game's ruleset, as `rulesets.definition` has
them. The queries do not work out `legal_drafts` and `lines_open` again; they prove no more of them than is said here.
"""


def text(database: Database) -> str:
    """The whole page, from the tables of a new database."""
    tables = database.rows("select table_name, comment from duckdb_tables() where not internal order by table_oid")
    sections = [_table(database, name, grain) for name, grain in tables]
    checks = [f"| `{check.name}` | {_cell(check.what)} |" for check in verify(database)]
    functions = [f"| `{call}` | {_cell(comment)} |" for call, comment in macros().values()]
    functions = [FUNCTIONS, "| function | answer |", "|---|---|", *functions, ""]
    return "\n".join(
        [INTRODUCTION, *sections, *functions, CHECKS, "| check | what must hold |", "|---|---|", *checks, ""]
    )


def _table(database: Database, name: str, grain: str) -> str:
    columns = database.rows(
        "select column_name, data_type, is_nullable, comment from duckdb_columns() "
        "where table_name = $name and not internal order by column_index",
        {"name": name},
    )
    rows = [
        f"| `{column}` | {'color' if kind.startswith('ENUM') else kind.lower()} | {'null' if nullable else ''} "
        f"| {_cell(comment)} |"
        for column, kind, nullable, comment in columns
    ]
    return "\n".join([f"## {name}", "", grain, "", "| column | type | | meaning |", "|---|---|---|---|", *rows, ""])


def _cell(comment: str) -> str:
    return comment.replace("|", "\\|")


if __name__ == "__main__":
    with connect() as empty:
        PAGE.write_text(text(empty), encoding="utf-8")

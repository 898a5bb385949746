"""What stands behind a statistic's numbers: its query, the games that it counts, and some of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azul_analytics.statistics.over_games import means_query, shares_query
from azul_analytics.statistics.registry import Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, VIEWS, Selection, answer_text

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

_COUNTS = """\
-- One row per group of games: how many the selection holds, and how many of them count.
select
    ruleset, ruleset_hash, player_count::bigint as player_count, kind,
    count(*) as games,
    count(*) filter (where counted) as counted,
    count(distinct unit_number) filter (where counted) as units,
    count(distinct source) as sources
from games_in_question
group by ruleset, ruleset_hash, player_count, kind
order by ruleset, ruleset_hash, player_count, kind
"""
_EXAMPLES = """\
-- One row per game: the first ones that count.
select game_id, games.log_file, games.log_line, games.ruleset, games.player_count, kind
from games_in_question
join games using (game_id)
where counted
order by game_id
limit $examples
"""
_VALUES = """\
with per_game as (
{query}
)
-- One row per game and what divides it: what the first games that count show.
select game_id, per_game.* exclude ({key})
from per_game
join (
    select game_id, game_number
    from games_in_question
    where counted
    order by game_id
    limit $examples
) using ({key})
order by {keys}
"""


@dataclass(frozen=True)
class Explanation:
    """`query` reads the table `games_in_question` and views on it, which the queries `selection` make; `counts`
    has a row per group of games, `examples` a row per game, and `values` what each of these games adds to a
    statistic over games (None for one of another kind).
    """

    statistic: Statistic
    selection: str
    query: str
    counts: pd.DataFrame
    examples: pd.DataFrame
    values: pd.DataFrame | None


def explain(
    database: Database, statistic: Statistic, *, selection: Selection = EVERY_FINISHED_GAME, examples: int = 5
) -> Explanation:
    """What is behind the numbers of a statistic in this database."""
    from azul_analytics.database import sql_text

    some = {"examples": examples}
    return Explanation(
        statistic,
        "\n".join(sql_text(f"statistics/{name}") for name in _made_for(query_text(statistic))),
        query_text(statistic),
        answer_text(database, _COUNTS, selection),
        answer_text(database, _EXAMPLES, selection, some),
        _values(database, statistic, selection, some),
    )


def _made_for(query: str) -> list[str]:
    """The temporary table that each query reads, and those of the views that this one does."""
    from azul_analytics.database import sql_text

    needed: list[str] = []
    for view in reversed(VIEWS):
        if any(view in text for text in (query, *(sql_text(f"statistics/{one}") for one in needed))):
            needed.insert(0, view)
    return ["games_in_question", *needed]


def query_text(statistic: Statistic) -> str:
    """The whole query of a statistic, as it is run."""
    from azul_analytics.database import sql_text

    if not statistic.per_game:
        return sql_text(statistic.sql)
    return shares_query(statistic) if statistic.value else means_query(statistic)


def _values(
    database: Database, statistic: Statistic, selection: Selection, some: dict[str, int]
) -> pd.DataFrame | None:
    from azul_analytics.database import sql_text

    if not statistic.per_game:
        return None
    keys = ["game_id", *statistic.by, *([statistic.value] if statistic.value else [])]
    text = _VALUES.format(query=sql_text(statistic.sql), key=statistic.key, keys=", ".join(f'"{key}"' for key in keys))
    return answer_text(database, text, selection, some)

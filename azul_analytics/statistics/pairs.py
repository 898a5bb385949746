"""Pairs of blocks: games of two rulesets in one designed experiment that share their deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from azul_analytics.statistics.selection import Selection, answer_text

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database


def paired_moments(
    database: Database, per_game: str, measures: Sequence[str], rulesets: tuple[str, str], selection: Selection
) -> pd.DataFrame:
    """Differences of block means, second ruleset less first, over the blocks that both rulesets have.

    `per_game` is a query with a row a game and a column a measure, `rulesets` are two hashes. One row per player
    count, kind of games and measure, with `first` and `second` (means over the pairs), the `mean` and `variance` of
    the differences, and `units`, the number of pairs. A block is that of an experiment; both must have a value.
    """
    first, second = rulesets
    return answer_text(database, _query(per_game, measures), selection, {"first": first, "second": second})


# Identifiers cannot be parameters of a query. These come from the registry's entries, never from outside.
def _query(per_game: str, measures: Sequence[str]) -> str:
    means = ",\n        ".join(
        f'avg("{name}") filter (where ruleset_hash = $first) as "first {name}",\n'
        f'        avg("{name}") filter (where ruleset_hash = $second) as "second {name}"'
        for name in measures
    )
    moments = ",\n        ".join(
        f"{{'measure': '{name}', 'first': avg(\"first {name}\") filter (where \"second {name}\" is not null), "
        f'\'second\': avg("second {name}") filter (where "first {name}" is not null), '
        f'\'mean\': avg("second {name}" - "first {name}"), '
        f'\'variance\': var_samp("second {name}" - "first {name}"), '
        f'\'units\': count("second {name}" - "first {name}")}}'
        for name in measures
    )
    return f"""\
with per_game as (
{per_game}
),
pairs as (
    select
        player_count, kind, experiment, block,
        {means}
    from per_game
    join games_in_question using (game_id)
    join (select game_id, experiment, block from games) using (game_id)
    where counted and experiment is not null and block is not null
    group by all
),
moments as (
    select player_count, kind, unnest([
        {moments}
    ], recursive := true)
    from pairs
    group by player_count, kind
)
select player_count::bigint as player_count, kind, measure, "first", "second", mean, variance, units::bigint as units
from moments
where units > 0
order by player_count, kind, measure
"""

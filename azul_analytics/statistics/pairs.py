"""Pairs of blocks: games of two rulesets in one designed experiment that share their deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    query = with_pairs(per_game, {name: f'avg(per_game."{name}")' for name in measures}) + _moments(measures)
    return answer_text(database, query, selection, {"first": first, "second": second})


# Identifiers cannot be parameters of a query. These come from the registry's entries, never from outside.
def with_pairs(per_game: str, values: Mapping[str, str], where: str = "true") -> str:
    """The beginning of a query, up to its table `pairs`: a row a block that the rulesets $first and $second both have.

    `values` are SQL expressions over the games of a block, by name; the table has each as `first <name>` and `second
    <name>`. `per_game` is a query with a row a game, and only games count for which `where` holds.
    """
    of_block = ", ".join(f'{value} as "{name}"' for name, value in values.items())
    both = ", ".join(f'one."{name}" as "first {name}", other."{name}" as "second {name}"' for name in values)
    return f"""\
with per_game as (
{per_game}
),
per_block as (
    select games.ruleset_hash, games.player_count, kind, games.experiment, games.block, {of_block}
    from per_game
    join games using (game_id)
    join games_in_question using (game_id)
    where counted and games.experiment is not null and games.block is not null and {where}
    group by games.ruleset_hash, games.player_count, kind, games.experiment, games.block
),
pairs as (
    select player_count, kind, experiment, block, {both}
    from per_block as one
    join per_block as other using (player_count, kind, experiment, block)
    where one.ruleset_hash = $first and other.ruleset_hash = $second
)"""


def _moments(measures: Sequence[str]) -> str:
    """The rest of a query: moments of the pairs, a row a player count, kind of games and measure."""
    of_measures = ",\n        ".join(
        f"{{'measure': '{name}', 'first': avg(\"first {name}\") filter (where \"second {name}\" is not null), "
        f'\'second\': avg("second {name}") filter (where "first {name}" is not null), '
        f'\'mean\': avg("second {name}" - "first {name}"), '
        f'\'variance\': var_samp("second {name}" - "first {name}"), '
        f'\'units\': count("second {name}" - "first {name}")}}'
        for name in measures
    )
    return f""",
moments as (
    select player_count, kind, unnest([
        {of_measures}
    ], recursive := true)
    from pairs
    group by player_count, kind
)
select player_count::bigint as player_count, kind, measure, "first", "second", mean, variance, units::bigint as units
from moments
where units > 0
order by player_count, kind, measure
"""

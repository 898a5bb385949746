"""Who plays: a policy is a name, a kind and a compiled chooser of drafts and of a free wall's columns.

A chooser asks the engine what is legal, draws from its seat's stream of chance alone and leaves the state as it is.
A new one is a module like greedy.py, a name here, and a line in each of the two choosers below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azul_analytics.errors import AzulError
from azul_analytics.rules.compiled import part
from azul_analytics.rules.ruleset import Ruleset, excerpt
from azul_analytics.simulate.careful import choose_careful_draft
from azul_analytics.simulate.drafts import hope_for_walls
from azul_analytics.simulate.greedy import choose_greedy_column, choose_greedy_draft, look_at_walls
from azul_analytics.simulate.mind import new_mind, new_tree
from azul_analytics.simulate.search import choose_search_draft
from azul_analytics.simulate.uniform import choose_random_column, choose_random_draft
from azul_analytics.simulate.value import PLAIN, weights_for

KINDS = ("random", "greedy", "careful", "search")
RANDOM, GREEDY, CAREFUL, SEARCH = range(len(KINDS))

_USUAL_ITERATIONS = 100
_MOST_ITERATIONS = 100_000
_SEARCH = re.compile(rf"search(?::([1-9][0-9]{{0,5}}))?(?::({PLAIN}|.+\.json))?")


@dataclass(frozen=True)
class Policy:
    """Who plays; `name` is what records say and what `parse_policy` reads, `kind` a place in KINDS.

    `iterations` and `value_file` are those of a search: a file, PLAIN, or None for the value that fits the ruleset.
    """

    name: str
    kind: int
    iterations: int = 0
    value_file: str | None = None


def parse_policy(text: str) -> Policy:
    """The policy that a text names: `random`, `greedy`, `careful`, `search`, `search:500` (iterations a draft),
    `search:500:FILE.json` (a value of one's own) or `search:500:plain` (the value made by hand, for all rulesets).
    Raises AzulError, with what there is, for any other text.

    >>> parse_policy("search").name
    'search:100'
    """
    if text in KINDS[:SEARCH]:
        return Policy(text, KINDS.index(text))
    found = _SEARCH.fullmatch(text)
    iterations = int(found[1] or _USUAL_ITERATIONS) if found else 0
    if not found or iterations > _MOST_ITERATIONS:
        raise AzulError(
            f"There is no policy {excerpt(text)}; there are {', '.join(KINDS[:SEARCH])} and search:N, with 1 to "
            f"{_MOST_ITERATIONS:,} iterations a draft, search:N:FILE.json with a value of your own, or "
            f"search:N:{PLAIN} with one made by hand."
        )
    name = f"search:{iterations}" + (f":{found[2]}" if found[2] else "")
    return Policy(name, SEARCH, iterations, found[2])


def room_to_think(ruleset: Ruleset, players: int, policies: Sequence[Policy]) -> tuple[Any, Any]:
    """What choosers need beside the state (`mind`, as an array of one, and `tree`), for one table and one thread.

    Raises AzulError where a value cannot be read or does not fit the ruleset.
    """
    kinds, iterations = [one.kind for one in policies], [one.iterations for one in policies]
    weights = [weights_for(one.value_file, ruleset) for one in policies]
    return new_mind(kinds, iterations, weights), new_tree(ruleset, players, max(iterations))


@part
def look_quickly(state, rules, mind):
    """Works out what `random` and `greedy` rely on for a round's drafts; the walls stay as they are meanwhile."""
    for policy in range(mind.policies):
        if mind.kind[policy] != RANDOM:
            look_at_walls(state, rules, mind)
            return


@part
def look_closely(state, rules, mind):
    """Works out what all policies rely on for a round's drafts."""
    look_at_walls(state, rules, mind)
    hope_for_walls(state, rules, mind)


@part
def choose_quick_draft(state, rules, policy, mind, states, tree, streams):  # noqa: ARG001
    """`choose_draft` where none but `random` and `greedy` play, which need not wait until a search is compiled."""
    if mind.kind[policy] == GREEDY:
        return choose_greedy_draft(state, rules, mind, streams)
    return choose_random_draft(state, rules, streams)


@part
def choose_draft(state, rules, policy, mind, states, tree, streams):
    """(source, color, line) of the seat to move's next draft; line 0 is the floor. `policy` is a row of the mind's."""
    if mind.kind[policy] == SEARCH:
        return choose_search_draft(state, rules, policy, mind, states, tree)
    if mind.kind[policy] == CAREFUL:
        return choose_careful_draft(state, rules, mind, states, tree)
    return choose_quick_draft(state, rules, policy, mind, states, tree, streams)


@part
def choose_column(state, rules, seat, line, policy, mind, streams):
    """The column of a free wall for a seat's complete line; 0 if no column is legal."""
    if mind.kind[policy] == RANDOM:
        return choose_random_column(state, rules, seat, line, streams)
    return choose_greedy_column(state, rules, seat, line, streams)

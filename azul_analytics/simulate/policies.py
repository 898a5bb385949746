"""Who plays: a policy is a name, a kind and a compiled chooser of drafts and of a free wall's columns.

A chooser asks the engine what is legal, draws from its seat's stream of chance alone and leaves the state as it is.
A new one is a module like greedy.py, a name here, and a line in each of the two choosers below.
"""

from __future__ import annotations

from dataclasses import dataclass

from azul_analytics.errors import AzulError
from azul_analytics.rules.compiled import once, part
from azul_analytics.rules.ruleset import excerpt
from azul_analytics.simulate.greedy import choose_greedy_column, choose_greedy_draft, look_at_walls
from azul_analytics.simulate.mind import KIND
from azul_analytics.simulate.uniform import choose_random_column, choose_random_draft

KINDS = ("random", "greedy")
RANDOM, GREEDY = range(len(KINDS))


@dataclass(frozen=True)
class Policy:
    """Who plays; `name` is what records say and what `parse_policy` reads, `kind` a place in KINDS."""

    name: str
    kind: int


def parse_policy(text: str) -> Policy:
    """The policy that a text names. Raises AzulError, with what there is, for any other text.

    >>> parse_policy("greedy").kind == GREEDY
    True
    """
    if text not in KINDS:
        raise AzulError(f"There is no policy {excerpt(text)}; there are {', '.join(KINDS)}.")
    return Policy(text, KINDS.index(text))


@part
def begin_round(state, rules, mind):
    """Works out what choosers rely on for a round's drafts; the walls stay as they are meanwhile."""
    for policy in range(mind.policies.shape[0]):
        if mind.policies[policy, KIND] != RANDOM:
            look_at_walls(state, rules, mind)
            return


@once
def choose_draft(state, rules, policy, mind, streams):
    """(source, color, line) of the seat to move's next draft; line 0 is the floor. `policy` is a row of the mind's."""
    if mind.policies[policy, KIND] == GREEDY:
        return choose_greedy_draft(state, rules, mind, streams)
    return choose_random_draft(state, rules, streams)


@once
def choose_column(state, rules, seat, line, policy, mind, streams):
    """The column of a free wall for a seat's complete line; 0 if no column is legal."""
    if mind.policies[policy, KIND] == GREEDY:
        return choose_greedy_column(state, rules, seat, line, streams)
    return choose_random_column(state, rules, seat, line, streams)

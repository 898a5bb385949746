"""Who plays: a policy is a number and a compiled chooser of drafts and of a free wall's columns.

A chooser asks the engine what is legal, draws from its seat's stream of chance alone and leaves the state as it is.
A new one is a module like greedy.py, a name here, and a line in each of the two choosers below.
"""

from __future__ import annotations

from azul_analytics.rules.compiled import once
from azul_analytics.simulate.greedy import choose_greedy_column, choose_greedy_draft
from azul_analytics.simulate.uniform import choose_random_column, choose_random_draft

NAMES = ("random", "greedy")  # a policy's number is its place here
GREEDY = NAMES.index("greedy")


@once
def choose_draft(state, rules, policy, streams):
    """(source, color, line) of the seat to move's next draft; line 0 is the floor."""
    if policy == GREEDY:
        return choose_greedy_draft(state, rules, streams)
    return choose_random_draft(state, rules, streams)


@once
def choose_column(state, rules, seat, line, policy, streams):
    """The column of a free wall for a seat's complete line; 0 if no column is legal."""
    if policy == GREEDY:
        return choose_greedy_column(state, rules, seat, line, streams)
    return choose_random_column(state, rules, seat, line, streams)

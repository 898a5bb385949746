"""The policy `random`: every legal draft is as likely as any other, and so is every legal column."""

from __future__ import annotations

from azul_analytics.rules.compiled import part
from azul_analytics.rules.engine import LEGAL, column_refusal, destinations, holding, legal_drafts, line_refusal
from azul_analytics.rules.state import count
from azul_analytics.simulate.chance import below, one_of


@part
def choose_random_draft(state, rules, streams):
    """(source, color, line), uniform over the legal triples."""
    seat = state.seat
    sources, lines = holding(state, rules), destinations(state, seat)
    wanted = below(streams, seat, legal_drafts(state, rules))
    color, drafts = 0, count(sources, 0) * count(lines, 0)
    while wanted >= drafts:
        wanted -= drafts
        color += 1
        drafts = count(sources, color) * count(lines, color)
    choices = count(lines, color)
    source = 0
    while count(state.sources[source], color) == 0 or wanted >= choices:
        wanted -= choices if count(state.sources[source], color) > 0 else 0
        source += 1
    line = 0
    while line_refusal(state, seat, color, line) != LEGAL or wanted > 0:
        wanted -= 1 if line_refusal(state, seat, color, line) == LEGAL else 0
        line += 1
    return source, color, line


@part
def choose_random_column(state, rules, seat, line, streams):
    """A legal column for a complete line, uniform; 0 if there is none."""
    columns = 0
    for column in range(1, rules.colors + 1):
        if column_refusal(state, rules, seat, line, column) == LEGAL:
            columns |= 1 << column
    return one_of(streams, seat, columns)

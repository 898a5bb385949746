"""The policy `random`: every legal draft is as likely as any other, and so is every legal column."""

from __future__ import annotations

from azul_analytics.rules.compiled import part
from azul_analytics.rules.engine import LEGAL, column_refusal, legal_drafts, lines_open, refusal
from azul_analytics.rules.state import count
from azul_analytics.simulate.chance import below


@part
def choose_random_draft(state, rules, streams):
    """(source, color, line), uniform over the legal triples."""
    seat = state.seat
    wanted = below(streams, seat, legal_drafts(state, rules))
    for color in range(rules.colors):
        lines = 1 + lines_open(state, rules, seat, color)
        for source in range(rules.factories[state.players] + 1):
            if count(state.sources[source], color) > 0:
                if wanted < lines:
                    for line in range(rules.colors + 1):
                        if refusal(state, rules, source, color, line) == LEGAL:
                            if wanted == 0:
                                return source, color, line
                            wanted -= 1
                wanted -= lines
    return 0, 0, 0


@part
def choose_random_column(state, rules, seat, line, streams):
    """A legal column for a complete line, uniform; 0 if there is none."""
    chosen = 0
    columns = 0
    for column in range(1, rules.colors + 1):
        if column_refusal(state, rules, seat, line, column) == LEGAL:
            columns += 1
            if below(streams, seat, columns) == 0:
                chosen = column
    return chosen

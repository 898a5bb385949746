"""The policy `random`: every legal draft is as likely as any other, and so is every legal column."""

from __future__ import annotations

from azul_analytics.rules.compiled import part
from azul_analytics.rules.engine import LEGAL, column_refusal, line_refusal
from azul_analytics.simulate.chance import below
from azul_analytics.simulate.packed import bits, sources_of


@part
def choose_random_draft(state, rules, streams):
    """(source, color, line), uniform over the legal triples."""
    seat = state.seat
    drafts, open_lines = 0, 0  # for each color 8 bits, one each line and the floor
    for color in range(rules.colors):
        _, holding = sources_of(state, rules, color)
        if holding > 0:
            for line in range(rules.colors + 1):
                if line_refusal(state, rules, seat, color, line) == LEGAL:
                    open_lines |= 1 << (8 * color + line)
                    drafts += holding
    wanted = below(streams, seat, drafts)
    for color in range(rules.colors):
        lines = (open_lines >> (8 * color)) & 255
        if lines == 0:
            continue
        sources, holding = sources_of(state, rules, color)
        choices = bits(lines)
        if wanted < holding * choices:
            source = (sources >> (4 * (wanted // choices))) & 15
            wanted %= choices
            for line in range(rules.colors + 1):
                if (lines >> line) & 1:
                    if wanted == 0:
                        return source, color, line
                    wanted -= 1
        wanted -= holding * choices
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

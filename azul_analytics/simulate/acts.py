"""A game act by act, for who plays it from Python: the same acts as `play`, and the choices of compiled policies.

The first of `states` is the game, the second a board to try drafts on; `streams` is those of `play`.
"""

from __future__ import annotations

import numpy as np

from azul_analytics.rules import engine
from azul_analytics.rules.compiled import entry
from azul_analytics.rules.state import start
from azul_analytics.simulate.chance import DEALS, draw_deal, stream_start
from azul_analytics.simulate.policies import choose_column, choose_draft, choose_quick_draft, look_closely


@entry
def open_game(states, rulesets, players, opening_seat, seed, number, streams):
    """Sets up game `number` of a seed, and each seat's stream of chance."""
    start(states[0], rulesets[0], players, opening_seat)
    for seat in range(players):
        streams[seat] = stream_start(seed, number, seat)


@entry
def deal_round(states, rulesets, seed, deals_of, streams):
    """Draws and deals the next round."""
    streams[DEALS] = stream_start(seed, deals_of, DEALS + states[0].round_number)
    draw_deal(states[0], rulesets[0], streams)
    engine.deal(states[0], rulesets[0])


@entry
def draft(states, rulesets, source, color, line):
    """The seat to move makes a draft."""
    engine.draft(states[0], rulesets[0], source, color, line)


@entry
def columns_of(states, rulesets, seat, line):
    """The columns that a complete line could be tiled to."""
    columns = np.empty(rulesets[0].colors, np.int64)
    found = 0
    for column in range(1, rulesets[0].colors + 1):
        if engine.column_refusal(states[0], rulesets[0], seat, line, column) == engine.LEGAL:
            columns[found] = column
            found += 1
    return columns[:found]


@entry
def tile(states, rulesets, seat, line, column):
    """Tiles a complete line; in column 0 it finds no space. Returns its points."""
    if column == 0:
        engine.drop_line(states[0], rulesets[0], seat, line)
    else:
        engine.tile(states[0], rulesets[0], seat, line, column)
    return states[0].points


@entry
def close_round(states, rulesets, tile_points):
    """Scores the floors after a tiling that brought each seat `tile_points`; `state.end` says whether the game ends."""
    state, rules = states[0], rulesets[0]
    for seat in range(state.players):
        engine.score_floor(state, rules, seat, tile_points[seat])
    state.end = engine.end_round(state, rules)


@entry
def close_game(states, rulesets):
    """Adds the bonuses of a game that has ended. Returns the winners, a bit a seat."""
    state, rules = states[0], rulesets[0]
    winners = 0
    for seat in range(state.players):
        state.score[seat] += engine.bonus_points(state, rules, seat)
    for seat in range(state.players):
        winners |= (engine.place(state, rules, seat) == 1) << seat
    return winners


@entry
def look(states, rulesets, minds):
    """Lets compiled policies look at the walls, once a round."""
    look_closely(states[0], rulesets[0], minds[0])


@entry
def quickly_chosen(states, rulesets, policy, minds, tree, streams):
    """What `random` or `greedy` drafts, (source, color, line)."""
    return choose_quick_draft(states[0], rulesets[0], policy, minds[0], states, tree, streams)


@entry
def thought_out(states, rulesets, policy, minds, tree, streams):
    """What any compiled policy drafts."""
    return choose_draft(states[0], rulesets[0], policy, minds[0], states, tree, streams)


@entry
def chosen_column(states, rulesets, seat, line, policy, minds, streams):
    """Where a compiled policy tiles a complete line; 0 if no column is legal."""
    return choose_column(states[0], rulesets[0], seat, line, policy, minds[0], streams)

"""The policy `careful`: what a draft is worth, less what it leaves the next player, less what it will cost itself."""

from __future__ import annotations

from azul_analytics.rules.compiled import part
from azul_analytics.rules.engine import draft
from azul_analytics.simulate.drafts import best_draft, list_drafts


@part
def _outlook(state, rules, mind):
    """What a state is worth to the player who just drafted: less the worthiest draft of the next player, and less what
    the own next draft will cost at least, when all others have taken theirs."""
    outlook = 0.0
    for turn in range(state.players):
        if state.tiles_left == 0:
            break
        source, color, line, worth = best_draft(state, rules, mind)
        if turn == 0:
            outlook -= worth
        if turn == state.players - 1:
            outlook += min(worth, 0.0)
        draft(state, rules, source, color, line)
    return outlook


@part
def list_careful_drafts(state, rules, mind, states, tree, at):
    """`list_drafts`, where the worth of a draft takes in what follows from it."""
    board = states[1]
    end = list_drafts(state, rules, mind, tree, at)
    for one in range(at, end):
        states[1] = state
        draft(board, rules, tree[one].source, tree[one].color, tree[one].line)
        tree[one].worth += _outlook(board, rules, mind)
    return end


@part
def choose_careful_draft(state, rules, mind, states, tree):
    """(source, color, line) of the draft that is worth most with what follows from it, the first of equals."""
    chosen = 0
    for one in range(1, list_careful_drafts(state, rules, mind, states, tree, 0)):
        if tree[one].worth > tree[chosen].worth:
            chosen = one
    return tree[chosen].source, tree[chosen].color, tree[chosen].line

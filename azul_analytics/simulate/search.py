"""The policy `search`: a tree over the drafts that are left in the round.

All tiles of a round lie open, so the tree needs no chance: it is UCT (Kocsis, Szepesvari: "Bandit based Monte-Carlo
planning", ECML 2006) with prior shares of the visits (Silver et al.: "Mastering the game of Go without human
knowledge", Nature 2017). The prior is the hand-made worth of a draft, at the root as `careful` sees it; a leaf is
played on to the end of the round once, each seat by its worthiest draft, and judged by the fitted value of what stands
there.
"""

from __future__ import annotations

import math

from azul_analytics.rules.compiled import part
from azul_analytics.rules.engine import (
    LEGAL,
    column_refusal,
    draft,
    drop_line,
    end_round,
    line_complete,
    score_floor,
    tile,
)
from azul_analytics.simulate.careful import list_careful_drafts
from azul_analytics.simulate.drafts import best_draft, list_drafts
from azul_analytics.simulate.features import growth, write_shares
from azul_analytics.simulate.greedy import gain

_TEMPERATURE = 6.0  # points: a draft worth so much less has a prior share lower by a factor e
_EXPLORE = 0.8  # weight of prior shares against what was found
_FIRST_PLAY = 0.05  # share of a win that a draft not tried is thought to lose, times the root of the shares tried


@part
def best_column(state, rules, seat, line):
    """The column of a free wall in which a complete line's tile brings most points, 0 if none is legal."""
    chosen, best = 0, 0
    for column in range(1, rules.colors + 1):
        if column_refusal(state, rules, seat, line, column) == LEGAL:
            points = gain(state, rules, seat, state.line_color[seat, line], line, column)
            if chosen == 0 or points > best:
                chosen, best = column, points
    return chosen


@part
def _finish_round(state, rules, mind):
    """Plays the round on to its end, tiles and scores it."""
    while state.tiles_left > 0:
        source, color, line, _ = best_draft(state, rules, mind)
        draft(state, rules, source, color, line)
    for seat in range(state.players):
        tile_points = 0
        for line in range(1, rules.colors + 1):
            if line_complete(state, rules, seat, line) == 0:
                continue
            column = rules.fixed_column[line, state.line_color[seat, line]]
            if column == 0:
                column = best_column(state, rules, seat, line)
            if column == 0:
                drop_line(state, rules, seat, line)
            else:
                tile(state, rules, seat, line, column)
                tile_points += state.points
        score_floor(state, rules, seat, tile_points)
    state.end = end_round(state, rules)


@part
def _share_visits(tree, node, begin, end):
    """Turns the worth of the drafts that follow a node into prior shares of the visits."""
    best = tree[begin].worth
    for edge in range(begin + 1, end):
        best = max(best, tree[edge].worth)
    everything = 0.0
    for edge in range(begin, end):
        tree[edge].worth = growth((tree[edge].worth - best) / _TEMPERATURE)
        everything += tree[edge].worth
    for edge in range(begin, end):
        tree[edge].worth /= everything
    tree[node].first, tree[node].following, tree[node].opened = begin, end - begin, 0


@part
def _open(tree, node):
    """Brings the likeliest draft of a node that was not tried yet to the front of those; returns its place."""
    first = tree[node].first + tree[node].opened
    likeliest = first
    for edge in range(first + 1, tree[node].first + tree[node].following):
        if tree[edge].worth > tree[likeliest].worth:
            likeliest = edge
    one, other = tree[first], tree[likeliest]
    one.source, other.source = other.source, one.source
    one.color, other.color = other.color, one.color
    one.line, other.line = other.line, one.line
    one.worth, other.worth = other.worth, one.worth
    one.visits, one.wins, one.following = 0, 0.0, 0
    tree[node].opened += 1
    return first


@part
def _select(tree, node):
    """The draft of a node to look at next: of those tried the one with the highest bound, or one not tried."""
    first, opened, following = tree[node].first, tree[node].opened, tree[node].following
    if opened == 0:
        return _open(tree, node)
    visits, wins, tried = 0, 0.0, 0.0
    for edge in range(first, first + opened):
        visits += tree[edge].visits
        wins += tree[edge].wins
        tried += tree[edge].worth
    explore = _EXPLORE * math.sqrt(visits)
    best, chosen = -1e9, first
    for edge in range(first, first + opened):
        bound = tree[edge].wins / tree[edge].visits + explore * tree[edge].worth / (1 + tree[edge].visits)
        if bound > best:
            best, chosen = bound, edge
    if opened < following:
        likeliest = 0.0
        for edge in range(first + opened, first + following):
            likeliest = max(likeliest, tree[edge].worth)
        if wins / visits - _FIRST_PLAY * math.sqrt(tried) + explore * likeliest > best:
            return _open(tree, node)
    return chosen


@part
def grow_tree(state, rules, policy, mind, states, tree):
    """Searches the seat to move's drafts; what follows tree[0] then holds how often each was visited."""
    board = states[1]
    used = list_careful_drafts(state, rules, mind, states, tree, 1)
    _share_visits(tree, 0, 1, used)
    if used == 2:
        _open(tree, 0)
        return
    for _ in range(mind.iterations[policy]):
        states[1] = state
        node, depth = 0, 0
        while board.tiles_left > 0:
            if tree[node].following == 0:
                begin, used = used, list_drafts(board, rules, mind, tree, used)
                _share_visits(tree, node, begin, used)
            node = _select(tree, node)
            mind.path[depth], mind.path_seat[depth] = node, board.seat
            depth += 1
            draft(board, rules, tree[node].source, tree[node].color, tree[node].line)
            if tree[node].visits == 0:
                break
        _finish_round(board, rules, mind)
        write_shares(board, rules, policy, mind)
        for step in range(depth):
            node = mind.path[step]
            tree[node].visits += 1
            tree[node].wins += mind.shares[mind.path_seat[step]]


@part
def choose_search_draft(state, rules, policy, mind, states, tree):
    """(source, color, line) of the draft that was visited most."""
    grow_tree(state, rules, policy, mind, states, tree)
    chosen = 1
    for edge in range(2, 1 + tree[0].opened):
        if tree[edge].visits > tree[chosen].visits:
            chosen = edge
    return tree[chosen].source, tree[chosen].color, tree[chosen].line

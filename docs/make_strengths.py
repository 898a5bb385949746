"""Writes the tables of docs/policies.md: how strong the policies are, and what a draft costs.

Run as `python docs/make_strengths.py`; it takes some minutes. The games are the same at every run, the costs are
those of the machine.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from azul_analytics.rules.ruleset import load_ruleset
from azul_analytics.simulate import simulate_games
from azul_analytics.simulate.play import NUMBER, OPENING_SEAT, POLICIES, play_games
from azul_analytics.simulate.policies import parse_policy
from azul_analytics.statistics.inference import share_interval

PAGE = Path(__file__).with_name("policies.md")
_BEGIN, _END = "<!-- tables: python docs/make_strengths.py -->\n", "<!-- end of the tables -->"
SEED = 2026
# ruleset, the policy in question, those that it plays against, blocks
MATCHES = (
    ("standard", "greedy", ["random"], 300),
    ("standard", "careful", ["greedy"], 1000),
    ("standard", "search:100", ["greedy"], 300),
    ("standard", "search:100", ["careful"], 1000),
    ("standard", "search:1000", ["search:100"], 500),
    ("standard", "search:10000", ["search:1000"], 40),
    ("standard", "careful", ["greedy"] * 2, 300),
    ("standard", "careful", ["greedy"] * 3, 300),
    ("standard", "search:100", ["careful"] * 2, 150),
    ("standard", "search:100", ["careful"] * 3, 150),
    ("gray", "careful", ["greedy"], 300),
    ("gray", "search:100", ["greedy"], 300),
    ("gray", "search:100", ["careful"], 300),
    ("crystal_1", "careful", ["greedy"], 300),
    ("crystal_1", "search:100", ["greedy"], 300),
    ("crystal_1", "search:100", ["careful"], 300),
)
COSTS = (
    ("random", 2000),
    ("greedy", 2000),
    ("careful", 100),
    ("search:100", 20),
    ("search:1000", 4),
    ("search:10000", 1),
)


def block_shares(ruleset: str, policy: str, others: Sequence[str], blocks: int) -> NDArray[np.float64]:
    """The policy's share of the win in each block, over its games with the seats rotated: float64 [block]."""
    players = 1 + len(others)
    games = simulate_games(
        load_ruleset(ruleset), players=players, games=blocks * players, policy=[policy, *others], seed=SEED, rotate=True
    )
    shares = np.zeros(blocks)
    for number, game in enumerate(games):
        assert game.result
        seat = [player.name for player in game.players].index(f"{policy} 1")
        winners = game.result.winners or []
        shares[number // players] += (seat in winners) / max(len(winners), 1) / players
    return shares


def strength_rows() -> list[str]:
    """A row a match: its share of the win with the 95 % interval, blocks the units."""
    rows = []
    for ruleset, policy, others, blocks in MATCHES:
        shares = block_shares(ruleset, policy, others, blocks)
        found = share_interval(
            shares.mean(), shares.var(ddof=1), blocks, bool(np.isin(shares, (0, 1)).all()),
            expected=1 / (1 + len(others)), confidence=0.95, useful_width=0.1,
        )  # fmt: skip
        low, high = float(found.low), float(found.high)
        against = f"`{others[0]}`" if len(others) == 1 else f"{len(others)} `{others[0]}`"
        rows.append(
            f"| `{ruleset}` | `{policy}` | {against} | {blocks} | **{shares.mean():.1%}** | {low:.1%} to {high:.1%} "
            f"| {1 / (1 + len(others)):.0%} |"
        )
        print(rows[-1], flush=True)  # noqa: T201
    return rows


def cost_rows() -> list[str]:
    """A row a policy: CPU time of a draft and of a game, two players, in the kernel, one thread."""
    rows = []
    ruleset = load_ruleset("standard")
    for name, games in COSTS:
        plan = np.zeros((games, POLICIES + 2), np.int64)
        plan[:, NUMBER] = np.arange(games)
        plan[:, OPENING_SEAT] = plan[:, NUMBER] % 2
        policies = [parse_policy(name)]
        list(play_games(ruleset, policies, plan[:1], SEED, ruleset.round_limit))
        began = time.thread_time()
        turns = sum(int(part.turns.sum()) for part in play_games(ruleset, policies, plan, SEED, ruleset.round_limit))
        seconds = time.thread_time() - began
        rows.append(f"| `{name}` | {_rounded(seconds / turns * 1e6)} | {_rounded(games / seconds)} |")
        print(rows[-1], flush=True)  # noqa: T201
    return rows


def _rounded(number: float) -> str:
    """Two digits; more would say nothing."""
    return f"{float(f'{number:.2g}'):,g}"


def main() -> None:
    """Puts both tables into the page, between its two marks."""
    tables = [
        "| ruleset | policy | against | blocks | share of the win | 95 % interval | equal |",
        "|---|---|---|---|---|---|---|",
        *strength_rows(),
        "",
        "| policy | microseconds a draft | games a second |",
        "|---|---|---|",
        *cost_rows(),
    ]
    before, rest = PAGE.read_text(encoding="utf-8").split(_BEGIN)
    text = before + _BEGIN + "\n" + "\n".join(tables) + "\n\n" + _END + rest.split(_END)[1]
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

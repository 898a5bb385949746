"""Plays games uncompiled, checks the census after every act, and prints the games; test_simulate.py runs it.

NUMBA_DISABLE_JIT=1 python stepping.py GAMES
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from own_rulesets import OWN

from azul_analytics.logs.azul_log import line_of
from azul_analytics.rules.ruleset import Ruleset, load_ruleset
from azul_analytics.rules.state import census
from azul_analytics.simulate import play, simulate_games

ACTS = ("deal", "draft", "tile", "drop_line", "score_floor")
# ruleset, players, policy: fixed, free and printed walls, all numbers of players
TABLES = (
    ("standard", 2, "greedy"),
    ("standard", 3, "random"),
    ("gray", 4, "greedy"),
    ("gray", 2, "random"),
    ("crystal_1", 3, "greedy"),
    ("crystal_2", 2, "random"),
    ("small", 2, "careful"),
    ("small", 3, "search:5"),
)


def ruleset_of(name: str) -> Ruleset:
    """One that ships, or one of own_rulesets.py."""
    return OWN[name] if name in OWN else load_ruleset(name)


def watched(act: Callable[..., Any], steps: list[int]) -> Callable[..., Any]:
    """The act, and after it the census: as many tiles of each color as the game has."""

    def step(state: Any, rules: Any, *given: int) -> Any:
        answer = act(state, rules, *given)
        packed = int(census(state, rules))
        for color in range(rules.colors):
            assert (packed >> (8 * color)) & 255 == rules.color_tiles[color], act.__name__
        steps[0] += 1
        return answer

    return step


def main() -> None:
    """Prints the games as azul-log, and last how many steps were watched."""
    steps = [0]
    for name in ACTS:
        setattr(play, name, watched(getattr(play, name), steps))
    for ruleset, players, policy in TABLES:
        games = simulate_games(
            ruleset_of(ruleset), players=players, games=int(sys.argv[1]), policy=policy, seed=11, round_limit=12
        )
        for game in games:
            sys.stdout.write(line_of(game).decode() + "\n")
    sys.stdout.write(f"{steps[0]}\n")


if __name__ == "__main__":
    main()

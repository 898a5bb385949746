"""Games as `play` wrote them, as records: the way back of what the judge's packing does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from azul_analytics.records import EndedBy, GameRecord, Player, Result, Round
from azul_analytics.rules import notation
from azul_analytics.rules.notation import GAME_HEAD, ROUND_HEAD
from azul_analytics.simulate.play import DEALS_OF, NUMBER, POLICIES, Games
from azul_analytics.simulate.policies import NAMES

SOURCE = "simulated"
_ENDS: dict[int, EndedBy] = {
    notation.END_LINE: "line",
    notation.END_ROUNDS: "rounds",
    notation.END_EXHAUSTED: "exhausted",
    notation.END_ROUND_LIMIT: "round_limit",
}


def records_of(games: Games, ruleset: str, prefix: str, seed: int) -> Iterator[GameRecord]:
    """A record a game, its id the prefix and the game's number."""
    text = games.text[: games.text_starts[-1]].tobytes().decode("ascii")
    ints = games.ints[: games.int_starts[-1]].tolist()
    starts = zip(games.text_starts.tolist(), games.int_starts.tolist(), games.plan.tolist(), strict=False)
    for text_at, head, plan in starts:
        players = ints[head + notation.PLAYERS]
        scores = head + GAME_HEAD
        winners = scores + players
        rounds = winners + max(ints[head + notation.WINNERS], 0)
        yield GameRecord(
            format="azul-log/1",
            id=f"{prefix}-{plan[NUMBER]}",
            source=SOURCE,
            ruleset=ruleset,
            players=[_player(NAMES[policy], seat) for seat, policy in enumerate(plan[POLICIES:], 1)],
            opening_seat=ints[head + notation.OPENING_SEAT],
            rounds=_rounds(text, text_at, ints, rounds, ints[head + notation.ROUNDS], players),
            result=Result(
                scores=ints[scores:winners],
                winners=UNSET if ints[head + notation.WINNERS] < 0 else ints[winners:rounds],
                ended_by=_ENDS[ints[head + notation.ENDED_BY]],
            ),
            deal_seed=f"{seed}:{plan[DEALS_OF]}",
        )


def _player(policy: str, seat: int) -> Player:
    return Player(name=f"{policy} {seat}", bot=True, policy=policy)


def _rounds(text: str, text_at: int, ints: list[Any], at: int, rounds: int, players: int) -> list[Round]:
    """Rounds whose letters begin at `text_at` and numbers at `at`."""
    found = []
    for _ in range(rounds):
        scores = at + ROUND_HEAD
        lengths = scores + players
        end = lengths + players
        pieces = []
        for length in (ints[at + notation.DEAL], ints[at + notation.DRAFTS], *ints[lengths:end]):
            pieces.append(text[text_at : text_at + length])
            text_at += length
        deal, drafts, *tiling = pieces
        bag = ints[at + notation.BAG]
        found.append(Round(deal=deal, drafts=drafts, tiling=tiling, bag=bag, scores=ints[scores:lengths]))
        at = end
    return found

"""Games as `play` wrote them, as records: the way back of what the judge's packing does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from azul_analytics.records import EndedBy, GameRecord, Result, Round
from azul_analytics.rules import notation
from azul_analytics.rules.notation import GAME_HEAD, ROUND_HEAD
from azul_analytics.simulate.play import NUMBER, Games
from azul_analytics.simulate.series import Series

SOURCE = "simulated"
ENDS: dict[int, EndedBy] = {
    notation.END_LINE: "line",
    notation.END_ROUNDS: "rounds",
    notation.END_EXHAUSTED: "exhausted",
    notation.END_ROUND_LIMIT: "round_limit",
}


def records_of(games: Games, series: Series) -> Iterator[GameRecord]:
    """A record a game."""
    text = games.text[: games.text_starts[-1]].tobytes().decode("ascii")
    ints = games.ints[: games.int_starts[-1]].tolist()
    starts = zip(games.text_starts.tolist(), games.int_starts.tolist(), games.plan[:, NUMBER].tolist(), strict=False)
    for text_at, head, number in starts:
        players = ints[head + notation.PLAYERS]
        scores = head + GAME_HEAD
        winners = scores + players
        rounds = winners + max(ints[head + notation.WINNERS], 0)
        yield record_of(
            series,
            number,
            ints[head + notation.OPENING_SEAT],
            _rounds(text, text_at, ints, rounds, ints[head + notation.ROUNDS], players),
            Result(
                scores=ints[scores:winners],
                winners=UNSET if ints[head + notation.WINNERS] < 0 else ints[winners:rounds],
                ended_by=ENDS[ints[head + notation.ENDED_BY]],
            ),
        )


def record_of(series: Series, number: int, opening_seat: int, rounds: list[Round], result: Result) -> GameRecord:
    """The record of a game of a series: what was played, and what the series says about it."""
    block = series.block(number)
    return GameRecord(
        format="azul-log/1",
        id=series.id(number),
        source=SOURCE,
        ruleset=series.ruleset.name,
        players=series.seated(number),
        opening_seat=opening_seat,
        rounds=rounds,
        result=result,
        experiment=UNSET if series.experiment is None else series.experiment,
        block=UNSET if series.experiment is None else str(block),
        deal_seed=f"{series.seed}:{block}",
    )


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

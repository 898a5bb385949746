"""All kinds of reports by name: on many games; on one game or one player, which must be named; on a study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from azul_analytics.errors import AzulError
from azul_analytics.reporting.game_report import write_game_report
from azul_analytics.reporting.player_report import write_player_report
from azul_analytics.reporting.report import REPORTS, write_report
from azul_analytics.reporting.study_report import STUDY
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection

GAME, PLAYER = "game", "player"
KINDS = (*REPORTS, PLAYER, GAME, STUDY.kind)


def write_report_of_kind(
    kind: str,
    database_path: str | Path,
    output: str | Path,
    *,
    game: str | None = None,
    brand: str | Path | None = None,
    selection: Selection = EVERY_FINISHED_GAME,
    confidence: float = 0.95,
) -> None:
    """Writes a report of one of the `KINDS` as a PDF.

    `game` is the game_id of a report `game`, which is about one game whatever the selection. The one name in
    `selection.players` is that of a report `player`; there it filters no games, since the field is all players.
    Raises AzulError where either is missing, or given to another kind, and what the writers raise.
    """
    if kind not in KINDS:
        raise AzulError(f"There is no report {kind!r}; there are {', '.join(KINDS)}.")
    if kind == GAME:
        if not game:
            raise AzulError("The report `game` is about one game: name it by --game GAME_ID, such as club/17.")
        if selection != EVERY_FINISHED_GAME:
            raise AzulError("The report `game` is about one game: filters say nothing there.")
        write_game_report(database_path, game, output, brand=brand)
        return
    if game:
        raise AzulError(f"Only the report `game` is about one game; the report `{kind}` takes no --game.")
    if kind == PLAYER:
        players = selection.players or ()
        if len(players) != 1:
            raise AzulError("The report `player` is about one player: name him by --player NAME, once.")
        others = replace(selection, players=None)
        write_player_report(database_path, players[0], output, brand=brand, selection=others, confidence=confidence)
        return
    if kind == STUDY.kind and selection != EVERY_FINISHED_GAME:
        raise AzulError("The report `study` is about one study: filters say nothing there.")
    report = STUDY if kind == STUDY.kind else kind
    write_report(report, database_path, output, brand=brand, selection=selection, confidence=confidence)

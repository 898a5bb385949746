"""The record of one game: who won and with what, each round's deal, drafts and boards, the bonuses."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azul_analytics import RELEASED, __version__
from azul_analytics.figures import shortened
from azul_analytics.reporting.blocks import (
    Banner,
    Block,
    Column,
    Facts,
    Figure,
    Finding,
    Findings,
    Heading,
    Table,
    Text,
    Together,
)
from azul_analytics.reporting.brand import Brand, load_brand
from azul_analytics.reporting.game_facts import GameFacts, game_facts
from azul_analytics.reporting.game_pictures import boards_picture, course_picture, deal_picture, drafts_share
from azul_analytics.reporting.wording import MISSING, count, day, listed, points
from azul_analytics.statistics.selection import Selection
from azul_analytics.whole_file import checked_target

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

_ENDS = {
    "line": "a full line ended it",
    "rounds": "its number of rounds ended it",
    "exhausted": "no tile was left to deal",
    "round_limit": "it was stopped at a limit of rounds",
    "conceded": "it was conceded",
    "abandoned": "it was abandoned",
}
_KINDS = {"line": "Full lines", "column": "Full columns", "color": "Full colors", "diagonal": "Diagonals"}
_SIMULATED = "Simulated game"
_LONGEST_ID, _LONGEST_NAME, _IN_TABLES, _IN_HEADS = 29, 40, 16, 12
_NUMBERS = ("rating", "complete_lines", "complete_columns", "complete_colors", "place")


def write_game_report(
    database_path: str | Path, game_id: str, output: str | Path, *, brand: str | Path | None = None
) -> None:
    """Writes the record of one game as a PDF (PDF/UA-1): the same bytes for the same database.

    Raises AzulError for an unknown game, DatabaseError where the database cannot be used, FileError where the
    folder of `output` is missing or cannot be written to.
    """
    from azul_analytics.database import connect
    from azul_analytics.reporting.printing import print_pdf

    target, look = checked_target(output), load_brand(brand)
    with connect(database_path) as database:
        game = game_facts(database, game_id, look.fonts)
        chances = _chances(database, game)
    print_pdf(
        target,
        title=f"Game {shortened(game_id, _LONGEST_ID)}",
        subtitle=_subtitle(game),
        badge=_SIMULATED if game.simulated else "",
        date=_date(game),
        blocks=pages(game, chances, look),
        brand=look,
    )


def _chances(database: Database, game: GameFacts) -> pd.DataFrame:
    """Its rows of `win_probabilities`; none where there is no model."""
    from azul_analytics.statistics.win_probability import win_probabilities

    of_group = Selection(rulesets=[game.head["ruleset"]], player_counts=[int(game.head["player_count"])])
    frame = win_probabilities(database, selection=of_group)
    of_game: pd.DataFrame = frame[(frame["game_id"] == game.head["game_id"]) & frame["win_probability"].notna()]
    return of_game


def pages(game: GameFacts, chances: pd.DataFrame, brand: Brand) -> list[Block]:
    """All of its blocks: how it went in short, the score sheet, the rounds, the bonuses, where it comes from."""
    blocks: list[Block] = []
    if game.simulated:
        blocks.append(Banner(_SIMULATED, "It was played by programs and says nothing about how people play."))
    blocks += [Findings(_findings(game)), _players(game), *_score_sheet(game), *_course(game, chances, brand)]
    if len(game.rounds):
        blocks += [Heading("Rounds"), Text(_how_to_read(game), small=True)]
    for number in game.rounds["round"]:
        blocks.append(_round(game, int(number), brand))
    return [*blocks, *_bonuses(game), *_provenance(game)]


def _subtitle(game: GameFacts) -> str:
    head = game.head
    said = f"{head['ruleset']}, {head['player_count']} players, {count(int(head['rounds']), 'round')}"
    return said if head["played"] is None else f"{said}, played {day(head['played'])}"


def _date(game: GameFacts) -> datetime:
    played = game.head["played"]
    if played is None:
        return datetime.fromisoformat(RELEASED).replace(tzinfo=UTC)
    return datetime.fromtimestamp(int(played), UTC)


def _findings(game: GameFacts) -> list[Finding]:
    return [_result(game), *_margin(game), *_lead(game)]


def _result(game: GameFacts) -> Finding:
    players = game.players
    scores = listed([f"{name} {score}" for name, score in zip(players, game.seats["score"], strict=True)])
    won = [players[seat] for seat in game.seats.loc[game.seats["place"] == 1, "seat"]]
    end = _ENDS.get(game.head["ended_by"], game.head["ended_by"])
    if not won:
        return Finding("No winner", f"The game has no known winner: {end}. The scores were {scores}.")
    lead = f"{won[0]} won" if len(won) == 1 else f"{listed(won)} shared the win"
    where = f"after {count(int(game.head['rounds']), 'round')} and {count(int(game.head['turns']), 'draft')}"
    return Finding(lead, f"The scores were {scores}; {end}, {where}.")


def _margin(game: GameFacts) -> list[Finding]:
    """What the winner had more than the second, and of what."""
    seats = game.seats
    if not game.head["finished"] or (seats["place"] == 1).sum() != 1:
        return []
    first = seats[seats["place"] == 1].iloc[0]
    second = seats[seats["place"] != 1].sort_values(["place", "seat"]).iloc[0]
    parts = [
        f"{points(first[column] - second[column], 0, signed=True)} {name}"
        for column, name in (
            ("tile_points", "from tiles"),
            ("floor_points", "from the floor"),
            ("bonus_points", "from bonuses"),
        )
    ]
    over = game.players[second["seat"]]
    ahead = f"{count(int(first['score'] - second['score']), 'point')} more than {over}"
    if first["score"] == second["score"]:
        ahead = f"As many points as {over}, and the tie was broken by full lines"
    return [Finding("Where the points came from", f"{ahead}: {listed(parts)}.")]


def _lead(game: GameFacts) -> list[Finding]:
    """From which round on the winner led for good, and how often the lead changed."""
    floors, winners = game.floors, game.seats.loc[game.seats["place"] == 1, "seat"]
    if not game.head["finished"] or floors.empty or len(winners) != 1:
        return []
    leaders: list[int | None] = []
    for _, rows in floors.groupby("round"):
        best = rows[rows["score_after"] == rows["score_after"].max()]
        leaders.append(int(best["seat"].iloc[0]) if len(best) == 1 else None)
    alone = [seat for seat in leaders if seat is not None]
    changes = sum(one != other for one, other in pairwise(alone))
    winner = int(winners.iloc[0])
    name = game.players[winner]
    since = len(leaders)
    while since and leaders[since - 1] == winner:
        since -= 1
    changed = f"The lead changed {count(changes, 'time')} between rounds" if changes else "The lead never changed hands"
    if since == len(leaders):
        return [Finding("The lead", f"{changed}; {name} did not lead before the bonuses.")]
    return [Finding("The lead", f"{changed}; {name} led for good from round {since + 1} on.")]


def _players(game: GameFacts) -> Table:
    """A row a seat: who sat there, and the parts of the score."""
    import pandas as pd

    rows = []
    for name, row in zip(game.players, game.seats.to_dict("records"), strict=True):
        whole = {key: MISSING if pd.isna(row[key]) else f"{row[key]:g}" for key in _NUMBERS}
        signed = {key: points(row[key], 0) for key in ("tile_points", "floor_points", "bonus_points", "score")}
        who = shortened(name, _LONGEST_NAME) + (
            f", a program ({row['policy']})" if isinstance(row["policy"], str) else ""
        )
        opened = "opened" if game.head["opening_seat"] == row["seat"] else ""
        rows.append(
            (
                str(row["seat"]), who, opened, whole["rating"], *signed.values(),
                *(whole[key] for key in ("complete_lines", "complete_columns", "complete_colors", "place")),
            )
        )  # fmt: skip
    columns = (
        Column("Seat"), Column("Player"), Column("Opening"), Column("Rating", right=True), Column("Tiles", right=True),
        Column("Floor", right=True), Column("Bonuses", right=True), Column("Score", right=True),
        Column("Full lines", right=True), Column("Full columns", right=True), Column("Colors complete", right=True),
        Column("Place", right=True),
    )  # fmt: skip
    return Table("Players, the parts of their scores, and what their walls held", columns, rows)


def _score_sheet(game: GameFacts) -> list[Block]:
    """A row a round, three columns a seat, and the bonuses below."""
    floors = game.floors
    if floors.empty:
        return [Text("No round was played to its end, so nothing was scored.")]
    columns = [Column("Round")]
    for name in _short(game):
        titles = (f"{name}: tiles", "floor", "score")
        columns += [Column(title, right=True) for title in titles]
    rows: list[list[str]] = []
    for number, of_round in floors.groupby("round"):
        cells = (
            (points(row["tile_points"], 0), points(row["floor_points"], 0), points(row["score_after"], 0))
            for row in of_round.to_dict("records")
        )
        rows.append([str(number), *(cell for three in cells for cell in three)])
    if game.head["finished"]:
        for kind in dict.fromkeys(game.bonuses["kind"]):
            of_kind = game.bonuses[game.bonuses["kind"] == kind].groupby("seat")["points"].sum()
            rows.append([_KINDS.get(kind, kind), *_thirds([of_kind.get(seat, 0) for seat in game.seats["seat"]], True)])
        rows.append(["End", *_thirds(list(game.seats["score"]), False)])
    return [Table("Score sheet: points of each round, and the score after it", columns, rows)]


def _short(game: GameFacts) -> list[str]:
    """Names for narrow columns."""
    return [shortened(name, _IN_HEADS) for name in game.players]


def _thirds(numbers: list[Any], signed: bool) -> list[str]:
    """Cells that have something in the last column of each seat only."""
    texts = [points(number, 0, signed=signed) if number or not signed else MISSING for number in numbers]
    return [cell for text in texts for cell in ("", "", text)]


def _course(game: GameFacts, chances: pd.DataFrame, brand: Brand) -> list[Block]:
    import pandas as pd

    if game.floors.empty:
        return []
    names = dict(zip(game.seats["seat"], [shortened(name, _IN_TABLES) for name in game.players], strict=True))
    parts = [
        game.seats.assign(round=0, score=0),
        game.floors.rename(columns={"score_after": "score"}),
        game.seats.assign(round=game.floors["round"].max() + 1),
    ]
    scores = pd.concat([part[["round", "seat", "score"]] for part in parts], ignore_index=True)
    scores["player"] = scores["seat"].map(names)
    said = "; ".join(
        f"{name} {', '.join(str(score) for score in rows['score'])}"
        for name, rows in scores.groupby("player", sort=False)
    )
    caption = "Scores after each round" + (", and with the bonuses at the end" if game.head["finished"] else "")
    if len(chances):
        caption += "; on the right the chances to win, by scores and boards, of a model that did not see this game"
    blocks: list[Block] = [Figure(course_picture(scores, chances, brand), caption, f"Scores by round. {said}.")]
    return [*blocks, *_about_chances(game, chances)]


def _about_chances(game: GameFacts, chances: pd.DataFrame) -> list[Block]:
    from azul_analytics.statistics.win_probability import LEAST_UNITS

    if len(chances):
        return []
    why = (
        f"The database has fewer than {LEAST_UNITS} comparable games, too few for a model of who will win."
        if game.head["finished"]
        else "The game was stopped, so that it has no chances to win after its rounds."
    )
    return [Text(why, small=True)]


def _how_to_read(game: GameFacts) -> str:
    printed = any(space.multiplier > 1 for space in game.ruleset.printed)
    multiplied = " A double frame on a free space: it multiplies points." if printed else ""
    return (
        "A draft is written as logs write it: the source (the number of a factory, C for the center), the color "
        f"({_letters(game)}), and the line, F for the floor. Boards show what a round left: lines on the left, the "
        "wall on the right with the tiles placed in the round framed, and the floor with all that lay on it, 1 being "
        "the marker of the next round's first draft. Beside a name stand the score and, in brackets, what tiles and "
        f"floor brought.{multiplied}"
    )


def _letters(game: GameFacts) -> str:
    return ", ".join(
        f"{letter} {color}" for letter, color in zip(game.ruleset.letters, game.ruleset.colors, strict=True)
    )


def _round(game: GameFacts, number: int, brand: Brand) -> Together:
    row = game.rounds[game.rounds["round"] == number].to_dict("records")[0]
    deal = list(game.deals.loc[game.deals["round"] == number, "tiles"])
    drafts = game.drafts[game.drafts["round"] == number]
    boards = game.boards[number - 1]
    words = [f"factory {place} {tiles or 'empty'}" for place, tiles in enumerate(deal, 1)]
    left: list[Block] = [
        Figure(deal_picture(deal, drafts_share(len(boards)), brand), "", f"Deal of round {number}: {', '.join(words)}.")
    ]
    if len(drafts):
        left.append(_drafts(game, drafts))
    titles = _titles(game, number)
    alt = " ".join(_board_in_words(title, board) for title, board in zip(titles, boards, strict=True))
    return Together(
        above=[Heading(f"Round {number}", 2), Text(_about_round(game, row, len(drafts)), small=True)],
        left=left,
        right=[Figure(boards_picture(boards, titles, brand), "", f"Boards after round {number}. {alt}")],
        share=drafts_share(len(boards)),
    )


def _about_round(game: GameFacts, row: dict[Any, Any], drafts: int) -> str:
    first = game.players[int(row["first_seat"])]
    dealt = f"{count(int(row['tiles_dealt']), 'tile')} dealt, {row['bag_after_deal']} left in the bag"
    refilled = f" after the lid went into it, {row['lid_after_deal']} in the lid" if row["refilled"] else ""
    scored = (game.floors["round"] == row["round"]).any()
    ending = "" if scored else " The game stopped in this round; it was not scored."
    marker = "" if not scored or row["marker_seat"] == row["marker_seat"] else " Nobody took the marker."
    return f"{first} drafts first; {dealt}{refilled}; {count(drafts, 'draft')}.{marker}{ending}"


def _titles(game: GameFacts, number: int) -> list[str]:
    """Of each seat: its name and score after a round, and what the round brought."""
    rows = game.floors[game.floors["round"] == number].to_dict("records")
    if not rows:
        return game.players
    titles = []
    for name, row in zip(game.players, rows, strict=True):
        brought = f"{points(row['tile_points'], 0, signed=True)} {points(row['floor_points'], 0)}"
        titles.append(f"{name}: {row['score_after']} ({brought})")
    return titles


def _board_in_words(title: str, board: Any) -> str:
    lines = ", ".join(
        f"{size} {color * size_filled or 'empty'}"
        for size, (color, size_filled) in enumerate(zip(board.line_colors, board.line_counts, strict=True), 1)
    )
    return f"{title}. Wall {' '.join(board.wall_lines)}; lines {lines}; floor {board.floor or 'empty'}."


def _drafts(game: GameFacts, drafts: pd.DataFrame) -> Table:
    names = _short(game)
    rows = [
        (str(row["turn"]), names[row["seat"]], _notation(row), f"{row['tiles']} {row['color']}", _effect(row))
        for row in drafts.to_dict("records")
    ]
    columns = (Column("Turn", right=True), Column("Player"), Column("Draft"), Column("Takes"), Column("What it does"))
    return Table("", columns, rows)


def _notation(row: dict[Any, Any]) -> str:
    return f"{row['source'] or 'C'}{row['letter']}{row['destination'] or 'F'}"


def _effect(row: dict[Any, Any]) -> str:
    """What a draft completes, drops and takes with it; nothing where it only lies on its line."""
    said = []
    if row["completed_line"]:
        said.append(f"line {row['destination']} full")
    if row["took_marker"]:
        said.append("marker")
    if row["tiles_on_floor"]:
        said.append(f"{row['tiles_on_floor']} {'falls' if row['tiles_on_floor'] == 1 else 'fall'}")
    if row["tiles_to_lid"]:
        said.append(f"{row['tiles_to_lid']} to lid")
    return ", ".join(said)


def _bonuses(game: GameFacts) -> list[Block]:
    if not game.head["finished"]:
        return [Heading("Bonuses"), Text("The game was stopped, so that there are no bonuses.")]
    if game.bonuses.empty:
        return [Heading("Bonuses"), Text("Nobody reached a bonus.")]
    rows = [
        (
            shortened(game.players[row["seat"]], _LONGEST_NAME),
            f"{_KINDS.get(row['kind'], row['kind'])}: {row['which']}",
            points(row["points"], 0, signed=True),
        )
        for row in game.bonuses.to_dict("records")
    ]
    columns = (Column("Player"), Column("Bonus"), Column("Points", right=True))
    return [Heading("Bonuses"), Table("What each seat's wall earned at the end", columns, rows)]


def _provenance(game: GameFacts) -> list[Block]:
    head = game.head
    place = (
        "made in memory"
        if head["log_file"] is None
        else f"{shortened(head['log_file'], 72)}, line {int(head['log_line'])}"
    )
    facts = [
        ("Game", head["game_id"]),
        ("Log", place),
        ("Hash of its record", f"SHA-256 {head['log_hash']}"),
        ("Ruleset", f"{head['ruleset']}, {game.ruleset.wall_kind} wall, SHA-256 {head['ruleset_hash']}"),
        ("Database", f"schema version {head['schema_version']}, made by azul_analytics {head['software_version']}"),
        ("Report", f"azul_analytics {__version__}"),
    ]
    said = (
        "Every number is stored in the database or follows from the record, which the rules replayed move by move; "
        "chances to win are those of the statistic win_probability."
    )
    return [Heading("Where it comes from"), Text(said, small=True), Facts(facts)]

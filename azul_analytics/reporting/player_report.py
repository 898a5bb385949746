"""The profile of one player: results, rating, style, points and floor, against all others of the same games."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azul_analytics import RELEASED
from azul_analytics.errors import AzulError
from azul_analytics.figures import GROUP, group_label, shortened, unit_word
from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Figure, Finding, Findings, Heading, Table, Text
from azul_analytics.reporting.brand import load_brand
from azul_analytics.reporting.claims import Claim, decided, family
from azul_analytics.reporting.player_pictures import margins_picture, ratings_picture, results_picture, styles_picture
from azul_analytics.reporting.sections.provenance import badge, banner, provenance
from azul_analytics.reporting.sections.queries import queries
from azul_analytics.reporting.sections.section import weight
from azul_analytics.reporting.wording import MISSING, count, day, games_of, listed, percent, points, span, with_span
from azul_analytics.rules.ruleset import excerpt
from azul_analytics.statistics import STATISTICS, Selection
from azul_analytics.statistics.first_player import LEAST_UNITS
from azul_analytics.statistics.players import LESS, MORE
from azul_analytics.statistics.ratings import MEAN_RATING
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, checked_confidence, quoted
from azul_analytics.whole_file import checked_target

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database

Row = Mapping[Hashable, Any]

_RESULTS, _RATINGS, _STYLES, _POINTS = "player_results", "player_ratings", "player_styles", "player_points"
_WHO = [*GROUP, "source", "player", "policy"]
_MOST_SHOWN = 3  # groups of games with figures
_MOST_GAMES = 20  # in the list of games
_NARROW = 0.1  # useful width of an interval up to which a third digit says something
_LONGEST_NAME, _LONGEST_ID = 29, 72


def write_player_report(
    database_path: str | Path,
    player: str,
    output: str | Path,
    *,
    brand: str | Path | None = None,
    selection: Selection = EVERY_FINISHED_GAME,
    confidence: float = 0.95,
) -> None:
    """Writes the profile of a player as a PDF (PDF/UA-1): the same bytes for the same games.

    `selection` filters the games of all players, who are the field that he is compared with. A name in several
    sources, or of programs of several policies, is several players; each has its rows. Raises AzulError for a name
    that has no game in the selection, and what `write_report` raises.
    """
    from azul_analytics.database import connect
    from azul_analytics.reporting.printing import print_pdf

    checked_confidence(confidence)
    target = checked_target(output)
    with connect(database_path) as database:
        answers = Answers(database, load_brand(brand), confidence, selection)
        profile = _Profile(answers, player)
        print_pdf(
            target,
            title=f"Player {shortened(profile.name, _LONGEST_NAME)}",
            subtitle=profile.subtitle,
            badge=badge(answers),
            date=profile.date,
            blocks=profile.pages(),
            brand=answers.brand,
        )


class _Profile:
    """The player's rows of each statistic, and the pages that say what is in them."""

    def __init__(self, answers: Answers, player: str):
        from azul_analytics.statistics.selection import select_games

        self.answers = answers
        self.name = answers.printed(player)
        select_games(answers.database, answers.selection)
        self.games = answers.database.query_file("player/games", {"player": player})
        if self.games.empty:
            raise AzulError(_unknown(answers.database, player, answers.selection))

    def of(self, statistic: str) -> pd.DataFrame:
        """The player's rows of a statistic."""
        frame = self.answers.frame(statistic)
        return frame[frame["player"] == self.name]

    @property
    def results(self) -> list[Row]:
        """His rows of `player_results`, the weightiest group first."""
        return sorted(self.of(_RESULTS).to_dict("records"), key=weight)

    @property
    def _judged(self) -> list[Row]:
        """The groups with games enough for a verdict."""
        return [row for row in self.results if row["units"] >= LEAST_UNITS]

    @property
    def shown(self) -> list[Row]:
        """The weightiest groups of these: what figures are of."""
        return self._judged[:_MOST_SHOWN]

    @property
    def subtitle(self) -> str:
        """How many games, and when they were played."""
        said = count(self.games["game_id"].nunique(), "game").capitalize()
        played = self.games["played"].dropna()
        if played.empty:
            return said
        first, last = day(played.min()), day(played.max())
        return f"{said}, played {first}" + (f" to {last}" if last != first else "")

    @property
    def date(self) -> datetime:
        """The latest game's moment; of games without dates the day of the software's release."""
        played = self.games["played"].dropna()
        if played.empty:
            return datetime.fromisoformat(RELEASED).replace(tzinfo=UTC)
        return datetime.fromtimestamp(int(played.max()), UTC)

    def label(self, row: Row) -> str:
        """The group of a row, with source and policy where the name is several players."""
        whole = self.of(_RESULTS)
        mark = " ".join(part for part in (row["source"], row["policy"]) if part)
        several = len(whole.drop_duplicates(["source", "policy"])) > 1
        return f"{group_label(row)} ({mark})" if several else group_label(row)

    def pages(self) -> list[Block]:
        """All blocks of the report."""
        blocks: list[Block] = [*banner(self.answers), Text(self._introduction())]
        found = [*self._results_said(), *self._ratings_said(), *self._differences_said()]
        said, tested = decided(found, self.answers.confidence)
        blocks += [Heading("Key findings"), Findings(said), *family(tested, self.answers.confidence)]
        blocks += [*self._results_shown(), *self._ratings_shown()]
        blocks += [*self._compared(_STYLES, "Style"), *self._compared(_POINTS, "Points, floor and opening")]
        blocks += self._games_shown()
        return [*blocks, *queries((_RESULTS, _RATINGS, _STYLES, _POINTS), self.answers), *provenance(self.answers)]

    def _introduction(self) -> str:
        games, sources = self.answers.totals["games"], len(set(self.of(_RESULTS)["source"]))
        several = f" The name is in {sources} sources, which are as many players." if sources > 1 else ""
        return (
            f"The profile of {self.name}, compared with all other players of the same ruleset, number of players and "
            f"kind of games, among {count(games, 'game')}.{several} Every number comes from the data; where games are "
            "too few to say something, it says so."
        )

    def _results_said(self) -> list[Finding | Claim]:
        return [self._result_said(row) for row in self.results[:_MOST_SHOWN]]

    def _result_said(self, row: Row) -> Finding | Claim:
        missing = count(row["games_left_out"], "game")
        left_out = f" Left out: {missing} that stopped or had no known winner." if row["games_left_out"] else ""
        if not row["games"]:
            return Finding(self.label(row), f"None of the games counts.{left_out}")
        won = self._share(row, "win_share")
        equal = percent(row["equal_share"])
        if row["units"] < LEAST_UNITS:
            verdict = f"{games_of(row)} {'is' if row['games'] == 1 else 'are'} too few for a verdict"
            return Finding(self.label(row), f"Won {won}% of the games: {verdict}.{left_out}")
        result = f"Won {won}% of the games ({count(row['games'], 'game')})"
        way = "more" if row["win_share"] > row["equal_share"] else "less"
        return Claim(
            self.label(row),
            float(row["p_value"]),
            f"{result}: {way} than the equal share of {equal}%.{left_out}",
            f"{result}: no difference from the equal share of {equal}% is shown.{left_out}",
        )

    def _ratings_said(self) -> list[Finding]:
        rows = sorted(self.of(_RATINGS).to_dict("records"), key=weight)
        return [self._rating_said(row) for row in rows[:1] if row["rating"] == row["rating"]]

    def _rating_said(self, row: Row) -> Finding:
        rated = self._group(_RATINGS, row)["rating"].notna().sum()
        interval = span(points(row["rating_low"], 0), points(row["rating_high"], 0))
        ranks = span(f"{row['rank_low']:g}", f"{row['rank_high']:g}")
        provisional = (
            f" With fewer than {LEAST_UNITS} {unit_word(row)}s it is provisional." if row["provisional"] else ""
        )
        return Finding(
            "Rating",
            f"{points(row['rating'], 0)} ({interval}) in {self.label(row)}, where {MEAN_RATING} is the mean: rank "
            f"{row['rank']:g} of {count(int(rated), 'player')}, and ranks {ranks} are compatible with the games."
            f"{provisional}",
        )

    def _differences_said(self) -> list[Finding]:
        """What is shown to differ from the field in the weightiest group, and how much was looked at."""
        if not self.results or self.results[0]["units"] < LEAST_UNITS:
            return []
        said = []
        for statistic, lead in ((_STYLES, "Style"), (_POINTS, "Points and floor")):
            rows = self._group(statistic, self.results[0], own=True)
            shown = rows[rows["verdict"].isin((MORE, LESS))]
            tested = count(int(rows["q_value"].notna().sum()), "measure")
            if shown.empty:
                text = f"no difference from the field is shown in {tested}."
            else:
                parts = [
                    f"{_words(row['measure'])} {_number(row['mean'])} (field {_number(row['field_mean'])})"
                    for row in shown.sort_values("q_value", kind="stable").head(4).to_dict("records")
                ]
                text = f"{len(shown)} of {tested} differ from the field, first {listed(parts)}."
            said.append(Finding(lead, f"In {self.label(self.results[0])} {text}"))
        return said

    def _share(self, row: Row, column: str) -> str:
        return with_span(*(percent(row[f"{column}{end}"]) for end in ("", "_low", "_high")))

    def _group(self, statistic: str, row: Row, *, own: bool = False) -> pd.DataFrame:
        """The rows of a statistic that are of a row's group of games, and, `own`, of its player."""
        frame = self.answers.frame(statistic)
        for column in _WHO if own else GROUP:
            frame = frame[frame[column] == row[column]]
        return frame

    def _results_shown(self) -> list[Block]:
        blocks: list[Block] = [Heading("Results")]
        for row in self.shown:
            rows = _around(self._group(_RESULTS, row), self.name, most=9)
            if len(rows) > 1 and row["games"]:
                said = "; ".join(f"{one['player']} {self._share(one, 'win_share')}%" for one in rows.to_dict("records"))
                caption = f"Win shares in {self.label(row)}, the player in bold among those of the most games"
                blocks.append(
                    Figure(results_picture(rows, self.name, self.answers.brand), caption, f"Win shares: {said}.")
                )
        columns = (
            Column("Games of"), Column("n", right=True), Column("Left out", right=True), Column("Won, %", right=True),
            Column("Shrunk", right=True), Column("Equal", right=True), Column("Score", right=True),
            Column("Margin", right=True), Column("Opened, %", right=True),
        )  # fmt: skip
        table = [
            (
                self.label(row), f"{row['games']:,}", f"{row['games_left_out']:,}", self._share(row, "win_share"),
                percent(row["win_share_shrunk"]), percent(row["equal_share"]), self._mean(row, "score"),
                self._mean(row, "margin"), percent(row["opening_share"], 0),
            )
            for row in self._judged
        ]  # fmt: skip
        if table:
            blocks.append(Table(f"Results by group of games, with {self.answers.level}% intervals", columns, table))
        return [*blocks, *self._too_few()]

    def _too_few(self) -> list[Block]:
        """Which groups are in no table, because their games allow no verdict."""
        few = [row for row in self.results if row["units"] < LEAST_UNITS]
        if not few:
            return []
        named = "; ".join(f"{self.label(row)} ({games_of(row)})" for row in few)
        text = f"Fewer than {LEAST_UNITS} {unit_word(*few)}s allow no verdict and are in no table: {named}."
        return [Text(text, small=True)]

    def _mean(self, row: Row, column: str) -> str:
        return with_span(*(points(row[f"{column}{end}"]) for end in ("", "_low", "_high")))

    def _ratings_shown(self) -> list[Block]:
        blocks: list[Block] = []
        for row in self.shown:
            group = self._group(_RATINGS, row)
            rows = _around(group[group["rating"].notna()].sort_values("rank", kind="stable"), self.name, most=11)
            if len(rows) < 2 or self.name not in set(rows["player"]):
                continue
            said = "; ".join(f"{one['player']} {points(one['rating'], 0)}" for one in rows.to_dict("records"))
            caption = f"Ratings in {self.label(row)}, the player in bold among those ranked beside him"
            blocks.append(Figure(ratings_picture(rows, self.name, self.answers.brand), caption, f"Ratings: {said}."))
        return [Heading("Rating"), *blocks] if blocks else []

    def _compared(self, statistic: str, title: str) -> list[Block]:
        """The comparison with the field: a table for each of the weightiest groups, for the first a figure too."""
        blocks: list[Block] = []
        for row in self.shown:
            rows = self._group(statistic, row, own=True)
            if rows.empty:
                continue
            if not blocks and rows["spread"].gt(0).any() and rows["low"].notna().any():
                said = "; ".join(
                    f"{_words(one['measure'])} {_number(one['difference'])}" for one in rows.to_dict("records")
                )
                caption = f"{title} in {self.label(row)}, against the field; filled where a difference is shown"
                picture = styles_picture(rows, self.answers.brand)
                blocks.append(Figure(picture, caption, f"Differences from the field: {said}."))
            blocks.append(self._comparison(statistic, rows, f"{title} in {self.label(row)}"))
        return [Heading(title), *blocks] if blocks else []

    def _comparison(self, statistic: str, rows: pd.DataFrame, caption: str) -> Table:
        measures = STATISTICS[statistic].measures

        def number(row: Row, column: str) -> str:
            return points(float(row[column]), 3 if measures[row["measure"]].useful_width <= _NARROW else 2)

        columns = (
            Column("Measure"), Column("n", right=True), Column("Player", right=True), Column("Field", right=True),
            Column("Difference", right=True), Column("Shrunk", right=True), Column("q", right=True), Column("Verdict"),
        )  # fmt: skip
        table = [
            (
                _words(row["measure"]), f"{row['games']:,}", number(row, "mean"), number(row, "field_mean"),
                with_span(*(number(row, column) for column in ("difference", "low", "high"))),
                number(row, "shrunk_difference"), _number(row["q_value"]), row["verdict"],
            )
            for row in rows.to_dict("records")
        ]  # fmt: skip
        return Table(f"{caption}, with {self.answers.level}% intervals of the difference", columns, table)

    def _games_shown(self) -> list[Block]:
        blocks: list[Block] = [Heading("Games")]
        games = self.games.assign(label=self.games["ruleset"])
        dated = games[games["played"].notna() & games["finished"]]
        if dated["played"].nunique() > 1:
            said = f"{len(dated)} margins between {points(dated['margin'].min())} and {points(dated['margin'].max())}"
            caption = "Score less the mean score of the others, game by game, and the mean of ten games (line)"
            blocks.append(Figure(margins_picture(dated, self.answers.brand), caption, f"Over time: {said} points."))
        else:
            blocks.append(Text("The games have no dates that differ, so that nothing is shown over time."))
        printed = self.answers.printed
        table = [
            (
                shortened(printed(row["game_id"]), _LONGEST_ID), day(row["played"]),
                f"{printed(row['ruleset'])}, {row['player_count']}",
                shortened(", ".join(map(printed, row["opponents"])), _LONGEST_NAME), "opened" if row["opening"] else "",
                str(row["score"]), points(row["margin"], 1, signed=True),
                f"{row['place']:g}" if row["place"] == row["place"] and row["place"] is not None else MISSING,
            )
            for row in games.iloc[::-1].head(_MOST_GAMES).to_dict("records")
        ]  # fmt: skip
        columns = (
            Column("Game"), Column("Played"), Column("Ruleset, players"), Column("Against"), Column("Opening"),
            Column("Score", right=True), Column("Margin", right=True), Column("Place", right=True),
        )  # fmt: skip
        first = "the latest first" if games["played"].notna().any() else "the last by name first"
        some = f"{_MOST_GAMES} of {count(len(games), 'game')}" if len(games) > _MOST_GAMES else "Games"
        return [*blocks, Table(f"{some}, {first}; azul report game prints one", columns, table)]


def _around(frame: pd.DataFrame, player: str, most: int) -> pd.DataFrame:
    """So many rows of a frame in their order: the first ones, and those around the player's."""
    frame = frame.reset_index(drop=True)
    places = frame.index[frame["player"] == player]
    if not len(places) or places[0] < most:
        return frame.head(most)
    start = min(int(places[0]) - most // 2, len(frame) - most)
    return frame.iloc[start : start + most]


def _words(measure: str) -> str:
    return measure.replace("_", " ")


def _number(value: Any) -> str:
    return points(float(value), 2)


def _unknown(database: Database, player: str, selection: Selection) -> str:
    """The sentence about a name that has no game."""
    if database.rows("select 1 from seats where player = $player limit 1", {"player": player}):
        return f"Player {excerpt(player)} has no game in this selection: {selection.described()}."
    known = [name for (name,) in database.rows("select player from seats group by all order by count(*) desc, player")]
    such = f"; there are {quoted(known)}" if known else "; it has no games"
    return f"There is no player {excerpt(player)} in {database.path or 'the database'}{such}."

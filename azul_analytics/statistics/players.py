"""Players: what they achieve, and how they play against the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azul_analytics.statistics.first_player import LEAST_UNITS, NO_DIFFERENCE, TOO_FEW
from azul_analytics.statistics.registry import GROUP_COLUMNS, Measure, Statistic
from azul_analytics.statistics.selection import EVERY_FINISHED_GAME, Selection, answer, checked_confidence

if TYPE_CHECKING:
    import pandas as pd

    from azul_analytics.database import Database
    from azul_analytics.statistics.against_field import Contrast

MORE, LESS = "more than the field", "less than the field"
PLAYER_COLUMNS = {
    "source": "where the player's games come from; a name in two sources is two players",
    "player": "name as recorded",
    "policy": "of a program its policy, if recorded: a program that plays by two policies is two players; else empty",
}
WHO = (
    "A player is a name within a source and, of a program, its policy. Two people of one name are not told apart, "
    "nor is one person under two names put together."
)
WITHIN = "A filter on players keeps only games in which they sat, so that all others are seen in those games alone."
_GROUP = list(GROUP_COLUMNS)
_USEFUL_SHARE, _USEFUL_POINTS = 0.10, 4.0


def player_results(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """Win share, score and margin of every player, as they are and shrunk towards the mean of all.

    One row per ruleset (by hash), player count, kind of games and player, most games first. Shares are
    between 0 and 1, scores and margins in points; what the games cannot say is NaN.
    Raises AzulError for a confidence that is not between 0 and 1.
    """
    import pandas as pd

    from azul_analytics.statistics import families, inference

    checked_confidence(confidence)
    frame = answer(database, PLAYER_RESULTS.sql, selection)
    frame = frame.assign(**inference.win_share_columns(frame, confidence=confidence, useful_width=_USEFUL_SHARE))
    for points, units in (("score", "units"), ("margin", "margin_units")):
        interval = inference.mean_interval(
            frame[points], frame[f"{points}_variance"], frame[units], confidence=confidence, useful_width=_USEFUL_POINTS
        )
        frame[f"{points}_low"], frame[f"{points}_high"] = interval.low, interval.high
    for column, units in (("win_share", "units"), ("score", "units"), ("margin", "margin_units")):
        frame[f"{column}_shrunk"] = _shrunk(frame, column, units)
    p_value = pd.Series(families.share_differs(frame), index=frame.index).where(frame["units"] >= LEAST_UNITS)
    return frame.assign(p_value=p_value)[list(PLAYER_RESULTS.columns)]


def _shrunk(frame: pd.DataFrame, column: str, units: str) -> pd.Series[float]:
    """The column shrunk towards the mean of each group of games."""
    import pandas as pd

    from azul_analytics.statistics.shrinkage import shrinkage

    shrunk = pd.Series(float("nan"), index=frame.index)
    for _, rows in frame.groupby(_GROUP):
        found = shrinkage(rows[column], rows[f"{column}_variance"], rows[units])
        shrunk[rows.index] = found.of(rows[column])
    return shrunk


def player_styles(
    database: Database, *, selection: Selection = EVERY_FINISHED_GAME, confidence: float = 0.95
) -> pd.DataFrame:
    """How each player drafts, places and loses, measure by measure, against all other players of the group.

    One row per ruleset (by hash), player count, kind of games, player and measure that occurred; what the
    games cannot say is NaN. Raises AzulError for a confidence that is not between 0 and 1.
    """
    checked_confidence(confidence)
    return compared_with_field(answer(database, PLAYER_STYLES.sql, selection), PLAYER_STYLES, confidence)


def compared_with_field(games: pd.DataFrame, statistic: Statistic, confidence: float) -> pd.DataFrame:
    """The frame of a statistic that compares players with the field in its measures.

    `games` has a row per game and player: group, player, `group_number`, `unit_number`, `game_number`, the `seats`
    that he had, and a column a measure, null where it did not occur.
    """
    from azul_analytics.statistics import families, inference

    frame = _profile(games, list(statistic.measures))
    width = frame["measure"].map({name: one.useful_width for name, one in statistic.measures.items()}).astype("float64")
    difference, units = frame["mean"] - frame["field_mean"], frame["freedom"] + 1
    interval = inference.mean_interval(
        difference, frame["error"] ** 2 * units, units, confidence=confidence, useful_width=width
    )
    tested = frame["error"].where(frame["units"] >= LEAST_UNITS)
    frame = frame.assign(
        difference=difference,
        low=interval.low,
        high=interval.high,
        shrunk_difference=difference * frame["weight"],
        p_value=families.difference(difference, tested, frame["freedom"]),
        too_wide=inference.too_wide(interval, width),
        units_needed=interval.units_needed,
    ).astype({"units_needed": "Int64"})
    family = frame.groupby(_GROUP)["p_value"]
    frame["q_value"] = family.transform(lambda p: families.benjamini_hochberg(p.to_numpy()))
    frame["verdict"] = _verdicts(frame, 1 - confidence)
    return frame[list(statistic.columns)]


def _profile(games: pd.DataFrame, measures: list[str]) -> pd.DataFrame:
    """A row per player and measure that occurred, with what `against_field` and `shrinkage` find."""
    import pandas as pd

    from azul_analytics.statistics.against_field import against_field

    who = [*_GROUP, *PLAYER_COLUMNS]
    rows = games[["seats"]].assign(
        group=games["group_number"],
        unit=games["unit_number"],
        game=games["game_number"],
        player=games.groupby(who, sort=False).ngroup(),
    )
    contrast = against_field(games[measures].astype("float64"), rows)
    players = games.drop_duplicates(who)[who].reset_index(drop=True)
    weight, spread = _weights(contrast, players)
    columns = {**contrast._asdict(), "field_mean": contrast.field, "weight": weight, "spread": spread}
    long = {name: one[measures].stack(future_stack=True) for name, one in columns.items()}
    frame = pd.DataFrame(long).rename_axis(["number", "measure"]).reset_index()
    frame = players.join(frame.set_index("number")).reset_index(drop=True)
    return frame[frame["units"] > 0].astype({"games": "int64", "units": "int64"}).reset_index(drop=True)


def _weights(contrast: Contrast, players: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """By [player, measure]: the weight of the own mean, and the spread of single units in the player's group."""
    from azul_analytics.statistics.shrinkage import shrinkage

    weight, spread = contrast.mean * float("nan"), contrast.mean * float("nan")
    for _, rows in players.groupby(_GROUP):
        for measure in contrast.mean.columns:
            of_group = (one.loc[rows.index, measure] for one in (contrast.mean, contrast.variance, contrast.units))
            found = shrinkage(*of_group)
            weight.loc[rows.index, measure] = found.weight
            spread.loc[rows.index, measure] = found.spread
    return weight, spread


def _verdicts(frame: pd.DataFrame, level: float) -> pd.Series[str]:
    import pandas as pd

    verdict = pd.Series(NO_DIFFERENCE, index=frame.index, dtype="str")
    shown = frame["q_value"] < level
    verdict = verdict.mask(shown & (frame["difference"] > 0), MORE).mask(shown & (frame["difference"] < 0), LESS)
    return verdict.mask(frame["units"] < LEAST_UNITS, TOO_FEW)


_SHRUNK = "shrunk towards the mean of the group's players; missing with fewer than four players or no two games of one"
_INDEPENDENT = (
    "A player's games are taken as independent of each other: learning, and opponents that stay the same, are "
    "not in the interval."
)

PLAYER_RESULTS = Statistic(
    name="player_results",
    title="Results of players",
    question="How often does each player win, and with how many points?",
    estimand="A player's mean win share (a shared win counts 1/k for each of k winners), mean score and mean margin "
    "(score less the mean score of the others), by ruleset, player count and kind of games.",
    unit="The game; games of one block of a designed experiment are one unit, their mean. Who sat on several seats "
    "of a game has the mean of them.",
    method="Means over the player's units, finished games with a known winner. Shrunk: the player's mean weighted with "
    "A / (A + s^2 / n) against the mean of all, A being the variance between players, s^2 that of single units "
    "around their player's mean, both by moments (empirical Bayes); few games count for little.",
    interval="Win share: Wilson's interval; where a unit is not 0 or 1, for the effective number of units, from "
    "their variance. Score and margin: Student's t. Both at 95 % unless asked otherwise, none from a single unit; "
    "the shrunk means have none.",
    detail="final scores and winners, players' names",
    caveats=(
        WHO,
        WITHIN,
        "It is not strength: whoever plays weak opponents wins more. `player_ratings` takes opponents into account.",
        "Who opened how often is told, not adjusted for.",
        "Stopped games are left out; a player who stops the games that he is losing looks better than he is.",
        "Each row is judged alone: among many players, some intervals miss the player's true share by chance. "
        "For an order of players the shrunk means are better than the raw ones.",
        _INDEPENDENT,
    ),
    columns={
        **GROUP_COLUMNS,
        **PLAYER_COLUMNS,
        "games": "his games that count",
        "units": "units of inference among them",
        "games_left_out": "his games that do not count: stopped, or no winner known",
        "games_stopped": "of them: stopped before the rules ended them",
        "equal_share": "1 / player_count, what he would win among equals",
        "win_share": "mean win share",
        "win_share_low": "lower end of its interval",
        "win_share_high": "upper end of its interval",
        "p_value": f"of the equal share, the row alone; missing with fewer than {LEAST_UNITS} units",
        "win_share_shrunk": _SHRUNK,
        "score": "mean final score, points",
        "score_low": "lower end of its interval",
        "score_high": "upper end of its interval",
        "score_shrunk": "the same, shrunk",
        "margin": "mean score less the mean score of the other players' seats, points",
        "margin_low": "lower end of its interval",
        "margin_high": "upper end of its interval",
        "margin_shrunk": "the same, shrunk",
        "opening_share": "share of games that he opened, where that is recorded",
        "too_wide": "the interval of the win share is wider than the useful width, or there is none",
        "units_needed": "units that would give the useful width",
    },
    function=player_results,
    useful_width=_USEFUL_SHARE,
    source="Wilson 1927; Korn and Graubard 1998; Bühlmann and Straub 1970; Efron and Morris 1975",
)

_STYLES = {
    "tiles_per_draft": Measure("tiles taken by a draft", 0.1),
    "center_share": Measure("share of drafts from the center", 0.05),
    "short_lines_share": Measure("share of drafts to the upper two lines", 0.05),
    "long_lines_share": Measure("share of drafts to the lower two lines", 0.05),
    "completing_share": Measure("share of drafts that complete a line", 0.05),
    "overflow_share": Measure("share of drafted tiles that found no room on the chosen line", 0.02),
    "floor_points_per_round": Measure("points really lost on the floor in a round, <= 0", 1.0),
    "marker_share": Measure("share of rounds in which he took the marker", 0.1),
    "first_draft_share": Measure("share of rounds that he drafted first in", 0.1),
    "points_per_placement": Measure("points of a tile placed on the wall", 0.5),
    "lines": Measure("lines complete at the end of a game", 0.5),
    "columns": Measure("columns complete at the end of a game", 0.5),
    "colors": Measure("colors complete at the end of a game", 0.5),
    "seconds_per_draft": Measure("geometric mean of the seconds of a game's drafts, each at least 0.1", 5.0),
}

PLAYER_STYLES = Statistic(
    name="player_styles",
    title="Styles of players",
    question="In what does a player play differently from the others?",
    estimand="Difference between a player's mean and that of the field (all other players), for each measure of style, "
    "by ruleset, player count and kind of games.",
    unit="The game, which gives one value a measure and player; games of one block of a designed experiment are one "
    "unit, their mean.",
    method="The player's mean over his units less the mean over all units of the group of what the others' seats "
    "show. Shrunk: the difference times A / (A + s^2 / n), A being the variance between players, s^2 that of single "
    "units around their player's mean, both by moments (empirical Bayes). P-values are corrected by Benjamini and "
    "Hochberg over all players and measures of a group of games.",
    interval="Student's t with the error of the difference linearised over units, since a game moves the player's mean "
    "and the field's; at 95 % unless asked otherwise. None from a single unit, or where all units are the same. A "
    f"verdict needs {LEAST_UNITS} units.",
    detail="drafts, players' names",
    caveats=(
        WHO,
        WITHIN,
        "The field is who else is in the database, each unit of games counting the same: with few players it is "
        "his usual opponents, and whoever plays most makes most of it.",
        "Intervals are of single rows; the verdict is of the corrected p-value, so that an interval without zero may "
        "go with `no difference shown`.",
        "A style is no recipe: what stronger players do more often need not be why they win.",
        "Measures hang together: who drafts more tiles has fewer drafts, and more fall.",
        "Stopped games are left out.",
        _INDEPENDENT,
    ),
    columns={
        **GROUP_COLUMNS,
        **PLAYER_COLUMNS,
        "measure": "what is averaged: see below",
        "games": "his games that have a value",
        "units": "units of inference among them",
        "mean": "his mean over units",
        "field_mean": "mean of the other players",
        "difference": "mean less field_mean",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        "shrunk_difference": "the difference shrunk towards none; missing with fewer than four players or no two "
        "games of one",
        "spread": "standard deviation of single units around their player's mean, the same for the whole group",
        "p_value": f"of no difference; missing with fewer than {LEAST_UNITS} units",
        "q_value": "the same, corrected over all players and measures of the group",
        "verdict": f"`{MORE}`, `{LESS}`, `{NO_DIFFERENCE}`, `{TOO_FEW}`",
        "too_wide": "the interval is wider than the measure's useful width, or there is none",
        "units_needed": "units of the player that would give the useful width; missing where the spread is not known",
    },
    function=player_styles,
    measures=_STYLES,
    source="Liang and Zeger 1986; Bühlmann and Straub 1970; Efron and Morris 1975; Benjamini and Hochberg 1995",
)
EVERY = (PLAYER_RESULTS, PLAYER_STYLES)

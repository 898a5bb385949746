"""Final scores: how many points, of what kind, what they have to do with winning, and which bonuses are reached."""

from azul_analytics.statistics.over_games import LATER_ROUNDS, SELECTED, means_over_games, shares_over_games
from azul_analytics.statistics.registry import Measure

_POINTS = 2.0
_OUTCOME = {"outcome": "`won` (shared wins too) or `lost`"}

SCORES = means_over_games(
    "scores",
    title="Final scores",
    question="How many points does a seat end with, from tiles, floor and bonuses, and how close is the end?",
    estimand="Mean over the seats of a game of the final score and of its three parts, and the first place's lead.",
    measures={
        "score": Measure("final score of a seat", _POINTS),
        "tile_points": Measure("points of its placements", _POINTS),
        "floor_points": Measure("points really lost on its floor, <= 0", _POINTS, loss=True),
        "bonus_points": Measure("points of its bonuses at the end", _POINTS),
        "margin": Measure("best score of the game less the second best", _POINTS),
    },
    detail="final scores",
)
POINTS_OF_WINNERS = means_over_games(
    "points_of_winners",
    title="What winners have more of",
    question="By how many points of tiles, floor and bonuses do winners exceed the others?",
    estimand="Mean of the winners of a game less mean of its other seats, of the score and of its three parts.",
    measures={
        "score": Measure("final score", _POINTS),
        "tile_points": Measure("points of placements", _POINTS),
        "floor_points": Measure("points of the floor; above 0 the winners lost less", _POINTS),
        "bonus_points": Measure("points of bonuses", _POINTS),
    },
    detail="final scores and winners",
    caveats=(
        "The three parts add up to the score. A part in which winners lead is not for that reason the one to play for.",
        "A game that all seats won together is left out.",
    ),
)
SCORE_DISTRIBUTION = shares_over_games(
    "score_distribution",
    title="Distribution of scores",
    question="How often does a seat end with which score?",
    estimand="Share of each final score among the seats of a game.",
    value=("score", "final score"),
    counted="seats",
    detail="final scores",
)
MARGIN_DISTRIBUTION = shares_over_games(
    "margin_distribution",
    title="Distribution of margins",
    question="How close are games at their end?",
    estimand="Share of games by the first place's lead over the second.",
    value=("margin", "best score less the second best"),
    counted="games",
    detail="final scores",
)
SCORE_PACE = means_over_games(
    "score_pace",
    title="Pace of the score",
    question="How does a seat's score grow from round to round?",
    estimand="Mean over the seats of a game of points gained and lost in a round, and of the score after it.",
    by={"round": "round, from 1"},
    measures={
        "tile_points": Measure("points of the round's placements", _POINTS),
        "floor_points": Measure("points really lost on the round's floor, <= 0", _POINTS, loss=True),
        "score_after": Measure("score after the round, without bonuses", _POINTS),
    },
    detail="rounds",
    caveats=(LATER_ROUNDS,),
)
BONUSES_REACHED = means_over_games(
    "bonuses_reached",
    title="Bonuses reached",
    question="How many bonuses of each kind does a seat reach?",
    estimand="Mean over the seats of a finished game of the number of bonuses of a kind, and share with any.",
    by={"kind_of_bonus": "`line`, `column`, `color`, or the ruleset's own name"},
    measures={
        "bonuses": Measure("bonuses of the kind that a seat reached", 0.2, least=0),
        "any_bonus": Measure("share of seats that reached at least one", 0.1, share=True),
    },
    detail="final walls",
)
BONUS_PLACES = means_over_games(
    "bonus_places",
    title="Which bonuses are reached",
    question="How often does a seat reach each bonus: of lines, columns, colors, diagonals, and sets of the ruleset?",
    estimand="Share of the seats of a finished game that completed each line, column and color of the wall, the "
    "diagonals where they have points, and each set of the ruleset's own.",
    by={"bonus": "kind and which, such as `line 1`, `color blue` or `diagonal 2`"},
    measures={"reached": Measure("share of seats that completed it", 0.1, share=True)},
    detail="final walls",
    caveats=("It is about walls: a ruleset may give no points for some lines, columns and colors.",),
)
BONUSES_AND_WINNING = means_over_games(
    "bonuses_and_winning",
    title="Bonuses and winning",
    question="How often do seats win that reached none, one, two, ... bonuses of a kind?",
    estimand="Mean win share of the seats of a finished game with that number of bonuses of the kind.",
    by={"kind_of_bonus": "`line`, `column`, `color`, or the ruleset's own name", "reached": "number of them"},
    measures={"win_share": Measure("win share of a seat that reached as many", 0.1, share=True)},
    detail="final walls and winners",
    caveats=(SELECTED, "A game counts in every row that one of its seats is in."),
)
BONUS_PAIRS = means_over_games(
    "bonus_pairs",
    title="Bonuses that go together",
    question="Which kinds of bonuses does the same seat reach?",
    estimand="Shares of the seats of a finished game that reached both kinds of a pair, one of them, or neither.",
    by={"pair": "two kinds of bonus, in alphabetical order"},
    measures={
        "both_reached": Measure("share of seats that reached both", 0.1, share=True),
        "only_first": Measure("share that reached the first kind alone", 0.1, share=True),
        "only_second": Measure("share that reached the second kind alone", 0.1, share=True),
        "neither": Measure("share that reached neither", 0.1, share=True),
    },
    detail="final walls",
    caveats=("Kinds go together in long games already because both need time.",),
)
WALLS_AND_WINNING = means_over_games(
    "walls_and_winning",
    title="Walls of winners and of the others",
    question="How many lines, columns and colors have winners completed, and how many the others?",
    estimand="Means over the seats of a game that won, and over those that did not.",
    by=_OUTCOME,
    measures={
        "complete_lines": Measure("full lines of the wall", 0.2, least=0),
        "complete_columns": Measure("full columns", 0.2, least=0),
        "complete_colors": Measure("colors with all their tiles on the wall", 0.2, least=0),
        "tile_points": Measure("points of placements", _POINTS),
        "floor_points": Measure("points really lost on the floor, <= 0", _POINTS, loss=True),
        "bonus_points": Measure("points of bonuses", _POINTS),
    },
    detail="final walls and winners",
    caveats=(SELECTED,),
)
EVERY = (
    SCORES,
    SCORE_DISTRIBUTION,
    POINTS_OF_WINNERS,
    MARGIN_DISTRIBUTION,
    SCORE_PACE,
    BONUSES_REACHED,
    BONUS_PLACES,
    BONUSES_AND_WINNING,
    BONUS_PAIRS,
    WALLS_AND_WINNING,
)

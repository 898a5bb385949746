"""Drafting: what is taken when, where it goes, how much choice there is, and what is denied."""

from azul_analytics.statistics.over_games import LATER_ROUNDS, means_over_games
from azul_analytics.statistics.registry import Measure

_LEGAL = Measure("legal drafts that the seat had to choose from", 4.0, least=0)
_TILES = Measure("tiles taken by a draft", 0.2, least=0)
_FALLEN = Measure("tiles of a draft that fell to the floor or into the lid", 0.2, least=0)
_COMPLETING = Measure("share of drafts that complete their line", 0.1, share=True)
_CENTER = Measure("share of drafts from the center", 0.1, share=True)

DRAFTS_BY_TURN = means_over_games(
    "drafts_by_turn",
    title="Drafts by turn of the round",
    question="How do drafts change from the first to the last turn of a round, and how much choice is there?",
    estimand="Mean over the rounds of a game of each measure of the round's first, second, ... draft.",
    by={"turn_in_round": "turn of the round, from 1"},
    measures={
        "tiles_per_draft": _TILES,
        "from_center": _CENTER,
        "legal_drafts": _LEGAL,
        "completing": _COMPLETING,
        "tiles_fallen": _FALLEN,
    },
    caveats=("Late turns are there in long rounds only.",),
)
DRAFTS_BY_ROUND = means_over_games(
    "drafts_by_round",
    title="Drafts by round",
    question="How do drafts change from round to round?",
    estimand="Mean over the drafts of a round of each measure, and the number of drafts.",
    by={"round": "round, from 1"},
    measures={
        "drafts": Measure("drafts in the round, of all seats", 1.0, least=0),
        "tiles_per_draft": _TILES,
        "from_center": _CENTER,
        "completing": _COMPLETING,
        "overflowing": Measure("share of drafts to a line that has not room for all tiles", 0.1, share=True),
        "to_floor": Measure("share of drafts straight to the floor", 0.1, share=True),
        "legal_drafts": _LEGAL,
        "marker_turn": Measure("turn of the round in which the marker was taken", 0.5, least=0),
    },
    caveats=(LATER_ROUNDS,),
)
LAST_DRAFTS = means_over_games(
    "last_drafts",
    key="game_number",
    title="The last drafts of a round",
    question="What do the last drafts of a round bring and cost?",
    estimand="Mean over the rounds of a game of each measure of the draft with so many drafts left.",
    by={"drafts_left": "drafts left in the round, this one included: 1 is the last"},
    measures={
        "tiles_per_draft": _TILES,
        "tiles_fallen": _FALLEN,
        "forced_to_floor": Measure("share of drafts that no line would take", 0.1, share=True),
        "completing": _COMPLETING,
        "legal_drafts": _LEGAL,
    },
    caveats=("The seat that drafts last is not chosen by lot: players count what is left.",),
)
LINES_USED = means_over_games(
    "lines_used",
    title="Lines used",
    question="To which lines do drafts go, and how do they fit?",
    estimand="Share of a game's drafts that go to the line, 0 where none does, and means over those drafts.",
    by={"destination": "line, from 1; 0 is the floor"},
    measures={
        "drafts": Measure("share of the game's drafts", 0.1, share=True),
        "tiles_per_draft": _TILES,
        "completing": _COMPLETING,
        "overflowing": Measure("share of its drafts of which tiles fell", 0.1, share=True),
    },
    caveats=("Only the share counts games without a draft to the line; the other means are of games with one.",),
)
LINE_DURATIONS = means_over_games(
    "line_durations",
    key="game_number",
    title="How long lines stay open",
    question="How many rounds and drafts does it take to complete a line?",
    estimand="Mean over the times that the line was completed in a game, from its first tile on.",
    by={"line": "line, from 1"},
    measures={
        "rounds_open": Measure("rounds from the first draft to the completing one, both included", 0.2, least=0),
        "drafts_needed": Measure("drafts to the line", 0.2, least=0),
        "in_one_draft": Measure("share that one draft completed", 0.1, share=True),
    },
    caveats=("Lines that were never completed are not in it, so that long ones are missed.",),
)
DENIALS = means_over_games(
    "denials",
    key="game_number",
    title="Denial",
    question="How often does a draft take tiles with which the next player could have completed a line?",
    estimand="Share of a round's drafts whose tiles would have completed a line of the seat that drafts next, which "
    "that seat had begun in this color. The last draft of a round has no next one.",
    by={"round": "round, from 1"},
    measures={"denying": Measure("share of drafts", 0.1, share=True)},
    caveats=(
        "It does not say that denial was meant, nor that the next player would have taken the tiles.",
        "Empty lines do not count, though tiles may complete them too.",
        LATER_ROUNDS,
    ),
)
EVERY = (DRAFTS_BY_TURN, DRAFTS_BY_ROUND, LAST_DRAFTS, LINES_USED, LINE_DURATIONS, DENIALS)

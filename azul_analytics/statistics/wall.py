"""The wall: which spaces are filled, when and in which order, and what neighbors earn."""

from azul_analytics.statistics.over_games import LATER_ROUNDS, means_over_games
from azul_analytics.statistics.registry import Measure

WALL_SPACES = means_over_games(
    "wall_spaces",
    key="game_number",
    title="Spaces of the wall",
    question="How often is each space of the wall filled, when, and for how many points?",
    estimand="Share of a game's seats that have a tile on the space at the end, and means over those tiles.",
    by={"line": "line, from 1 at the top", "column": "column, from 1"},
    measures={
        "filled": Measure("share of seats with a tile there at the end", 0.1, share=True),
        "round_placed": Measure("round in which it was placed", 0.5, least=0),
        "points": Measure("points that it scored when it was placed", 0.5),
    },
    detail="placements",
    caveats=("Round and points are of the tiles that were placed, which is a selection.",),
)
WALL_ORDER = means_over_games(
    "wall_order",
    key="game_number",
    title="Order of placements",
    question="When and where does a seat place its first, second, third ... tile?",
    estimand="Mean over the seats of a game of each measure of the seat's first, second, ... tile.",
    by={"tile": "place in the seat's order of placements: 1 is its first tile"},
    measures={
        "round_placed": Measure("round in which it was placed", 0.5, least=0),
        "line": Measure("its line, from 1 at the top", 0.5, least=0),
        "column": Measure("its column, from 1", 0.5, least=0),
        "points": Measure("points that it scored", 0.5),
    },
    detail="placements",
    caveats=("Late places are there on full walls only.",),
)
PRINTED_SPACES = means_over_games(
    "printed_spaces",
    title="Printed spaces",
    question="How often is each printed space of a wall filled, when, and what does its multiplier bring?",
    estimand="Share of a game's seats that have a tile on the printed space at the end, and means over those tiles.",
    by={"space": "line, column and color of the space"},
    measures={
        "filled": Measure("share of seats with a tile there at the end", 0.1, share=True),
        "round_placed": Measure("round in which it was placed", 0.5, least=0),
        "points": Measure("points that it scored when it was placed", 0.5),
        "points_of_multiplier": Measure("of them: what the multiplier added", 0.5),
    },
    detail="placements",
    caveats=("Round and points are of the tiles that were placed, which is a selection.",),
)
ADJACENCY = means_over_games(
    "adjacency",
    title="Points of neighbors",
    question="How much do tiles earn from round to round, alone and beside others?",
    estimand="Mean over the tiles placed in a round of each measure, and the tiles of a seat.",
    by={"round": "round, from 1"},
    measures={
        "tiles_placed": Measure("tiles that a seat placed in the round", 0.5, least=0),
        "points_per_tile": Measure("points of a tile when it was placed", 0.5),
        "horizontal_run": Measure("length of its horizontal run, itself included", 0.5, least=0),
        "vertical_run": Measure("length of its vertical run, itself included", 0.5, least=0),
        "alone": Measure("share of tiles without a neighbor", 0.1, share=True),
        "both_ways": Measure("share of tiles with neighbors in both directions", 0.1, share=True),
    },
    detail="placements",
    caveats=(LATER_ROUNDS,),
)
EVERY = (WALL_SPACES, PRINTED_SPACES, WALL_ORDER, ADJACENCY)

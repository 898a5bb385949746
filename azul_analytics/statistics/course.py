"""The course of a game: its length, who leads when, and who ends it."""

from azul_analytics.statistics.over_games import LATER_ROUNDS, SELECTED, means_over_games, shares_over_games
from azul_analytics.statistics.registry import Measure

GAME_LENGTH = means_over_games(
    "game_length",
    title="Length of a game",
    question="How many rounds and turns does a game last?",
    estimand="Mean number of rounds and turns of a game.",
    measures={
        "rounds": Measure("rounds of a game", 0.5, least=0),
        "turns": Measure("drafts of a game, of all seats", 4.0, least=0),
        "turns_per_round": Measure("drafts of a round, on average over the game", 1.0, least=0),
    },
    detail="final scores",
)
ROUNDS_DISTRIBUTION = shares_over_games(
    "rounds_distribution",
    title="Distribution of lengths",
    question="How often does a game last how many rounds?",
    estimand="Share of games by their number of rounds.",
    value=("rounds", "rounds of the game"),
    counted="games",
    detail="final scores",
)
LEADS = means_over_games(
    "leads",
    title="Changes of the lead",
    question="How often does the lead change, when is it won for good, and which deficits are overcome?",
    estimand="Mean over games, by the scores after each round. Who alone has the best score leads; where it is shared, "
    "nobody does.",
    measures={
        "lead_changes": Measure("times that another seat leads than the one that led last", 0.5, least=0),
        "leaders": Measure("seats that led after some round", 0.2, least=0),
        "led_for_good_from": Measure("round after which the winner, where one won alone, led to the end", 0.5, least=0),
        "turned_by_bonuses": Measure(
            "share of games won by one alone who did not lead alone before the bonuses", 0.1, share=True
        ),
        "deficit_overcome": Measure("the winner's greatest deficit after a round, in points", 2.0, least=0),
    },
    detail="rounds and winners",
    caveats=("Scores before the bonuses hide what walls are worth: who is behind on the track may be ahead.",),
)
LEADER_WINS = means_over_games(
    "leader_wins",
    title="Does the leader win?",
    question="How often does the seat that leads after a round win the game, and how large is its lead?",
    estimand="Win share of the seat that alone has the best score after the round, and its lead.",
    by={"round": "round, from 1"},
    measures={
        "win_share": Measure("win share of the leader", 0.1, share=True),
        "lead": Measure("its score less the second best", 2.0, least=0),
    },
    detail="rounds and winners",
    caveats=(LATER_ROUNDS, "After a game's last round the leader wins unless bonuses turn it."),
)
ENDING_PLAYER = means_over_games(
    "ending_player",
    title="Who ends the game",
    question="How often does the player win who ends the game by completing a line?",
    estimand="Mean win share of the seats that completed the line (or as many as the ruleset asks for).",
    measures={
        "win_share": Measure("win share of the seats that end the game", 0.1, share=True),
        "over_equal_share": Measure("the same less 1 / players", 0.1),
        "ending_seats": Measure("share of seats that completed it", 0.1, share=True),
    },
    detail="final walls and winners",
    caveats=(SELECTED,),
)
EVERY = (GAME_LENGTH, ROUNDS_DISTRIBUTION, LEADS, LEADER_WINS, ENDING_PLAYER)

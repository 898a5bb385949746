"""First-player advantage by strength: the opening seat among lower and higher rated players."""

from azul_analytics.statistics.over_games import means_over_games
from azul_analytics.statistics.registry import Measure

FIRST_PLAYER_BY_RATING = means_over_games(
    "first_player_by_rating",
    title="First-player advantage by rating",
    question="How often does the opening seat win at weaker, middling and stronger tables of a source, as it is?",
    estimand="The opening seat's mean win share (a shared win counts 1/k for each of k winners) and margin, in thirds "
    "of the games by the mean rating at the table.",
    by={"rating_third": "third of the games by the mean rating at the table: 1 is the lowest; each source has its own"},
    measures={
        "win_share": Measure("win share of the opening seat", 0.10, share=True),
        "margin": Measure("its score less the mean score of the others, points", 2.0),
        "rating": Measure("mean rating at the table", 100.0),
        "rating_lead": Measure("its rating less the mean rating of the others", 50.0),
    },
    detail="the opening seat, ratings of all seats, final scores and winners",
    caveats=(
        "It is about the opening seat of the game, not about drafting first in a later round, nor about the marker.",
        "It is raw: where `rating_lead` is not about zero, the stronger or the weaker player opens more often, and "
        "that is in the win share. Nothing is adjusted for; `first_player_adjusted` does so, but not by rating.",
        "A third is one of its source alone: ratings of two sources have no common scale, so that a third may hold "
        "stronger players than the same third elsewhere. Who is in it also depends on the filters.",
        "Games in which a seat has no rating are not in it, and who is rated is no random choice.",
        "Intervals that overlap do not show that the thirds are alike, and three rows are three chances of a finding.",
    ),
)

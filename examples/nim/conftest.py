"""What the conformance suite must be told of the game."""

from ryumon.testing import SUITES, Suite

SUITES["hidden-nim"] = Suite(
    options=[{"players": 2}],
    rules={"HN-1", "HN-2"},
    longest=3 + 10 + 5 + 5,  # the deal, and every stone by itself
    kinds={"pile", "own", "take", "take-own", "end"},
)

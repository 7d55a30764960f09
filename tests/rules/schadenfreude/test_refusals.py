"""Bad input: moves are refused with the rule of the decision, options with a sentence."""

from __future__ import annotations

import pytest

import ryumon
from ryumon import State
from tests.rules.schadenfreude.scene import dealt, late, play, refused


def to_lead() -> State:
    return dealt("K1 S1..9 W0", "K2 S-1 W10 F1..9")


def to_follow() -> State:
    return play(to_lead(), "K1")


def after_a_wild() -> State:
    return play(to_lead(), "W0")


def to_name_the_first() -> State:
    return ryumon.game("schadenfreude").start()


def among_equals() -> State:
    return play(late("S1", "S2", "S3", "S4", scores=[2, 9, 9, 2]), "S1 S2 S3 S4")


def to_deal() -> State:
    return play(ryumon.game("schadenfreude", players=3).start(), "~first:0 ~S1")


def over() -> State:
    return play(late("S1", "S2", "S3", scores=[0, 0, 40], leader=1, piles={2: "K8"}), "S2 S3 S1")


REFUSALS = [
    # a card that one does not hold: the rule of the decision
    (to_lead, "H1", "SF-2", "do not hold"),
    (to_follow, "H1", "SF-2", "do not hold"),
    (after_a_wild, "H1", "SF-3", "do not hold"),
    # held, but not now
    (to_follow, "S-1", "SF-2", "Knight"),
    (to_follow, "F1", "SF-2", "Knight"),
    # out of turn: a seat's move for chance, a move of chance for a seat
    (to_name_the_first, "S1", "SF-1", "Chance is to move"),
    (among_equals, "S1", "SF-1", "Chance is to move"),
    (to_deal, "S1", "N", "Chance is to move"),
    (to_lead, "~S1", "SF-2", "move of chance"),
    (to_follow, "~first:0", "SF-2", "move of chance"),
    # outcomes that chance cannot have
    (to_name_the_first, "~first:4", "SF-1", "cannot come up"),
    (to_name_the_first, "~S1", "SF-1", "cannot come up"),
    (among_equals, "~first:1", "SF-1", "cannot come up"),  # not among the lowest
    (to_deal, "~S1", "N", "cannot come up"),  # dealt already
    (to_deal, "~S9", "N", "cannot come up"),  # not in the game of three
    # nothing that any rule speaks of
    (over, "S1", "N", "over"),
    (over, "~S1", "N", "over"),
    (over, "X", "N", "not a move"),
]


@pytest.mark.parametrize(
    ("scene", "move", "rule", "words"),
    REFUSALS,
    ids=[f"{scene.__name__}-{move}-{rule}" for scene, move, rule, _ in REFUSALS],
)
def test_refused_with_the_rule_of_the_decision(scene, move, rule, words):
    state = scene()
    assert refused(state, move) == rule
    told, japanese = state.why(move), state.why(move, "ja")
    assert told is not None
    assert japanese is not None
    assert words in told[1]
    assert japanese[0] == rule
    assert japanese[1].endswith("。")


@pytest.mark.parametrize(
    "move",
    ["", " ", "S0", "S10", "s1", "S01", "S+1", "W1", "W00", "S−3", "~", "~first:5", "~first:-1",
     "~W5", "first:0", "S1\n", "Ｓ１", "剣1", "done", None, 3, b"S1", {"S1"}, True, ...],
    ids=repr,
)  # fmt: skip
def test_N_what_cannot_be_read(move):
    for scene in (to_lead, to_follow, to_deal, over):
        assert refused(scene(), move) == "N"


def test_a_list_is_played_as_one_unit():
    state = to_lead()
    assert refused(state, ["K1", "S-1"]) == "SF-2"
    assert refused(state, ["W0", "H1"]) == "SF-3"
    state.play(["K1", "K2"])
    assert state.moves[-2:] == ["K1", "K2"]


# --- options --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 2, 6, -4, True, False, "4", 4.0, [4], 10**30])
def test_a_wrong_number_of_players(players):
    with pytest.raises(ValueError, match=r"^Schadenfreude is for 3, 4 or 5 players, not .*\.$"):
        ryumon.game("schadenfreude", players=players)


@pytest.mark.parametrize("option", ["advanced", "teams", "rounds", "player"])
def test_an_unknown_option(option):
    with pytest.raises(ValueError, match=r"^Schadenfreude has no option .*; available: players\.$"):
        ryumon.game("schadenfreude", **{option: True})


def test_defaults():
    game = ryumon.game("schadenfreude")
    assert game.players == 4
    assert not game.options
    assert "schadenfreude" in ryumon.games()

"""Bad moves: each is refused with the rule of the decision and a sentence; nothing changes."""

from __future__ import annotations

import pytest

import ryumon
from ryumon import IllegalMove, State
from tests.rules.scene import dealt, late, pile, play, refused


def to_lead() -> State:
    return play(dealt("P1-5 B1-6", "B7 R1-10", "", "R12"), "R12 done")


def to_follow() -> State:
    return play(to_lead(), "B1")


def to_divide() -> State:
    return dealt("R12 P1-10")


def dividing() -> State:
    return play(to_divide(), "P5")


def to_return() -> State:
    return play(dealt("P1-11", scale="P12 R9 B1 G7", round=2), "~R9 ~P12")


def returning() -> State:
    return play(to_return(), "P5")


def to_give() -> State:
    return dealt("R1-11", "P12 B1-10", "G1-11", advanced=True, trump="P")


def to_repay() -> State:
    return play(to_give(), "G1 P1 R1")


def to_deal() -> State:
    return play(ryumon.game("slaughter").start(), "~first:0 ~P1")


def to_name_the_first() -> State:
    return ryumon.game("slaughter").start()


def to_turn_the_trump() -> State:
    state = play(ryumon.game("slaughter", players=3).start(), "~first:0")
    state.play([f"~{card}" for card in pile("P1-12 R1-12 B1-9")])
    return state


def to_draw() -> State:
    return dealt(scale="P12 R9 B1 G7", round=2)


def over() -> State:
    return play(late("R5", "R6", "R7", round=3), "R5 R6 R7")


REFUSALS = [
    # a card that one does not hold: the rule of the decision
    (to_lead, "G1", "SD-8", "do not hold"),
    (to_follow, "G1", "SD-9", "do not hold"),
    (to_divide, "G1", "SD-5", "do not hold"),
    (to_return, "G1", "SD-4", "do not hold"),
    (to_give, "R1", "SD-7", "do not hold"),
    (to_repay, "G2", "SD-7", "do not hold"),
    # held, but not now
    (to_lead, "P1", "SD-8", "Purple may not be led"),
    (to_follow, "R1", "SD-9", "must follow"),
    (to_divide, "done", "SD-5", "at least one card"),
    (dividing, "P4", "SD-5", "ascending"),
    (dividing, "P5", "SD-5", "second half"),  # laid down already
    (to_return, "R9", "SD-4", "ascending"),
    (returning, "P4", "SD-4", "ascending"),
    (returning, "P5", "SD-4", "do not hold"),
    # `done` where a card is wanted
    (to_lead, "done", "SD-8", "card"),
    (to_follow, "done", "SD-9", "card"),
    (to_return, "done", "SD-4", "card"),
    (to_give, "done", "SD-7", "card"),
    (to_repay, "done", "SD-7", "card"),
    # out of turn: a seat's move for chance, a move of chance for a seat
    (to_name_the_first, "R1", "SD-1", "Chance is to move"),
    (to_deal, "R1", "SD-2", "Chance is to move"),
    (to_turn_the_trump, "R1", "SD-1", "Chance is to move"),
    (to_draw, "R9", "SD-4", "Chance is to move"),
    (to_lead, "~P1", "SD-8", "move of chance"),
    (to_follow, "~trump:R", "SD-9", "move of chance"),
    (to_divide, "~first:0", "SD-5", "move of chance"),
    (to_return, "~B1", "SD-4", "move of chance"),
    (to_give, "~P1", "SD-7", "move of chance"),
    # outcomes that chance cannot have
    (to_name_the_first, "~first:4", "SD-1", "cannot come up"),
    (to_name_the_first, "~P1", "SD-1", "cannot come up"),
    (to_deal, "~P1", "SD-2", "cannot come up"),
    (to_turn_the_trump, "~trump:G", "SD-1", "cannot come up"),
    (to_draw, "~P1", "SD-4", "cannot come up"),
    # nothing that any rule speaks of
    (over, "R5", "N", "over"),
    (over, "~P1", "N", "over"),
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
    assert words in (state.why(move) or ("", ""))[1]


@pytest.mark.parametrize(
    "move",
    ["", " ", "P0", "P13", "p1", "P01", "R 1", "R1 ", "Y5", "DONE", "~", "~first:5", "~first:-1",
     "~trump:Y", "~done", "first:0", "P1\n", "Ｐ１", "紫1", "R1" * 1000, None, 3, 1.5, b"R1",
     {"R1"}, True, ...],
    ids=repr,
)  # fmt: skip
def test_N_what_cannot_be_read(move):
    for scene in (to_lead, to_divide, to_deal, over):
        assert refused(scene(), move) == "N"


def test_a_long_or_strange_move_is_not_repeated_in_full():
    with pytest.raises(IllegalMove) as refusal:
        to_lead().play("R1" * 1000)
    assert len(str(refusal.value)) < 200


def test_play_by_number_is_refused_alike():
    state = to_lead()
    for number in (state.game.spec.ids["P1"], -1, 10**6):
        before = state.moves, state.legal()
        with pytest.raises(IllegalMove):
            state.play_id(number)
        assert (state.moves, state.legal()) == before


def test_a_list_is_played_as_one_unit():
    state = to_divide()
    assert refused(state, ["P1", "P2", "P1"]) == "SD-5"
    assert refused(state, ["P1", "done", "G1"]) in ("SD-8", "SD-9")
    assert refused(state, ["P1", None]) == "N"
    state.play(("P1", "P2", "done"))
    assert state.moves[-3:] == ["P1", "P2", "done"]
    state.play([])
    assert state.moves[-3:] == ["P1", "P2", "done"]


def test_a_legal_move_has_no_why():
    for scene in (to_lead, to_follow, to_divide, dividing, to_return, returning, to_give, to_repay):
        state = scene()
        assert [state.why(move) for move in state.legal()] == [None] * len(state.legal())


def test_replay_refuses_like_play():
    moves = to_lead().moves
    with pytest.raises(IllegalMove) as refusal:
        ryumon.game("slaughter").replay([*moves, "P1"])
    assert refusal.value.rule == "SD-8"

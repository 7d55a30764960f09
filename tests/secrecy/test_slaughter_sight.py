"""Slaughter the Dragon: who sees what, of every kind of event and in every phase."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC, State
from tests.rules.scene import dealt, last, late, pile, play
from tests.support import finished, viewers, walk

# kind: what everyone is told (None: nobody but those who see more), what some are told besides,
# and who they are
SIGHT: dict[str, tuple[set[str] | None, set[str], str]] = {
    "first": ({"seat", "move"}, set(), ""),  # SD-1
    "deal": ({"round", "leader"}, {"cards"}, "every seat"),
    "trump": ({"move", "trump"}, set(), ""),  # SD-1
    "summon": ({"seat"}, {"move"}, "seat"),  # SD-4
    "return": (None, {"seat", "move"}, "seat"),  # SD-4
    "returned": ({"seat"}, set(), ""),
    "call": ({"seat", "trump", "number", "jutsu"}, set(), ""),  # SD-5: no card
    "divide": (None, {"seat", "move"}, "seat"),  # SD-5
    "divided": ({"seat", "move", "first", "second"}, set(), ""),
    "give": ({"seat", "to"}, {"move"}, "seat"),  # SD-7
    "take": (None, {"seat", "cards"}, "seat"),
    "repay": ({"seat", "to"}, {"move"}, "seat to"),
    "play": ({"seat", "move"}, set(), ""),  # SD-9
    "trick": ({"seat", "token", "cards"}, set(), ""),  # SD-11
    "pick-up": ({"seat", "cards"}, set(), ""),  # SD-6
    "scale": ({"seat", "cards"}, set(), ""),  # SD-12
    "score": ({"round", "points", "scores", "moon"}, set(), ""),  # SD-13
    "end": ({"winners", "reason"}, set(), ""),  # SD-3
}


def sees_more(event: dict[str, Any], viewer: int, who: str) -> bool:
    if who == "every seat":
        return viewer != PUBLIC
    return any(event.get(word) == viewer for word in who.split())


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_event_tells_each_viewer_what_the_rules_allow(players, advanced):
    game = ryumon.game("slaughter", players=players, advanced=advanced)
    met = set()
    for seed in range(3):
        state = finished(game, seed)
        for viewer in viewers(game):
            events = state.events(viewer)
            assert [event["n"] for event in events] == list(range(1, len(events) + 1))
            for event in events:
                public, secret, who = SIGHT[event["kind"]]
                told = set(event) - {"n", "kind"}
                more = sees_more(event, viewer, who)
                assert more or public is not None, f"{viewer} was told {event}"
                assert told == (public or set()) | (secret if more else set())
                met.add(event["kind"])
    assert met >= {"summon", "return", "divide", "divided", "pick-up", "scale", "end"}
    assert not advanced or met == set(SIGHT)


@pytest.mark.parametrize("advanced", [False, True])
def test_the_public_part_of_an_event_is_the_same_for_all(advanced):
    game = ryumon.game("slaughter", advanced=advanced)
    state = finished(game, 4)
    shared = state.events(PUBLIC)
    for viewer in range(4):
        own = [e for e in state.events(viewer) if SIGHT[e["kind"]][0] is not None]
        assert len(own) == len(shared)
        for mine, theirs in zip(own, shared, strict=True):
            assert {k: mine[k] for k in theirs if k != "n"} == {
                k: v for k, v in theirs.items() if k != "n"
            }


# --- choices under way ----------------------------------------------------------------------


def everything(state: State, viewer: int) -> list[Any]:
    seen = [state.view(viewer), state.events(viewer), state.aids(viewer)]
    return [*seen, state.log(viewer), state.log(viewer, "ja")]


def returning() -> State:
    return play(dealt(round=2, first=0), "~G9 ~G10")


def dividing() -> State:
    return dealt("R12")


@pytest.mark.parametrize(
    ("scene", "moves", "end"),
    [(dividing, "P1 P2 P5 P9", "done"), (returning, "P1", "G9")],
)
def test_a_choice_half_made_is_invisible_to_others(scene, moves, end):
    """SD-4, SD-5: which cards, and even how many, until the choice is complete."""
    state = scene()
    before = {viewer: everything(state, viewer) for viewer in (1, 2, 3, PUBLIC)}
    own = everything(state, 0)
    for move in moves.split():
        state.play(move)
        for viewer, seen in before.items():
            assert everything(state, viewer) == seen
        assert everything(state, 0) != own
    state.play(end)
    for viewer, seen in before.items():
        assert everything(state, viewer) != seen


def test_nobody_looks_at_the_cards_before_all_are_dealt():
    state = play(ryumon.game("slaughter", players=3).start(), "~first:0")
    before = {viewer: everything(state, viewer) for viewer in viewers(state.game)}
    for card in pile("P1-12 R1-12 B1-8"):
        state.play(f"~{card}")
        assert state.turn == CHANCE
        for viewer, seen in before.items():
            assert everything(state, viewer) == seen
    state.play("~B9")
    assert state.view(0)["hand"] == pile("P1-11")


# --- what the views show --------------------------------------------------------------------


def test_views_show_only_the_own_cards():
    """In every phase: no name of a card that this viewer may not see stands in the view."""
    rng = random.Random(11)
    phases = set()
    for players in (3, 4, 5):
        game = ryumon.game("slaughter", players=players, advanced=True)
        for state in walk(game, players):
            facts = state.position()
            phases.add(facts["phase"])
            for viewer in rng.sample(viewers(game), 2):
                view = state.view(viewer)
                mine = viewer != PUBLIC and facts["phase"] != "deal"
                assert view["hand"] == (facts["hands"][viewer] if mine else [])
                assert view["second"] == (facts["second"][viewer] if mine else [])
                summoned = viewer == facts["summoner"]
                assert view["returned"] == (facts["returned"] if summoned else [])
                assert view["revealed"] == (facts["scale"] if state.turn == OVER else [])
                assert view["played"] == facts["played"]
                assert_gifts(view, facts, viewer)
    assert len(phases) == 10


def assert_gifts(view: dict[str, Any], facts: dict[str, Any], viewer: int) -> None:
    """SD-7: a giver knows what was given and got, the soul-sucker knows all, once it is taken."""
    told = {(g["giver"], g["to"]): g["card"] for g in view["gifts"]}
    caller, gave, got = facts["caller"], facts["gave"], facts["got"]
    for p in range(facts["players"]):
        sees = viewer == p or (viewer == caller and facts["phase"] != "giving")
        assert told.pop((p, caller), None) == (gave[p] if sees else None)
        # a card that is known to have come from the soul-sucker shows itself when it is played
        known = {facts["called"], gave[viewer] if viewer != PUBLIC else None}
        shown = got[p] in known and got[p] in facts["played"]
        sees = viewer in (p, caller) or shown
        assert told.pop((caller, p), None) == (got[p] if sees else None)
    assert told == {}


@pytest.mark.parametrize(
    ("scene", "moves", "hand", "second", "scale"),
    [
        # phase by phase: what everyone sees of seat 0 and of the Inverted Scale
        (lambda: dealt("R12"), "", 11, 0, 4),
        (lambda: dealt("R12"), "P1 P2", 11, 0, 4),  # SD-5: sizes only when it is done
        (lambda: dealt("R12"), "P1 P2 done", 9, 2, 4),
        (lambda: dealt(round=2), "~G9", 12, 0, 3),
        (lambda: dealt(round=2), "~G9 ~G10", 13, 0, 2),
        (lambda: dealt(round=2), "~G9 ~G10 P1", 13, 0, 2),
        (lambda: dealt(round=2), "~G9 ~G10 P1 G9", 11, 0, 4),
        (lambda: dealt("R1-11", "P12", advanced=True, trump="P"), "", 11, 0, 4),
        (lambda: late("R5 | B3", "R7 B4", "R8 B5"), "", 1, 1, 3),
        (lambda: late("R5 | B3", "R7 B4", "R8 B5"), "R5", 0, 1, 3),
        (lambda: late("R5 | B3", "R7 B4", "R8 B5"), "R5 R7 R8", 1, 0, 3),
    ],
)
def test_sizes_that_the_others_see(scene, moves, hand, second, scale):
    state = play(scene(), moves)
    for viewer in (1, 2, PUBLIC):
        view = state.view(viewer)
        assert (view["seats"][0]["hand"], view["seats"][0]["second"]) == (hand, second)
        assert view["scale"] == scale


def test_SD_7_what_each_sees_of_soul_sucking():
    state = dealt("R1-11", "P12 B1-10", "G1-11", players=4, advanced=True, trump="P", first=0)
    play(state, "G5 P3 R1")
    assert last(state, "take", 1)["cards"] == [[0, "R1"], [2, "G5"], [3, "P3"]]
    gives = [e for e in state.events(0) if e["kind"] == "give"]
    assert [(e["seat"], e["to"], e.get("move")) for e in gives] == [
        (2, 1, None), (3, 1, None), (0, 1, "R1"),
    ]  # fmt: skip
    play(state, "P12 R1 G5")
    for viewer, seen in {
        0: [(2, None), (3, None), (0, "G5")],
        1: [(2, "P12"), (3, "R1"), (0, "G5")],
        2: [(2, "P12"), (3, None), (0, None)],
        3: [(2, None), (3, "R1"), (0, None)],
        PUBLIC: [(2, None), (3, None), (0, None)],
    }.items():
        repaid = [e for e in state.events(viewer) if e["kind"] == "repay"]
        assert [(e["to"], e.get("move")) for e in repaid] == seen


def test_SD_5_the_trump_that_was_called_is_not_shown():
    state = play(dealt("R12 P1-10"), "P1 P2 R12 done")
    for viewer in (1, 2, 3, PUBLIC):
        told = str([state.view(viewer), *state.events(viewer)])
        assert "'number': 12" in told
        assert "'R12'" not in told.replace(str(state.view(viewer)["hand"]), "")

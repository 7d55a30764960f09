"""Worlds: what a viewer cannot tell apart, each placement of the hidden cards equally likely."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC, State
from ryumon.games.schadenfreude.sight import world
from ryumon.games.schadenfreude.words import cards
from tests.rules.schadenfreude.scene import dealt, deck, late, play
from tests.rules.schadenfreude.slow import Round
from tests.support import thinned

Placement = tuple[frozenset[str], ...]  # the hands of all seats, then what is left over


def before_the_end(players: int, seed: int, tricks: int, lead: int = 0) -> State:
    """A first round played at random until so many tricks and `lead` cards of one are to come."""
    rng = random.Random(seed)
    state = ryumon.game("schadenfreude", players=players).start()
    state.deal(rng)
    size = len(state.view(0)["hand"])
    while state.view(PUBLIC)["tricks"] < size - tricks:
        state.play(rng.choice(state.legal()))
    for _ in range(lead):
        state.play(rng.choice(state.legal()))
    return state


def placements(state: State, viewer: int) -> set[Placement]:
    """All that the viewer cannot rule out, found by trying: every placement of the unseen cards
    whose hands, with what was played, could have been played so by the slow rules."""
    n = state.game.players
    plays = [(e["seat"], e["move"]) for e in state.events(viewer) if e["kind"] == "play"]
    seen = {card for _, card in plays}
    leader = plays[0][0]
    view = state.view(viewer)
    hidden = [c for c in deck(n) if c not in seen and c not in view["hand"]]
    rooms = [0 if p == viewer else seat["hand"] for p, seat in enumerate(view["seats"])]
    found = set()
    for lots in split(frozenset(hidden), [*rooms, view["left_over"]]):
        now = [frozenset(view["hand"]) if p == viewer else lots[p] for p in range(n)]
        dealt_hands = [[*now[p], *(card for q, card in plays if q == p)] for p in range(n)]
        slow = Round(dealt_hands, [[] for _ in range(n)], [0] * n, leader)
        for _, card in plays:
            if card not in slow.legal():
                break
            slow.play(card)
        else:
            found.add((*now, lots[-1]))
    return found


def split(pool: frozenset[str], rooms: list[int]) -> Iterator[list[frozenset[str]]]:
    """All ways to part a pool into lots of these sizes."""
    if not rooms:
        yield []
        return
    for lot in itertools.combinations(sorted(pool), rooms[0]):
        for rest in split(pool - set(lot), rooms[1:]):
            yield [frozenset(lot), *rest]


def placed(s: object, n: int) -> Placement:
    hands = [frozenset(cards(hand)) for hand in s.hands[:n]]  # pyright: ignore[reportAttributeAccessIssue]
    return (*hands, frozenset(cards(s.rest)))  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "seed", "tricks", "lead", "viewer"),
    [
        (3, 1, 2, 0, 0), (3, 2, 2, 1, 1), (3, 3, 2, 2, 2), (3, 4, 1, 1, PUBLIC), (3, 5, 2, 2, 0),
        (4, 1, 1, 1, 0), (4, 2, 2, 2, 3), (4, 3, 1, 0, PUBLIC), (4, 4, 2, 3, 1),
        (5, 1, 1, 2, 0), (5, 2, 2, 3, 4), (5, 3, 1, 0, PUBLIC),
    ],
)  # fmt: skip
def test_worlds_are_even_over_all_that_fits(players, seed, tricks, lead, viewer):
    state = before_the_end(players, seed, tricks, lead)
    expected = placements(state, viewer)
    truth = placed(state._plain(), players)
    assert truth in expected
    known, rng = state.forgotten(viewer), random.Random(seed)
    times = 60 * len(expected)
    counts = Counter(placed(world(known, viewer, rng), players) for _ in range(min(times, 20_000)))
    assert set(counts) <= expected
    mean = sum(counts.values()) / len(expected)
    if mean >= 10:
        assert set(counts) == expected
    square = sum((counts[p] - mean) ** 2 / mean for p in expected)
    free = len(expected) - 1
    assert square < free + 5 * (2 * free) ** 0.5 + 10  # five sigma


def test_the_cases_above_have_voids():
    """Or evenness would be no test of them."""
    fewer = 0
    for players, seed, tricks, lead, viewer in [(3, 1, 2, 0, 0), (4, 1, 1, 1, 0), (4, 2, 2, 2, 3)]:
        state = before_the_end(players, seed, tricks, lead)
        fewer += any(state.aids(viewer)["void"])
    assert fewer == 3


def test_a_player_who_did_not_follow_has_none_of_the_suit():
    state = dealt("S1..9 F1", "F2 F3 F4", "S-1 S-2 S-3 H1..9", first=0)
    play(state, "S1")
    free = {card for seed in range(60) for card in hand(state, 0, 1, seed) if card[0] == "S"}
    assert free == {"S-1", "S-2", "S-3"}  # nothing is known yet
    play(state, "F2")
    for seed in range(60):
        assert not [card for card in hand(state, 0, 1, seed) if card[0] == "S"]


@pytest.mark.parametrize("wild", ["W0", "W10"])
def test_a_wild_tells_nothing(wild):
    """It may always be played: with Swords in the hand or without."""
    state = play(dealt("S1..9 F1", f"{wild} F2 F3 F4", "S-1 S-2 S-3"), f"S1 {wild}")
    assert state.aids(0)["void"] == [[], [], [], []]
    assert any(card[0] == "S" for seed in range(60) for card in hand(state, 0, 1, seed))


def test_before_the_suit_is_set_nothing_is_told():
    """W0 W10 F1: the third seat was free, and only the fourth must follow."""
    state = dealt("W0", "W10", "F1 S1..9", "H1..9 K1..3", first=0)
    play(state, "W0 W10 F1")
    assert state.aids(0)["void"] == [[], [], [], []]
    play(state, "H1")
    assert state.aids(0)["void"] == [[], [], [], ["F"]]
    for seed in range(30):
        assert not [card for card in hand(state, 0, 3, seed) if card[0] == "F"]
    assert any(card[0] == "F" for seed in range(30) for card in hand(state, 0, 1, seed))


def test_any_hidden_card_may_be_left_over():
    state = before_the_end(4, 3, 2)
    hidden = {c for some in state.aids(0)["unseen"].values() for c in some}
    left = {c for seed in range(200) for c in worlds(state, 0, seed).position()["left_over"]}
    assert left == hidden


def hand(state: State, viewer: int, seat: int, seed: int) -> list[str]:
    return worlds(state, viewer, seed).position()["hands"][seat]


def worlds(state: State, viewer: int, seed: int) -> State:
    return state.worlds(viewer, random.Random(seed))


def check(state: State, viewer: int, seed: int) -> None:
    """One world: the viewer sees the same in it, and it is a complete legal record."""
    w = worlds(state, viewer, seed)
    assert w.view(viewer) == state.view(viewer)
    assert w.events(viewer) == state.events(viewer)
    assert w.log(viewer) == state.log(viewer)
    assert w.aids(viewer) == state.aids(viewer)
    assert w.forgotten(viewer) == state.forgotten(viewer)
    if state.turn == viewer:
        assert w.legal() == state.legal()
    game = state.game
    assert game.spec.position.fault(w._plain()) is None
    again = game.start() if w.origin is None else game.position(w.origin)
    again.play(w.moves)
    assert again.position() == w.position()
    # in that world the seat knows no more: the same generator leads to the same world again
    assert worlds(w, viewer, seed + 1).moves == worlds(state, viewer, seed + 1).moves
    assert worlds(w, viewer, seed + 1).origin == worlds(state, viewer, seed + 1).origin


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_worlds_at_every_turn(players):
    """Also of chance, within a deal, in later rounds and at the end."""
    rng = random.Random(players)
    state = ryumon.game("schadenfreude", players=players).start()
    seen = set()
    while True:
        kind = min(0, state.turn)
        if rng.random() < 0.04 or state.turn == OVER or (kind, state.view(0)["round"]) not in seen:
            seen.add((kind, state.view(0)["round"]))
            for viewer in (*range(players), PUBLIC):
                check(state, viewer, rng.randrange(1000))
        if state.turn == OVER:
            break
        state.play(rng.choice(state.legal()))
    assert {(CHANCE, 1), (CHANCE, 2), (0, 2)} <= seen


@pytest.mark.parametrize("players", thinned([3, 4, 5], 4))
def test_worlds_of_set_positions(players):
    """The position becomes that of the world, its hidden cards filled in; also a round later."""
    rng = random.Random(players)
    game = ryumon.game("schadenfreude", players=players)
    start = game.start()
    start.deal(rng)
    for k in range(60):
        if k in (0, 1, 25, 50):
            state = game.position(start.position())
            for step in range(70):
                if step in (0, 1, 2, 9, 69):
                    for viewer in (0, players - 1, PUBLIC):
                        check(state, viewer, k + step)
                if state.turn != OVER:
                    state.play(rng.choice(state.legal()))
        if start.turn >= 0:
            start.play(rng.choice(start.legal()))


def test_worlds_of_a_position_half_dealt():
    state = ryumon.game("schadenfreude", players=3).start()
    play(state, "~first:1 ~S1 ~S2")
    again = state.game.position(state.position())
    for viewer in (0, 1, 2, PUBLIC):
        check(again, viewer, 3)
    again.deal(random.Random(1))
    for viewer in (0, 1, 2, PUBLIC):
        check(again, viewer, 3)


def test_a_void_of_a_position_is_known():
    state = late("S1 S2", "F1 F2", "S3 H4", "W10 K4", void={3: "H"}, left_over="H9 H8")
    for seed in range(40):
        assert not [c for c in hand(state, 0, 3, seed) if c[0] == "H"]

"""`worlds` in Tiger & Dragon against full enumeration.

In a miniature with few tiles every deal and every history that a viewer cannot tell from the true
one is played through the rules; nothing of `hidden.world`, `forget` or games/placing.py is used.
`worlds` must give just the placements so found, each with the weight that it has when equal tiles
are different pieces.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import pytest

import ryumon
from ryumon import OVER, PUBLIC, State
from ryumon.games.placing import LIES, MOST
from ryumon.games.tiger_dragon import faults, heuristics, hidden, position, rules, sight, view
from ryumon.games.tiger_dragon.rules import in_row, number
from ryumon.games.tiger_dragon.words import NAMES, lot_of
from ryumon.kernel import background, machine
from tests.rules.tiger_dragon.scene import late, play

Placement = tuple[int, ...]  # hands, face-down tiles by seat, left over: as lots

# --- the miniature --------------------------------------------------------------------------


@contextmanager
def miniature(bag: str, hand: int) -> Generator[None]:
    """Tiger & Dragon with these tiles only, and so many in a hand; odd, for TD-6."""
    small = {"all_tiles": lambda s: lot_of(list(bag)), "hand_size": lambda s: hand}
    with ExitStack() as stack:
        for module in (rules, sight, hidden, view, position, faults, heuristics):
            for name in small.keys() & vars(module).keys():
                stack.enter_context(patch.object(module, name, small[name]))
        stack.enter_context(patch.dict(machine._machines, clear=True))
        stack.enter_context(patch.dict(background._ready, clear=True))
        yield


# --- histories ------------------------------------------------------------------------------


def placement(s: Any) -> Placement:
    seats = range(s.n)
    return (*(s.hands[p] for p in seats), *(in_row(s.laps[p]) for p in seats), s.left)


def weight(s: Any, viewer: int) -> int:
    """In how many ways the pieces that the viewer does not see may lie like this."""
    lots = [s.left]
    for p in range(s.n):
        if p != viewer:
            lots += [s.hands[p], in_row(s.laps[p])]
    ways = 1
    for kind in range(rules.KINDS):
        counts = [number(lot, kind) for lot in lots]
        ways *= math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))
    return ways


def histories(state: State, viewer: int) -> Iterator[Any]:
    """The plain states after every history of this round that shows the viewer the same."""
    events = [{k: v for k, v in e.items() if k != "n"} for e in state.events(viewer)]
    begun = max(k for k, e in enumerate(events) if e["kind"] == "deal")
    before = before_deal(state, viewer, begun)
    for s in deals(before, viewer, events[begun]):
        yield from go_on(s, viewer, events[begun + 1 :])


def before_deal(state: State, viewer: int, begun: int) -> Any:
    s = state.game.start()._plain().clone()
    told = 0
    for move in state.moves:
        if told == begun and s.phase == rules.DEAL:
            return s
        before = s.clone()
        rules.apply(s, NAMES.index(move))
        told += len(list(sight.narrate(before, NAMES.index(move), s)))
    raise AssertionError("this round was not dealt")


def deals(s: Any, viewer: int, event: dict[str, Any]) -> Iterator[Any]:
    """Every deal by kinds, in ascending order within a hand; the viewer has the own hand."""
    if s.phase != rules.DEAL:
        yield s
        return
    seat, k = divmod(s.dealt, rules.hand_size(s))
    least = s.hands[seat] if k else 0
    seat = s.starter if seat == s.n else seat
    kinds = lot_of(event["tiles"]) - s.hands[seat] if seat == viewer else s.left
    for kind in range(rules.KINDS):
        there = number(kinds, kind) and number(s.left, kind)
        if there and least < 1 << 4 * (kind + 1):
            after = s.clone()
            rules.apply(after, rules.DEALT + kind)
            yield from deals(after, viewer, event)


def go_on(s: Any, viewer: int, events: list[dict[str, Any]]) -> Iterator[Any]:
    if not events:
        yield s
        return
    room = [0] * rules.MOST
    for move in room[: rules.legal(s, room)]:
        after = s.clone()
        rules.apply(after, move)
        new = [seen.by(viewer) for seen in sight.narrate(s, move, after)]
        if events[: len(new)] == new:
            yield from go_on(after, viewer, events[len(new) :])


def every_world(state: State, viewer: int) -> dict[Placement, int]:
    return {placement(s): weight(s, viewer) for s in histories(state, viewer)}


# --- the check ------------------------------------------------------------------------------


def draws_of(state: State, viewer: int, number: int, seed: int) -> Counter[Placement]:
    rng = random.Random(seed)
    counts: Counter[Placement] = Counter()
    for k in range(number):
        world = state.worlds(viewer, rng)
        counts[placement(world._plain())] += 1
        if k < 3:
            assert world.events(viewer) == state.events(viewer)
            assert world.view(viewer) == state.view(viewer)
            assert world.log(viewer) == state.log(viewer)
            assert position.fault(world._plain()) is None
    return counts


def chi_square(counts: Counter[Any], weights: dict[Any, int]) -> float:
    """The chance of a greater deviation (Wilson and Hilferty's approximation)."""
    if len(weights) == 1:
        return 1
    mean = {x: counts.total() * w / sum(weights.values()) for x, w in weights.items()}
    square = sum((counts[x] - m) ** 2 / m for x, m in mean.items())
    degrees = len(weights) - 1
    spread = 2 / (9 * degrees)
    deviation = ((square / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def check(state: State, viewer: int, seed: int, least: int = 0, most: int = 1000) -> bool:
    """Compare, unless that would need too many draws."""
    weights = every_world(state, viewer)
    assert placement(state._plain()) in weights
    number = max(math.ceil(6 * sum(weights.values()) / min(weights.values())), least)
    if number > most:
        return False
    twin = state.game.position(state.position())
    for one in (state, twin):
        counts = draws_of(one, viewer, number, seed)
        assert set(counts) <= set(weights), "impossible"
        assert chi_square(counts, weights) > 1e-4, "uneven"
    return True


def moments(game: ryumon.Game) -> Iterator[tuple[State, int]]:
    rng = random.Random(7)
    while True:
        state = game.start()
        while state.turn != OVER and state.view(PUBLIC)["round"] < 3:
            state.play(rng.choices(state.legal(), state.weights() or None)[0])
            if state.turn >= 0 and rng.random() < 0.2:
                yield state.copy(), rng.choice([*range(game.players), PUBLIC])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "field", "bag", "number"),
    [
        (2, "dojo", "2233344TD", 40), (2, "clifftop", "2233344TD", 40),
        (3, "clifftop", "223334444TD", 30), (3, "cave", "223334445TD", 30),
    ],
)  # fmt: skip
def test_worlds_are_all_that_fit_with_the_right_weights(players, field, bag, number):
    """A hand of three: attacks, laps, foretold kinds in the hand and face down."""
    done = Counter()
    with miniature(bag, 3):
        game = ryumon.game("tiger-dragon", players=players, field=field)
        for k, (state, viewer) in enumerate(itertools.islice(moments(game), number)):
            if check(state, viewer, k):
                seats = [p for p in range(players) if p != viewer]
                done["all"] += 1
                done["down"] += any(state._plain().down[p] for p in seats)
                done["foretold"] += any(0 <= state._plain().foretold[p] < 10 for p in seats)
    assert done["all"] > number / 3
    assert done["down"] > 2
    assert field != "clifftop" or done["foretold"] > number / 6


@pytest.mark.slow
def test_the_check_notices_a_bias(monkeypatch):
    """Worlds that forget what was foretold, or that prefer some placements, are found out."""
    with miniature("2233344TD", 3):
        game = ryumon.game("tiger-dragon", players=2, field="clifftop")
        state = game.start()
        play(state, "~first:0 ~2 ~3 ~4 ~3 ~3 ~4 ~2 foretell:2 foretell:4")
        assert check(state, 0, 1, least=600)
        with monkeypatch.context() as patched:
            patched.setattr(hidden, "pieces_needed", lambda known, p, hidden: 0)
            with pytest.raises(ryumon.IllegalMove, match="TD-12"):
                check(state, 0, 1)
        real = hidden.scatter
        with monkeypatch.context() as patched:
            patched.setattr(hidden, "scatter", lambda *asked: lower_first(real, *asked))
            with pytest.raises(AssertionError, match="uneven"):
                check(state, 0, 1, least=600)


def lower_first(real: Any, room: Any, luck: Any) -> None:
    """A sampler with a bias: of two draws the one whose first place has the lower pieces."""
    drawn = []
    for _ in range(2):
        real(room, luck)
        drawn.append([room[LIES + k] for k in range(MOST)])
    for k, lot in enumerate(min(drawn)):
        room[LIES + k] = lot


# --- what is known for certain --------------------------------------------------------------


def test_TD_12_a_foretold_tile_stays_with_its_owner_until_shown():
    """Seat 1 foretold the Tiger Mystery, which lies in the hand or face down."""
    state = late("44", "377", "5", down={1: "T"}, field="clifftop",
                 foretold=["none", "T", "none"], left="1238")  # fmt: skip
    rng = random.Random(1)
    places = Counter()
    for _ in range(300):
        w = state.worlds(0, rng).position()
        assert ("T" in w["hands"][1]) != ("T" in w["down"][1])
        places["hand" if "T" in w["hands"][1] else "down"] += 1
    assert 40 < places["down"] < 110  # one of four tiles lies face down


def test_TD_12_once_shown_it_may_be_anywhere():
    """Seat 1 foretold 8 and has shown an 8: the other eights may lie elsewhere."""
    state = late("8844", "883", "7", field="clifftop", foretold=["none", "8", "none"])
    play(state, "8 8 3")
    rng = random.Random(1)
    assert {"8" in state.worlds(0, rng).position()["hands"][1] for _ in range(200)} == {True, False}


def test_a_pass_proves_nothing():
    """Seat 1 passed on an 8 and may hold one all the same."""
    state = play(late("8844", "7", "8"), "8 pass")
    rng = random.Random(2)
    assert any("8" in state.worlds(0, rng).position()["hands"][1] for _ in range(200))


def test_own_face_down_tiles_are_known_in_order():
    state = play(late("884453", "7", "6"), "8 pass pass 5 8 pass pass 3")
    rng = random.Random(3)
    for _ in range(20):
        world = state.worlds(0, rng)
        assert world.position()["down"][0] == ["5", "3"]
        assert world.view(0) == state.view(0)

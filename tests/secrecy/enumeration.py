"""Every world that a viewer cannot tell from the true one, found by brute force.

Nothing here uses what is tested (`hidden.world`, `sight.forget`, games/placing.py): complete
histories are played through the rules, and what the viewer sees of each is compared with what it
has seen. A miniature of the game, with few cards and small hands but the same rules, makes that
possible in every phase.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from ryumon import State
from ryumon.games.slaughter import faults, hidden, rules, sight, view
from ryumon.games.slaughter.words import IDS
from ryumon.kernel import machine
from tests.rules.scene import pile
from tests.support import interpreted, plain

Placement = tuple[tuple[str, int], ...]  # (place, set of cards), sorted

# --- the miniature --------------------------------------------------------------------------


@contextmanager
def miniature(hand: int, deck: str) -> Generator[None]:
    """Slaughter the Dragon with so many cards in a hand and no other cards than these.

    The highest of each colour, so that no card above the one called is out of play; and of each
    colour more than the Inverted Scale holds, so that somebody has a trump.
    """
    cards = sum(1 << IDS[card] for card in pile(deck))
    purple = sum(int(card[1:]) for card in pile(deck) if card[0] == "P")
    small = {"hand_size": lambda s: hand, "whole_deck": lambda s: cards}
    with ExitStack() as stack:
        for module in (rules, sight, hidden, view, faults):
            for name in small.keys() & vars(module).keys():
                stack.enter_context(patch.object(module, name, small[name]))
        stack.enter_context(patch.object(faults, "POISON", purple))
        stack.enter_context(patch.dict(machine._machines, clear=True))
        stack.enter_context(interpreted())
        yield


# --- histories ------------------------------------------------------------------------------


def placement(s: Any, viewer: int) -> Placement:
    """Where every card lies that is not face up, as the measure of docs/notation.md counts.

    A choice half made has not happened yet for the others: cards named so far are in the hand.
    """
    if s.phase == rules.DEAL:
        return ()
    places = {f"hand {p}": s.hands[p] for p in range(s.n)}
    places |= {f"second {p}": s.second[p] for p in range(s.n)}
    places["scale"] = s.scale
    if s.phase == rules.DIVIDE and s.player != viewer:
        places[f"hand {s.caller}"] |= places.pop(f"second {s.caller}")
    if s.phase == rules.PUT and s.player != viewer:
        places[f"hand {s.player}"] |= s.put
        places["scale"] &= ~s.put
    if s.phase == rules.GIVE:
        places |= {f"gift of {p}": 1 << s.gave[p] for p in range(s.n) if s.gave[p] >= 0}
    return tuple(sorted((place, lot) for place, lot in places.items() if lot))


class TooMany(Exception):
    """More histories than a test has time for."""


def histories(state: State, viewer: int, patience: int = 10**9) -> Iterator[Any]:
    """The plain states at the end of every history of this round that shows the viewer the same.

    Earlier rounds are over and open; they are taken as they were. TooMany after so many moves.
    """
    events = [{k: v for k, v in e.items() if k != "n"} for e in state.events(viewer)]
    begun = max((k for k, e in enumerate(events) if e["kind"] == "deal"), default=len(events))
    before, told = _until(state, viewer, begun)
    yield from _go_on(before, viewer, events, told, [patience])


def _until(state: State, viewer: int, begun: int) -> tuple[Any, int]:
    """The last state in which the viewer had seen only what came before this round's deal, and
    how many events that were."""
    s = plain(state.game.start())
    told = 0
    for move in state.moves:
        if told == begun and s.phase == rules.DEAL:
            break
        before = s.clone()
        rules.apply(s, IDS[move])
        told += sum(seen.by(viewer) is not None for seen in sight.narrate(before, IDS[move], s))
    return s, told


def _go_on(
    s: Any, viewer: int, events: list[dict[str, Any]], told: int, patience: list[int]
) -> Iterator[Any]:
    if told == len(events):
        yield s
    for move in _moves(s, viewer, events[told] if told < len(events) else None):
        patience[0] -= 1
        if patience[0] < 0:
            raise TooMany
        after = s.clone()
        rules.apply(after, move)
        shown = [seen.by(viewer) for seen in sight.narrate(s, move, after)]
        new = [event for event in shown if event is not None]
        if events[told : told + len(new)] == new:
            yield from _go_on(after, viewer, events, told + len(new), patience)


def _moves(s: Any, viewer: int, expected: dict[str, Any] | None) -> list[int]:
    """The legal moves, but for deals that would only lead to the same hands in another order, or
    to a hand that the viewer knows not to have."""
    room = [0] * rules.MOST
    moves = room[: rules.legal(s, room)]
    if s.phase == rules.TRUMP:
        return [m for m in moves if in_play(s, m - rules.TRUMP_IS)]
    if s.phase != rules.DEAL:
        return moves
    if expected is None:
        return []  # half a deal looks like none
    size = rules.hand_size(s)
    seat, k = divmod((rules.whole_deck(s) & ~s.deck).bit_count(), size)
    least = s.hands[seat].bit_length() if k else 0
    own = [IDS[card] for card in expected.get("cards", [])] if seat == viewer else None
    cards = [move - rules.DEALT for move in moves]
    return [c + rules.DEALT for c in cards if c >= least and (own is None or c in own)]


def in_play(s: Any, colour: int) -> bool:
    return bool(rules.whole_deck(s) & rules.SUIT << colour * rules.RANKS)


def every_world(state: State, viewer: int, most: int, patience: int) -> set[Placement]:
    """All placements; TooMany if they are more than `most`, or take too long to find."""
    found: set[Placement] = set()
    for s in histories(state, viewer, patience):
        found.add(placement(s, viewer))
        if len(found) > most:
            raise TooMany
    return found


# --- what is checked ------------------------------------------------------------------------


def assert_same_seen(state: State, world: State, viewer: int) -> None:
    """The promises of `worlds` for one world."""
    assert world.events(viewer) == state.events(viewer)
    assert world.view(viewer) == state.view(viewer)
    assert world.log(viewer) == state.log(viewer)
    assert world.aids(viewer) == state.aids(viewer)
    assert world.turn == state.turn
    if state.turn == viewer:
        assert world.legal() == state.legal()
    if state.origin is None:
        assert state.game.replay(world.moves) == world
    else:
        again = state.game.position(world.origin or {})
        for move in world.moves:
            again.play(move)
        assert again == world


def assert_even(counts: Counter[Any], expected: set[Any], significance: float = 1e-4) -> None:
    """Just these outcomes, all of them, and none too often: a chi-square test.

    With fixed seeds the answer is always the same. A right sampler would fail one of ten thousand
    choices of a seed.
    """
    assert not set(counts) - expected, "impossible"
    assert not expected - set(counts), "never drawn"
    if len(expected) == 1:
        return
    mean = counts.total() / len(expected)
    square = sum((counts[x] - mean) ** 2 / mean for x in expected)
    chance = chi_square_tail(square, len(expected) - 1)
    assert chance > significance, f"uneven: chance {chance:.1e}"


def chi_square_tail(square: float, degrees: int) -> float:
    """The chance of a greater value (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * degrees)
    deviation = ((square / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def draws(options: int) -> int:
    """So many that a right sampler misses one of them once in a million."""
    return math.ceil(options * (math.log(options) + 14))


def assert_worlds(state: State, viewer: int, seed: int, expected: set[Placement]) -> None:
    """`worlds` gives just these placements, evenly, and each shows the viewer the same."""
    rng = random.Random(seed)
    counts: Counter[Placement] = Counter()
    for k in range(draws(len(expected))):
        world = state.worlds(viewer, rng)
        counts[placement(world._plain(), viewer)] += 1
        if k < 5:
            assert_same_seen(state, world, viewer)
    assert_even(counts, expected)


# --- all outcomes of a generator ------------------------------------------------------------


class Fate(random.Random):
    """A generator that is told what to draw, and says how likely that was."""

    def __init__(self, path: list[int]) -> None:
        super().__init__(0)
        self.path, self.sizes = path, []

    def randrange(self, n: int) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.sizes.append(n)
        if len(self.sizes) > len(self.path):
            self.path.append(0)
        return self.path[len(self.sizes) - 1]

    def choice(self, seq: Any) -> Any:
        return seq[self.randrange(len(seq))]

    def shuffle(self, x: Any) -> None:
        for k in range(len(x) - 1, 0, -1):
            j = self.randrange(k + 1)
            x[k], x[j] = x[j], x[k]


def chances(draw: Callable[[random.Random], Hashable]) -> dict[Hashable, Fraction]:
    """The exact chance of every outcome of `draw`, by running it for all that can come up."""
    found: dict[Hashable, Fraction] = {}
    path: list[int] = []
    while True:
        fate = Fate(path)
        outcome = draw(fate)
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, math.prod(fate.sizes))
        while path and path[-1] + 1 == fate.sizes[len(path) - 1]:
            path.pop()
        if not path:
            return found
        path[-1] += 1

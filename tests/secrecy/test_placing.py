"""games/placing.py against brute force: every placement that fits, each with the same chance."""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import signal
from collections import Counter
from collections.abc import Generator
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ryumon.games import placing
from ryumon.games.placing import add_place, arrange, clear_places, lying, scatter
from ryumon.kernel import rng
from tests.secrecy.enumeration import assert_even, chi_square_tail, draws

SPACE = placing.TABLE + 10_000


class Problem(NamedTuple):
    """Pieces are 0 to n-1; takes[k] is the set that place k takes, needs[k] the one of which it
    needs a piece."""

    rooms: list[int]
    takes: list[int]
    needs: tuple[int, ...] = ()

    @property
    def pieces(self) -> int:
        return (1 << sum(self.rooms)) - 1

    def arranged(self, counted: bool = False) -> list[float]:
        """Ready to draw; with `counted` no needs are left to drawing again."""
        room = [0.0] * SPACE
        clear_places(room)
        needs = self.needs or (0,) * len(self.rooms)
        for size, takes, need in zip(self.rooms, self.takes, needs, strict=True):
            add_place(room, size, takes, need)
        with patch.object(placing, "OFTEN", 1.0 if counted else placing.OFTEN):
            arrange(room, self.pieces)
        return room

    def number(self) -> float:
        """The number of placements, as `arrange` counts it."""
        room = self.arranged(counted=True)
        classes = int(room[placing.CLASSES])
        weight = room[placing.WAYS]
        for c in range(classes + 1):
            weight *= math.factorial(int(room[placing.SET + c]).bit_count())
        groups = [int(g) for g in room[placing.GROUP : placing.GROUP + len(self.rooms)]]
        for g in {g for g, size in zip(groups, self.rooms, strict=True) if size}:
            sizes = [size for k, size in enumerate(self.rooms) if groups[k] == g]
            weight *= math.factorial(sum(sizes)) / math.prod(map(math.factorial, sizes))
        return weight

    def solutions(self) -> set[tuple[int, ...]]:
        """All placements, one piece after the other."""
        found = set()
        spots = range(len(self.rooms))
        for where in itertools.product(spots, repeat=sum(self.rooms)):
            sets = [sum(1 << p for p, k in enumerate(where) if k == spot) for spot in spots]
            sized = all(lot.bit_count() == room for lot, room in zip(sets, self.rooms, strict=True))
            taken = all(lot & ~takes == 0 for lot, takes in zip(sets, self.takes, strict=True))
            met = all(lot & need or not need for lot, need in zip(sets, self.needs, strict=False))
            if sized and taken and met:
                found.add(tuple(sets))
        return found


def drawn(room: list[float], places: int, dice: list[int]) -> tuple[int, ...]:
    scatter(room, dice)
    return tuple(lying(room, k) for k in range(places))


@st.composite
def problems(draw: Any, most: int) -> Problem:
    """Pieces of four sorts: a place takes some sorts, and may need a piece of one of them."""
    rooms = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(
        lambda r: 1 <= sum(r) <= most))  # fmt: skip
    sorts = [0] * 4
    for piece in range(sum(rooms)):
        sorts[draw(st.integers(0, 3))] |= 1 << piece
    takes, needs = [], []
    for room in rooms:
        taken = [lot for lot in sorts if draw(st.integers(0, 3))]
        takes.append(sum(taken))
        needs.append(draw(st.sampled_from([0, 0, *taken])) if room else 0)
    return Problem(rooms, takes, tuple(needs))


@pytest.mark.slow
@settings(max_examples=300, deadline=None, derandomize=True)
@given(problems(most=7), st.integers(0, 2**32))
def test_placements_are_counted_and_drawn_rightly(problem, seed):
    """With the needs counted in, and, where they are met often enough, by drawing again."""
    solutions, dice = problem.solutions(), rng.words(seed)
    for room in (problem.arranged(), problem.arranged(counted=True)):
        for _ in range(10 if solutions else 0):
            assert drawn(room, len(problem.rooms), dice) in solutions
    assert problem.number() == pytest.approx(len(solutions))


@contextlib.contextmanager
def ended_soon() -> Generator[None]:
    """A wrong order of the splits would go round for ever."""

    def too_long(*_: Any) -> None:
        raise AssertionError("The ways are not counted to an end.")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(10)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


FEW = [
    # each place needs one of the two first pieces, or of all
    Problem([1, 1], [-1, -1], (0b01, 0b10)),
    Problem([2, 2, 1], [-1, -1, -1], (0b11, 0b11, 0)),
    Problem([2, 2, 1], [-1, -1, -1], (0b111, 0b111, 0b111)),
    # two of the same sort at two places that need one, and room for the third
    Problem([2, 2, 2], [-1, -1, -1], (0b111, 0b111, 0)),
    # the sort that fills the rest is needed too, and may not lie everywhere
    Problem([1, 2, 2], [-1, 0b11110, -1], (0b11100, 0b11100, 0)),
    Problem([1, 1, 3], [-1, -1, -1], (0b00001, 0b11110, 0b11110)),
    # the last place has only the one that it needs, and the one before could still have more
    Problem([2, 3, 3], [-1, -1, -1], (0, 0b11111000, 0b111)),
    # nobody needs anything: one group of places
    Problem([2, 1, 1, 1], [-1, -1, -1, -1]),
]


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no alarm here")
@pytest.mark.parametrize("problem", FEW)
def test_all_placements_are_counted_and_drawn_evenly(problem):
    solutions = problem.solutions()
    assert solutions
    with ended_soon():
        assert problem.number() == pytest.approx(len(solutions))
        for counted in (False, True):
            room, dice = problem.arranged(counted), rng.words(5)
            number = draws(len(solutions))
            assert_even(
                Counter(drawn(room, len(problem.rooms), dice) for _ in range(number)), solutions
            )


RESTRICTED = [
    Problem([2, 2, 2, 1], [0b1110111, 0b0111110, -1, -1]),
    Problem([3, 2, 2], [0b1110111, 0b0111110, -1]),
    Problem([2, 2, 2, 1], [-1, -1, -1, -1], (0b11, 0b11, 0, 0)),
    Problem([2, 2, 3], [-1, -1, 0b1111100], (0b1100000, 0, 0)),
    Problem([2, 1, 1, 3], [-1, -1, -1, -1]),
]


@pytest.mark.slow
@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("problem", RESTRICTED)
def test_restricted_problems_are_drawn_evenly(problem, counted):
    """A chi-square test."""
    solutions = problem.solutions()
    assert len(solutions) > 20
    room, dice = problem.arranged(counted), rng.words(5)
    counted = Counter(drawn(room, len(problem.rooms), dice) for _ in range(draws(len(solutions))))
    assert_even(counted, solutions)


def test_the_number_of_a_whole_deal_is_the_known_one():
    """A real deal to four players: 48! / (11!^4 4!)."""
    known = math.factorial(48) // (math.factorial(11) ** 4 * math.factorial(4))
    assert Problem([11, 11, 11, 11, 4], [-1] * 5).number() == pytest.approx(known)
    halves = (1 << 24) - 1, (1 << 48) - (1 << 24)
    known = math.comb(24, 11) * math.comb(24, 13) * math.factorial(24) / math.prod(
        map(math.factorial, (11, 9, 4)))  # fmt: skip
    # two hands take one half each, so that the rest of both halves fills the others
    problem = Problem([11, 13, 11, 9, 4], [halves[0], halves[1], -1, -1, -1])
    assert problem.number() == pytest.approx(known)


# --- the checks can fail --------------------------------------------------------------------


@pytest.mark.slow
def test_the_check_notices_a_bias():
    """A sampler that takes all numbers of a class in a group for equally likely is not even."""
    problem = RESTRICTED[1]
    room, dice = problem.arranged(), rng.words(5)
    for m in range(64):
        room[placing.INVERSE + m] = 1.0
    solutions = problem.solutions()
    counted = Counter(drawn(room, len(problem.rooms), dice) for _ in range(draws(len(solutions))))
    with pytest.raises(AssertionError, match=r"uneven|never"):
        assert_even(counted, solutions)


@pytest.mark.slow
def test_the_chi_square_test_notices_a_bias():
    rng = random.Random(1)
    fair = Counter(rng.randrange(20) for _ in range(2000))
    assert_even(fair, set(range(20)))
    biased = Counter(min(rng.randrange(20), rng.randrange(22)) for _ in range(2000))
    with pytest.raises(AssertionError, match="uneven"):
        assert_even(biased, set(range(20)))
    with pytest.raises(AssertionError, match="impossible"):
        assert_even(fair, set(range(19)))
    with pytest.raises(AssertionError, match="never"):
        assert_even(fair, set(range(21)))


def test_the_tail_of_chi_square():
    """Against the printed tables: 5 % and 0.1 %."""
    for degrees, five, tenth in (
        (5, 11.070, 20.515),
        (30, 43.773, 59.703),
        (100, 124.342, 149.449),
    ):
        assert chi_square_tail(five, degrees) == pytest.approx(0.05, rel=0.03)
        assert chi_square_tail(tenth, degrees) == pytest.approx(0.001, rel=0.15)

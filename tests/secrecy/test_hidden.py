"""games/hidden.py against brute force: every placement that fits, each with the same chance."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ryumon.games import hidden
from ryumon.games.hidden import Place, place
from tests.secrecy.enumeration import assert_even, chances, chi_square_tail, draws


class Problem(NamedTuple):
    """Pieces are 0 to n-1; takes[k] is the set that place k takes, needs[k] the one of which it
    needs a piece."""

    rooms: list[int]
    takes: list[int]
    tied: dict[int, list[int]]
    apart: bool  # no two tied pieces in one place
    needs: tuple[int, ...] = ()

    @property
    def pieces(self) -> int:
        return (1 << sum(self.rooms)) - 1

    def fits(self, where: tuple[int, ...]) -> bool:
        return not self.apart or len(set(where)) == len(where)

    def draw(self, rng: random.Random) -> tuple[int, ...]:
        return tuple(place(rng, self.pieces, self.places, self.tied, self.fits))

    @property
    def places(self) -> list[Place]:
        needs = self.needs or (0,) * len(self.rooms)
        return [Place(*facts) for facts in zip(self.rooms, self.takes, needs, strict=True)]

    def solutions(self) -> set[tuple[int, ...]]:
        """All placements, one piece after the other."""
        found = set()
        spots = range(len(self.rooms))
        for where in itertools.product(spots, repeat=sum(self.rooms)):
            sets = [sum(1 << p for p, k in enumerate(where) if k == spot) for spot in spots]
            sized = all(lot.bit_count() == room for lot, room in zip(sets, self.rooms, strict=True))
            taken = all(lot & ~takes == 0 for lot, takes in zip(sets, self.takes, strict=True))
            met = all(lot & need or not need for lot, need in zip(sets, self.needs, strict=False))
            tied = all(where[p] in places for p, places in self.tied.items())
            if sized and taken and met and tied and self.fits(tuple(where[p] for p in self.tied)):
                found.add(tuple(sets))
        return found


@st.composite
def problems(draw: Any, most: int) -> Problem:
    rooms = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(
        lambda r: 1 <= sum(r) <= most))  # fmt: skip
    n = sum(rooms)
    takes = [draw(st.one_of(st.just(-1), st.integers(0, (1 << n) - 1))) for _ in rooms]
    spots = st.lists(st.integers(0, len(rooms) - 1), min_size=1, unique=True)
    tied = draw(st.dictionaries(st.integers(0, n - 1), spots, max_size=2))
    needs = tuple(draw(st.one_of(st.just(0), st.integers(0, (1 << n) - 1))) for _ in rooms)
    return Problem(rooms, takes, tied, draw(st.booleans()), needs)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(problems(most=4))
def test_every_placement_has_exactly_the_same_chance(problem):
    """No statistics: all outcomes of the generator are gone through."""
    solutions = problem.solutions()
    if not solutions:
        with pytest.raises(RuntimeError, match="No placement"):
            problem.draw(random.Random(0))
        return
    assert chances(problem.draw) == dict.fromkeys(solutions, Fraction(1, len(solutions)))


@settings(max_examples=120, deadline=None, derandomize=True)
@given(problems(most=6), st.integers(0, 2**32))
def test_larger_problems_are_counted_and_drawn_rightly(problem, seed):
    solutions = problem.solutions()
    untied = Problem(problem.rooms, problem.takes, {}, False, problem.needs)
    assert hidden._Count(problem.pieces, problem.places).total == len(untied.solutions())
    rng = random.Random(seed)
    for _ in range(10 if solutions else 0):
        assert problem.draw(rng) in solutions


def test_a_restricted_problem_is_drawn_evenly():
    """Seven pieces, two places that refuse some, one tied piece: a chi-square test."""
    problem = Problem([2, 2, 2, 1], [0b1110111, 0b0111110, -1, -1], {3: [0, 2], 6: [0, 2]}, True)
    solutions = problem.solutions()
    assert len(solutions) > 20
    rng = random.Random(5)
    assert_even(Counter(problem.draw(rng) for _ in range(draws(len(solutions)))), solutions)


def test_the_number_of_a_whole_deal_is_the_known_one():
    """A real deal to four players: 48! / (11!^4 4!)."""
    places = [*[Place(11, -1)] * 4, Place(4, -1)]
    known = math.factorial(48) // (math.factorial(11) ** 4 * math.factorial(4))
    assert hidden._Count((1 << 48) - 1, places).total == known


# --- the checks can fail --------------------------------------------------------------------


def test_the_exact_check_notices_a_bias(monkeypatch):
    """A sampler that draws how many of each class first, all numbers alike, is not even."""

    def unweighted(self, rng, k, left):
        return rng.choice([filling for filling, _ in self._fillings(k, left)])

    problem = Problem([2, 2, 1], [0b00111, 0b11110, -1], {}, False)
    assert len(set(chances(problem.draw).values())) == 1
    monkeypatch.setattr(hidden._Count, "_drawn_filling", unweighted)
    assert len(set(chances(problem.draw).values())) > 1


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

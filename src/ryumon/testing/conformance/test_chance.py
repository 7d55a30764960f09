"""Chance: whole-number weights, probabilities, and the fast deal that playouts use."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import ryumon
from ryumon import CHANCE
from ryumon.kernel.rng import words
from ryumon.testing import support

Key = tuple[Any, ...]
DRAWS = 60  # for each outcome that can be


def test_chances_sum_to_one_and_are_the_weights(game: ryumon.Game) -> None:
    for seed in range(2):
        for state in support.walk(game, seed):
            chances, weights = state.chances(), state.weights()
            if state.turn != CHANCE:
                assert chances == {}
                assert weights == []
                continue
            assert list(chances) == state.legal()
            assert all(type(w) is int and w > 0 for w in weights)
            assert all(p > 0 for p in chances.values())
            assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
            total = sum(weights)
            assert list(chances.values()) == pytest.approx([w / total for w in weights])


def test_deal_stops_where_a_seat_is_to_move(game: ryumon.Game) -> None:
    for state in support.moments(game, 2):
        before = state.moves
        was_chance = state.turn == CHANCE
        state.deal(random.Random(3))
        assert state.turn != CHANCE
        dealt = state.moves[len(before) :]
        assert state.moves[: len(before)] == before
        assert all(move.startswith("~") for move in dealt)
        assert bool(dealt) == was_chance


def test_equal_generators_deal_equal_games(game: ryumon.Game) -> None:
    one, two, other = game.start(), game.start(), game.start()
    one.deal(random.Random(5))
    two.deal(random.Random(5))
    assert one == two
    if one.moves:
        others = []
        for seed in range(8):
            other = game.start()
            other.deal(random.Random(seed))
            others.append(other.moves)
        assert any(moves != one.moves for moves in others)


# --- the fast deal: all chance up to the next decision in one go ----------------------------


def key(s: Any) -> Key:
    return tuple(tuple(x) if isinstance(x, list) else x for x in s.values())


def dealt(game: ryumon.Game, s: Any, dice: list[int]) -> Any:
    after = s.clone()
    game.spec.rules.deal(after, dice)
    return after


def chance_starts(game: ryumon.Game, seed: int) -> list[list[Any]]:
    """The stretches of chance in a game: plain states from their first to their last move."""
    found: list[list[Any]] = []
    before = None
    for state in support.walk(game, seed):
        if state.turn == CHANCE:
            if before != CHANCE:
                found.append([])
            found[-1].append(support.plain(state))
        before = state.turn
    return found


def path(game: ryumon.Game, s: Any, target: Any, dead: set[Key]) -> list[int] | None:
    """Moves of chance that lead from one plain state to another, or None. `dead` collects states
    that do not lead there: the order of a deal does not matter, so they would come up again."""
    rules, between = game.spec.rules, support.SUITES[game.name].between
    room = [0] * rules.MOST
    if rules.turn(s) != CHANCE:
        return [] if s == target else None
    if key(s) in dead:
        return None
    for move in room[: rules.legal(s, room)]:
        after = s.clone()
        rules.apply(after, move)
        if between(after, target):
            rest = path(game, after, target, dead)
            if rest is not None:
                return [move, *rest]
    dead.add(key(s))
    return None


def test_the_fast_deal_is_one_that_moves_of_chance_make(game: ryumon.Game) -> None:
    for seed in range(2):
        dice = words(seed)
        for stretch in chance_starts(game, seed):
            for s in {0: stretch[0], 1: stretch[len(stretch) // 2]}.values():
                after = dealt(game, s, dice)
                assert game.spec.position.fault(after) is None
                moves = path(game, s, after, set())
                assert moves, "No moves of chance lead to what the fast deal has made."
                again = s.clone()
                for move in moves:
                    assert game.spec.rules.weight(again, move) > 0
                    game.spec.rules.apply(again, move)
                assert again == after


@support.only_with("slaughter")
def test_a_deal_that_moves_cannot_make_is_noticed() -> None:
    game = ryumon.game("slaughter")
    s = chance_starts(game, 1)[0][-6]  # the last cards go to the last seat
    after = dealt(game, s, words(1))
    assert path(game, s, after, set())
    swapped = after.scale & -after.scale | after.hands[0] & -after.hands[0]
    after.hands[0], after.scale = after.hands[0] ^ swapped, after.scale ^ swapped
    assert game.spec.position.fault(after) is None
    assert path(game, s, after, set()) is None


def law(game: ryumon.Game, s: Any, most: int) -> dict[Key, Fraction] | None:
    """The exact distribution of where chance leads, by its weights; None if there are too many."""
    rules = game.spec.rules
    room = [0] * rules.MOST
    layer, ends = {key(s): (s, Fraction(1))}, {}
    while layer:
        following: dict[Key, tuple[Any, Fraction]] = {}
        for state, share in layer.values():
            if rules.turn(state) != CHANCE:
                ends[key(state)] = ends.get(key(state), Fraction(0)) + share
                continue
            moves = room[: rules.legal(state, room)]
            weights = [rules.weight(state, move) for move in moves]
            for move, weight in zip(moves, weights, strict=True):
                after = state.clone()
                rules.apply(after, move)
                old = following.get(key(after), (after, Fraction(0)))[1]
                following[key(after)] = after, old + share * Fraction(weight, sum(weights))
        layer = following
        if len(layer) + len(ends) > most:
            return None
    return ends


def enumerable(game: ryumon.Game, stretch: list[Any], most: int) -> tuple[Any, dict[Key, Fraction]]:
    """The earliest state of a stretch of chance from which all outcomes can be counted."""
    best = None
    for s in reversed(stretch):
        exact = law(game, s, most)
        if exact is None:
            break
        best = s, exact
    assert best is not None
    return best


def surprise(counts: Counter[Key], exact: dict[Key, Fraction]) -> float:
    """Chi-square by its degrees of freedom, as a number of standard deviations."""
    assert set(counts) <= set(exact), "An outcome that cannot be."
    n = counts.total()
    chi = sum((counts[k] - float(n * p)) ** 2 / float(n * p) for k, p in exact.items())
    freedom = max(len(exact) - 1, 1)
    return (chi - freedom) / (2 * freedom) ** 0.5


def test_the_fast_deal_has_the_distribution_of_the_moves(game: ryumon.Game) -> None:
    """Against the exact law of the last moves of each stretch, with fixed seeds."""
    tested: set[int] = set()
    for stretch in chance_starts(game, 3):
        s, exact = enumerable(game, stretch, most=60)
        assert sum(exact.values()) == 1
        if len(exact) in tested:
            continue  # stretches of the same shape: one is enough
        tested.add(len(exact))
        dice = words(11)
        draws = DRAWS * len(exact)
        counts = Counter(key(dealt(game, s, dice)) for _ in range(draws))
        assert surprise(counts, exact) < 4.5


@pytest.mark.parametrize("wrong", ["never the last", "twice the first"])
@support.only_with("slaughter")
def test_a_crooked_deal_is_noticed(wrong: str) -> None:
    game = ryumon.game("slaughter")
    _, exact = enumerable(game, chance_starts(game, 3)[0], most=120)
    ends = list(exact)
    rng = random.Random(1)
    shares = [float(p) for p in exact.values()]
    if wrong == "never the last":
        shares[-1] = 0
    else:
        shares[0] *= 2.5
    counts = Counter(rng.choices(ends, shares, k=DRAWS * len(exact)))
    assert surprise(counts, exact) > 4.5


def numbers(s: Any) -> list[int]:
    """All numbers of a state, field after field."""
    values = (value if isinstance(value, list) else [value] for value in s.values())
    return [number for field in values for number in field]


def frequencies(draw: Callable[[], Any], n: int) -> Any:
    """In how many of n states each bit of each number is set."""
    drawn = np.array([numbers(draw()) for _ in range(n)], np.int64)
    return np.array([(drawn >> bit & 1).sum(axis=0) for bit in range(64)])


@pytest.mark.slow
def test_whole_fast_deals_agree_with_whole_deals_move_by_move(game: ryumon.Game) -> None:
    """Every bit of every field is as frequent in one as in the other."""
    stretches = [x for x in chance_starts(game, 5) if len(x) > 3]
    n = 1500
    rules = game.spec.rules
    for stretch in stretches[:2]:
        start, dice, rng = stretch[0], words(7), random.Random(7)

        def by_moves(start: Any = start, rng: random.Random = rng) -> Any:
            s, room = start.clone(), [0] * rules.MOST
            while rules.turn(s) == CHANCE:
                moves = room[: rules.legal(s, room)]
                rules.apply(s, rng.choices(moves, [rules.weight(s, m) for m in moves])[0])
            return s

        def at_once(start: Any = start, dice: list[int] = dice) -> Any:
            return dealt(game, start, dice)

        slow, fast = frequencies(by_moves, n), frequencies(at_once, n)
        share = (slow + fast) / (2 * n)
        spread = np.sqrt(2 * n * share * (1 - share))
        assert (abs(slow - fast) <= 5 * spread).all()

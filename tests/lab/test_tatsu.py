"""Exact values of small positions of Tatsu: against arithmetic, a slow search and simulation."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from ryumon.games.tatsu.position import position
from ryumon.games.tatsu.rules import ROLLED, ROLLS, SEATS, apply, payoffs, weight
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.lab.tatsu import Graph, Values, explore, solve, stones
from tests.rules.tatsu.slow import Board, turns, won

ROLLED_DICE = [(low, high) for low in range(1, 7) for high in range(low, 7)]


Lying = tuple[tuple[int, str], ...]
FIRES: Lying = ((5, "bF"), (8, "wF"), (20, "bV"))
WATERS: Lying = ((5, "bW"), (8, "wW"), (20, "bV"))


def laid(lying: Lying, mover: int = 0) -> Any:
    return stones({segment: named.split() for segment, named in lying}, mover=mover)


@cache
def explored(*lying: tuple[int, str]) -> Graph:
    return explore(laid(lying))


@cache
def solved(*lying: tuple[int, str], limit: int = 1000) -> Values:
    return solve(explored(*lying), turns=limit)


@pytest.mark.parametrize(
    ("distance", "hits"),
    # out of 36: by one die, by both together; from 7 on only together
    [
        (1, 11), *(pytest.param(*more, marks=pytest.mark.slow) for more in (
            (2, 12), (3, 13), (4, 14), (5, 15), (6, 16), (7, 6), (8, 5), (10, 3), (12, 1),
        )),
    ],
)  # fmt: skip
def test_one_turn_is_arithmetic(distance: int, hits: int) -> None:
    """A Water wins by reaching the only enemy stone; without that the game is a draw here."""
    values = solved((5, "bW"), (5 + distance, "wV"), limit=1)
    assert values.value(0) == pytest.approx((hits + (36 - hits) / 2) / 36)


def test_vines_alone_never_win() -> None:
    values = solved((5, "bV"), (8, "wV"))
    assert values.by_mover.min() == values.by_mover.max() == 0.5


@pytest.mark.slow
def test_a_vine_alone_cannot_win_against_water() -> None:
    values = solved((5, "bW"), (8, "wV"))
    assert values.change <= 1e-9
    assert values.value(0) > 0.999_999
    assert values.value(1) < 0.000_001


def mirrored(segment: int) -> int:
    """The board that treats both players alike (TA-2), seen from the other side."""
    return (16 - segment - 1) % 24 + 1


@pytest.mark.slow
@pytest.mark.parametrize("black", [2, 9, 20])
def test_both_players_are_treated_alike(black: int) -> None:
    """TA-2: with all stones mirrored, White's chances are Black's."""
    one = solved((black, "bW"), (6, "wF"))
    two = solved((mirrored(black), "wW"), (mirrored(6), "bF"))
    assert one.value(0) == pytest.approx(two.value(1))
    assert one.value(1) == pytest.approx(two.value(0))


def searched(facts: dict[str, Any], mover: int, ahead: int) -> float:
    """The value by plain search with the slow generator of the rules tests."""
    if ahead == 0:
        return 0.5
    total = 0.0
    for dice in ROLLED_DICE:
        after = list(turns(Board(facts), mover, dice).values()) or [Board(facts)]
        boards = {str(board.facts()): board for board in after}  # equal boards once
        best = max(
            1.0 if won(board, mover) else 1 - searched(board.facts(), 1 - mover, ahead - 1)
            for board in boards.values()
        )
        total += best if dice[0] == dice[1] else 2 * best
    return total / 36


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lying", "among"),
    [
        (((2, "bW"), (6, "wF")), ((2, "bW"), (6, "wF"))),
        (((3, "bF"), (5, "wV")), ((3, "bF"), (5, "wV"))),
        (((22, "wF bV"), (2, "bF")), FIRES),
        (((14, "bW bV"), (16, "wW")), WATERS),
    ],
)
def test_two_turns_against_a_slow_search(lying: Lying, among: Lying) -> None:
    """The position, among those that can come of another one."""
    begin = laid(lying)
    told = position(begin)
    facts = {k: getattr(told, k) for k in ("arena", "tray", "mat", "dead")}
    values = solve(explored(*among), turns=2)
    for mover in range(SEATS):
        assert values.value(mover, begin) == pytest.approx(searched(facts, mover, 2))


def play_best(values: Values, s: Any, rng: random.Random) -> float:
    """What Black gets when both follow the values."""
    while s.player != OVER:
        if s.player == CHANCE:
            rolls = range(ROLLED, ROLLED + ROLLS)
            apply(s, rng.choices(rolls, [weight(s, roll) for roll in rolls])[0])
        else:
            apply(s, values.choose(s))
    share = [0.0, 0.0]
    payoffs(s, share)
    return share[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lying", "mover", "games"),
    [
        (((5, "bW"), (8, "wW")), 0, 1500),
        (FIRES, 1, 400),
        (WATERS, 1, 400),
    ],
)
def test_values_against_simulation(lying: Lying, mover: int, games: int) -> None:
    """The mean of played games lies within four standard errors of the value."""
    values, rng = solved(*lying), random.Random(7)
    begin = laid(lying, mover)
    mean = sum(play_best(values, begin.clone(), rng) for _ in range(games)) / games
    value = values.worth(begin, 0)
    assert abs(mean - value) < 4 * (value * (1 - value) / games) ** 0.5
    assert 0.1 < value < 0.95  # a position in which there is something to measure


@pytest.mark.slow
def test_a_different_policy_does_worse() -> None:
    """The test above can fail: against best play, the last of all moves wins less often."""
    values, rng = solved((5, "bW"), (8, "wW")), random.Random(3)
    total = 0.0
    for _ in range(300):
        s = stones({5: ["bW"], 8: ["wW"]})
        while s.player != OVER:
            if s.player == CHANCE:
                rolls = range(ROLLED, ROLLED + ROLLS)
                apply(s, rng.choices(rolls, [weight(s, roll) for roll in rolls])[0])
            elif s.player == 1:
                apply(s, values.choose(s))
            else:
                worst = min((values.worth(after, 0), move) for move, after in _after(s))
                apply(s, worst[1])
        total += s.winner == 0
    assert total / 300 < values.value(0) - 0.1


def _after(s: Any) -> list[tuple[int, Any]]:
    from ryumon.lab.tatsu import _moves

    return _moves(s)


@pytest.mark.slow
def test_recruits_come_back() -> None:
    """A stone sent to the tray may be recruited and enter again: the positions of three stones hold
    trays and mats."""
    graph = explored(*WATERS)
    trays = {key[12:18] for key in graph.places}
    mats = {key[18:24] for key in graph.places}
    assert len(trays) > 2
    assert len(mats) > 2


@pytest.mark.parametrize(
    ("arena", "sentence"),
    [
        ({1: ["bV"], 2: ["bV"], 3: ["wV"], 4: ["wV"]}, "up to 3 stones, not 4"),
        ({1: ["bV"]}, "Seat 1 has no stone in battle"),
        ({1: ["wV", "bW"]}, "Only a Vine"),
        ({25: ["wV"], 1: ["bW"]}, '"25" is not a segment'),
    ],
)
def test_positions_that_are_not_small(arena: dict[int, list[str]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        stones(arena)


def test_other_corners() -> None:
    with pytest.raises(ValueError, match="two corners to each"):
        stones({1: ["bV"], 2: ["wW"]}, corners="VVVVVV")
    assert stones({1: ["bV"], 2: ["wW"]}, corners="VVWWFF").corner[3] == 0

"""Ratings find the strengths that made the games, and say how sure they are."""

from __future__ import annotations

import numpy as np
import pytest

from ryumon.lab.arena.lineups import chosen, matches
from ryumon.lab.arena.ratings import ELO, Block, rate

RNG = np.random.default_rng


def played(strengths, sides, deals: int, rng, scheme=None) -> list[Block]:
    """Games in which a side's chance to win is its strength times that of its bot."""
    blocks = []
    for match in matches(chosen(len(strengths), len(sides), scheme)):
        payoffs = np.zeros((deals, len(match.seatings), len(sides)))
        for k, seating in enumerate(match.seatings):
            power = np.array([strengths[bot] for bot in seating]) * np.array(sides)
            winners = rng.choice(len(sides), deals, p=power / power.sum())
            payoffs[np.arange(deals), k, winners] = 1
        blocks.append(Block(match.seatings, payoffs))
    return blocks


def elo(strengths) -> np.ndarray:
    logs = np.log(strengths)
    return (logs - logs.mean()) * ELO


@pytest.mark.parametrize(
    ("strengths", "sides", "scheme"),
    [
        ((1, 3), (1, 1), None),
        ((1, 2, 6), (1, 4), None),  # as between ninja and samurai
        ((1, 2, 5), (1, 1, 1), None),
        ((1, 2), (2, 1, 1, 1), None),  # each alone among the other
        ((1, 2, 3, 5), (1, 1, 1), "alone"),
    ],
)
def test_ratings_recover_known_strengths_and_sides(strengths, sides, scheme) -> None:
    bots, seats = rate(played(strengths, sides, 3000, RNG(1), scheme), len(strengths), len(sides))
    assert [r.value for r in bots] == pytest.approx(elo(strengths), abs=15)
    assert [r.value for r in seats] == pytest.approx(elo(sides), abs=15)
    assert sum(r.value for r in bots) == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("deals", [30, 200])
def test_intervals_of_ratings_cover_the_truth(deals: int) -> None:
    rng, hits, rounds = RNG(deals), 0, 300
    truth = elo((1, 2, 6))
    for _ in range(rounds):
        bots, _ = rate(played((1, 2, 6), (1, 2), deals, rng), 3, 2)
        hits += sum(r.low <= t <= r.high for r, t in zip(bots, truth, strict=True))
    assert 0.92 <= hits / (3 * rounds) <= 0.985


def test_intervals_are_by_deals_and_not_by_games() -> None:
    """Games that are copies of each other say nothing new: the interval stays as wide."""
    rng = RNG(4)
    once = played((1, 2), (1, 1), 100, rng)[0]
    copied = Block(once.seatings * 5, np.tile(once.payoffs, (1, 5, 1)))
    one, five = (rate([block], 2, 2)[0][0] for block in (once, copied))
    assert five.high - five.low == pytest.approx(one.high - one.low, rel=0.05)


def test_a_draw_is_half_a_win_for_each() -> None:
    seatings = ((0, 1), (1, 0))
    drawn = np.full((50, 2, 2), 0.5)
    split = np.zeros((50, 2, 2))
    split[:, 0, 0] = split[:, 1, 0] = 1  # each wins one of the two games
    for payoffs in (drawn, split):
        bots, _ = rate([Block(seatings, payoffs)], 2, 2)
        assert [r.value for r in bots] == pytest.approx([0, 0], abs=1e-6)


def test_who_wins_everything_gets_a_number_and_a_wide_interval() -> None:
    values = []
    for deals in (10, 100, 1000):
        payoffs = np.zeros((deals, 2, 2))
        payoffs[:, 0, 0] = payoffs[:, 1, 1] = 1
        bots, _ = rate([Block(((0, 1), (1, 0)), payoffs)], 2, 2)
        values.append(bots[0].value)
        assert np.isfinite([*bots[0], *bots[1]]).all()
        assert bots[0].high - bots[0].low > 150
        assert bots[0].low > 0
    assert values == sorted(values)


def test_games_that_nobody_wins_say_nothing() -> None:
    block = played((1, 3), (1, 1), 200, RNG(6))[0]
    none = Block(block.seatings, np.zeros((50, 2, 2)))
    one, two = rate([block], 2, 2)[0], rate([block, none], 2, 2)[0]
    assert [r.value for r in one] == pytest.approx([r.value for r in two])


@pytest.mark.parametrize("deals", [0, 1])
def test_hardly_any_games_are_no_error(deals: int) -> None:
    bots, sides = rate(played((1, 3), (1, 1), deals, RNG(1)), 2, 2)
    assert np.isfinite([*bots[0], *bots[1], *sides[0]]).all()
    assert bots[0].low < 0 < bots[0].high


def test_bots_that_never_met_are_not_compared_with_confidence() -> None:
    two = played((1, 2), (1, 1), 500, RNG(3))[0]
    other = Block(tuple((a + 2, b + 2) for a, b in two.seatings), two.payoffs)
    bots, _ = rate([two, other], 4, 2)
    assert np.isfinite([r.value for r in bots]).all()

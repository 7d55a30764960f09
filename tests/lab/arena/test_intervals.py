"""Intervals hold what they promise: tried on many tournaments whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ryumon import Refused
from ryumon.lab.arena import Stop
from ryumon.lab.arena.intervals import Sequence, clustered, fixed, quantile
from ryumon.lab.arena.tally import look_at

pytestmark = pytest.mark.slow  # not for the inner loop

RNG = np.random.default_rng


@pytest.mark.parametrize(
    ("freedom", "told"),
    [
        (1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (19, 2.093), (99, 1.984),
        (math.inf, 1.960),
    ],
)  # fmt: skip
def test_students_quantile(freedom: float, told: float) -> None:
    assert quantile(0.95, freedom) == pytest.approx(told, abs=0.03 if freedom == 3 else 0.008)


# --- a settled number of deals --------------------------------------------------------------


def deals_of(kind: str, rng, n: int) -> tuple[np.ndarray, float]:
    """Shares of a bot in n deals, and the truth. Two games a deal, or twenty-four."""
    if kind == "luck decides":  # who sits better wins, now and then the better bot wins both
        return rng.choice([0.0, 0.5, 1.0], n, p=[0.05, 0.8, 0.15]), 0.55
    if kind == "independent":
        return rng.binomial(2, 0.7, n) / 2, 0.7
    if kind == "nearly all":
        return rng.binomial(2, 0.97, n) / 2, 0.97
    ease = rng.beta(4, 6, n)  # deals differ in how easy they are
    return rng.binomial(24, ease) / 24, 0.4


@pytest.mark.parametrize("kind", ["luck decides", "independent", "nearly all", "deals differ"])
@pytest.mark.parametrize("deals", [25, 200])
def test_fixed_intervals_cover_the_truth(kind: str, deals: int) -> None:
    rng = RNG(deals)
    games = 24 if kind == "deals differ" else 2
    hits, rounds = 0, 1500
    for _ in range(rounds):
        sample, truth = deals_of(kind, rng, deals)
        mean, variance = clustered([sample])
        low, high = fixed(mean, variance, deals, deals * games)
        hits += low <= truth <= high
    assert 0.925 <= hits / rounds <= 0.985


def test_games_of_a_deal_are_not_independent() -> None:
    """Counting games instead of deals would be too sure of itself where deals differ."""
    rng, hits = RNG(3), 0
    for _ in range(400):
        sample, truth = deals_of("deals differ", rng, 50)
        mean = sample.mean()
        error = 1.96 * math.sqrt(mean * (1 - mean) / (50 * 24))
        hits += abs(mean - truth) <= error
    assert hits / 400 < 0.85


@pytest.mark.parametrize("share", [0.0, 1.0, 0.5])
def test_deals_that_all_agree_do_not_make_certainty(share: float) -> None:
    mean, variance = clustered([np.full(50, share)])
    low, high = fixed(mean, variance, 50, 100)
    assert low <= share <= high
    assert 0.02 < high - low < 0.25


def test_too_few_deals_say_nothing() -> None:
    assert fixed(1.0, 0.0, 1, 2) == (0, 1)
    assert fixed(*clustered([]), 0, 0) == (0, 1)


def test_matches_on_the_same_deals_are_not_independent() -> None:
    """The variance of a mean over matches has what they share, also if one ended earlier."""
    rng = RNG(5)
    shared = rng.normal(size=(4000, 40))
    means, told = [], []
    for row in shared:
        samples = [row + rng.normal(size=40), (row + rng.normal(size=40))[:25]]
        mean, variance = clustered(samples)
        means.append(mean)
        told.append(variance)
    assert np.mean(told) == pytest.approx(np.var(means), rel=0.08)
    apart = np.mean([clustered([s])[1] for s in rng.normal(size=(2000, 40)) * math.sqrt(2)]) / 2
    assert np.mean(told) > 1.2 * apart


# --- looking while it goes on ---------------------------------------------------------------

# differences between bots that are equal in the mean, from evenly spread to very skewed
EQUAL = {
    "duels": lambda rng, n: rng.choice([-1.0, 0.0, 1.0], n, p=[0.25, 0.5, 0.25]),
    "every game counts": lambda rng, n: rng.choice([-1.0, 1.0], n),
    "many seatings": lambda rng, n: np.clip(rng.normal(0, 0.2, n), -1, 1).round(2),
    "seldom but much": lambda rng, n: rng.choice([-0.05, 0.95], n, p=[0.95, 0.05]),
}


@pytest.mark.parametrize("kind", EQUAL)
def test_equal_bots_are_seldom_called_different_however_often_one_looks(kind: str) -> None:
    """The false alarms of `--until-clear` stay within 5 %; an ordinary interval, looked at as
    often, raises several times as many."""
    rng, paths, deals = RNG(11), 300, 600
    alarms = naive = 0
    for _ in range(paths):
        values = EQUAL[kind](rng, deals)
        sequence, stop, met, peeked = Sequence(), Stop(clear=True), False, False
        for n, value in enumerate(values, 1):
            sequence.add(float(value))
            if look_at(n):
                met = met or stop.fits(sequence) is not None
                seen = values[:n]
                peeked = peeked or abs(seen.mean()) > 1.96 * seen.std(ddof=1) / math.sqrt(n)
        alarms += met
        naive += peeked
    assert alarms / paths <= 0.05
    assert naive / paths >= 0.15


def test_a_clear_difference_is_found_soon() -> None:
    """What the guarantee costs is bounded: a bot that wins three of four games is found better
    within some dozens of deals."""
    rng, needed = RNG(2), []
    for _ in range(50):
        sequence, n = Sequence(), 0
        while not (look_at(n) and sequence.excludes(0.0)):
            sequence.add(float(rng.binomial(2, 0.75) - 1))
            n += 1
        needed.append(n)
    assert np.median(needed) < 40
    assert max(needed) < 150


def test_the_sequence_is_less_than_twice_as_wide_as_a_fixed_interval() -> None:
    rng = RNG(8)
    for deals in (100, 1000, 10000):
        sample = rng.choice([-1.0, 0.0, 1.0], deals, p=[0.2, 0.4, 0.4])
        sequence = Sequence()
        for value in sample:
            sequence.add(float(value))
        low, high = sequence.interval()
        ratio = (high - low) / (2 * 1.96 * sample.std() / math.sqrt(deals))
        assert 1.3 < ratio < 2
        assert low < sample.mean() < high
        assert not sequence.excludes(sample.mean())
        assert sequence.excludes(low - 1e-6)
        assert sequence.excludes(high + 1e-6)


def test_the_sequence_is_the_same_turned_round() -> None:
    one, two = Sequence(), Sequence()
    for value in RNG(4).uniform(-1, 1, 80):
        one.add(value)
        two.add(-value)
    assert one.interval() == pytest.approx(tuple(-end for end in two.interval()[::-1]))


def test_no_deal_excludes_nothing_and_extremes_are_no_error() -> None:
    empty, ones = Sequence(), Sequence()
    assert empty.interval() == (-1, 1)
    for _ in range(30):
        ones.add(1.0)
    low, high = ones.interval()
    assert 0.6 < low < 1
    assert high == 1


@pytest.mark.parametrize("precision", [0, -0.1, 1, 5])
def test_a_precision_that_cannot_be_is_refused(precision: float) -> None:
    with pytest.raises(Refused, match="above 0 and below 1"):
        Stop(precision=precision)

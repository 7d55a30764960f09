"""Means with intervals, spreads, and how much a deal decides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ryumon.lab.arena.intervals import clustered, fixed, quantile
from ryumon.lab.arena.results import Estimate
from ryumon.lab.report.results import Spread

Numbers = NDArray[np.float64]
BARS = 24  # at most, in a picture of a spread


def share(values: Sequence[float], confidence: float) -> Estimate:
    """Of numbers from 0 to 1, one for each deal."""
    sample = np.asarray(values, float)
    mean, variance = clustered([sample])
    return told(mean, *fixed(mean, variance, len(sample), len(sample), confidence))


def mean(values: Sequence[float], confidence: float) -> Estimate:
    """Of any numbers, by Student's interval."""
    sample = np.asarray(values, float)
    if len(sample) < 2:
        value = float(sample.mean()) if len(sample) else 0.0
        return told(value, value, value)
    half = quantile(confidence, len(sample) - 1) * sample.std(ddof=1) / math.sqrt(len(sample))
    return told(sample.mean(), sample.mean() - half, sample.mean() + half)


def spread(values: Sequence[float], confidence: float, by: Sequence[float] | None = None) -> Spread:
    """`by` are the means that the interval is made from, where values of a game belong together."""
    sample = np.asarray(values, float)
    low, median, high = np.percentile(sample, (10, 50, 90), method="nearest")
    return Spread(
        mean(values if by is None else by, confidence), float(low), float(median), float(high),
        bars(sample),
    )  # fmt: skip


def bars(sample: Numbers) -> list[tuple[float, int]]:
    """How many numbers lie in each of at most BARS steps of a round width.

    >>> bars(np.array([0.0, 1.0, 1.0, 3.0]))
    [(0.0, 1), (1.0, 2), (2.0, 0), (3.0, 1)]
    """
    low, high = float(sample.min()), float(sample.max())
    power = 10 ** math.floor(math.log10(max((high - low) / BARS, 1.0)))
    width = next(power * k for k in (1, 2, 5, 10) if (high - low) / (power * k) < BARS)
    begin = math.floor(low / width)
    counts = np.bincount((np.floor(sample / width) - begin).astype(int))
    return [((begin + k) * width * 1.0, int(n)) for k, n in enumerate(counts)]


def decided_by_deal(payoffs: Numbers, confidence: float) -> Estimate:
    """The part of what is left to explain that goes back to the deal.

    `payoffs` are by deal, seating and side. Take away what the bot at a side wins on average in
    that seating; if the deal decided everything else, a side would fare alike in all seatings of a
    deal, and if it decided nothing, they would have nothing to do with each other. So this is the
    correlation between seatings of the same deal. Its interval leaves out deals in turn
    (jackknife).
    """
    rest = payoffs - payoffs.mean(axis=0)
    deals, seatings, _ = rest.shape
    total = rest.sum(axis=1)
    squares = (rest**2).sum(axis=(1, 2))  # of each deal
    pairs = ((total**2).sum(axis=1) - squares) / (seatings - 1)  # the same, of seatings in pairs

    def part(pairs_sum: Numbers, squares_sum: Numbers) -> Numbers:
        return pairs_sum / np.where(squares_sum > 0, squares_sum, 1)

    whole = float(part(pairs.sum(), squares.sum()))
    left_out = part(pairs.sum() - pairs, squares.sum() - squares)
    error = math.sqrt((deals - 1) / deals * ((left_out - left_out.mean()) ** 2).sum())
    half = quantile(confidence, deals - 1) * error
    return told(*(min(max(v, 0.0), 1.0) for v in (whole, whole - half, whole + half)))


def apart(one: Estimate, other: Estimate, confidence: float, claims: int) -> bool:
    """Do two estimates of independent samples differ, where so many are compared at once? By the
    normal distribution, with the error shared out among the claims (Bonferroni)."""
    z = NormalDist().inv_cdf(1 - (1 - confidence) / (2 * max(claims, 1)))
    errors = [(e.high - e.low) / (2 * quantile(confidence)) for e in (one, other)]
    return abs(one.value - other.value) > z * math.hypot(*errors)


def told(value: float, low: float, high: float) -> Estimate:
    return Estimate(*(round(float(number), 6) + 0.0 for number in (value, low, high)))

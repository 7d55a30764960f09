"""How sure a mean is.

An observation is the mean over all seatings of one deal, because games of the same deal are not
independent of each other. Two kinds of intervals are made from them:

`fixed`, for a number of deals that was settled beforehand: Wilson's interval for shares, with the
effective number of games that the spread between deals shows (as Korn and Graubard do it for
samples in clusters), and Student's quantile for few deals.

`Sequence`, for those who look while it goes on: a confidence sequence by betting. Against every
mean m that could be, several gamblers with fixed stakes bet that the true mean is greater, and as
many that it is less; a fair game multiplies nobody's money by more than 1/a with a probability
above a, however long it lasts (Ville's inequality). Means at which the gamblers together became
too rich are excluded. This needs no normal distribution and no plan of looks, and a tournament may
stop, or go on, whenever one likes (Waudby-Smith and Ramdas: Estimating means of bounded random
variables by betting, 2024).
"""

from __future__ import annotations

import math
from collections import Counter
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
# Stakes from a two-hundredth of the money to nearly all of it: small ones find a small difference
# in thousands of deals, great ones a great difference in ten.
STAKES = np.array([0.95 / 2**k for k in range(8)])

Interval = tuple[float, float]


def quantile(confidence: float, freedom: float = math.inf) -> float:
    """Student's quantile for a two-sided interval: exact for 1 and 2 degrees of freedom, else by
    Cornish and Fisher's expansion, 0.02 too small at 3 and ever closer.

    >>> round(quantile(0.95), 3), round(quantile(0.95, 9), 3)
    (1.96, 2.262)
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    if math.isinf(freedom):
        return z
    if freedom <= 1:
        return math.tan(math.pi * confidence / 2)
    if freedom <= 2:
        return confidence * math.sqrt(2 / (1 - confidence**2))
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def fixed(
    mean: float, variance: float, deals: int, games: int, confidence: float = CONFIDENCE
) -> Interval:
    """The interval of a share from 0 to 1; `variance` is that of the mean, by the deals."""
    if deals < 2:
        return 0.0, 1.0
    z = quantile(confidence)
    spread = mean * (1 - mean)
    # where all deals agree, they show no spread: then the games count as independent
    effective = spread / variance if variance > 1e-12 and spread > 0 else float(games)
    effective *= (z / quantile(confidence, deals - 1)) ** 2
    centre = (mean + z * z / (2 * effective)) / (1 + z * z / effective)
    half = z * math.sqrt(spread / effective + (z / (2 * effective)) ** 2) / (1 + z * z / effective)
    return max(min(centre - half, mean), 0.0), min(max(centre + half, mean), 1.0)


def clustered(samples: list[NDArray[np.float64]]) -> tuple[float, float]:
    """The mean of the means of several samples, and its variance. The k-th number of each sample
    belongs to the k-th deal, which they have in common; samples may differ in length."""
    samples = [sample for sample in samples if len(sample)]
    if not samples:
        return 0.0, 0.0
    pull = np.zeros(max(map(len, samples)))
    for sample in samples:
        n = len(sample)
        weight = math.sqrt(n / max(n - 1, 1)) / (n * len(samples))
        pull[:n] += (sample - sample.mean()) * weight
    return float(np.mean([sample.mean() for sample in samples])), float(pull @ pull)


class Sequence:
    """A confidence sequence for the mean of numbers from -1 to 1."""

    def __init__(self, confidence: float = CONFIDENCE) -> None:
        self._limit = math.log(2 / (1 - confidence))  # one half of the error for each direction
        self._seen: Counter[float] = Counter()

    def add(self, value: float) -> None:
        self._seen[round(value, 9)] += 1

    def __len__(self) -> int:
        return self._seen.total()

    def excludes(self, mean: float) -> bool:
        """Is the true mean another one?"""
        return max(self._greater(mean, 1), self._greater(-mean, -1)) >= self._limit

    def interval(self) -> Interval:
        """All means that are not excluded."""
        return -self._highest(-1), self._highest(1)

    def _highest(self, sign: int) -> float:
        """The greatest mean that is not excluded; with sign -1, of the numbers turned round."""
        low, high = -1.0, 1.0
        for _ in range(40):
            middle = (low + high) / 2
            if self._greater(-middle, -sign) >= self._limit:
                high = middle
            else:
                low = middle
        return high

    def _greater(self, mean: float, sign: int) -> float:
        """The logarithm of what the gamblers have who bet that the true mean is greater."""
        if not self._seen or mean <= -1:
            return 0.0 if not self._seen else math.inf
        values = sign * np.fromiter(self._seen.keys(), float)
        counts = np.fromiter(self._seen.values(), float)
        gains = (values + 1) / (mean + 1) - 1  # of a whole stake; never below -1
        money = np.log1p(np.outer(STAKES, gains)) @ counts
        top: Any = money.max()
        return float(top + math.log(np.exp(money - top).mean()))

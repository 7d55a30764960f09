"""Strength as a number: Bradley and Terry's model, for any number of sides.

A side's chance to win the game is its strength divided by the sum of all strengths at the table
(Luce's choice model, which for two sides is that of Bradley and Terry). Its strength is that of
the bot times that of the side itself, since to begin or to be the ninja may be an advantage. A
shared win counts as parts of a win, as the payoffs have it (for two sides: half a win each); a
game that nobody wins says nothing.

Every bot and every side also has one game of its own, half won and half lost, against average
strength: so who wins everything still gets a number. Intervals come from the spread between deals
(the sandwich estimator), not from the model's belief that all games are independent.

Ratings are in Elo's unit, 400 points for a strength ten times as great; their mean is 0.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ryumon.lab.arena.intervals import CONFIDENCE, quantile
from ryumon.lab.arena.lineups import Lineup

ELO = 400 / math.log(10)
Numbers = NDArray[np.float64]


class Block(NamedTuple):
    """The games of one match: payoffs by deal, seating and side."""

    seatings: tuple[Lineup, ...]
    payoffs: Numbers


class Rating(NamedTuple):
    value: float
    low: float
    high: float


def rate(
    blocks: list[Block], bots: int, sides: int, confidence: float = CONFIDENCE
) -> tuple[list[Rating], list[Rating]]:
    """The ratings of the bots, and of the sides."""
    model = _Model(blocks, bots, sides)
    strength = model.fit()
    bread = np.linalg.inv(model.curvature(strength))
    spread = bread @ model.meat(strength) @ bread
    deals = max((len(block.payoffs) for block in blocks), default=0)
    if deals < 2:
        spread = bread  # one deal shows no spread: what the model believes
    # only differences mean something: from the mean of the bots, from that of the sides
    centre = np.eye(bots + sides)
    centre[:bots, :bots] -= 1 / bots
    centre[bots:, bots:] -= 1 / sides
    values = centre @ strength * ELO
    errors = np.sqrt(np.diag(centre @ spread @ centre.T)) * ELO
    errors *= quantile(confidence, max(deals - 1, 3))
    found = [
        Rating(float(v), float(v - e), float(v + e)) for v, e in zip(values, errors, strict=True)
    ]
    return found[:bots], found[bots:]


class _Model:
    """The likelihood of the payoffs, as a function of the logarithms of all strengths."""

    def __init__(self, blocks: list[Block], bots: int, sides: int) -> None:
        self.size = bots + sides
        self.blocks = [block for block in blocks if len(block.payoffs)]
        self.designs: list[Numbers] = []  # by seating, side and strength: is it a factor there?
        for block in self.blocks:
            design = np.zeros((len(block.seatings), sides, self.size))
            for k, seating in enumerate(block.seatings):
                for side, bot in enumerate(seating):
                    design[k, side, bot] = design[k, side, bots + side] = 1
            self.designs.append(design)

    def fit(self) -> Numbers:
        """Newton's method; the likelihood is concave."""
        strength = np.zeros(self.size)
        for _ in range(100):
            step = np.linalg.solve(self.curvature(strength), self.slope(strength).sum(axis=0))
            strength += np.clip(step, -1, 1)
            if np.abs(step).max() < 1e-10:
                break
        return strength

    def slope(self, strength: Numbers) -> Numbers:
        """The slope of the likelihood: a row for each deal, then those of the games of one's own,
        the half that is won and the half that is lost as rows apart."""
        deals = max((len(block.payoffs) for block in self.blocks), default=0)
        rows = np.zeros((deals, self.size))
        for block, design in zip(self.blocks, self.designs, strict=True):
            won = block.payoffs.sum(axis=2, keepdims=True)
            missed = block.payoffs - won * _chances(design, strength)
            rows[: len(missed)] += np.tensordot(missed, design, axes=2)
        chance = 1 / (1 + np.exp(-strength))
        return np.concatenate([rows, np.diag((1 - chance) / 2), np.diag(-chance / 2)])

    def curvature(self, strength: Numbers) -> Numbers:
        """How sharply the likelihood falls off (Fisher's information)."""
        chance = 1 / (1 + np.exp(-strength))
        total = np.diag(chance * (1 - chance))
        for block, design in zip(self.blocks, self.designs, strict=True):
            won = block.payoffs.sum(axis=(0, 2))
            chances = _chances(design, strength)
            mean = np.einsum("ks,ksf->kf", chances, design)
            total += np.einsum("k,ks,ksf,ksg->fg", won, chances, design, design)
            total -= np.einsum("k,kf,kg->fg", won, mean, mean)
        return total

    def meat(self, strength: Numbers) -> Numbers:
        """The spread of the slope between deals."""
        rows = self.slope(strength)
        deals = len(rows) - 2 * self.size
        return rows.T @ rows * (deals / max(deals - 1, 1) if deals else 1.0)


def _chances(design: Numbers, strength: Numbers) -> Numbers:
    """Each side's chance to win, by seating."""
    power = design @ strength
    power = np.exp(power - power.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)

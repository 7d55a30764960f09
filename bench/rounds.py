"""Measuring: the same things again and again in turn, and the median of each."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Sample = dict[str, Any]  # what was counted, and "seconds"
Run = Callable[[int, int], Sample]  # amount of work, seed -> sample


@dataclass
class Measure:
    """One thing that is run once in every round, for about the same time."""

    name: str
    run: Run
    amount: int = 1
    samples: list[Sample] = field(default_factory=list)

    def fit(self, seconds: float) -> None:
        """Choose the amount of work that takes so long. This also warms everything up."""
        amount = 1
        while True:
            took = self.run(amount, 0)["seconds"]
            if took >= seconds / 4:
                self.amount = max(1, round(amount * seconds / took))
                return
            amount *= 4 if took < seconds / 16 else 2

    def rates(self, count: str) -> list[float]:
        return [sample[count] / sample["seconds"] for sample in self.samples]

    def rate(self, count: str) -> float:
        return statistics.median(self.rates(count))


def interleave(
    measures: list[Measure], rounds: int, seconds: float, say: Callable[[str], None]
) -> None:
    """Run all measures, in turn, `rounds` times: a busy moment of the machine hits neighbours
    alike, so their ratio within a round holds even where the rates do not."""
    for measure in measures:
        say(f"fitting {measure.name}")
        measure.fit(seconds)
    for number in range(1, rounds + 1):
        for measure in measures:
            say(f"round {number} of {rounds}: {measure.name}")
            measure.samples.append(measure.run(measure.amount, number))


def ratio(ours: list[float], peer: list[float]) -> float:
    """The median of the ratios round by round."""
    return statistics.median(a / b for a, b in zip(ours, peer, strict=True))

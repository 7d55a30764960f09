"""What the games of a match show: shares with intervals, and whether a goal is met.

Every claim is about the mean of one number for each deal, whose least and greatest value are known;
the interval of that mean is a confidence sequence of the arena, so it holds whenever one looks and
a match may end as soon as a goal is clear of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.strength.plan import BETWEEN, LUCK, PART, RANDOM, SPOT, Trial
from ryumon.lab.arena import Tournament
from ryumon.lab.arena.intervals import Sequence

Numbers = NDArray[np.float64]
Met = Literal["yes", "NO", "unclear", ""]
Unit = Literal["share", "difference", "way"]
STEPS = 100  # of the way between random and the ceiling


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One claim, and what was found. `value` lies between `low` and `high` with 95 %; `share` is
    what the first player won where it sat."""

    game: str
    players: int
    match: str
    first: str
    second: str
    side: str  # "" if it is about all places
    unit: Unit
    share: float
    value: float
    low: float
    high: float
    goal: float | None
    met: Met  # "" if nothing is claimed
    evidence: float  # the part that we have of what makes it clear; above 1 it is
    deals: int
    games: int
    seconds: float  # of thinking, in all
    shares: dict[str, float]  # of everybody who sat in the first place


@dataclass(frozen=True)
class Measured:
    """A number for each deal, from `least` to `most`."""

    values: Numbers
    least: float
    most: float

    def sequence(self) -> Sequence:
        made = Sequence()
        for value in self.values:
            made.add(self.place(float(value)))
        return made

    def place(self, value: float) -> float:
        """Where it lies, from -1 to 1."""
        return 2 * (value - self.least) / (self.most - self.least) - 1

    def interval(self) -> tuple[float, float]:
        low, high = self.sequence().interval()
        width = (self.most - self.least) / 2
        return self.least + (low + 1) * width, self.least + (high + 1) * width

    def evidence(self, goal: float) -> float:
        """How clear of the goal the mean is: more than 1 is clear."""
        made, place = self.sequence(), self.place(goal)
        return max(made._greater(place, 1), made._greater(-place, -1), 0.0) / made._limit

    @property
    def mean(self) -> float:
        return float(self.values.mean()) if len(self.values) else 0.0


class Games:
    """The games of a match under way, as shares by deal."""

    def __init__(self, trial: Trial, played: Tournament) -> None:
        self.trial, self.played = trial, played
        self.sides = trial.table.sides()
        self.deals = min((tally.done for tally in played.tallies), default=0)
        self._payoffs = [tally.payoffs()[: self.deals] for tally in played.tallies]

    def share(self, bot: str, among: str, side: int | None = None, of: str = "") -> Numbers:
        """What `of` (else the bot) won where the bot sat among copies of another, for each deal."""
        bots = self.played.settings.bots
        lineup = tuple(sorted(map(bots.index, [bot, *[among] * (len(self.sides) - 1)])))
        for tally, payoffs in zip(self.played.tallies, self._payoffs, strict=True):
            if lineup in tally.match.lineups:
                weights = tally.share(bots.index(of or bot), side=side, lineup=lineup)
                assert weights is not None
                return np.tensordot(payoffs, weights, axes=2)
        raise KeyError(f"{bot} never sat among {among}.")

    def better(self, side: int | None) -> Measured:
        """How much more the first won than the second: in the same games, or on one side than the
        second did there against itself."""
        first, second = self.trial.first, self.trial.second
        won = self.share(first, second, side)
        if side is not None:
            return Measured(won - self.share(second, second, side), -1, 1)
        return Measured(won - self.share(first, second, of=second), -1 / (len(self.sides) - 1), 1)

    def way(self, part: float, side: int | None) -> Measured:
        """How much the first won above `part` of the way from random to the ceiling."""
        low, high = self.trial.others
        first, low, high = (
            self.share(bot, self.trial.second, side) for bot in (self.trial.first, low, high)
        )
        return Measured(first - (1 - part) * low - part * high, -1, 1)

    @property
    def seconds(self) -> float:
        return sum(sum(game.seconds) for game in self.played.book.played.values())


def judge(trial: Trial, played: Tournament) -> list[Finding]:
    """All claims about a match, the main one first."""
    games = Games(trial, played)
    if games.deals == 0:
        return []
    found = [_main(trial, games, None)]
    if trial.two_sided:
        found += [_main(trial, games, side) for side in range(len(games.sides))]
    if trial.sort.name == BETWEEN and trial.table.hidden:
        found.append(_between(trial, games, None))
        if trial.two_sided:
            found += [_between(trial, games, side) for side in range(len(games.sides))]
    return found


def evidence(findings: list[Finding]) -> float:
    """Of what makes everything clear that is asked of a match, the part that we have."""
    return min((found.evidence for found in findings if found.goal is not None), default=0.0)


def _main(trial: Trial, games: Games, side: int | None) -> Finding:
    sort = trial.sort.name
    won = Measured(games.share(trial.first, trial.second, side), 0, 1)
    if sort == SPOT or (sort in (RANDOM, LUCK) and side is not None):
        return _told(trial, games, side, "share", won)
    if sort in (RANDOM, LUCK):
        return _told(trial, games, side, "share", won, trial.table.random, won)
    better = games.better(side)
    if side is not None:
        return _told(trial, games, side, "difference", better, 0.0, better)
    return _told(trial, games, side, "share", won, 1 / len(games.sides), better, 0.0)


def _between(trial: Trial, games: Games, side: int | None) -> Finding:
    """How far the first is on the way from random to the ceiling. A part of the way is possible
    unless the games exclude that the first stands exactly there."""
    mine, low, high = (
        float(games.share(bot, trial.second, side).mean()) for bot in (trial.first, *trial.others)
    )
    value = (mine - low) / (high - low) if high > low else 1.0
    parts = [k / STEPS for k in range(STEPS + 1)]
    fits = [p for p in parts if not games.way(p, side).sequence().excludes(0.0)]
    interval = (min(fits), max(fits)) if fits else (1.0, 1.0) if value > 1 else (0.0, 0.0)
    if side is not None:
        return _told(trial, games, side, "way", (value, *interval))
    return _told(trial, games, side, "way", (value, *interval), PART, games.way(PART, side), 0.0)


def _told(
    trial: Trial, games: Games, side: int | None, unit: Unit,
    shown: Measured | tuple[float, float, float], goal: float | None = None,
    tested: Measured | None = None, against: float | None = None,
) -> Finding:  # fmt: skip
    """The goal is met where `tested` is clear of it, or of `against` if that says the same."""
    met: Met = ""
    evidence, mark = 0.0, goal if against is None else against
    if tested is not None and mark is not None:
        evidence = tested.evidence(mark)
        met = "unclear" if evidence < 1 else "yes" if tested.mean > mark else "NO"
    if isinstance(shown, Measured):
        shown = shown.mean, *shown.interval()
    value, low, high = (round(number, 5) for number in shown)
    shares = {
        bot: round(float(games.share(bot, trial.second, side).mean()), 5)
        for bot in (trial.first, *trial.others)
    }
    return Finding(
        game=trial.table.game, players=trial.table.players, match=trial.sort.name,
        first=trial.first, second=trial.second, side="" if side is None else games.sides[side],
        unit=unit, share=shares[trial.first], value=value, low=low, high=high, goal=goal,
        met=met, evidence=round(evidence, 4), deals=games.deals,
        games=len(games.played.book.played), seconds=round(games.seconds, 1), shares=shares,
    )  # fmt: skip

"""The games of one match as numbers, deal by deal, and when there are enough of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from ryumon.lab.arena.intervals import CONFIDENCE, Sequence
from ryumon.lab.arena.lineups import Lineup, Match
from ryumon.lab.arena.play import Played
from ryumon.lab.arena.words import cannot

FIRST_LOOK = 10  # deals
Pair = tuple[int, int]
End = Literal["games", "clear", "precise"]
Numbers = NDArray[np.float64]


class Stop(msgspec.Struct, frozen=True):
    """When a match may end before all its games: when every difference between two of its bots is
    `clear` (its interval is on one side of 0), or known to within `precision` either way."""

    clear: bool = False
    precision: float | None = None

    def __post_init__(self) -> None:
        if self.precision is not None and not 0 < self.precision < 1:
            raise cannot("precision", precision=self.precision)

    def wanted(self) -> bool:
        return self.clear or self.precision is not None

    def fits(self, sequence: Sequence) -> End | None:
        """What has been reached: `clear`, `precise` or nothing."""
        if self.clear and sequence.excludes(0.0):
            return "clear"
        if self.precision is not None:
            low, high = sequence.interval()
            if high - low <= 2 * self.precision:
                return "precise"
        return None


def look_at(deals: int) -> bool:
    """Is it looked at after so many deals? The intervals hold whenever one looks; ever longer
    steps only spare time.

    >>> [deals for deals in range(70) if look_at(deals)][-8:]
    [52, 54, 56, 58, 60, 63, 66, 69]
    """
    if deals < FIRST_LOOK:
        return False
    step = max(deals // 20, 1)
    return deals % step == 0


class Tally:
    """A match under way. Deals count in their order, each when all its seatings are played, so
    what comes out does not depend on who is ready first."""

    def __init__(
        self, match: Match, deals: int, stop: Stop, confidence: float = CONFIDENCE
    ) -> None:
        self.match, self.deals, self.stop = match, deals, stop
        self.done = 0  # deals that count
        self.end: End | None = None  # why the match is over
        self.pairs: list[Pair] = list(combinations(match.bots, 2))
        self.sequences = {pair: Sequence(confidence) for pair in self.pairs}
        self._differences = {pair: self._difference(pair) for pair in self.pairs}
        self._places = {seating: k for k, seating in enumerate(match.seatings)}
        self._open: dict[int, dict[int, Played]] = {}  # deals whose games are not all there
        self._blocks: list[list[Played]] = []
        self._judge()

    def add(self, games: Iterable[Played]) -> None:
        for game in games:
            place = self._places.get(game.seating)
            if place is not None:
                self._open.setdefault(game.deal, {})[place] = game
        while self.end is None and len(self._open.get(self.done, ())) == len(self._places):
            found = self._open.pop(self.done)
            self._blocks.append([found[k] for k in range(len(found))])
            self.done += 1
            self._note()
            self._judge()

    def _note(self) -> None:
        payoffs = np.array([game.payoffs for game in self._blocks[-1]])
        for pair in self.pairs:
            self.sequences[pair].add(float((payoffs * self._differences[pair]).sum()))

    def _judge(self) -> None:
        if self.pairs and self.stop.wanted() and look_at(self.done):
            found = [self.stop.fits(sequence) for sequence in self.sequences.values()]
            if all(found):
                self.end = "clear" if "clear" in found else "precise"
        if self.end is None and self.done >= self.deals:
            self.end = "games"

    # --- as numbers -------------------------------------------------------------------------

    @property
    def played(self) -> int:
        """How many games there are, those of incomplete deals too."""
        return len(self._blocks) * len(self._places) + sum(map(len, self._open.values()))

    @property
    def games(self) -> list[Played]:
        """All games that count."""
        return [game for block in self._blocks for game in block]

    def alike(self) -> bool:
        """Did every deal go the same way, seating by seating, as it does without any chance?"""
        ways = {
            tuple((game.moves, *game.scores, *game.decisions) for game in block)
            for block in self._blocks
        }
        return self.done > 1 and len(ways) == 1

    def payoffs(self) -> Numbers:
        """By deal, seating and side."""
        sides = len(self.match.seatings[0])
        found = [[game.payoffs for game in block] for block in self._blocks]
        return np.array(found, float).reshape(self.done, len(self.match.seatings), sides)

    def share(
        self, bot: int, *, side: int | None = None, lineup: Lineup | None = None
    ) -> Numbers | None:
        """By seating and side, the weights with which payoffs make up what the bot wins of a
        game: the mean over where it sits. Of this side, or of this line-up, alone if named; None
        if it sits nowhere there."""
        sits = np.array(self.match.seatings) == bot
        if side is not None:
            sits &= np.arange(sits.shape[1]) == side
        if lineup is not None:
            sits &= np.array([[tuple(sorted(s)) == lineup] for s in self.match.seatings])
        return sits / sits.sum() if sits.any() else None

    def _difference(self, pair: Pair) -> Numbers:
        """The weights of how much more the first bot wins than the second: the mean over the
        line-ups in which both sit, whoever is alone there."""
        found = []
        for lineup in self.match.lineups:
            one, two = (self.share(bot, lineup=lineup) for bot in pair)
            if one is not None and two is not None:
                found.append(one - two)
        return np.mean(found, axis=0)

    def difference(self, pair: Pair) -> Numbers:
        """How much more the first bot won than the second, for each deal."""
        return np.tensordot(self.payoffs(), self._differences[pair], axes=2)

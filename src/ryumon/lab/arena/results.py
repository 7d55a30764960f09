"""What a tournament has shown, as data: `results.json`, described by docs/tournament.schema.json.

Shares are of a game, from 0 to 1: what a bot wins on average where it sits. Differences are of
shares, from -1 to 1. All intervals are of the same confidence, each by itself.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from ryumon.lab.arena.intervals import CONFIDENCE, clustered, fixed
from ryumon.lab.arena.lineups import orders
from ryumon.lab.arena.play import Played, Settings
from ryumon.lab.arena.ratings import Block, Rating, rate
from ryumon.lab.arena.tally import Numbers, Pair, Tally

FORMAT = 1


class Estimate(msgspec.Struct, frozen=True):
    """A value and the interval in which the truth lies."""

    value: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """One bot over all its games; every match counts the same."""

    bot: str
    games: int
    share: Estimate
    fair: float  # the share of a bot that is as good as the others
    rating: Estimate  # Elo; the mean of all bots is 0
    sides: dict[str, Estimate]  # its share at each side where it sat
    decisions: int  # with more than one legal move
    seconds: float  # of thinking, in all
    faults: int  # games lost by an error or an illegal move


class Difference(msgspec.Struct, frozen=True):
    """How much more of a game the first bot wins than the second, seat for seat."""

    first: str
    second: str
    fixed: Estimate  # right if the number of deals was settled beforehand
    sequence: Estimate  # right whenever one looks
    better: str | None  # who is, by the interval that `intervals` names; None if that holds 0


class LineupResult(msgspec.Struct, frozen=True):
    """The games of one line-up in all its orders."""

    bots: list[str]
    games: int
    shares: dict[str, Estimate]  # of each bot, where one of its copies sat


class MatchResult(msgspec.Struct, frozen=True):
    """Bots that met."""

    bots: list[str]
    deals: int
    games: int
    end: Literal["games", "clear", "precise", "unfinished"]
    alike: bool  # every deal went the same way: the bots do not vary, and intervals mean nothing
    differences: list[Difference]
    lineups: list[LineupResult]
    sides: dict[str, dict[str, Estimate]]  # by side and bot: its share there, in this match


class SideResult(msgspec.Struct, frozen=True):
    """What it is worth to sit there, whoever does."""

    side: str
    seats: list[int]
    share: Estimate
    rating: Estimate


class FaultResult(msgspec.Struct, frozen=True):
    """A game that was lost by an error."""

    bot: str
    deal: int
    seating: list[str]
    sentence: str


class Results(msgspec.Struct, frozen=True):
    """Everything."""

    format: int
    settings: Settings
    confidence: float
    intervals: Literal["fixed", "sequence"]  # sequence: it might have stopped early
    complete: bool
    games: int
    standings: list[Standing]  # the best first
    matches: list[MatchResult]
    sides: list[SideResult]
    faults: list[FaultResult]

    def json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def summary(settings: Settings, tallies: list[Tally], confidence: float = CONFIDENCE) -> Results:
    """The results of all deals that are complete."""
    return _Summary(settings, tallies, confidence).results()


class _Summary:
    def __init__(self, settings: Settings, tallies: list[Tally], confidence: float) -> None:
        self.settings, self.tallies, self.confidence = settings, tallies, confidence
        self.sides = settings.sides()
        self.payoffs = [tally.payoffs() for tally in tallies]
        self.games = [game for tally in tallies for game in tally.games]
        self.sequential = any(tally.stop.wanted() for tally in tallies)

    def results(self) -> Results:
        blocks = [
            Block(t.match.seatings, p) for t, p in zip(self.tallies, self.payoffs, strict=True)
        ]
        bots, sides = rate(blocks, len(self.settings.bots), len(self.sides), self.confidence)
        standings = [self._standing(bot, rating) for bot, rating in enumerate(bots)]
        return Results(
            format=FORMAT,
            settings=self.settings,
            confidence=self.confidence,
            intervals="sequence" if self.sequential else "fixed",
            complete=all(tally.end for tally in self.tallies),
            games=len(self.games),
            standings=sorted(standings, key=lambda s: -s.rating.value),
            matches=[self._match(k) for k in range(len(self.tallies))],
            sides=[self._side(side, rating) for side, rating in enumerate(sides)],
            faults=[self._fault(game) for game in self.games if game.fault],
        )

    def _standing(self, bot: int, rating: Rating) -> Standing:
        mine = [game for game in self.games if bot in game.seating]
        places = [(game, k) for game in mine for k, b in enumerate(game.seating) if b == bot]
        sides = {
            name: self._share(bot, side)
            for side, name in enumerate(self.sides)
            if any(bot == s[side] for t in self.tallies for s in t.match.seatings)
        }
        return Standing(
            bot=self.settings.bots[bot],
            games=len(mine),
            share=self._share(bot),
            fair=_rounded(1 / len(self.sides)),
            rating=_told(*rating, digits=1),
            sides=sides,
            decisions=sum(game.decisions[k] for game, k in places),
            seconds=round(sum(game.seconds[k] for game, k in places), 6),
            faults=sum(game.fault is not None and game.fault.side == k for game, k in places),
        )

    def _share(self, bot: int, side: int | None = None) -> Estimate:
        """Of one bot, over all its matches."""
        samples, games = [], 0
        for tally, payoffs in zip(self.tallies, self.payoffs, strict=True):
            weights = tally.share(bot, side=side)
            if weights is not None:
                samples.append(np.tensordot(payoffs, weights, axes=2))
                games += len(payoffs) * int(np.count_nonzero(weights.any(axis=1)))
        return self._estimate(samples, games)

    def _estimate(self, samples: list[Numbers], games: int) -> Estimate:
        mean, variance = clustered(samples)
        deals = max(map(len, samples), default=0)
        return _told(mean, *fixed(mean, variance, deals, games, self.confidence))

    def _match(self, k: int) -> MatchResult:
        tally = self.tallies[k]
        bots = tally.match.bots
        lineups = []
        for lineup in tally.match.lineups:
            games = tally.done * len(orders(lineup))
            shares = self._shares(k, [tally.share(bot, lineup=lineup) for bot in bots])
            lineups.append(LineupResult([self.settings.bots[b] for b in lineup], games, shares))
        sides = {
            side: self._shares(k, [tally.share(bot, side=number) for bot in bots])
            for number, side in enumerate(self.sides)
        }
        return MatchResult(
            bots=[self.settings.bots[bot] for bot in tally.match.bots],
            deals=tally.done,
            games=tally.done * len(tally.match.seatings),
            end=tally.end or "unfinished",
            alike=tally.alike(),
            differences=[self._difference(tally, pair) for pair in tally.pairs],
            lineups=lineups,
            sides=sides,
        )

    def _shares(self, k: int, weights: list[Numbers | None]) -> dict[str, Estimate]:
        """Those of the bots of one match, by the weights of each of them."""
        found = {}
        for bot, weight in zip(self.tallies[k].match.bots, weights, strict=True):
            if weight is not None:
                games = self.tallies[k].done * int(np.count_nonzero(weight.any(axis=1)))
                sample = np.tensordot(self.payoffs[k], weight, axes=2)
                found[self.settings.bots[bot]] = self._estimate([sample], games)
        return found

    def _difference(self, tally: Tally, pair: Pair) -> Difference:
        """The better one first."""
        sample = tally.difference(pair)
        games = len(sample) * len(tally.match.seatings)
        mean, variance = clustered([(sample + 1) / 2])  # as a share
        mean = mean if len(sample) else 0.5  # where nothing was played, nobody is better
        low, high = fixed(mean, variance, len(sample), games, self.confidence)
        settled = 2 * mean - 1, 2 * low - 1, 2 * high - 1
        always = 2 * mean - 1, *tally.sequences[pair].interval()
        first, second = (self.settings.bots[bot] for bot in pair)
        if mean < 0.5:
            first, second = second, first
            settled, always = (_turned(*settled), _turned(*always))
        told = always if self.sequential else settled
        better = first if told[1] > 0 else None
        return Difference(first, second, _told(*settled), _told(*always), better)

    def _side(self, side: int, rating: Rating) -> SideResult:
        samples = [payoffs[:, :, side].mean(axis=1) for payoffs in self.payoffs]
        name, seats = list(self.sides.items())[side]
        share = self._estimate(samples, len(self.games))
        return SideResult(name, list(seats), share, _told(*rating, digits=1))

    def _fault(self, game: Played) -> FaultResult:
        assert game.fault is not None
        names = [self.settings.bots[bot] for bot in game.seating]
        return FaultResult(names[game.fault.side], game.deal, names, game.fault.sentence)


def _turned(value: float, low: float, high: float) -> tuple[float, float, float]:
    return -value, -high, -low


def _rounded(value: float, digits: int = 6) -> float:
    return round(value, digits) + 0.0  # no negative zero


def _told(value: float, low: float, high: float, digits: int = 6) -> Estimate:
    return Estimate(*(_rounded(number, digits) for number in (value, low, high)))

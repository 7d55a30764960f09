"""What a report says, as data: the numbers behind the page, and `report.json`."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.lab.arena.results import Estimate

FORMAT = 1


class Side(msgspec.Struct, frozen=True):
    """What it is worth to sit there."""

    side: str
    share: Estimate


class Place(msgspec.Struct, frozen=True):
    """What it is worth to come so many seats after the first player."""

    after: int  # 0: the first player
    share: Estimate


class Spread(msgspec.Struct, frozen=True):
    """How numbers are spread."""

    mean: Estimate
    low: float  # a tenth is below
    median: float
    high: float  # a tenth is above
    bars: list[tuple[float, int]]  # where a bar begins, and how many numbers are in it


class Luck(msgspec.Struct, frozen=True):
    """The same deals in other hands: how much the deal decides, and how much the player does."""

    strong: str
    weak: str
    difference: Estimate  # how much more of a game the stronger bot wins
    deal: Estimate | None  # the part of what happens that the deal decides; None without chance


class Variant(msgspec.Struct, frozen=True):
    """The same game with one option changed."""

    option: str
    value: Any
    games: int
    sides: list[Side]
    first: Estimate | None  # the share of the first player
    decisions: Estimate  # how long a game is
    differs: bool  # clearly, in any of these, from the game as it is usually played


class Report(msgspec.Struct, frozen=True):
    """Everything."""

    format: int
    game: str
    options: dict[str, Any]
    bot: str
    seed: int
    version: str
    confidence: float
    games: int
    fair: float  # the share of a side if all are worth the same
    sides: list[Side]
    places: list[Place]  # empty where nobody is named as first
    reasons: dict[str, Estimate]  # how games end
    shared: Estimate  # games with more than one winner, or none
    scores: Spread | None  # of a seat at the end; None where they say only who won
    margin: Spread | None  # between the best two sides
    moves: Spread
    decisions: Spread
    choices: Spread  # legal moves at a decision
    forced: Estimate  # decisions with one legal move
    opening: list[float]  # legal moves at a decision, by tenths of a game
    luck: Luck | None
    variants: list[Variant]

    def json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"

"""Slaughter the Dragon: set positions as data."""

from __future__ import annotations

from typing import Any

from ryumon.games.slaughter.faults import fault
from ryumon.games.slaughter.rules import CARDS, FIELDS, RANKS, SEATS, colours
from ryumon.games.slaughter.view import PHASES
from ryumon.games.slaughter.words import COLOURS as LETTERS
from ryumon.games.slaughter.words import NAMES
from ryumon.play.position import Part, Parts, Positions, option, phase, turn, within
from ryumon.play.refusal import refused

__all__ = ["Position", "fault", "position", "set_up"]

SENTENCES = {
    "en": {
        "round": "There is no round {round}.",
        "rounds": "Round {round} needs the points of {n} finished round{n:|s}.",
        "row": "Round {round} needs points for each of {n} seats.",
        "points": "{points} points cannot be made in a round.",
    },
    "ja": {
        "round": "ラウンド{round}はない。",
        "rounds": "ラウンド{round}には、終わった{n}ラウンド分の得点が必要である。",
        "row": "ラウンド{round}には{n}席それぞれの得点が必要である。",
        "points": "1ラウンドで{points}点になることはない。",
    },
}
LEAST, MOST = -78, 60  # points of a round: all purple cards, or the moon


def _read_round(s: Any, told: int) -> None:
    if not 1 <= told <= s.n + 1:
        raise refused(SENTENCES, "round", round=told)
    s.round = told - 1


def _read_points(s: Any, told: list[list[int]]) -> None:
    if len(told) != s.round:
        raise refused(SENTENCES, "rounds", round=s.round + 1, n=s.round)
    for r, row in enumerate(told):
        if len(row) != s.n:
            raise refused(SENTENCES, "row", round=r + 1, n=s.n)
        for p, points in enumerate(row):
            if not LEAST <= points <= MOST:
                raise refused(SENTENCES, "points", points=points)
            s.sheet[r * SEATS + p] = points


def _read_indicators(s: Any, told: dict[str, int]) -> None:
    for letter, number in told.items():
        s.indicators[parts.thing("colour", letter, s)] = within("indicators", number, 0, 2)


def _finish(s: Any) -> None:
    """What follows from the parts."""
    s.in_trick = sum(card >= 0 for card in s.trick)
    s.broken = int(any(s.taken))


parts = Parts(FIELDS, {
    "card": NAMES[:CARDS], "purple card": NAMES[:RANKS],
    "colour": lambda s: list(LETTERS[: colours(s)]),
})  # fmt: skip
_positions = Positions("slaughter", [
    phase(PHASES),
    turn(),
    option("advanced", False, lambda s: bool(s.advanced)),
    Part("round", int, lambda s: s.round + 1, _read_round, 1),
    Part("points", list[list[int]],  # by finished round: points of each seat
         lambda s: [[s.sheet[r * SEATS + p] for p in range(s.n)] for r in range(s.round)],
         _read_points, []),
    Part("indicators", dict[str, int],  # left in their deck
         lambda s: {LETTERS[c]: s.indicators[c] for c in range(colours(s))}, _read_indicators, {}),
    parts.field("leader"),
    parts.field("trump"),
    parts.field("hands"),
    parts.field("second"),
    parts.field("scale"),
    parts.field("deck", "undealt"),
    parts.field("played"),  # all cards played in this round, those of the trick too
    parts.field("taken", "purple"),
    parts.field("tokens"),
    parts.field("trick"),
    parts.field("led"),
    parts.field("void"),
    parts.field("tricks"),
    parts.field("summoner"),
    parts.field("put", "returned"),
    parts.field("todo", "left"),  # cards to draw or to return
    parts.field("last"),
    parts.field("caller"),
    parts.field("called"),
    parts.field("gave"),
    parts.field("got"),
], _finish)  # fmt: skip
Position, position, set_up = _positions.Position, _positions.position, _positions.set_up

"""Schadenfreude: set positions as data."""

from __future__ import annotations

from typing import Any

from ryumon.games.schadenfreude.faults import fault
from ryumon.games.schadenfreude.rules import (
    CARDS, ENDED, FIELDS, WILD_0, follows, hand_size, rounds,
)  # fmt: skip
from ryumon.games.schadenfreude.sets import SETS
from ryumon.games.schadenfreude.view import PHASES, round_of
from ryumon.games.schadenfreude.words import NAMES
from ryumon.games.schadenfreude.words import SUITS as LETTERS
from ryumon.games.tricks import RANKS
from ryumon.play.position import Part, Parts, Positions, phase, research, turn, within

__all__ = ["Position", "fault", "position", "set_up"]


def _read_round(s: Any, told: int) -> None:
    """The one that is played; at the end the last one."""
    within("round", told, 1, rounds(s))
    s.round = told if s.phase == ENDED else told - 1


def _read_tricks(s: Any, told: int) -> None:
    s.tricks = within("tricks", told, 0, hand_size(s))


def _finish(s: Any) -> None:
    """What follows from the cards of the trick: how many, the suit, and who has shown a void."""
    s.in_trick = sum(card >= 0 for card in s.trick)
    around = [s.trick[(max(s.leader, 0) + k) % s.n] for k in range(s.n)]
    s.led = next((card // RANKS for card in around if 0 <= card < WILD_0), -1)
    for p in range(s.n):
        if s.trick[p] >= 0 and not follows(s, s.trick[p]):
            s.void[p] |= 1 << s.led


parts = Parts(FIELDS, {"card": NAMES[:CARDS], "suit": list(LETTERS)})
_positions = Positions("schadenfreude", [
    phase(PHASES),
    turn(),
    research("set", SETS, lambda s: s.set),
    Part("round", int, round_of, _read_round, 1),
    parts.field("scores"),
    parts.field("points"),  # of the last finished round
    parts.field("leader"),
    parts.field("hands"),
    parts.field("deck", "undealt"),
    parts.field("rest", "left_over"),
    parts.field("played"),  # all cards played in this round, those of the trick too
    parts.field("piles"),
    parts.field("trick"),
    parts.field("void"),
    Part("tricks", int, lambda s: s.tricks, _read_tricks, 0),
], _finish)  # fmt: skip
Position, position, set_up = _positions.Position, _positions.position, _positions.set_up

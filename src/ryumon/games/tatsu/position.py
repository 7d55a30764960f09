"""Tatsu: set positions as data."""

from __future__ import annotations

from typing import Any

from ryumon.games.tatsu.faults import PHASES, fault
from ryumon.games.tatsu.rules import (
    BLACK, BOTH, CORNER_TYPES, FACES, FIELDS, HIGH, LAYOUTS, LETTERS, LOW, MOVE, NOBODY, NONE,
    SEATS, SEGMENTS, STONES, TYPES, choices,
)  # fmt: skip
from ryumon.games.tatsu.view import SIDES, arena_of, by_type_of, dice_of, left_of
from ryumon.games.tatsu.words import STONE
from ryumon.play.position import (
    Part, Parts, Positions, for_seats, option, phase, seat_of, turn, within,
)  # fmt: skip
from ryumon.play.refusal import refused
from ryumon.play.sentence import text_of

__all__ = ["Position", "fault", "position", "set_up"]

SENTENCES = {
    "en": {
        "roll": "The dice {dice} are not a roll of two dice.",
        "order": "Dice are listed in ascending order; {left} cannot be left of {dice}.",
        "segment": "{segment!q} is not a segment; they are 1 to {n}.",
        "full": "Segment {segment} holds at most two stones.",
        "stone": "{stone!q} is not a stone; write bV or wF, for example.",
        "number": "There cannot be {n} {stone} stones.",
    },
    "ja": {
        "roll": "{dice}は2個のダイスの目ではない。",
        "order": "ダイスは小さい順に書く。{dice}から{left}が残ることはない。",
        "segment": "{segment!q}という区画はない。区画は1から{n}まで。",
        "full": "区画{segment}に置ける石は2個までである。",
        "stone": "{stone!q}は石ではない。たとえばbVやwFと書く。",
        "number": "{stone}の石が{n}個ということはない。",
    },
}


def _seat(field: str) -> Part:
    def read(s: Any, told: int | None) -> None:
        setattr(s, field, NOBODY if told is None else seat_of(told, SEATS))

    return Part(field, int | None, lambda s: None if getattr(s, field) == NOBODY else
                getattr(s, field), read, None)  # fmt: skip


def _read_arena(s: Any, told: dict[str, list[str]]) -> None:
    for k in range(SEATS * TYPES):
        s.inner[k] = s.outer[k] = 0
    for segment, stones in told.items():
        if segment not in map(str, range(1, SEGMENTS + 1)):
            raise refused(SENTENCES, "segment", segment=segment, n=SEGMENTS)
        if len(stones) > 2:
            raise refused(SENTENCES, "full", "TA-4", segment=segment)
        for stone, places in zip(stones, (s.inner, s.outer), strict=False):
            if len(stone) != 2 or stone[0] not in SIDES:
                raise refused(SENTENCES, "stone", stone=stone)
            t = parts.thing("type", stone[1], s)
            places[SIDES.index(stone[0]) * TYPES + t] |= 1 << int(segment) - 1


def _read_number(s: Any, told: int) -> None:
    s.turns = within("number", told, 0, 1000)


def _read_dice(s: Any, told: list[int]) -> None:
    if len(told) not in (0, 2) or not all(1 <= die <= FACES for die in told):
        raise refused(SENTENCES, "roll", "TA-3", dice=str(told))
    s.low, s.high = told or (0, 0)


def _read_left(s: Any, told: list[int]) -> None:
    """Equal dice may be named once: then the one that is called high is left."""
    left: dict[tuple[int, ...], int]
    left = {(): NONE, (s.low,): LOW, (s.high,): HIGH, (s.low, s.high): BOTH}
    if s.low > s.high or tuple(told) not in left:
        raise refused(SENTENCES, "order", "TA-3", left=str(told), dice=str([s.low, s.high]))
    s.left = left[tuple(told)]


def _counts(field: str) -> Part:
    """Stones of each type; the dead ones of a seat are the enemy's, in its dead zone."""

    def owner(p: int) -> int:
        return 1 - p if field == "dead" else p

    def read(s: Any, told: list[dict[str, int]]) -> None:
        counts = getattr(s, field)
        for k in range(SEATS * TYPES):
            counts[k] = 0
        for p, row in enumerate(for_seats(field, told, {}, SEATS)):
            for letter, number in row.items():
                t = parts.thing("type", letter, s)
                if not 0 <= number <= STONES[t]:
                    stone = text_of(STONE, letter)
                    raise refused(SENTENCES, "number", "TA-1", n=number, stone=stone)
                counts[owner(p) * TYPES + t] = number

    return Part(field, list[dict[str, int]],
                lambda s: [by_type_of(getattr(s, field), owner(p)) for p in range(SEATS)], read,
                [])  # fmt: skip


def _finish(s: Any) -> None:
    s.open = choices(s) if s.phase == MOVE and s.player >= BLACK else 0


parts = Parts(FIELDS, {"type": list(LETTERS)})
_positions = Positions("tatsu", [
    phase(PHASES),
    turn(SEATS),
    Part("arena", dict[str, list[str]], arena_of, _read_arena),
    option("corners", CORNER_TYPES, lambda s: LAYOUTS[s.layout]),
    _seat("mover"),
    Part("number", int, lambda s: s.turns, _read_number, 0),  # rolls so far
    Part("dice", list[int], dice_of, _read_dice, []),
    Part("left", list[int], left_of, _read_left, []),
    _counts("tray"),
    _counts("mat"),
    _counts("dead"),
    _seat("winner"),
], _finish, players=SEATS)  # fmt: skip
Position, position, set_up = _positions.Position, _positions.position, _positions.set_up

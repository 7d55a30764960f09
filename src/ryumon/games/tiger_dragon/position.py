"""Tiger & Dragon: set positions as data. Lots and rows of tiles are read and written here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ryumon.games.tiger_dragon import battlefields
from ryumon.games.tiger_dragon.faults import fault
from ryumon.games.tiger_dragon.rules import (
    DOWN, FIELDS, KINDS, MANY, NOBODY, NOTHING, RANDOM, all_tiles, answers, hand_size, in_row,
    kinds, number, score, size,
)  # fmt: skip
from ryumon.games.tiger_dragon.sets import SETS
from ryumon.games.tiger_dragon.view import (
    NOT_FORETOLD, PHASES, Round, foretold_of, previous_of,
)  # fmt: skip
from ryumon.games.tiger_dragon.words import HIDDEN, TILES, row_of, row_tiles, tiles
from ryumon.play.position import (
    Part, Parts, Positions, for_seats, option, phase, research, seat_of, turn,
)  # fmt: skip
from ryumon.play.refusal import refused

__all__ = ["Position", "fault", "position", "set_up"]

SENTENCES = {
    "en": {
        "many": "There are not so many {tile} in the game: {tiles}.",
        "long": "Nobody lays {n} tiles in a round.",
        "round": "There is no round {round}.",
        "points": "Nobody has {points} points.",
    },
    "ja": {
        "many": "{tile}はそれほど多くない: {tiles}。",
        "long": "1ラウンドに{n}枚の牌を出すことはない。",
        "round": "ラウンド{round}はない。",
        "points": "{points}点になることはない。",
    },
}
MOST_ROUNDS, MOST_POINTS = 100, 99


# --- lots and rows ----------------------------------------------------------------------------


def _lot(s: Any, named: list[str]) -> int:
    found = 0
    for name in named:
        kind = parts.thing("tile", name, s)
        found += 1 << 4 * kind
        if number(found, kind) > number(all_tiles(s), kind):
            raise refused(SENTENCES, "many", tile=name, tiles=" ".join(named))
    return found


def _row(s: Any, named: list[str]) -> int:
    if len(named) > hand_size(s) + 1:
        raise refused(SENTENCES, "long", n=len(named))
    _lot(s, [name for name in named if name != HIDDEN])
    return row_of(named)


def _down(s: Any, named: list[str]) -> int:
    _lot(s, named)
    return _row(s, named)


def _spared(s: Any, named: list[str]) -> int:
    found = 0
    for name in named:
        found |= MANY << 4 * parts.thing("tile", name, s)
    return found


def _foretold(s: Any, name: str | None) -> int:
    if name == NOT_FORETOLD:
        return KINDS
    return NOTHING if name is None else parts.thing("tile", name, s)


def _points(s: Any, points: int) -> int:
    if not 0 <= points <= MOST_POINTS:
        raise refused(SENTENCES, "points", points=points)
    return points


def _by_seat(
    name: str, field: str, each: Any, write: Callable[[Any, int], Any],
    read: Callable[[Any, Any], int], empty: Any,
) -> Part:  # fmt: skip
    """A part with an entry for each seat, written and read by the game's own functions."""

    def read_all(s: Any, told: list[Any]) -> None:
        entries = getattr(s, field)
        for p, value in enumerate(for_seats(name, told, empty, s.n)):
            entries[p] = read(s, value)

    return Part(name, list[each], lambda s: [write(s, p) for p in range(s.n)], read_all, [])


# --- the other parts --------------------------------------------------------------------------


def _read_round(s: Any, told: int) -> None:
    if not 1 <= told <= MOST_ROUNDS:
        raise refused(SENTENCES, "round", round=told)
    s.round = told - 1


def _read_battlefield(s: Any, told: str | None) -> None:
    if told is not None or s.setting >= RANDOM:
        s.field = NOTHING if told is None else parts.thing("battlefield", told, s)


def _read_left(s: Any, told: list[str] | None) -> None:
    s.left = all_tiles(s) if told is None else _lot(s, told)


def _write_spared(s: Any) -> Any:
    """Not told if there are none."""
    if not any(s.spared):
        return msgspec.UNSET
    return [tiles(kinds(s.spared[p])) for p in range(s.n)]


def _read_spared(s: Any, told: Any) -> None:
    for p, named in enumerate(for_seats("spared", told or [], [], s.n)):
        s.spared[p] = _spared(s, named)


def _read_previous(s: Any, old: Round | None) -> None:
    if old is None:
        return
    s.old_winner, s.old_tile = seat_of(old.seat, s.n), parts.thing("tile", old.tile, s)
    s.old_field = parts.thing("battlefield", old.field, s)
    s.old_points = min(max(old.points, -1), MOST_POINTS)
    s.old_left = _lot(s, old.left)
    for p, hand in enumerate(for_seats("hands", old.hands, [], s.n)):
        s.old_hands[p] = _lot(s, hand)
    for p, down in enumerate(for_seats("down", old.down, [], s.n)):
        s.old_laps[p] = _lot(s, down)


def _finish(s: Any) -> None:
    """What follows from the tiles that lie there."""
    s.shown = sum(in_row(s.rows[p]) for p in range(s.n))
    s.dealt = 0
    for p in range(s.n):
        s.sizes[p] = size(s.hands[p])
        s.down[p] = len(row_tiles(s.laps[p]))
        s.dealt += s.sizes[p] + len(row_tiles(s.rows[p]))
    if s.attacker != NOBODY and s.rows[s.attacker] & MANY not in (0, DOWN):
        s.attack = (s.rows[s.attacker] & MANY) - 1
        s.wanted = answers(s.attack)


parts = Parts(FIELDS, {"tile": TILES, "battlefield": battlefields.NAMES})
_positions = Positions("tiger-dragon", [
    phase(PHASES),
    turn(),
    option("teams", False, lambda s: bool(s.teams)),
    option("field", "dojo", lambda s: battlefields.SETTINGS[s.setting]),
    research("set", SETS, lambda s: s.set),
    Part("battlefield", str | None,  # the one in play
         lambda s: None if s.field == NOTHING else battlefields.NAMES[s.field],
         _read_battlefield, None),
    Part("round", int, lambda s: s.round + 1, _read_round, 1),
    _by_seat("scores", "points", int, score, _points, 0),
    parts.field("starter"),
    _by_seat("hands", "hands", list[str], lambda s, p: tiles(s.hands[p]), _lot, []),
    # what each has laid, in order; "?" lies face down
    _by_seat("rows", "rows", list[str], lambda s, p: row_tiles(s.rows[p]), _row, []),
    # what lies there, in order
    _by_seat("down", "laps", list[str], lambda s, p: row_tiles(s.laps[p]), _down, []),
    Part("left", list[str] | None, lambda s: tiles(s.left), _read_left, None),
    _by_seat("foretold", "foretold", str | None, lambda s, p: foretold_of(s.foretold[p]),
             _foretold, None),
    parts.field("attacker"),
    # kinds that would have defended against attacks passed on, by seat
    Part("spared", list[list[str]] | msgspec.UnsetType, _write_spared, _read_spared, msgspec.UNSET),
    Part("previous", Round | None, previous_of, _read_previous, None),
], _finish)  # fmt: skip
Position, position, set_up = _positions.Position, _positions.position, _positions.set_up

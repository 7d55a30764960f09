"""Tiger & Dragon: the table as data, for boards, programs and set positions."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.tiger_dragon import battlefields
from ryumon.games.tiger_dragon.rules import (
    ALL, ATTACK, DEAL, DEFEND, DOWN, ENDED, FIELD, FIRST, FORETELL, KINDS, LAP, MANY,
    NOBODY, NOTHING, NUMBERS, RANDOM, after, answers, finish, goal, hand_size, in_row, kinds,
    legal, number, score, size,
)  # fmt: skip
from ryumon.games.tiger_dragon.faults import fault as fault  # noqa: PLC0414 - part of the table
from ryumon.games.tiger_dragon.words import HIDDEN, KIND, NAMES, row_of, row_tiles, rule_of, tiles
from ryumon.games.tiger_dragon.words import TILES as NAMES_OF_TILES
from ryumon.kernel.bits import members
from ryumon.kernel.ops import OVER

PHASES = {
    FIRST: "first", FIELD: "field", DEAL: "deal", FORETELL: "foretelling", ATTACK: "attack",
    DEFEND: "defence", LAP: "lap", ENDED: "over",
}  # fmt: skip
NOT_FORETOLD = "none"


# --- the view -------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True):
    """What lies before one seat, open to all."""

    score: int
    hand: int  # how many tiles
    row: list[str]  # all that was laid, in order; "?" lies face down
    down: int  # how many lie face down
    foretold: str | None  # a tile, "none", or nothing said yet (TD-12)
    passed: bool  # on the attack under way
    richi: bool  # one tile is left (TD-9)


class Card(msgspec.Struct, frozen=True):
    """The battlefield in play (TD-11)."""

    name: str
    points: dict[str, int]  # for the last tile
    foretold: int | None  # what 2 to 8 are worth when foretold, where that is done
    bonus: int  # for each face-down tile
    everyones: bool  # do those of all players count?


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round, all tiles open (TD-10)."""

    seat: int  # who went out
    tile: str  # with this one
    field: str
    points: int
    hands: list[list[str]]
    down: list[list[str]]
    left: list[str]


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    game: str
    players: int
    teams: bool
    field: str  # the option
    viewer: int
    round: int  # from 1
    goal: int
    phase: str
    turn: int
    battlefield: Card | None
    starter: int | None
    attacker: int | None
    attack: str | None  # the tile to be defended against
    seats: list[Seat]
    left: int  # how many tiles are left over, or not dealt yet
    hand: list[str]
    down: list[str]  # this viewer's own face-down tiles, in order
    previous: Round | None  # the round that ended last


def view(s: Any, viewer: int) -> View:
    """The view, from a forgotten state."""
    seated = 0 <= viewer < s.n
    return View(
        game="tiger-dragon",
        players=s.n,
        teams=bool(s.teams),
        field=battlefields.SETTINGS[s.setting],
        viewer=viewer,
        round=s.round + (s.phase != ENDED),
        goal=goal(s),
        phase=PHASES[s.phase],
        turn=s.player,
        battlefield=_card(s),
        starter=None if s.starter == NOBODY else s.starter,
        attacker=None if s.attacker == NOBODY else s.attacker,
        attack=None if s.attack == NOTHING else NAMES[s.attack],
        seats=[_seat_view(s, p) for p in range(s.n)],
        left=size(s.left),
        hand=tiles(s.hands[viewer]) if seated else [],
        down=row_tiles(s.laps[viewer]) if seated else [],
        previous=_previous(s),
    )


def _seat_view(s: Any, p: int) -> Seat:
    return Seat(
        score=score(s, p),
        hand=s.sizes[p],
        row=row_tiles(s.rows[p]),
        down=s.down[p],
        foretold=_foretold(s.foretold[p]),
        passed=p in _passed(s),
        richi=s.sizes[p] == 1 and s.phase in (ATTACK, DEFEND, LAP),
    )


def _foretold(kind: int) -> str | None:
    return None if kind == NOTHING else [*NAMES_OF_TILES, NOT_FORETOLD][kind]


def _passed(s: Any) -> list[int]:
    """Who has passed on the attack under way."""
    found = []
    if s.attacker != NOBODY and s.phase != ENDED:
        p = after(s, s.attacker)
        while p != s.player:
            found.append(p)
            p = after(s, p)
    return found


def _card(s: Any) -> Card | None:
    if s.field == NOTHING:
        return None
    foretold = battlefields.FORETOLD[s.field]
    points = dict(zip(NAMES_OF_TILES, battlefields.POINTS[s.field], strict=False))
    return Card(
        name=battlefields.NAMES[s.field],
        points=points | dict.fromkeys(NAMES_OF_TILES[NUMBERS:], battlefields.MYSTERY),
        foretold=foretold or None,
        bonus=battlefields.BONUS[s.field] if s.n > 2 else 0,
        everyones=bool(battlefields.EVERYONES[s.field]),
    )


def _previous(s: Any) -> Round | None:
    if s.old_winner == NOBODY:
        return None
    return Round(
        seat=s.old_winner,
        tile=NAMES[s.old_tile],
        field=battlefields.NAMES[s.old_field],
        points=s.old_points,
        hands=[tiles(s.old_hands[p]) for p in range(s.n)],
        down=[tiles(s.old_laps[p]) for p in range(s.n)],
        left=tiles(s.old_left),
    )


# --- what a good player works out -----------------------------------------------------------


class Aids(msgspec.Struct, frozen=True):
    """Worked out from what the viewer saw."""

    unseen: dict[str, int]  # copies of each tile that this viewer has not seen
    answers: dict[str, int]  # for each kind in the hand: unseen tiles that defend against it
    finishes: dict[str, int]  # for each kind in the hand: the points for going out with it now
    against: int | None  # unseen tiles that defend against the attack under way


def aids(s: Any, viewer: int) -> Aids:
    """The aids, from a forgotten state."""
    unseen = _unseen(s, viewer)
    held = members(kinds(s.hands[viewer])) if 0 <= viewer < s.n and s.phase != ENDED else []
    own = [bit // 4 for bit in held]
    under_way = s.phase in (DEFEND, LAP)
    return Aids(
        unseen={name: number(unseen, kind) for kind, name in enumerate(NAMES_OF_TILES)},
        answers={NAMES[kind]: size(unseen & answers(kind)) for kind in own},
        finishes={NAMES[kind]: finish(s, viewer, kind) for kind in own},
        against=size(unseen & s.wanted) if under_way else None,
    )


def _unseen(s: Any, viewer: int) -> int:
    if s.phase == ENDED:
        return 0
    own = s.hands[viewer] + in_row(s.laps[viewer]) if 0 <= viewer < s.n else 0
    return ALL - s.shown - own


# --- the decision ---------------------------------------------------------------------------


def choice(s: Any) -> dict[str, Any]:
    """The decision: one of `which`."""
    moves = [0] * (KINDS + 1)
    which = [NAMES[move] for move in moves[: legal(s, moves)]]
    return {
        "kind": "pick", "seat": s.player, "rule": rule_of(s), "which": which,
        "least": 1, "most": 1, "chosen": [], "then": None, "to": None,
    }  # fmt: skip


# --- set positions --------------------------------------------------------------------------


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complete position, hidden parts included. What is left out is as before the deal."""

    game: str
    players: int
    phase: str
    turn: int
    teams: bool = False
    field: str = "dojo"  # the option
    battlefield: str | None = None  # the one in play
    round: int = 1
    scores: list[int] = []
    starter: int | None = None
    hands: list[list[str]] = []
    rows: list[list[str]] = []  # what each has laid, in order; "?" lies face down
    down: list[list[str]] = []  # what lies there, in order
    left: list[str] | None = None  # left over, or not dealt yet
    foretold: list[str | None] = []
    attacker: int | None = None
    # kinds that would have defended against attacks passed on, by seat; not told if there are none
    spared: list[list[str]] | msgspec.UnsetType = msgspec.UNSET
    previous: Round | None = None


def position(s: Any) -> Position:
    return Position(
        game="tiger-dragon", players=s.n, phase=PHASES[s.phase], turn=s.player,
        teams=bool(s.teams), field=battlefields.SETTINGS[s.setting],
        battlefield=None if s.field == NOTHING else battlefields.NAMES[s.field],
        round=s.round + 1, scores=[score(s, p) for p in range(s.n)],
        starter=None if s.starter == NOBODY else s.starter,
        hands=[tiles(s.hands[p]) for p in range(s.n)],
        rows=[row_tiles(s.rows[p]) for p in range(s.n)],
        down=[row_tiles(s.laps[p]) for p in range(s.n)],
        left=tiles(s.left),
        foretold=[_foretold(s.foretold[p]) for p in range(s.n)],
        attacker=None if s.attacker == NOBODY else s.attacker,
        spared=_spared(s) if any(s.spared) else msgspec.UNSET,
        previous=_previous(s),
    )  # fmt: skip


def _spared(s: Any) -> list[list[str]]:
    return [tiles(kinds(s.spared[p])) for p in range(s.n)]


class _Reader:
    """Reads the parts of a position. ValueError with a sentence for what is unreadable."""

    def __init__(self, d: Position, longest: int) -> None:
        self.d, self.longest = d, longest

    def kind(self, name: str) -> int:
        if name not in KIND:
            raise ValueError(f"{name!r} is no tile.")
        return KIND[name]

    def lot(self, named: list[str]) -> int:
        found = 0
        for name in named:
            kind = self.kind(name)
            found += 1 << 4 * kind
            if number(found, kind) > number(ALL, kind):
                raise ValueError(f"There are not so many {name} in the game: {' '.join(named)}.")
        return found

    def row(self, named: list[str]) -> int:
        if len(named) > self.longest:
            raise ValueError(f"Nobody lays {len(named)} tiles in a round.")
        self.lot([name for name in named if name != HIDDEN])
        return row_of(named)

    def down(self, named: list[str]) -> int:
        self.lot(named)
        return self.row(named)

    def spared(self, named: list[str]) -> int:
        found = 0
        for name in named:
            found |= MANY << 4 * self.kind(name)
        return found

    def seat(self, seat: int | None, low: int = 0) -> int:
        if seat is not None and not low <= seat < self.d.players:
            raise ValueError(f"There is no seat {seat}.")
        return NOBODY if seat is None else seat

    def field(self, name: str | None) -> int:
        if name is not None and name not in battlefields.NAMES:
            raise ValueError(f"{name!r} is no battlefield.")
        return NOTHING if name is None else battlefields.NAMES.index(name)

    def foretold(self, name: str | None) -> int:
        if name == NOT_FORETOLD:
            return KINDS
        return NOTHING if name is None else self.kind(name)

    def for_seats(self, what: str, values: list[Any], empty: Any) -> list[Any]:
        values = values or [empty] * self.d.players
        if len(values) != self.d.players:
            raise ValueError(f"`{what}` needs an entry for each of {self.d.players} seats.")
        return values


def set_up(s: Any, d: Position) -> None:
    """Write a position into a state that has been started. ValueError if a part is unreadable."""
    read = _Reader(d, hand_size(s) + 1)
    phases = {word: phase for phase, word in PHASES.items()}
    if d.phase not in phases:
        raise ValueError(f"{d.phase!r} is no phase; there are: {', '.join(phases)}.")
    s.phase, s.player = phases[d.phase], read.seat(d.turn, OVER)
    if not 1 <= d.round <= 100:
        raise ValueError(f"There is no round {d.round}.")
    s.round, s.starter, s.attacker = d.round - 1, read.seat(d.starter), read.seat(d.attacker)
    s.field = s.field if d.battlefield is None and s.setting < RANDOM else read.field(d.battlefield)
    s.left = ALL if d.left is None else read.lot(d.left)
    for p, points in enumerate(read.for_seats("scores", d.scores, 0)):
        if not 0 <= points <= 999:
            raise ValueError(f"Nobody has {points} points.")
        s.points[p] = points
    for what, values, field, reader, empty in (
        ("hands", d.hands, s.hands, read.lot, []), ("rows", d.rows, s.rows, read.row, []),
        ("down", d.down, s.laps, read.down, []),
        ("foretold", d.foretold, s.foretold, read.foretold, None),
        ("spared", d.spared or [], s.spared, read.spared, []),
    ):  # fmt: skip
        for p, value in enumerate(read.for_seats(what, values, empty)):
            field[p] = reader(value)
    _count_up(s)
    if d.previous is not None:
        _set_up_previous(s, d.previous, read)


def _count_up(s: Any) -> None:
    """What follows from the tiles that lie there."""
    s.shown = sum(in_row(s.rows[p]) for p in range(s.n))
    s.dealt = 0
    for p in range(s.n):
        s.sizes[p] = size(s.hands[p])
        s.down[p] = _length(s.laps[p])
        s.dealt += s.sizes[p] + _length(s.rows[p])
    if s.attacker != NOBODY and s.rows[s.attacker] & MANY not in (0, DOWN):
        s.attack = (s.rows[s.attacker] & MANY) - 1
        s.wanted = answers(s.attack)


def _set_up_previous(s: Any, old: Round, read: _Reader) -> None:
    s.old_winner, s.old_tile = read.seat(old.seat), read.kind(old.tile)
    s.old_field, s.old_points = read.field(old.field), min(max(old.points, -1), 999)
    s.old_left = read.lot(old.left)
    for p, hand in enumerate(read.for_seats("hands", old.hands, [])):
        s.old_hands[p] = read.lot(hand)
    for p, down in enumerate(read.for_seats("down", old.down, [])):
        s.old_laps[p] = read.lot(down)


def _length(row: int) -> int:
    return len(row_tiles(row))

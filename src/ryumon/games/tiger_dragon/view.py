"""Tiger & Dragon: the table as data, for boards and programs."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.tiger_dragon import battlefields
from ryumon.games.tiger_dragon.rules import (
    ATTACK, DEAL, DEFEND, ENDED, FIELD, FIRST, FORETELL, LAP, NOBODY, NOTHING, NUMBERS,
    after, all_tiles, answers, finish, goal, in_row, kinds, number, score, size,
)  # fmt: skip
from ryumon.games.tiger_dragon.words import NAMES, row_tiles, tiles
from ryumon.games.tiger_dragon.words import TILES as NAMES_OF_TILES
from ryumon.kernel.bits import members

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
        previous=previous_of(s),
    )


def _seat_view(s: Any, p: int) -> Seat:
    return Seat(
        score=score(s, p),
        hand=s.sizes[p],
        row=row_tiles(s.rows[p]),
        down=s.down[p],
        foretold=foretold_of(s.foretold[p]),
        passed=p in _passed(s),
        richi=s.sizes[p] == 1 and s.phase in (ATTACK, DEFEND, LAP),
    )


def foretold_of(kind: int) -> str | None:
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


def previous_of(s: Any) -> Round | None:
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
    return all_tiles(s) - s.shown - own


# --- the decision ---------------------------------------------------------------------------


def may_answer(s: Any, viewer: int) -> bool:
    """TD-3: an attack goes around, but everyone knows at once what to answer."""
    return s.phase == DEFEND and viewer != s.attacker and viewer not in _passed(s)

"""Tiger & Dragon: what every position obeys. A set position that breaks it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ryumon.games.tiger_dragon.battlefields import FORETOLD, SETTINGS
from ryumon.games.tiger_dragon.rules import (
    ALL, ATTACK, DEAL, DEFEND, ENDED, FIELD, FIRST, FORETELL, KINDS, LAP, MANY, NOBODY, NOTHING,
    RANDOM, goal, hand_size, in_row, number, size,
)  # fmt: skip
from ryumon.games.tiger_dragon.rules import TILES as ALL_TILES
from ryumon.games.tiger_dragon.words import HIDDEN, TILES, row_tiles
from ryumon.kernel.ops import CHANCE, OVER


def fault(s: Any) -> str | None:
    """A sentence on the first invariant that a state breaks; None for a sound one."""
    return next(_faults(s), None)


def _faults(s: Any) -> Iterator[str]:
    yield from _turn_faults(s)
    yield from _field_faults(s)
    yield from _tile_faults(s)
    if s.phase <= DEAL:
        yield from _deal_faults(s)
    else:
        yield from _row_faults(s)
        yield from _hand_faults(s)
        yield from _foretold_faults(s)
    yield from _score_faults(s)


def _turn_faults(s: Any) -> Iterator[str]:
    if s.phase <= DEAL:
        right = s.player == CHANCE
    elif s.phase == ENDED:
        right = s.player == OVER
    elif s.phase == FORETELL:
        said = sum(kind != NOTHING for kind in s.foretold)
        right = s.player == (s.starter + said) % s.n and said < s.n
    elif s.phase == ATTACK:
        right = s.player >= 0
    else:
        right = s.player >= 0 and (s.phase == LAP) == (s.player == s.attacker)
    if not right:
        yield f"It cannot be the turn of {s.player} now."
    if (s.starter == NOBODY) != (s.phase == FIRST):
        yield "Before the first start player is drawn there is none, afterwards one (TD-1)."
    if (s.attacker == NOBODY) == (s.phase in (DEFEND, LAP)):
        yield "There is an attacker while an attack is answered, and only then (TD-2)."
    elif s.attacker != NOBODY and s.attack == NOTHING:
        yield f"Seat {s.attacker} attacks with the newest tile of the row (TD-2)."
    if s.phase == FIRST and s.round:
        yield "The first start player is drawn in the first round (TD-1)."


def _field_faults(s: Any) -> Iterator[str]:
    if s.setting < RANDOM:
        right = s.field == s.setting and s.phase != FIELD
    else:
        right = (s.field == NOTHING) == (s.phase in (FIRST, FIELD))
        if s.setting == RANDOM:
            right = right and (s.phase != FIELD or s.round == 0)
    if not right:
        yield f"With the option field={SETTINGS[s.setting]!r} this battlefield cannot be (TD-1)."


def _tile_faults(s: Any) -> Iterator[str]:
    seats = range(s.n)
    lots = [s.left]
    for p in seats:
        lots += [s.hands[p], in_row(s.rows[p]), in_row(s.laps[p])]
    for kind, name in enumerate(TILES):
        found = sum(number(lot, kind) for lot in lots)
        if found != number(ALL, kind):
            yield f"There must be {number(ALL, kind)} of {name}, not {found}."


def _deal_faults(s: Any) -> Iterator[str]:
    whole = hand_size(s)
    if any(s.rows) or any(s.laps) or (s.phase != DEAL and s.dealt):
        yield "Nothing is laid before all is dealt."
    for p in range(s.n):
        if s.sizes[p] != min(max(s.dealt - p * whole, 0), whole):
            yield f"Seat {p} cannot have {s.sizes[p]} tiles now: seat 0 is dealt first."
    if any(kind != NOTHING for kind in s.foretold):
        yield "Nothing is foretold before all is dealt (TD-12)."
    if any(s.spared):
        yield "Nobody passes before all is dealt (TD-2)."


def _row_faults(s: Any) -> Iterator[str]:
    """Rows take turns: an attack, then a defence or a lap bonus; all but the start player's begin
    with a defence."""
    for p in range(s.n):
        row = row_tiles(s.rows[p])
        whole = hand_size(s) + (p == s.starter)
        if s.sizes[p] + len(row) != whole:
            yield f"Seat {p} should have {whole} tiles in the hand and in the row."
        down = [k for k, tile in enumerate(row) if tile == HIDDEN]
        if len(down) != s.down[p]:
            yield f"Seat {p} has laid {len(down)} tiles face down, not {s.down[p]}."
        if any(k == 0 or k % 2 != (p == s.starter) for k in down):
            yield f"Seat {p} can lay a tile face down only after an attack (TD-5)."
        if not s.sizes[p] and row[-1] == HIDDEN:
            yield f"The last tile of seat {p} lies face up (TD-6)."


def _hand_faults(s: Any) -> Iterator[str]:
    """TD-6: odd hands, but for that of a seat which is to attack."""
    empty = [p for p in range(s.n) if s.sizes[p] == 0]
    if empty != ([s.old_winner] if s.phase == ENDED else []):
        yield "A hand is empty at the end of the round, and only then (TD-6)."
    for p in range(s.n):
        attacks = p == s.starter if s.phase == FORETELL else s.phase == ATTACK and p == s.player
        if s.sizes[p] % 2 == attacks and s.sizes[p]:
            want = "an even" if attacks else "an odd"
            yield f"Seat {p} must have {want} number of tiles now (TD-6)."
    if s.phase == FORETELL and s.shown:
        yield "Tiles are foretold before the first attack (TD-12)."


def _foretold_faults(s: Any) -> Iterator[str]:
    if not FORETOLD[s.field]:
        if s.phase == FORETELL or any(kind != NOTHING for kind in s.foretold):
            yield "Tiles are foretold on the Clifftop only (TD-12)."
        return
    for k in range(s.n):
        p = (s.starter + k) % s.n
        said = k < (s.player - s.starter) % s.n if s.phase == FORETELL else True
        kind = s.foretold[p]
        if (kind != NOTHING) != said:
            yield "Each foretells in turn, from the start player on (TD-12)."
        elif 0 <= kind < KINDS:
            had = s.hands[p], in_row(s.rows[p]), in_row(s.laps[p])
            if not any(number(lot, kind) for lot in had):
                yield f"Seat {p} has foretold {TILES[kind]} and must have had it (TD-12)."


def _score_faults(s: Any) -> Iterator[str]:
    points = s.points[: s.n]
    if s.teams and points[:2] != points[2:]:
        yield "Partners share their points (TD-8)."
    if (max(points) >= goal(s)) != (s.phase == ENDED):
        yield f"The game ends at {goal(s)} points, and only then (TD-8)."
    if (s.old_winner == NOBODY) != (s.round == 0):
        yield "From the second round on there is a previous one."
    elif s.old_winner == NOBODY:
        if any(points):
            yield "Nobody has points before the first round is over."
    else:
        yield from _previous_faults(s, points)


def _previous_faults(s: Any, points: list[int]) -> Iterator[str]:
    winner = s.old_winner
    if not 0 <= s.old_points <= points[winner]:
        yield f"Seat {winner} cannot have got {s.old_points} points in the previous round (TD-7)."
    best = [p for p in range(s.n) if points[p] >= goal(s)]
    if best and best != [p for p in range(s.n) if p == winner or (s.teams and p % 2 == winner % 2)]:
        yield "Only the player who went out can have reached the goal (TD-7)."
    if s.setting < RANDOM and s.old_field != s.setting:
        yield "The battlefield is the same in all rounds (TD-1)."
    shown = [s.old_left, *s.old_hands, *s.old_laps]
    for kind, name in enumerate(TILES):
        if sum(number(lot, kind) for lot in [*shown, 1 << 4 * s.old_tile]) > number(ALL, kind):
            yield f"There were too many of {name} in the previous round."
    if s.old_hands[winner] or not all(s.old_hands[p] for p in range(s.n) if p != winner):
        yield "The hand of the player who went out was empty, and only that one (TD-6)."
    if size(s.old_left) != ALL_TILES - s.n * hand_size(s) - 1:
        yield "The number of tiles left over in the previous round is wrong."
    if s.phase == ENDED:
        laps = [in_row(s.laps[p]) for p in range(s.n)]
        now = [s.left, s.old_tile + 1, *s.hands[: s.n], *laps]
        last = s.rows[winner] & MANY
        if now != [s.old_left, last, *s.old_hands[: s.n], *s.old_laps[: s.n]]:
            yield "The previous round is the one that lies on the table."

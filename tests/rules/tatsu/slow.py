"""Tatsu once more, slowly and straight from the rules page: no code is shared with the engine.

A board is plain data: segments as lists of stones (inner first), a stone as owner and type.
"""

from __future__ import annotations

from typing import Any

STONES = {"V": 4, "W": 3, "F": 2}
CORNERS = {4: "W", 8: "F", 12: "W", 16: "V", 20: "F", 24: "V"}
ENTRIES = {0: {1: 1, 2: 2, 3: 3}, 1: {1: 15, 2: 14, 3: 13}}
OWNER = {"b": 0, "w": 1}


class Board:
    def __init__(self, position: dict[str, Any]) -> None:
        self.arena = {n: list(position["arena"].get(str(n), [])) for n in range(1, 25)}
        self.tray, self.mat, self.dead = (
            [dict(row) for row in position[k]] for k in ("tray", "mat", "dead")
        )
        self.hit: set[int] = set()  # segments where a power has been used

    def facts(self) -> dict[str, Any]:
        """In the form of a position, to be compared."""
        arena = {str(n): stones for n, stones in self.arena.items() if stones}
        return {"arena": arena, "tray": self.tray, "mat": self.mat, "dead": self.dead}

    def copy(self) -> Board:
        new = Board(self.facts())
        new.hit = set(self.hit)
        return new


def end_of(seat: int, start: int, die: int) -> int:
    """Count segment by segment: Black up, White down, around the ring."""
    at = start
    for _ in range(die):
        at = at % 24 + 1 if seat == 0 else (at - 2) % 24 + 1
    return at


def land(board: Board, seat: int, stone: str, at: int) -> None:
    """TA-4 to TA-6, then TA-8."""
    here = board.arena[at]
    if here and OWNER[here[0][0]] != seat:
        board.hit.add(at)
        victim = here[0][1]
        if stone[1] == "W":
            here.clear()
            board.tray[1 - seat][victim] += 1
        elif stone[1] == "F":
            here.clear()
            board.dead[seat][victim] += 1
    here.append(stone)
    wanted = CORNERS.get(at)
    if wanted and board.tray[seat][wanted]:
        board.tray[seat][wanted] -= 1
        board.mat[seat][wanted] += 1


def won(board: Board, seat: int) -> str | None:
    """TA-12; a destroyed type is the reason if both hold."""
    if any(board.dead[seat][t] == n for t, n in STONES.items()):
        return "type"
    enemy = [s for stones in board.arena.values() for s in stones if OWNER[s[0]] != seat]
    return None if enemy or any(board.mat[1 - seat].values()) else "battle"


def uses(board: Board, seat: int, die: int) -> dict[str, Board]:
    """Every ordinary use of one die: TA-3, TA-4, TA-9."""
    found = {}
    for start, stones in board.arena.items():
        if stones and OWNER[stones[-1][0]] == seat:
            to = end_of(seat, start, die)
            if len(board.arena[to]) < 2:
                after = board.copy()
                land(after, seat, after.arena[start].pop(), to)
                found[f"{start}-{to}"] = after
    to = ENTRIES[seat].get(die, 0)
    for t in STONES:
        if to and board.mat[seat][t] and len(board.arena[to]) < 2:
            after = board.copy()
            after.mat[seat][t] -= 1
            land(after, seat, "bw"[seat] + t, to)
            found[f"{t}-{to}"] = after
    return found


def escapes(board: Board, seat: int, dice: tuple[int, int]) -> dict[str, Board]:
    """TA-10: with the smaller die alone."""
    found = {}
    for start, stones in board.arena.items():
        if len(stones) == 2 and OWNER[stones[0][0]] == seat != OWNER[stones[1][0]]:
            to = end_of(seat, start, min(dice))
            if len(board.arena[to]) < 2:
                after = board.copy()
                land(after, seat, after.arena[start].pop(0), to)
                found[f"x{start}-{to}"] = after
    return found


def turns(board: Board, seat: int, dice: tuple[int, int]) -> dict[tuple[str, ...], Board]:
    """TA-11: every complete list of moves, with the board after it."""
    found: dict[tuple[str, ...], Board] = {}
    for first, other in (dice, dice[::-1]):
        for name, after in uses(board, seat, first).items():
            then = {} if won(after, seat) else uses(after, seat, other)
            for second, last in then.items():
                found[name, second] = last
            if not then:
                found[(name,)] = after
    for name, after in escapes(board, seat, dice).items():
        found[(name,)] = after
    return found

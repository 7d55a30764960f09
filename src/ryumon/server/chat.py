"""What people say to each other at a table.

Everyone at the table reads `table`; samurai players who play together have a conversation of their
own; two ninja and partners of Tiger & Dragon have none, by the rules of their games. What
spectators say is not shown to seats while the game runs.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from typing import TYPE_CHECKING, Any

from ryumon import PUBLIC
from ryumon.server import model
from ryumon.server.protocol import TEXT_SIZE, Line, SaidMessage
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.live import Live
    from ryumon.server.sockets import Connection

MOST, WITHIN = 6, 10.0  # lines of one person in so many seconds
TAIL = 100  # lines that a newcomer is shown
PARTNERS = {"bushido": "samurai"}  # the side of a game that may talk in private


def partners(live: Live) -> set[int]:
    side = PARTNERS.get(live.head.game)
    sides = live.game.spec.sides({"players": live.head.players, **live.head.options})
    seats = set(sides.get(side, ())) if side else set()
    return seats if len(seats) > 1 else set()


def may_read(live: Live, viewer: int, line: dict[str, Any]) -> bool:
    match line["channel"]:
        case "partner":
            return viewer in partners(live)
        case "spectators":
            return viewer == PUBLIC or live.head.status in ("finished", "closed")
        case _:
            return True


def lines(live: Live, viewer: int) -> list[Line]:
    """What this viewer may read, with the viewer's own numbers."""
    own = [line for line in live.chat if may_read(live, viewer, line)]
    first = max(len(own) - TAIL, 0)
    return [_line(n, line) for n, line in enumerate(own[first:], first + 1)]


def _line(n: int, line: dict[str, Any]) -> Line:
    return Line(n, line["seat"], line["name"], line["channel"], line["text"])


async def say(live: Live, connection: Connection, text: str, channel: str) -> None:
    viewer = connection.viewer
    shown = checked_text(text)
    if channel == "table" and viewer == PUBLIC:
        channel = "spectators"
    if channel == "partner" and viewer not in partners(live):
        raise Refuse("no-chat", status=403)
    if channel == "spectators" and viewer != PUBLIC:
        raise Refuse("no-chat", status=403)
    if viewer != PUBLIC and live.chairs[viewer].muted:
        raise Refuse("muted", status=403)
    now = live.house.now()
    check_rate(connection.said, now)
    row = {
        "table": live.id, "seat": None if viewer == PUBLIC else viewer,
        "name": connection.name if viewer == PUBLIC else live.chairs[viewer].name,
        "channel": channel, "text": shown, "at": now,
    }  # fmt: skip
    try:
        await live.house.store.write(Change(more=[model.chatted(row)]))
    except (Conflict, NotStored):
        raise Refuse("not-stored", status=503) from None
    live.chat.append(row)
    for other in list(live.connections):
        if may_read(live, other.viewer, row):
            n = sum(may_read(live, other.viewer, line) for line in live.chat)
            other.tell(SaidMessage(_line(n, row)))


def checked_text(text: str) -> str:
    """Plain text of one line; no character that is invisible or turns the line around."""
    shown = " ".join("".join(c if _is_shown(c) else " " for c in text).split())
    if not 1 <= len(shown) <= TEXT_SIZE:
        raise Refuse("too-large")
    return shown


def _is_shown(c: str) -> bool:
    return unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp")


def check_rate(said: deque[float], now: float) -> None:
    while said and said[0] <= now - WITHIN:
        said.popleft()
    if len(said) >= MOST:
        raise Refuse("too-fast", status=429)
    said.append(now)

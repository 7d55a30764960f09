"""What people say to each other at a table.

Everyone at the table reads `table`; samurai players who play together have a conversation of their
own; two ninja and partners of Tiger & Dragon have none, by the rules of their games. What
spectators say is not shown to seats while the game runs.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from ryumon import PUBLIC
from ryumon.server import model
from ryumon.server.info import OVER_NOW
from ryumon.server.protocol import TEXT_SIZE, Line, SaidMessage
from ryumon.server.words import Refuse

if TYPE_CHECKING:
    from ryumon.server.connection import Connection
    from ryumon.server.live import Live

MOST, WITHIN = 6, 10.0  # lines of one person in so many seconds
RECENT = 1000  # lines that are looked at for it
TAIL = 100  # lines that a newcomer is shown


def partners(live: Live) -> set[int]:
    side = getattr(live.game.spec.sight, "TALKS", "")
    sides = live.game.spec.sides({"players": live.head.players, **live.head.options})
    seats = set(sides.get(side, ())) if side else set()
    return seats if len(seats) > 1 else set()


def may_read(live: Live, viewer: int, line: dict[str, Any]) -> bool:
    match line["channel"]:
        case "partner":
            return viewer in partners(live)
        case "spectators":
            return viewer == PUBLIC or live.head.status in OVER_NOW
        case _:
            return True


def lines(live: Live, viewer: int) -> list[Line]:
    """What this viewer may read, with the viewer's own numbers."""
    own = [line for line in live.chat if may_read(live, viewer, line)]
    first = max(len(own) - TAIL, 0)
    return [_line(n, line) for n, line in enumerate(own[first:], first + 1)]


def _line(n: int, line: dict[str, Any]) -> Line:
    return Line(n, line["seat"], line["name"], line["channel"], line["text"])


async def say(
    live: Live, connection: Connection, command: str, text: str, channel: str
) -> None:  # fmt: skip
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
    async with live.lock:
        now, seat = live.house.now(), None if viewer == PUBLIC else viewer
        check_rate(live, seat, connection.person, now)
        row = {
            "table": live.id, "seat": seat,
            "name": connection.name if seat is None else live.chairs[seat].name,
            "channel": channel, "text": shown, "at": now, "person": connection.person,
        }  # fmt: skip
        more = [model.chatted(row)]
        await live.commit("said", {}, seat=seat, command=command, more=more)
        live.chat.append(row)
        tell(live, row)


def tell(live: Live, row: dict[str, Any]) -> None:
    """To all who are connected here and may read it."""
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


def check_rate(live: Live, seat: int | None, person: str, now: float) -> None:
    """By what is stored: so it holds over all connections and processes."""
    latest = (line for line in live.chat[-RECENT:] if line["at"] > now - WITHIN)
    said = [line for line in latest if (line["seat"], line["person"]) == (seat, person)]
    if len(said) >= MOST:
        raise Refuse("too-fast", status=429)

"""What a good player works out, as a message of its own: made by the pool, after the step."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from ryumon.server.frames import Message
from ryumon.server.protocol import AidsMessage, write

if TYPE_CHECKING:
    from ryumon.server.connection import Connection
    from ryumon.server.live import Live
    from ryumon.server.thinkers import Thinkers

log = structlog.get_logger()


class Aids:
    """One question at a time for each viewer of a table; in between only the newest counts."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._asking: dict[tuple[str, int], asyncio.Task[None]] = {}

    def ask(self, live: Live, connection: Connection) -> None:
        """The viewer of this connection sees something new."""
        if not (live.head.aids and connection.aids):
            return
        key = live.id, connection.viewer
        if key not in self._asking:
            task = asyncio.create_task(self._answer(live, connection.viewer))
            self._asking[key] = task
            task.add_done_callback(lambda _: self._asking.pop(key, None))

    async def _answer(self, live: Live, viewer: int) -> None:
        told = -1
        while live.moment is None and told != live.last(viewer):
            told, shown = live.last(viewer), live.shown(viewer)
            if shown is None:
                return
            found = await self._thinkers.aids(shown.state.seat(viewer), live.id)
            if found is None:
                return
            if told == live.last(viewer):
                message = Message(write(AidsMessage(told, found)))
                for connection in list(live.connections):
                    if connection.viewer == viewer and connection.aids:
                        connection.push(message)

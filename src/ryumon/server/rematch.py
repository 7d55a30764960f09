"""Another game of the same people: a new table, everyone one seat further on."""

from __future__ import annotations

from dataclasses import replace

from ryumon.server import model
from ryumon.server.live import Live
from ryumon.server.model import NO_SEAT
from ryumon.server.play import offers_dropped


async def make(live: Live, by: int, command: str) -> None:
    """The lock of the old table is held. The new one is open: every browser adds anew to the deal
    by sitting down again, and the host begins."""
    house, n = live.house, len(live.chairs)
    token, now = house.sources.token, house.now()
    head = replace(
        live.head, id=house.new_id(), status="open", created=now, changed=now, practice=False,
        verifiable=True, origin=None, secret=house.sources.secret(), join_token=token(),
        watch_token=token(), host_token=token(), next="",
    )  # fmt: skip
    chairs = []
    for seat in range(n):
        old = live.chairs[(seat - 1) % n]
        level = "" if old.person else old.level
        chairs.append(
            replace(old, seat=seat, level=level, conceded=False, random=b"", token=token())
        )
    grants = {
        (person, role, (seat + 1) % n if seat != NO_SEAT else NO_SEAT)
        for person, role, seat in live.grants
    }
    await house.insert(head, chairs, grants)
    more = [model.updated(live.id, next=head.id), *offers_dropped(live)]
    await live.commit("rematch", {}, seat=by, command=command, more=more)
    live.head.next, live.offers = head.id, []

"""Who sits where: entering by a link, taking and leaving seats, and what the host may do."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import replace

from ryumon.server import fairness, info, model
from ryumon.server.house import checked_level
from ryumon.server.live import Live, Stale
from ryumon.server.model import NO_SEAT, Chair, Grant, Statement
from ryumon.server.people import Person, checked_name
from ryumon.server.protocol import Bye, Host, Links, Sit
from ryumon.server.words import Refuse, told


async def change(
    live: Live,
    kind: str,
    data: dict[str, object],
    chairs: list[Chair],
    more: list[Statement] = [],  # noqa: B006 - never changed
) -> None:
    """Store that these chairs are taken otherwise, then seat people so. The lock is held."""
    before = live.chairs
    after = list(before)
    for chair in chairs:
        after[chair.seat] = chair
    live.chairs = after  # what will be due depends on who sits there
    try:
        statements = [*(model.seated(live.id, chair) for chair in chairs), *more]
        await live.commit(kind, data, more=statements)
    except Stale:
        raise Refuse("stale", status=409) from None
    except BaseException:
        live.chairs = before
        raise
    live.publish_table()


# --- links ----------------------------------------------------------------------------------


def links(live: Live, person: str) -> Links:
    """The secret links that this person may hand on."""
    may, head = info.you(live, person), live.head
    found = Links(seats={str(s): _link(live, live.chairs[s].token) for s in may.seats})
    if may.join:
        found.join = _link(live, head.join_token)
        found.watch = _link(live, head.watch_token)
    if may.host:
        found.host = _link(live, head.host_token)
    return found


def _link(live: Live, token: str) -> str:
    return f"/table/{live.id}#{token}"


async def enter(live: Live, person: str, token: str) -> None:
    """Open what the link opens; Refuse if it opens nothing."""
    grant = _grant_of(live, person, token)
    if grant is None:
        raise Refuse("token", status=403)
    async with live.lock:
        if grant not in live.grants:
            more = [model.granted(live.id, grant)]
            if grant[1] == "host":
                more.append(model.updated(live.id, host=person))
            await live.commit("enter", {"role": grant[1]}, more=more)
            live.grants.add(grant)
            if grant[1] == "host":
                live.head.host = person
                live.publish_table()


def _grant_of(live: Live, person: str, token: str) -> Grant | None:
    head = live.head
    for role in ("join", "watch", "host"):
        if _same(token, getattr(head, f"{role}_token")):
            return person, role, NO_SEAT
    for chair in live.chairs:
        if chair.person and _same(token, chair.token):
            return person, "seat", chair.seat
    return None


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


# --- seats ----------------------------------------------------------------------------------


async def sit(live: Live, person: Person, asked: Sit) -> None:
    """Take a free seat."""
    if not info.you(live, person.id).join:
        raise Refuse("no-join", status=403)
    name = checked_name(asked.name or person.name)
    random = fairness.checked_random(asked.random)
    async with live.lock:
        if live.head.status != "open":
            raise Refuse("running", status=409)
        if asked.seat is None:
            chair = next((one for one in live.chairs if one.free), None)
            if chair is None:
                raise Refuse("full", status=409)
        else:
            chair = live.chair(asked.seat)
            if not chair.free:
                raise Refuse("taken", status=409)
        taken = replace(chair, name=name, person=True, random=random)
        grant = (person.id, "seat", chair.seat)
        more = [] if grant in live.grants else [model.granted(live.id, grant)]
        await change(live, "sit", {"seat": chair.seat}, [taken], more)
        live.grants.add(grant)


async def leave(live: Live, person: str, seat: int | None) -> None:
    """Give a seat up, or all of one's own. In a running game a bot plays on there."""
    own = info.you(live, person).seats
    gone = own if seat is None else [seat]
    if not set(gone) <= set(own):
        raise Refuse("not-yours", status=403)
    async with live.lock:
        for one in gone:
            await vacate(live, one, live.head.level if live.head.status == "running" else "")


async def vacate(live: Live, seat: int, level: str) -> None:
    """Nobody holds the seat any more; a bot of this level does, if one is named."""
    chair = live.chair(seat)
    empty = Chair(seat, level=level, random=chair.random, token=live.house.sources.token())
    if level:
        empty.name = chair.name
    await change(live, "leave", {"seat": seat}, [empty], [model.revoked(live.id, seat)])
    live.grants = {g for g in live.grants if g[1:] != ("seat", seat)}
    dismiss(live, seat)


def dismiss(live: Live, seat: int) -> None:
    """Whoever is connected as this seat must show the right to it again."""
    for connection in list(live.connections):
        if connection.viewer == seat:
            connection.close(Bye(told("replaced", connection.language)))


# --- the host -------------------------------------------------------------------------------


def _check_host(live: Live, person: str) -> None:
    if live.head.host != person:
        raise Refuse("not-host", status=403)


async def _start(live: Live, person: str, asked: Host) -> None:
    _check_host(live, person)
    async with live.lock:
        await live.start()


async def _fill(live: Live, person: str, asked: Host) -> None:
    """Bots take all free seats, and the game begins."""
    _check_host(live, person)
    level = checked_level(asked.level or live.head.level)
    async with live.lock:
        if live.head.status != "open":
            raise Refuse("running", status=409)
        free = [replace(chair, level=level) for chair in live.chairs if chair.free]
        if free:
            await change(live, "fill", {"level": level}, free)
        await live.start()


HOST: dict[str, Callable[[Live, str, Host], Awaitable[None]]] = {"start": _start, "fill": _fill}

"""Who sits where: entering by a link, taking and leaving seats, and what the host may do."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import replace

from ryumon.server import info, model, play
from ryumon.server.api import Host, Links, Sit
from ryumon.server.levels import checked_level
from ryumon.server.live import Live, Stale
from ryumon.server.model import NO_SEAT, Chair, Grant, Statement
from ryumon.server.people import Person, checked_name, checked_random
from ryumon.server.protocol import Bye
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
        raise  # the table was read again
    except BaseException:
        live.chairs = before
        raise
    live.publish_table()


# --- links ----------------------------------------------------------------------------------


def links(live: Live, person: str) -> Links:
    """The secret links that this person may hand on."""
    _check_season(live)
    may, head = info.you(live, person), live.head
    own = {str(s): _link(live, live.chairs[s].token) for s in may.seats}
    found = Links(seats=own, lan=live.house.lan)
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
    random = checked_random(asked.random)
    async with live.lock:
        if live.head.status != "open":
            raise Refuse("running", status=409)
        if asked.seat is None:
            chair = next((one for one in live.chairs if one.free), None)
            if chair is None:
                raise Refuse("full", status=409)
        else:
            chair = live.chair(asked.seat)
            own = (person.id, "seat", chair.seat) in live.grants
            if not chair.free and not own:
                raise Refuse("taken", status=409)
        taken = replace(chair, name=name, person=True, random=random)
        grant = (person.id, "seat", chair.seat)
        more = [] if grant in live.grants else [model.granted(live.id, grant)]
        await change(live, "sit", {"seat": chair.seat}, [taken], more)
        live.grants.add(grant)


async def leave(live: Live, person: str, seat: int | None) -> None:
    """Give a seat up, or all of one's own. In a running game a bot plays on there."""
    own = info.you(live, person).seats
    _check_season(live)
    gone = own if seat is None else [seat]
    if not set(gone) <= set(own):
        raise Refuse("not-yours", status=403)
    async with live.lock:
        for one in gone:
            if any(grant[1:] == ("seat", one) for grant in live.grants):  # not yet
                await vacate(live, one, _stand_in(live))


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


async def _start(live: Live, person: str, asked: Host) -> None:
    async with live.lock:
        await play.start(live)


async def _fill(live: Live, person: str, asked: Host) -> None:
    """Bots take all free seats, and the game begins."""
    level = checked_level(asked.level or live.head.level)
    async with live.lock:
        if live.head.status != "open":
            raise Refuse("running", status=409)
        free = [replace(chair, level=level) for chair in live.chairs if chair.free]
        if free:
            await change(live, "fill", {"level": level}, free)
        await play.start(live)


async def _close(live: Live, person: str, asked: Host) -> None:
    async with live.lock:
        if live.head.status not in ("open", "running"):
            raise Refuse("ended", status=409)
        await play.finish(live, "closed", "host")


async def _remove(live: Live, person: str, asked: Host) -> None:
    """Nobody holds the seat any more; in a running game a bot plays on."""
    async with live.lock:
        if not live.chair(asked.seat).person:
            raise Refuse("nobody", status=409)
        await vacate(live, live.chair(asked.seat).seat, _stand_in(live))


async def _replace(live: Live, person: str, asked: Host) -> None:
    """A bot plays for the seat until its person is back."""
    async with live.lock:
        chair = live.chair(asked.seat)
        if live.head.status != "running":
            raise Refuse("not-running", status=409)
        if not chair.person or chair.level:
            raise Refuse("nobody", status=409)
        level = checked_level(asked.level or live.head.level)
        await change(live, "bot", {"seat": chair.seat}, [replace(chair, level=level)])


async def _mute(live: Live, person: str, asked: Host) -> None:
    async with live.lock:
        chair = live.chair(asked.seat)
        silent = asked.do == "mute"
        await change(live, asked.do, {"seat": chair.seat}, [replace(chair, muted=silent)])


async def _reissue(live: Live, person: str, asked: Host) -> None:
    """The seat gets a new link; the old one opens nothing, nor does any browser that held it."""
    async with live.lock:
        chair = live.chair(asked.seat)
        new = replace(chair, token=live.house.sources.token())
        more = [model.revoked(live.id, chair.seat)]
        await change(live, "reissue", {"seat": chair.seat}, [new], more)
        live.grants = {g for g in live.grants if g[1:] != ("seat", chair.seat)}
        dismiss(live, chair.seat)


async def _hand_on(live: Live, person: str, asked: Host) -> None:
    """Whoever holds the seat is the host from now on."""
    async with live.lock:
        seat = live.chair(asked.seat).seat
        heirs = sorted(who for who, role, where in live.grants if (role, where) == ("seat", seat))
        if not heirs:
            raise Refuse("nobody", status=409)
        await _set_host(live, heirs[0])


async def _set_host(live: Live, person: str) -> None:
    await live.commit("host", {}, more=[model.updated(live.id, host=person)])
    live.head.host = person
    live.publish_table()


async def claim_host(live: Live, person: str) -> None:
    """Any seated person may become the host when the host has been gone for long."""
    _check_season(live)
    if not info.you(live, person).seats:
        raise Refuse("not-yours", status=403)
    async with live.lock:
        if await live.house.host_is_here(live):
            raise Refuse("host-here", status=409)
        await _set_host(live, person)


def _check_season(live: Live) -> None:
    """Who sits at the tables of a season is no matter of those who sit there."""
    if live.head.season is not None:
        raise Refuse("season-table", status=409)


def _stand_in(live: Live) -> str:
    return live.head.level if live.head.status == "running" else ""


# --- persons who are away -------------------------------------------------------------------


async def take_over(live: Live, seat: int) -> None:
    """A bot plays for a person who is away; the lock is held."""
    chair = live.chair(seat)
    if chair.person and not chair.level and live.head.status == "running":
        await change(live, "bot", {"seat": seat}, [replace(chair, level=live.head.level)])


async def give_back(live: Live, seat: int) -> None:
    """The person is back."""
    async with live.lock:
        chair = live.chair(seat)
        if chair.person and chair.level and not chair.conceded:
            await change(live, "back again", {"seat": seat}, [replace(chair, level="")])


async def concede(live: Live, seat: int) -> None:
    """A bot plays on for the seat; when nobody plays on the table ends."""
    async with live.lock:
        if live.head.status != "running":
            raise Refuse("not-running")
        chair = live.chair(seat)
        if chair.conceded:
            return
        gone = replace(chair, level=live.head.level, conceded=True)
        await change(live, "concede", {"seat": seat}, [gone])
        if not any(one.person and not one.conceded for one in live.chairs):
            await play.finish(live, "closed", "conceded")


Act = Callable[[Live, str, Host], Awaitable[None]]
_HOST: dict[str, Act] = {
    "start": _start, "fill": _fill, "close": _close, "remove": _remove, "replace": _replace,
    "mute": _mute, "unmute": _mute, "reissue": _reissue, "hand-on": _hand_on,
}  # fmt: skip


async def host(live: Live, person: str, asked: Host) -> None:
    """Do what the host asks for. Any seated person may have a bot play for one who is away."""
    _check_season(live)
    if live.head.host != person:
        away = asked.do == "replace" and await live.house.is_away(live, live.chair(asked.seat).seat)
        if not (away and info.you(live, person).seats):
            raise Refuse("not-host", status=403)
    await _HOST[asked.do](live, person, asked)

"""What all persons at a table have to agree to: taking back, ending, a rematch."""

from __future__ import annotations

from typing import Any

from ryumon import PUBLIC
from ryumon.server import model, play, rematch
from ryumon.server.info import OVER_NOW
from ryumon.server.live import Live
from ryumon.server.protocol import Undo
from ryumon.server.words import Refuse
from ryumon.table.questions import moment as moment_of
from ryumon.table.undo import decisions, last_undo, shortened


def people(live: Live) -> list[int]:
    """The seats where persons play now."""
    return [chair.seat for chair in live.chairs if chair.person and not chair.level]


def undo_of(live: Live, viewer: int) -> Undo:
    """May this viewer ask to take back? Told cheaply with every step; what can be taken back is
    worked out when it is asked."""
    if viewer == PUBLIC or live.head.status != "running" or live.moment is not None:
        return ""
    if live.head.day is not None:
        return ""  # everyone plays this deal once
    if not live.banks.begun[viewer]:
        return ""
    return "free" if people(live) == [viewer] else "ask"


def undo_length(live: Live, seat: int) -> int | None:
    """How many moves stay if this seat takes back its last decision; None if it cannot."""
    if live.state is None or live.moment is not None or live.head.status != "running":
        return None
    if live.head.day is not None:
        return None
    if people(live) == [seat]:
        made = [k for k in decisions(live.state, seat) if k < len(live.state.moves)]
        return made[-1] if made else None
    # what others have seen of the move itself is what they are asked about
    length = last_undo(live.state, seat, ())
    if length is None or moment_of(shortened(live.state, length), live.state) is not None:
        return None  # where somebody may have answered in secret nothing is taken back
    return length


async def offer(live: Live, seat: int, command: str, kind: str) -> None:
    """Ask the others; what needs nobody's consent happens at once."""
    async with live.lock:
        _check(live, seat, kind)
        made = {
            "id": max((one["id"] for one in live.offers), default=0) + 1,
            "kind": kind, "seat": seat, "agreed": [seat], "number": live.number,
        }  # fmt: skip
        if set(people(live)) <= {seat}:
            await _carry_out(live, made, seat, command)
            return
        if any(one["kind"] == kind for one in live.offers):
            raise Refuse("offered", status=409)
        more = [model.offer_set(live.id, made)]
        await live.commit("offer", {}, seat=seat, command=command, more=more)
        live.offers = [*live.offers, made]
        live.publish_table()


def _check(live: Live, seat: int, kind: str) -> None:
    if kind == "undo" and undo_length(live, seat) is None:
        raise Refuse("no-undo")
    if kind == "end" and live.head.status != "running":
        raise Refuse("not-running")
    ended = live.head.status in OVER_NOW
    if kind == "rematch" and (not ended or live.head.next or live.head.season is not None):
        raise Refuse("no-rematch")


async def answer(live: Live, seat: int, command: str, number: int, accept: bool) -> None:
    """Agree or decline; one who declines ends the offer."""
    async with live.lock:
        made = next((one for one in live.offers if one["id"] == number), None)
        if made is None:
            raise Refuse("no-offer", status=409)
        gone = model.offer_done(live.id, number)
        rest = [one for one in live.offers if one is not made]
        if accept and set(people(live)) <= {seat, *made["agreed"]}:
            await _carry_out(live, made, seat, command)
        else:
            if accept:
                made = {**made, "agreed": sorted({seat, *made["agreed"]})}
            more = [gone, model.offer_set(live.id, made)] if accept else [gone]
            await live.commit("offer", {}, seat=seat, command=command, more=more)
            live.offers = [*rest, made] if accept else rest
        live.publish_table()


async def _carry_out(live: Live, made: dict[str, Any], seat: int, command: str) -> None:
    """Do what all have agreed to, this seat with this command as the last."""
    match made["kind"]:
        case "undo":
            length = undo_length(live, made["seat"])
            if length is None:
                raise Refuse("no-undo")
            own = command if seat == made["seat"] else None
            await play.back_to(live, length, made["seat"], own)
        case "end":
            await play.finish(live, "closed", "consent", seat, command)
        case _:
            await rematch.make(live, seat, command)

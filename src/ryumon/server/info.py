"""A table as everyone at it sees it, without its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ryumon import OVER, PUBLIC
from ryumon.server.model import NO_SEAT, Chair
from ryumon.server.people import is_program
from ryumon.server.protocol import Fairness, Offer, Result, SeatInfo, TableInfo, You
from ryumon.table import fairness

if TYPE_CHECKING:
    from ryumon.server.live import Live

BACK = {"en": "Moves are taken back.", "ja": "手が戻された。"}
OVER_NOW = ("finished", "closed")  # when everything hidden is open


def table_info(live: Live) -> TableInfo:
    head = live.head
    return TableInfo(
        table=head.id,
        game=head.game,
        players=head.players,
        options=head.options,
        status=head.status,  # pyright: ignore[reportArgumentType]
        public=head.public,
        aids=head.aids,
        clock=head.clock,
        seats=[_seat(live, chair) for chair in live.chairs],
        spectators=live.presence.count(PUBLIC),
        host=_host_seat(live),
        level=head.level,
        expiry=head.expiry,  # pyright: ignore[reportArgumentType]
        practice=head.practice,
        offers=[_offer(live, one) for one in live.offers],
        fairness=_fairness(live),
        result=_result(live),
        next=head.next,
        note=live.frozen,
        day=head.day or "",
    )


def _seat(live: Live, chair: Chair) -> SeatInfo:
    return SeatInfo(
        seat=chair.seat,
        name=chair.name,
        level=chair.level,
        here=live.is_here(chair.seat),
        taken_over=chair.person and bool(chair.level) and not chair.conceded,
        conceded=chair.conceded,
        muted=chair.muted,
        program=any(is_program(who) for who, *at in live.grants if at == ["seat", chair.seat]),
        random=chair.random.hex(),
    )


def _host_seat(live: Live) -> int | None:
    held = (
        seat for person, role, seat in live.grants if (person, role) == (live.head.host, "seat")
    )
    return min(held, default=None)


def _offer(live: Live, one: dict[str, Any]) -> Offer:
    people = [chair.seat for chair in live.chairs if chair.person and not chair.level]
    waiting = [seat for seat in people if seat not in one["agreed"]]
    return Offer(one["id"], one["kind"], one["seat"], one["agreed"], waiting)


def _fairness(live: Live) -> Fairness:
    head = live.head
    told = Fairness(fairness.commitment(head.secret), head.verifiable)
    if head.status in OVER_NOW and not live.keeps_secret:
        told.secret = head.secret.hex()
        told.key = fairness.key_of(head.secret, [chair.random for chair in live.chairs]).hex()
    return told


def _result(live: Live) -> Result | None:
    state = live.state
    if state is None or state.turn != OVER or live.head.status not in OVER_NOW:
        return None
    result = state.result()
    assert result is not None
    return Result(result.winners, result.payoffs, result.reason, state.scores)


def you(live: Live, person: str) -> You:
    """What this person may do at the table."""
    own = {(role, seat) for who, role, seat in live.grants if who == person}
    seats = sorted(seat for role, seat in own if role == "seat")
    if live.head.season is not None:  # nobody's table: programs sit where the season puts them
        return You(seats, watch=live.head.public or bool(seats))
    host = live.head.host == person
    trusted = live.head.public or host or ("join", NO_SEAT) in own or bool(seats)
    return You(seats, host, trusted, trusted or ("watch", NO_SEAT) in own)

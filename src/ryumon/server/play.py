"""What changes a game: a seat's decision, the start, the end of a pause, taking back."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ryumon import CHANCE, OVER, State
from ryumon.play.refusal import Refusal
from ryumon.server import model
from ryumon.server.live import TRIES, Live, Stale
from ryumon.server.model import Statement
from ryumon.server.protocol import Done
from ryumon.server.showing import Moment
from ryumon.server.words import Refuse
from ryumon.table.questions import is_asked, unanswered
from ryumon.table.questions import moment as moment_of
from ryumon.table.table import after
from ryumon.table.undo import shortened


async def act(live: Live, seat: int, command: str, expected: int, moves: list[str]) -> Done:
    """A person's decision, all of its moves or none. Refused or Stale if it cannot be made."""
    async with live.lock:
        for _ in range(TRIES):
            known = live.remembered(seat, command)
            if known is not None:
                return Done(command, known)
            if expected != live.last(seat):
                if await live.house.is_stored(live.id, seat, command):
                    return Done(command, live.last(seat))
                raise Stale
            if live.chairs[seat].level:
                raise Refuse("not-turn")  # a bot plays here until the person is back
            with contextlib.suppress(Stale):  # another process was first, with something else
                await decide(live, seat, moves, command)
                return Done(command, live.remember(seat, command))
        raise Stale


async def decide(
    live: Live, seat: int, moves: list[str], command: str | None = None,
    more: Sequence[Statement] = (),
) -> None:  # fmt: skip
    """Make a seat's decision and let chance move after it; the lock is held."""
    check_turn(live, seat)
    assert live.state is not None
    ahead = after(live.state, seat, moves, live.chance())
    answered = live.moment is not None
    moment = live.moment if answered else moment_of(live.state, ahead)
    data: dict[str, object] = {"moves": ahead.moves_after(live.state.length)}
    row = live.due.get(("clock", seat))
    # of a secret question no time is counted
    if row is not None and not answered and not is_asked(live.state, seat):
        left = live.banks.left_after(seat, row.at, live.house.now())
        if left is not None:
            data["left"] = left
    await _go_on(live, data, ahead, moment, seat, command, more)


def check_turn(live: Live, seat: int) -> None:
    if live.head.status != "running" or live.frozen:
        raise Refuse("not-running" if live.head.status in ("open", "frozen") else "ended")
    if not live.may_decide(seat):
        raise Refuse("not-turn")


def why(live: Live, seat: int, moves: list[str]) -> Refusal | None:
    """What refuses the first of the moves that cannot be made now."""
    shown = live.shown(seat)
    if shown is None or live.head.status != "running":
        return Refuse("not-running").refusal
    if not live.may_decide(seat):
        return Refuse("not-turn").refusal
    return shown.state.seat(seat, events=False).refusal(moves)


async def _go_on(
    live: Live,
    data: dict[str, object],
    ahead: State,
    moment: Moment | None,
    seat: int | None = None,
    command: str | None = None,
    more: Sequence[Statement] = (),
) -> None:
    """Store what was played. A game that is over ends the table, when it may be seen."""
    more = [*more, *offers_dropped(live)]
    offered = bool(live.offers)
    dropped = {one: live.intentions[one][1] for one in live.outdated(ahead)}
    for one, rule in dropped.items():
        more += model.intended(live.id, one, None, rule)
    await live.commit(
        "moves", data, ahead=ahead, moment=moment, seat=seat, command=command, more=more
    )
    live.offers = []
    live.intentions.update({one: (None, rule) for one, rule in dropped.items()})
    if ahead.turn == OVER and moment is None:
        await finish(live)
    elif offered:
        live.publish_table()


def offers_dropped(live: Live) -> list[Statement]:
    """An offer stands until somebody moves."""
    return [model.offer_done(live.id, one["id"]) for one in live.offers]


async def finish(
    live: Live, status: str = "finished", how: str = "", seat: int | None = None,
    command: str | None = None,
) -> None:  # fmt: skip
    """The table ends, and everything hidden becomes open; `how`, if not by the rules. The lock is
    held."""
    before = live.head.status
    live.head.status = status
    try:
        more = [model.updated(live.id, status=status), *offers_dropped(live)]
        await live.commit("end", {"how": how}, seat=seat, command=command, more=more)
    except Stale:
        raise  # the table was read again
    except BaseException:
        live.head.status = before
        raise
    live.offers = []
    live.publish_table()
    if live.head.season is not None:
        live.house.seasons.wake()


async def reveal(live: Live) -> None:
    """The deal is played nowhere else any more: whoever likes may look on, and see everything when
    the table has ended. The lock is held."""
    await live.commit("public", {}, more=[model.updated(live.id, public=True)])
    live.head.public = True
    live.publish_table()


async def start(live: Live) -> None:
    """The seats are taken; the lock is held."""
    if live.head.status != "open":
        raise Refuse("running", status=409)
    if any(chair.free for chair in live.chairs):
        raise Refuse("not-full", status=409)
    ahead = live.beginning() if live.state is None else live.state.copy()
    length = len(ahead.moves) if live.state is not None else 0
    if ahead.turn == CHANCE:
        ahead.deal(live.chance())
    live.head.status = "running"
    try:
        more = [model.updated(live.id, status="running")]
        await live.commit("start", {"moves": ahead.moves[length:]}, ahead=ahead, more=more)
    except Stale:
        raise
    except BaseException:
        live.head.status = "open"
        raise
    live.publish_table()
    if ahead.turn == OVER:
        await finish(live)


async def end_pause(live: Live) -> None:
    """The pause is over: who has not answered does what it left as its wish. The lock is held."""
    while live.state is not None and live.moment is not None and live.moment.asks(live.state):
        seat = live.state.turn
        rule = live.intentions.get(seat, (None, ""))[1]
        await decide(live, seat, [unanswered(live.state, rule)])
    await live.commit("judged", {}, moment=None)
    if live.over and live.head.status == "running":
        await finish(live)


async def back_to(live: Live, length: int, seat: int, command: str | None = None) -> None:
    """Take back all but the first so many moves; the lock is held."""
    assert live.state is not None
    then, taken = shortened(live.state, length), live.state.moves[length:]
    more = offers_dropped(live)
    practice = any(move.startswith("~") for move in taken)  # chance's next moves have been seen
    if practice:
        more.append(model.updated(live.id, practice=True))
    data = {"to": length}
    await live.commit(
        "back", data, ahead=then, moment=None, seat=seat, command=command, more=more
    )  # fmt: skip
    live.head.practice = live.head.practice or practice
    live.offers = []
    live.publish_table()

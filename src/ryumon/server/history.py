"""Tables that have ended: records, replays, statistics, the check of the deal; and importing.

While a table runs nobody gets its record: it holds everything that is hidden.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from ryumon import CHANCE, OVER, PUBLIC, State
from ryumon.play.record import Record, Status
from ryumon.server import model
from ryumon.server.api import (
    Draw,
    Position,
    Replay,
    ReplayStep,
    SeatStatistics,
    Statistics,
    Verdict,
)
from ryumon.server.info import OVER_NOW
from ryumon.server.model import Loaded
from ryumon.server.words import Refuse
from ryumon.table import fairness
from ryumon.table.seats import names, to_record
from ryumon.table.undo import shortened

if TYPE_CHECKING:
    from ryumon.server.live import Live

OPEN = ("finished", "closed", "frozen")  # when everything hidden may be seen


def check_open(live: Live) -> State:
    """The game of a table that has ended."""
    if live.head.keeps_deal:
        raise Refuse("deal-kept", status=409)
    if live.head.status not in OPEN or live.state is None:
        raise Refuse("not-ended", status=409)
    return live.state


def record(live: Live, loaded: Loaded, audit: bool = False) -> str:
    """The table as a record: the moves that stand in the end. With `audit` a line for every entry
    follows, also of what was taken back."""
    made = _record(live, loaded).text()
    return made if not audit else made + _audit(loaded)


def _record(live: Live, loaded: Loaded) -> Record:
    state, head = check_open(live), live.head
    levels = [chair.level if not chair.person else "" for chair in live.chairs]
    given = [chair.name for chair in live.chairs]
    added = [chair.random for chair in live.chairs]
    conceded = [chair.seat for chair in live.chairs if chair.conceded]
    return Record.of(
        state,
        names=to_record(levels, given),
        date=datetime.fromtimestamp(head.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        status=_status(live, loaded, bool(conceded)),
        conceded=() if state.turn == OVER else conceded,
        deal=fairness.deal_of(head.secret, added) if _tells_deal(live) else None,
    )


def _status(live: Live, loaded: Loaded, conceded: bool) -> Status:
    """How the game ended, as a record says it."""
    if live.over or live.head.status == "frozen":
        return "running"  # which a record of a game that is over calls finished
    if conceded:
        return "conceded"
    ends = [msgspec.json.decode(one.data) for one in loaded.entries if one.kind == "end"]
    return "consent" if ends and ends[-1].get("how") == "consent" else "abandoned"


def _tells_deal(live: Live) -> bool:
    """May the secret be shown, and do all cards follow from it?"""
    head = live.head
    return head.verifiable and head.status in OVER_NOW and not live.keeps_secret


def _audit(loaded: Loaded) -> str:
    shown = ("number", "kind", "seat", "at", "data")
    # an answer in advance that was not used stays unknown, even that there was one
    kept = (entry for entry in loaded.entries if entry.kind != "intend")
    rows = [{name: getattr(entry, name) for name in shown} for entry in kept]
    return "".join(msgspec.json.encode({"entry": row}).decode() + "\n" for row in rows)


def replay(live: Live, viewer: int, language: str, loaded: Loaded) -> Replay:
    """Every move, with what this viewer saw of it."""
    state = check_open(live)
    levels = [chair.level for chair in live.chairs]
    given = [chair.name for chair in live.chairs]
    called = names(levels, PUBLIC, language, given)
    say = live.game.spec.words.say
    then, steps, n = shortened(state, 0), list[ReplayStep](), 0
    for move in state.moves:
        then.play(move)
        events = then.events(viewer, n)
        n += len(events)
        said = [{**e, "text": say(e, viewer, language, called.short)} for e in events]
        steps.append(ReplayStep(move, said, then.typed_view(viewer)))
    return Replay(live.id, viewer, called.full, record(live, loaded), steps)


def statistics(live: Live, loaded: Loaded) -> Statistics:
    """Points by round, and how long each seat took."""
    state = check_open(live)
    rounds = [event["scores"] for event in state.events(PUBLIC) if "scores" in event]
    seconds, decisions = thinking_times(loaded, live.head.players)
    seats = [
        SeatStatistics(chair.seat, chair.name, chair.level, round(taken, 1), count)
        for chair, taken, count in zip(live.chairs, seconds, decisions, strict=True)
    ]
    return Statistics(rounds or [state.scores], seats, len(state.moves))


def thinking_times(loaded: Loaded, players: int) -> tuple[list[float], list[int]]:
    """By seat: the seconds of all its decisions, and how many there were."""
    seconds, decisions = [0.0] * players, [0] * players
    before: float | None = None
    for entry in loaded.entries:
        if entry.kind not in ("start", "moves", "back"):
            continue
        if entry.kind == "moves" and entry.seat is not None and before is not None:
            seconds[entry.seat] += entry.at - before
            decisions[entry.seat] += 1
        before = entry.at
    return seconds, decisions


def position(live: Live, move: int | None) -> Position:
    """What lay on the table after so many moves (None: all)."""
    state = check_open(live)
    if move is not None and not 0 <= move <= len(state.moves):
        raise Refuse("no-move", move=move, most=len(state.moves))
    return Position(shortened(state, len(state.moves) if move is None else move).position())


def verify(live: Live, loaded: Loaded, language: str) -> Verdict:
    """Was every outcome of chance drawn from the key that the table had promised?"""
    if live.keeps_secret:
        raise Refuse("day-kept", status=409)
    state, record = check_open(live), _record(live, loaded)
    problems, draws = fairness.check(record)
    outcomes = _outcomes(state) if record.header.deal is not None else []
    sound = not problems
    said = fairness.fair(draws) if sound else problems[0].refusal
    return Verdict(sound, said.sentence(language), draws, outcomes)


def _outcomes(state: State) -> list[Draw]:
    """Every outcome of chance with the marks that lead to it, so that whoever knows the key can
    check it without knowing the rules."""
    then, found = shortened(state, 0), list[Draw]()
    for at, move in enumerate(state.moves):
        if then.turn == CHANCE:
            weights, place = then.weights(), then.legal().index(move)
            found.append(Draw(at, move, sum(weights[:place]), weights[place], sum(weights)))
        then.play(move)
    return found


def parsed(text: str, move: int | None = None) -> tuple[Record, State]:
    """A record that somebody sends, and the game after `move` of its moves (None: all)."""
    found = Record.parse(text)  # refuses with a sentence
    state = found.state()
    if move is not None:
        if not 0 <= move <= len(state.moves):
            raise Refuse("no-move", move=move, most=len(state.moves))
        state = shortened(state, move)
    return found, state


def imported(found: Record, state: State) -> dict[str, Any]:
    """What a table that begins with these moves has for its row."""
    return {
        "game": state.game.name, "players": state.game.players,
        "options": dict(state.game.options), "rules": state.game.spec.rules_version,
        "origin": found.header.position, "practice": True, "verifiable": False,
    }  # fmt: skip


async def load(live: Live) -> Loaded:
    loaded = await live.house.store.read(lambda connection: model.load(connection, live.id))
    assert loaded is not None
    return loaded

"""A table that somebody looks at: its game in memory, and everyone who is connected to it.

What anybody can see changes after it is stored, never before. A command is played on a copy; the
copy takes the place of the game when the writer has said that its entry is on the disk.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from ryumon import CHANCE, OVER, PUBLIC, IllegalMove, State
from ryumon.play.refusal import Refusal, Refused
from ryumon.play.seat import Seat
from ryumon.play.sentence import LANGUAGES
from ryumon.server import fairness, info, model
from ryumon.server.model import Chair, DueRow, Loaded, Statement
from ryumon.server.protocol import Done, Step, TableMessage, write
from ryumon.server.story import Event, Story
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, Entry, NotStored
from ryumon.table.chance import KeyChance
from ryumon.table.seats import names

if TYPE_CHECKING:
    from ryumon.server.house import House
    from ryumon.server.sockets import Connection

REMEMBERED = 64  # commands of which the answer is kept, beside what the store knows


class Stale(Exception):
    """The command answers a decision that is not the present one."""


class Live:
    """One table. Whatever changes it holds `lock`."""

    def __init__(self, house: House, loaded: Loaded) -> None:
        self.house = house
        self.head, self.chairs, self.grants = loaded.head, loaded.chairs, loaded.grants
        self.game = self.head.made_game()
        self.state: State | None = None  # None before the start
        self.number = 0
        self.stories: dict[int, Story] = {}
        self.due = {(row.kind, row.seat): row for row in loaded.due}
        self.intentions = loaded.intentions
        self.offers = loaded.offers
        self.chat = loaded.chat
        self.frozen = ""  # why, if stored moves cannot be played any more
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.used = house.now()
        self._recent: OrderedDict[tuple[int, str], int] = OrderedDict()
        for entry in loaded.entries:
            self.fold(entry)

    @property
    def id(self) -> str:
        return self.head.id

    # --- the game, as its entries tell it -----------------------------------------------------

    def fold(self, entry: Entry) -> None:
        """Take up an entry that is stored."""
        self.number = entry.number
        if self.frozen or entry.kind not in ("start", "moves", "back"):
            return
        told = msgspec.json.decode(entry.data)
        try:
            if entry.kind == "back":
                self.state = self.taken_back(told["to"])
                return
            if self.state is None:
                self.state = self.beginning()
            for move in told["moves"]:
                self.state.play(move)
        except (IllegalMove, ValueError) as wrong:
            self.freeze(str(wrong))

    def beginning(self) -> State:
        origin = self.head.origin
        return self.game.start() if origin is None else self.game.position(origin)

    def freeze(self, why: str) -> None:
        """The table can be read up to here, and no more."""
        self.frozen, self.head.status = why, "frozen"

    def taken_back(self, length: int) -> State:
        """The game after its first `length` moves. What viewers were told stays told."""
        now, then = self.state, self.beginning()
        assert now is not None
        for move in now.moves[:length]:
            then.play(move)
        for viewer in self.viewers():
            story, events = self.story(viewer), now.events(viewer)
            story.grow(len(events))
            story.take_back(events, len(then.events(viewer)))
        return then

    # --- what a viewer sees -------------------------------------------------------------------

    def viewers(self) -> list[int]:
        return [*range(self.head.players), PUBLIC]

    def shown(self, viewer: int) -> State | None:
        """The game as far as it may be shown to this viewer now."""
        return self.state

    def story(self, viewer: int) -> Story:
        return self.stories.setdefault(viewer, Story())

    def last(self, viewer: int) -> int:
        """The viewer's own last number."""
        state, story = self.shown(viewer), self.story(viewer)
        if state is not None:
            story.grow(len(state.events(viewer)))
        return story.n

    def news(self, viewer: int, since: int, language: str) -> list[Event]:
        """What the viewer was told after its number `since`, with sentences."""
        state = self.shown(viewer)
        if state is None or self.last(viewer) <= since:
            return []
        story = self.story(viewer)
        if story.places is None:
            events = state.events(viewer, since)
        else:
            events = story.since(state.events(viewer), since)
        return self.said(events, viewer, language)

    def said(self, events: Iterable[Event], viewer: int, language: str) -> list[Event]:
        say, called = self.game.spec.words.say, self.names(viewer, language)
        back = info.BACK[language]
        return [
            {
                **event,
                "text": back if event["kind"] == "back" else say(event, viewer, language, called),
            }
            for event in events
        ]

    def names(self, viewer: int, language: str) -> list[str]:
        levels = [chair.level for chair in self.chairs]
        return names(levels, viewer, language, [chair.name for chair in self.chairs]).short

    def choice(self, viewer: int) -> dict[str, Any] | None:
        state = self.shown(viewer)
        if state is None or state.turn != viewer or self.head.status != "running":
            return None
        return None if self.chairs[viewer].level else state.choice()

    def step(self, viewer: int, events: list[Event]) -> Step:
        state = self.shown(viewer)
        assert state is not None
        return Step(
            n=self.story(viewer).n,
            events=events,
            view=state.typed_view(viewer),
            choice=self.choice(viewer),
            clocks=None,
        )

    # --- whoever is connected -----------------------------------------------------------------

    def publish(self, before: dict[int, int]) -> None:
        """Tell everyone what is new to them since their number in `before`. Each viewer's message
        is written once for each language."""
        written: dict[tuple[int, str], bytes | None] = {}
        for connection in list(self.connections):
            key = connection.viewer, connection.language
            if key not in written:
                viewer, language = key
                events = self.news(viewer, before.get(viewer, 0), language)
                written[key] = write(self.step(viewer, events)) if events else None
            text = written[key]
            if text is not None:
                connection.push(text)

    def publish_table(self) -> None:
        """Tell everyone how the table stands."""
        text = write(TableMessage(info.table_info(self)))
        for connection in list(self.connections):
            connection.push(text)

    def watched(self) -> dict[int, int]:
        """The last numbers of all who are connected."""
        return {viewer: self.last(viewer) for viewer in {c.viewer for c in self.connections}}

    def is_here(self, seat: int) -> bool:
        return any(connection.viewer == seat for connection in self.connections)

    # --- changes ------------------------------------------------------------------------------

    async def commit(
        self,
        kind: str,
        data: dict[str, Any],
        *,
        ahead: State | None = None,
        seat: int | None = None,
        command: str | None = None,
        more: Iterable[Statement] = (),
    ) -> None:
        """Store an entry with what follows from it, and only then let the game be `ahead`. On a
        conflict the table is read again, and Stale is raised; the caller starts over or gives up.
        """
        now = self.house.now()
        text = msgspec.json.encode(data).decode()
        entry = Entry(self.id, self.number + 1, kind, text, now, seat, command)
        game = self.state if ahead is None else ahead
        wanted = self.house.due.wanted(self, game, entry.number + 1, now)
        statements = [*more, *self._due_statements(wanted)]
        try:
            await self.house.store.write(Change(entry, statements))
        except Conflict:
            await self.house.reload(self)
            raise Stale from None
        except NotStored:
            raise Refuse("not-stored", status=503) from None
        self.number, self.used = entry.number, now
        self.due = wanted
        if ahead is not None:
            before = self.watched()
            self.state = ahead
            self.publish(before)
        self.house.due.schedule(self)

    def _due_statements(self, wanted: dict[tuple[str, int], DueRow]) -> Iterator[Statement]:
        for key, row in self.due.items():
            if wanted.get(key) != row:
                yield model.due_done(row)
        for key, row in wanted.items():
            if self.due.get(key) != row:
                yield model.due_set(row)

    def deal(self, ahead: State) -> None:
        """Let chance move until a seat is to move."""
        randoms = [chair.random for chair in self.chairs]
        ahead.deal(KeyChance(fairness.key_of(self.head.secret, randoms)))

    async def act(
        self, seat: int, command: str, expected: int, moves: list[str]
    ) -> Done:  # fmt: skip
        """A person's moves, all or none. Refused or Stale if they cannot be made."""
        async with self.lock:
            known = self._recent.get((seat, command))
            if known is not None:
                return Done(command, known)
            if expected != self.last(seat):
                if await self.house.is_stored(self.id, seat, command):
                    return Done(command, self.last(seat))
                raise Stale
            await self.play(seat, moves, command)
            self.remember(seat, command)
            return Done(command, self.last(seat))

    def remember(self, seat: int, command: str) -> None:
        self._recent[seat, command] = self.last(seat)
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)

    async def play(
        self, seat: int, moves: list[str], command: str | None = None
    ) -> None:  # fmt: skip
        """Make a seat's moves and all chance after them; the lock is held."""
        state = self.shown(seat)
        if self.head.status != "running" or state is None or self.state is None:
            raise Refuse("not-running" if self.head.status in ("open", "running") else "ended")
        if state.turn != seat or self.state.turn != seat or not moves:
            raise Refuse("not-turn")
        # what is wrong with the moves is said from what the seat knows, never from the truth
        refusal = self.why(seat, moves)
        if refusal is not None:
            raise Refused(refusal)
        ahead = self.state.copy()
        ahead.play(moves)
        self.deal(ahead)
        new = ahead.moves[len(self.state.moves) :]
        more = [model.updated(self.id, status="finished")] if ahead.turn == OVER else []
        await self.commit(
            "moves", {"moves": new}, ahead=ahead, seat=seat, command=command, more=more
        )
        if ahead.turn == OVER:
            self.head.status = "finished"
            self.publish_table()

    def why(self, seat: int, moves: list[str]) -> Refusal | None:
        """What refuses the first of the moves that cannot be made."""
        state = self.shown(seat)
        if state is None or self.head.status != "running":
            return Refuse("not-running").refusal
        return _refusal(state.seat(seat, events=False), moves)

    async def start(self) -> None:
        """The seats are taken; the lock is held."""
        if self.head.status != "open":
            raise Refuse("running")
        if any(chair.free for chair in self.chairs):
            raise Refuse("not-full")
        ahead = self.beginning() if self.state is None else self.state.copy()
        if ahead.turn == CHANCE:
            self.deal(ahead)
        new = ahead.moves[0 if self.state is None else len(self.state.moves) :]
        self.head.status = "running"
        try:
            more = [model.updated(self.id, status="running")]
            await self.commit("start", {"moves": new}, ahead=ahead, more=more)
        except BaseException:
            self.head.status = "open"
            raise
        self.publish_table()

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refuse("no-seat", seat=seat, status=404)
        return self.chairs[seat]


def _refusal(seat: Seat, moves: list[str]) -> Refusal | None:
    told = {language: seat.why(moves, language) for language in LANGUAGES}
    first = told["en"]
    if first is None:
        return None
    sentences = {language: why[1] for language, why in told.items() if why is not None}
    return Refusal(first[0], "why", {"why": sentences}, dict.fromkeys(LANGUAGES, "{why}"))

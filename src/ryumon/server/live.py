"""A table that somebody looks at: its game in memory, and everyone who is connected to it.

What anybody can see changes after it is stored, never before. A command is played on a copy; the
copy takes the place of the game when the writer has said that its entry is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ryumon import OVER, PUBLIC, State
from ryumon.server import clocks, info, model
from ryumon.server.clocks import Banks
from ryumon.server.days import is_over
from ryumon.server.frames import Message
from ryumon.server.model import Chair, DueRow, Loaded, Statement
from ryumon.server.presence import Presence
from ryumon.server.protocol import Bye, Step, TableMessage, write
from ryumon.server.showing import Moment, Shown, asked_since, last_moment
from ryumon.server.story import Event, Story
from ryumon.server.words import Refuse, told
from ryumon.server.writer import Away, Change, Conflict, Entry, NotStored
from ryumon.table import fairness
from ryumon.table.chance import KeyChance
from ryumon.table.seats import names
from ryumon.table.undo import shortened

if TYPE_CHECKING:
    from ryumon.server.connection import Connection
    from ryumon.server.house import House

T = TypeVar("T")
REMEMBERED = 64  # commands of which the answer is kept, beside what the store knows
GAME = ("start", "moves", "back")  # entries that change the game
MORE_TIME = "more time"  # an entry that gives a seat more of it
KEEP: Any = object()  # the moment stays as it is
PAUSE = ("pause", -1)  # the due row while something is judged
TRIES = 10  # of a change, when other processes are always first


@lru_cache(4096)
def _names(
    levels: tuple[str, ...], viewer: int, language: str, given: tuple[str, ...]
) -> list[str]:  # fmt: skip
    """Not to be changed: the names at a table are the same from move to move."""
    return names(levels, viewer, language, given).short


_key_of = lru_cache(4096)(fairness.key_of)  # the same from move to move, too


class Stale(Exception):
    """The command answers a decision that is not the present one, or another process was first."""


async def repeated(work: Callable[[], Awaitable[T]]) -> T:
    """Do it, and again if another process was first: what it changed has been read by then."""
    for _ in range(TRIES):
        with contextlib.suppress(Stale):
            return await work()
    raise Refuse("stale", status=409)


class Live:
    """One table. Whatever changes it holds `lock`."""

    def __init__(self, house: House, loaded: Loaded) -> None:
        self.house = house
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.used = house.now()
        self.is_old = False  # has another process stored something since?
        self.presence = Presence(house.registry)
        self._recent: OrderedDict[tuple[int, str], int] = OrderedDict()
        assert loaded.head is not None
        self.head = loaded.head
        self.game = loaded.head.made_game()
        self.banks = Banks(loaded.head.clock, loaded.head.players)
        self.state: State | None = None  # None before the start
        self.number = self.game_number = 0  # of the last entry, and of the last that changed it
        self.extended: dict[int, int] = {}  # seats that got more time, for which entry
        self.stories: dict[int, Story] = {}
        self.moment: Moment | None = None  # while something is judged
        self.asked: dict[int, State] = {}
        self.frozen = ""  # why, if stored moves cannot be played any more
        self.chat: list[dict[str, Any]] = []
        self.take_up(loaded)

    def take_up(self, loaded: Loaded) -> None:
        """What is stored, as far as it is not known yet."""
        if loaded.head is not None:
            self.head, self.chairs, self.grants = loaded.head, loaded.chairs, loaded.grants
            if self.frozen:
                self.head.status = "frozen"
        self.due = {(row.kind, row.seat): row for row in loaded.due}
        self.intentions, self.offers = loaded.intentions, loaded.offers
        self.chat += loaded.chat
        self.presence.take_up(loaded.presence)
        self.is_old = False
        for entry in loaded.entries:
            if entry.number > self.number:
                self.fold(entry)
        judging = self.state is not None and PAUSE in self.due
        self._judge(last_moment(self.state) if judging and self.state else None)

    @property
    def id(self) -> str:
        return self.head.id

    # --- the game, as its entries tell it -----------------------------------------------------

    def fold(self, entry: Entry) -> None:
        """Take up an entry that is stored."""
        self.number = entry.number
        if self.frozen or entry.kind not in (*GAME, MORE_TIME):
            return
        data = msgspec.json.decode(entry.data)
        if entry.kind == MORE_TIME:
            self.extended[data["seat"]] = self.game_number
            return
        self.game_number = entry.number
        try:
            if entry.kind == "back":
                assert self.state is not None
                self._tell_back(shortened(self.state, data["to"]))
                return
            if self.state is None:
                self.state = self.beginning()
            for move in data["moves"]:
                self.state.play(move)
            self.banks.fold(entry.seat, data.get("left"))
        except ValueError as wrong:
            self.frozen, self.head.status = str(wrong), "frozen"

    def beginning(self) -> State:
        origin = self.head.origin
        return self.game.start() if origin is None else self.game.position(origin)

    def _tell_back(self, then: State) -> None:
        """The game goes on from this earlier state. What viewers were told stays told."""
        assert self.state is not None
        for viewer in self.viewers():
            story, events = self.story(viewer), self.state.told(viewer).raw()
            story.grow(len(events))
            story.take_back(events, then.told(viewer).length)
        self.state = then

    def _judge(self, moment: Moment | None) -> None:
        """Until the pause is over nobody sees more than this moment allows."""
        self.moment, self.asked = moment, {}
        if moment is not None and self.state is not None:
            self.asked = asked_since(moment, self.state)

    # --- what a viewer sees -------------------------------------------------------------------

    def viewers(self) -> list[int]:
        return [*range(self.head.players), PUBLIC]

    def shown(self, viewer: int) -> Shown | None:
        """The game as far as it may be shown to this viewer now; None before it has begun."""
        if self.state is None or self.head.status == "open":
            return None
        if self.moment is None:
            return Shown(self.state, viewer)
        if viewer in self.asked:
            return Shown(self.asked[viewer], viewer)
        return Shown(self.state, viewer, self.moment)

    def may_decide(self, seat: int) -> bool:
        """Is this seat, as far as it is shown, to move, and has it not answered yet?"""
        if self.state is None or self.head.status != "running" or self.frozen:
            return False
        if self.moment is not None and not self.moment.asks(self.state):
            return False  # what comes after the answers must wait for the end of the pause
        return self.state.turn == seat

    def story(self, viewer: int) -> Story:
        return self.stories.setdefault(viewer, Story())

    def last(self, viewer: int) -> int:
        """The viewer's own last number."""
        shown, story = self.shown(viewer), self.story(viewer)
        if shown is not None and (count := shown.count()) > story.count:
            story.grow(count)
        return story.n

    def news(self, viewer: int, since: int, language: str) -> list[Event]:
        """What the viewer was told after its number `since`, with sentences."""
        shown = self.shown(viewer)
        if shown is None or self.last(viewer) <= since:
            return []
        story = self.story(viewer)
        if story.places is None:  # nothing was taken back
            events = [{"n": n, **e} for n, e in enumerate(shown.events(since), since + 1)]
        else:
            events = story.since(shown.events(), since)
        say, called = self.game.spec.words.say, self.names(viewer, language)
        for event in events:
            back = event["kind"] == "back"
            event["text"] = info.BACK[language] if back else say(event, viewer, language, called)
        return events

    def names(self, viewer: int, language: str) -> list[str]:
        levels = tuple([chair.level for chair in self.chairs])
        given = tuple([chair.name for chair in self.chairs])
        return _names(levels, viewer, language, given)

    def choice(self, viewer: int, shown: Shown | None = None) -> dict[str, Any] | None:
        if viewer == PUBLIC or not self.may_decide(viewer) or self.chairs[viewer].level:
            return None
        shown = shown or self.shown(viewer)
        return None if shown is None else shown.seat.choice()

    def ahead(self, viewer: int, shown: Shown | None = None) -> dict[str, Any] | None:
        """What this seat may answer in advance."""
        if viewer == PUBLIC or self.head.status != "running" or self.moment is not None:
            return None
        shown = shown or self.shown(viewer)
        return None if shown is None or self.chairs[viewer].level else shown.seat.ahead()

    def outdated(self, then: State) -> list[int]:
        """Seats that have left moves for a question which `then` is settled without them."""
        return [
            seat
            for seat, (moves, _) in self.intentions.items()
            if moves and then.turn != seat and self.ahead(seat) is not None
            and then.seat(seat, events=False).ahead() is None
        ]  # fmt: skip

    def is_judging(self, viewer: int) -> bool:
        """Does the viewer see that an answer may be asked of somebody?"""
        return self.moment is not None and viewer not in self.asked

    def clocks_for(self, viewer: int) -> Any:
        shown = self.shown(viewer)
        turn = None
        if shown is not None and self.moment is None and self.banks.clock.kind != "none":
            turn = shown.view().turn  # None to those who may not know it
        return clocks.clocks(self, turn, self.house.now())

    # --- whoever is connected -----------------------------------------------------------------

    def publish(self, before: dict[int, int], begins: bool = False) -> None:
        """Tell everyone what is new to them since their number in `before`, also where a game
        `begins` without an event. Each viewer's message is written once for each language."""
        written: dict[tuple[int, str], Message | None] = {}
        for connection in list(self.connections):
            key = connection.viewer, connection.language
            if key not in written:
                events = self.news(key[0], before.get(key[0], 0), key[1])
                step = self.step(key[0], events) if events or begins else None
                written[key] = None if step is None else Message(write(step))
            message = written[key]
            if message is not None:
                connection.push(message)
                self.house.aids.ask(self, connection)

    def step(self, viewer: int, events: list[Event]) -> Step:
        shown = self.shown(viewer)
        assert shown is not None
        return Step(
            n=self.story(viewer).n,
            events=events,
            view=shown.view(),
            choice=self.choice(viewer, shown),
            clocks=self.clocks_for(viewer),
            undo=self.house.undo_of(self, viewer),
            judging=self.is_judging(viewer),
            ahead=self.ahead(viewer, shown),
        )

    def publish_table(self) -> None:
        """Tell everyone how the table stands."""
        message = Message(write(TableMessage(info.table_info(self))))
        for connection in list(self.connections):
            connection.push(message)

    def watched(self) -> dict[int, int]:
        """The last numbers of all who are connected."""
        return {viewer: self.last(viewer) for viewer in {c.viewer for c in self.connections}}

    def is_here(self, seat: int) -> bool:
        return self.presence.is_here(seat)

    def dismiss_strangers(self) -> None:
        """Whoever has lost the right to the seat that it looks from must show it again."""
        for connection in list(self.connections):
            seat = connection.viewer
            if seat != PUBLIC and (connection.person, "seat", seat) not in self.grants:
                connection.close(Bye(told("replaced", connection.language)))

    # --- changes ------------------------------------------------------------------------------

    async def commit(
        self,
        kind: str,
        data: dict[str, Any],
        *,
        ahead: State | None = None,
        moment: Moment | None = KEEP,
        seat: int | None = None,
        command: str | None = None,
        more: Iterable[Statement] = (),
        due: dict[tuple[str, int], DueRow] | None = None,
    ) -> None:
        """Store an entry with what follows from it, and only then let the game be `ahead`, or
        `moment` be over. On a conflict the table is read again, and Stale is raised."""
        now = self.house.now()
        text = msgspec.json.encode(data).decode()
        entry = Entry(self.id, self.number + 1, kind, text, now, seat, command)
        changes = kind in GAME
        moment = self.moment if moment is KEEP else moment
        number = entry.number if changes else self.game_number
        game = self.state if ahead is None else ahead
        banks = self.banks.copy()
        if changes:
            banks.fold(seat, data.get("left"))
        wanted = self.house.due.wanted(self, game, moment, banks, number, now) | (due or {})
        statements = [*more, *self._due_statements(wanted)]
        try:
            await self.house.store.write(Change(entry, statements))
        except Conflict:
            await self.house.reload(self)
            raise Stale from None
        except Away:
            self.is_old = True
            raise
        except NotStored:
            raise Refuse("not-stored", status=503) from None
        # until it starts nobody has seen anything, also of a game that goes on from a record
        before = {} if kind == "start" else self.watched()
        self.number, self.game_number, self.used, self.due = entry.number, number, now, wanted
        self.banks = banks
        if kind == "back" and game is not None:
            self._tell_back(game)
        self.state = game
        if moment is not self.moment or moment is not None:
            self._judge(moment)
        self.publish(before, begins=kind == "start")
        self.house.due.schedule(self)

    def _due_statements(self, wanted: dict[tuple[str, int], DueRow]) -> Iterator[Statement]:
        for key, row in self.due.items():
            if wanted.get(key) != row:
                yield model.due_done(row)
        for key, row in wanted.items():
            if self.due.get(key) != row:
                yield model.due_set(row)

    def chance(self) -> KeyChance:
        return KeyChance(_key_of(self.head.secret, tuple([c.random for c in self.chairs])))

    def remembered(self, seat: int, command: str) -> int | None:
        return self._recent.get((seat, command))

    def remember(self, seat: int, command: str) -> int:
        """Keep what a command was answered with."""
        n = self._recent[seat, command] = self.last(seat)
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        return n

    def chair(self, seat: int | None) -> Chair:
        if seat is None or not 0 <= seat < len(self.chairs):
            raise Refuse("no-seat", seat="-" if seat is None else seat, status=404)
        return self.chairs[seat]

    @property
    def over(self) -> bool:
        return self.state is not None and self.state.turn == OVER

    @property
    def keeps_secret(self) -> bool:
        """Is the secret of its deal not to be told yet, though the table has ended?"""
        day = self.head.day
        return self.head.keeps_deal if day is None else not is_over(day, self.house.now())

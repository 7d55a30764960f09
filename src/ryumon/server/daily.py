"""The deal of the day: one game a day, with the same cards and the same luck for everyone.

All tables of a day have the same secret, which follows from a key of the house and the date, and
nobody at them adds to it: so chance and the bots' seeds are the same (docs/puzzles.md says what
that means). Each person has one table a day, which nobody else may see. Until a person's own game
has ended the person is told nothing of how others did, and until the day is over nobody is told the
secret.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Connection

import ryumon
from ryumon import Game
from ryumon.server import play, schema
from ryumon.server.days import day_at, end_of
from ryumon.server.info import OVER_NOW
from ryumon.server.model import DAY, Chair, new_table
from ryumon.server.people import Person, checked_name, is_program
from ryumon.server.protocol import Clock
from ryumon.server.solo import DailyPage, DailyResult
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored

if TYPE_CHECKING:
    from ryumon.server.house import House
    from ryumon.server.live import Live

LEVEL = 5  # servers below this would let people take moves back at these tables
NOBODY = "day"  # the host of all these tables, which no person can be
BOTS = "samurai"  # all their simulations are done long before their time is over
MOST = 500  # results that are shown
# The games take turns; each time one comes again it has its next options.
GAMES: tuple[tuple[str, tuple[dict[str, Any], ...]], ...] = (
    ("slaughter", ({"players": 4}, {"players": 4, "advanced": True}, {"players": 3})),
    ("tatsu", ({},)),
    ("schadenfreude", ({"players": 4}, {"players": 3}, {"players": 5})),
    ("tiger-dragon", tuple({"players": 4, "field": field} for field in (
        "dojo", "bamboo", "volcano", "beach", "grassland", "clifftop", "storm", "swamp", "fog",
        "cave"))),
    ("bushido", ({"players": 2},)),
)  # fmt: skip


class Deal(NamedTuple):
    """What is played on a day, and at which seat."""

    game: Game
    seat: int


def deal_of(day: date) -> Deal:
    turn = day.toordinal()
    again, place = divmod(turn, len(GAMES))
    name, options = GAMES[place]
    game = ryumon.game(name, **options[again % len(options)])
    return Deal(game, again % game.players)


class Daily:
    """The tables and results of the days."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._key = house.store.key("daily")

    def secret(self, day: date) -> bytes:
        return hmac.digest(self._key, f"deal of the day {day}".encode(), hashlib.sha256)

    # --- playing ------------------------------------------------------------------------------

    async def begin(self, person: Person, name: str) -> Live:
        """The person's table of today, made if there is none: a second try is the first one."""
        house, day = self._house, day_at(self._house.now())
        if is_program(person.id):
            raise Refuse("daily-people", status=403)
        table = await self._table(day, person.id)
        if table is None:
            if house.draining or house.registry.has_older(LEVEL):
                raise Refuse("draining", status=503)
            try:
                await self._make(day, person, checked_name(name or person.name))
            except Conflict:
                pass  # the same person was first, in another tab
            except NotStored:
                raise Refuse("not-stored", status=503) from None
            table = await self._table(day, person.id)
            assert table is not None
        live = await house.find(table)
        async with live.lock:
            if live.head.status == "open":  # else it was begun before
                await play.start(live)
        return live

    async def _make(self, day: date, person: Person, name: str) -> None:
        house, (game, seat) = self._house, deal_of(day)
        token = house.sources.token
        head = house.new_head(
            game, NOBODY, self.secret(day), clock=Clock(), aids=True, public=False, level=BOTS,
            expiry="bot", season=f"{DAY}{day}",
        )  # fmt: skip
        chairs = [Chair(one, level=BOTS, token=token()) for one in range(game.players)]
        chairs[seat] = Chair(seat, name=name, person=True, token=token())
        row = {"day": str(day), "person": person.id, "name": name, "table": head.id}
        more = [(insert(schema.daily), row)]
        mine = {(person.id, "seat", seat)}
        await house.store.write(new_table(head, chairs, mine, more=more))

    async def _table(self, day: date, person: str) -> str | None:
        asked = {"d": str(day), "p": person}
        return await self._house.store.read(lambda c: c.execute(_OWN, asked).scalar())

    # --- results ------------------------------------------------------------------------------

    async def page(self, person: str, day: date | None = None) -> DailyPage:
        """What a person is told of a day: how others did only if it is over for the person."""
        now = self._house.now()
        today = day_at(now)
        day = day or today
        if day > today:
            raise Refuse("no-day", status=404)
        game, seat = deal_of(day)
        table = await self._table(day, person)
        done = await self._has_ended(table) if table is not None else day < today
        found = DailyPage(
            str(day), game.name, game.players, dict(game.options), seat, BOTS, table or "", done,
            max(0.0, end_of(day) - now),
        )  # fmt: skip
        if done:
            found.results = await self._results(day, person)
        return found

    async def _has_ended(self, table: str) -> bool:
        live = await self._house.find(table)
        return live.head.status in OVER_NOW

    async def _results(self, day: date, person: str) -> list[DailyResult]:
        await self._settle(day)
        rows = await self._house.store.read(lambda c: _ended(c, str(day)))
        found = [
            DailyResult(row.name, mine=row.person == person, **msgspec.json.decode(row.data))
            for row in rows
        ]
        found.sort(key=lambda one: (-one.share, not one.finished))
        return found[:MOST]

    async def _settle(self, day: date) -> None:
        """Write down how tables have ended. Whoever asks first does it, so nothing is lost with a
        process that dies between the end of a game and this."""
        asked = {"d": str(day), "until": end_of(day)}
        rows = await self._house.store.read(lambda c: c.execute(_UNTOLD, asked).all())
        for row in rows:
            live = await self._house.find(row.table)
            text = msgspec.json.encode(_told(live, deal_of(day).seat)).decode()
            with contextlib.suppress(Conflict, NotStored):  # another was first, or tries again
                change = Change(claim=(_TOLD, {"t": row.table, "text": text}))
                await self._house.store.write(change)


def _told(live: Live, seat: int) -> dict[str, Any]:
    """How a table has ended for its person. Who gave up has won nothing."""
    result = live.state.result() if live.state is not None else None
    finished = result is not None and live.head.status == "finished"
    share = result.payoffs[seat] if finished and result is not None else 0.0
    score = live.state.scores[seat] if live.state is not None else 0
    return {"finished": finished, "share": share, "score": score}


def _ended(connection: Connection, day: str) -> list[Any]:
    return list(connection.execute(_ENDED, {"d": day}).all())


_D = schema.daily.c
_OWN = select(_D.table).where(_D.day == bindparam("d"), _D.person == bindparam("p"))
# a game that goes on when the day is over does not count: by then others may tell of the deal
_UNTOLD = select(_D.table).where(
    _D.day == bindparam("d"),
    _D.data.is_(None),
    _D.table.in_(
        select(schema.entries.c.table).where(
            schema.entries.c.kind == "end", schema.entries.c.at < bindparam("until")
        )
    ),
)
_ENDED = select(_D.name, _D.person, _D.data).where(_D.day == bindparam("d"), _D.data.is_not(None))
_TOLD = (
    update(schema.daily)
    .where(_D.table == bindparam("t"), _D.data.is_(None))
    .values(data=bindparam("text"))
)

"""A season as it is stored: rows of the database as objects, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.engine import Connection

import ryumon
from ryumon import Game
from ryumon.server import schema
from ryumon.server.model import Statement

OPEN, RUNNING, STOPPING = "open", "running", "stopping"
FINISHED, CLOSED = "finished", "closed"  # all tables have ended, and everything is shown
ACTIVE = (OPEN, RUNNING, STOPPING)
MOST = 100  # in a list
SHOWN = 60  # tables on a page, the newest


@dataclass(slots=True)
class Season:
    """`seconds` are those of a move, `at_once` tables, `beat` the seconds of a bot's turn."""

    id: str
    name: str
    game: str
    players: int
    options: dict[str, Any]
    rules: int
    rounds: int
    seconds: float
    at_once: int
    duplicate: bool
    joining: bool
    beat: float | None
    status: str
    created: float
    secret: bytes
    host: str

    def row(self) -> dict[str, Any]:
        row: dict[str, Any] = {name: getattr(self, name) for name in Season.__slots__}
        return {**row, "options": msgspec.json.encode(self.options).decode()}

    def made_game(self) -> Game:
        return ryumon.game(self.game, players=self.players, **self.options)


@dataclass(slots=True)
class Entrant:
    """A bot of ours, or a program; without a person it is a program that has not come yet."""

    number: int
    name: str
    level: str = ""
    person: str = ""

    @property
    def is_here(self) -> bool:
        return bool(self.level or self.person)


@dataclass(slots=True)
class Round:
    """A table of the season; `status` is that of the table, `data` how it ended."""

    deal: int
    place: int
    table: str
    data: str | None
    settled: bool
    status: str
    public: bool


@dataclass(slots=True)
class Standing:
    """A season as of one moment: those tables whose deal is still secret, and the last one made."""

    season: Season
    entrants: list[Entrant]
    unsettled: list[Round]
    last: tuple[int, int] | None


def active(connection: Connection) -> list[str]:
    """Seasons in which something may be to be done."""
    return list(connection.execute(_ACTIVE).scalars())


def load(connection: Connection, season: str) -> Standing | None:
    found, entrants = head(connection, season)
    if found is None:
        return None
    asked = {"s": season}
    unsettled = [Round(*row) for row in connection.execute(_UNSETTLED, asked)]
    last = connection.execute(_LAST, asked).first()
    return Standing(found, entrants, unsettled, None if last is None else (last[0], last[1]))


def head(connection: Connection, season: str) -> tuple[Season | None, list[Entrant]]:
    asked = {"s": season}
    row = connection.execute(_SEASON, asked).mappings().first()
    return None if row is None else _season(row), [
        Entrant(*one) for one in connection.execute(_ENTRANTS, asked)
    ]


def listed(connection: Connection) -> list[tuple[Season, int]]:
    """The newest first, each with the number of its tables that have ended."""
    found = [_season(row) for row in connection.execute(_LIST).mappings()]
    ended = {row[0]: row[1] for row in connection.execute(_COUNTS, {"ids": [s.id for s in found]})}
    return [(season, ended.get(season.id, 0)) for season in found]


def newest(connection: Connection, season: str) -> list[Round]:
    return [Round(*row) for row in connection.execute(_NEWEST, {"s": season})]


def ended(connection: Connection, season: str) -> list[Round]:
    """All tables of deals that are settled, in their order."""
    return [Round(*row) for row in connection.execute(_SETTLED, {"s": season})]


def counts(connection: Connection, season: str) -> tuple[int, int]:
    """How many tables have ended, and how many belong to settled deals."""
    return tuple(connection.execute(_COUNT, {"s": season}).one())  # pyright: ignore[reportReturnType]


def _season(row: Any) -> Season:
    return Season(**{**row, "options": msgspec.json.decode(row["options"])})


# --- statements -----------------------------------------------------------------------------


def inserted(season: Season, entrants: list[Entrant]) -> list[Statement]:
    """A new season."""
    found: list[Statement] = [(insert(schema.seasons), season.row())]
    return found + [entered(season.id, one) for one in entrants]


def entered(season: str, one: Entrant) -> Statement:
    row = {"number": one.number, "name": one.name, "level": one.level, "person": one.person}
    return insert(schema.entrants), {"season": season, **row}


def came(season: str, number: int, person: str) -> Statement:
    """Nothing happens if another program took the place first."""
    return _CAME, {"s": season, "n": number, "p": person}


def moved_on(season: str, before: str, after: str) -> Statement:
    """From one status to the next; a conflict if it has another one."""
    return _MOVED_ON, {"s": season, "b": before, "a": after}


def made(season: str, deal: int, place: int, table: str) -> Statement:
    row = {"season": season, "deal": deal, "place": place, "table": table}
    return insert(schema.rounds), {**row, "data": None, "settled": False}


def told(season: str, one: Round, data: str) -> Statement:
    """How a table has ended, once."""
    return _TOLD, {"s": season, "d": one.deal, "p": one.place, "data": data}


def settled(season: str, deal: int) -> Statement:
    return _SETTLE, {"s": season, "d": deal}


_R, _T, _E = schema.rounds.c, schema.tables.c, schema.entrants.c
_ACTIVE = (
    select(schema.seasons.c.id)
    .where(schema.seasons.c.status.in_(ACTIVE))
    .order_by(schema.seasons.c.created)
)
_SEASON = select(schema.seasons).where(schema.seasons.c.id == bindparam("s"))
_LIST = select(schema.seasons).order_by(schema.seasons.c.created.desc()).limit(MOST)
_ENTRANTS = (
    select(_E.number, _E.name, _E.level, _E.person)
    .where(_E.season == bindparam("s"))
    .order_by(_E.number)
)
_ROUNDS = (
    select(_R.deal, _R.place, _R.table, _R.data, _R.settled, _T.status, _T.public)
    .join_from(schema.rounds, schema.tables, _T.id == _R.table)
    .where(_R.season == bindparam("s"))
)
_UNSETTLED = _ROUNDS.where(_R.settled.is_(False)).order_by(_R.deal, _R.place)
_SETTLED = _ROUNDS.where(_R.settled.is_(True)).order_by(_R.deal, _R.place)
_NEWEST = _ROUNDS.order_by(_R.deal.desc(), _R.place.desc()).limit(SHOWN)
_LAST = (
    select(_R.deal, _R.place)
    .where(_R.season == bindparam("s"))
    .order_by(_R.deal.desc(), _R.place.desc())
    .limit(1)
)
_COUNT = select(
    func.count(_R.data), func.count().filter(_R.settled.is_(True))
).where(_R.season == bindparam("s"))  # fmt: skip
_COUNTS = (
    select(_R.season, func.count(_R.data))
    .where(_R.season.in_(bindparam("ids", expanding=True)))
    .group_by(_R.season)
)
_CAME = (
    update(schema.entrants)
    .where(_E.season == bindparam("s"), _E.number == bindparam("n"), _E.person == "")
    .values(person=bindparam("p"))
)
_MOVED_ON = (
    update(schema.seasons)
    .where(schema.seasons.c.id == bindparam("s"), schema.seasons.c.status == bindparam("b"))
    .values(status=bindparam("a"))
)
_TOLD = (
    update(schema.rounds)
    .where(_R.season == bindparam("s"), _R.deal == bindparam("d"), _R.place == bindparam("p"))
    .where(_R.data.is_(None))
    .values(data=bindparam("data"))
)
_SETTLE = (
    update(schema.rounds)
    .where(_R.season == bindparam("s"), _R.deal == bindparam("d"))
    .values(settled=True)
)

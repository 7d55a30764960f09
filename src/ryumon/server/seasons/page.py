"""A season as everyone sees it, and its results as files."""

from __future__ import annotations

import asyncio
import csv
import io
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ryumon.lab.arena.intervals import CONFIDENCE
from ryumon.lab.arena.results import Estimate, Results
from ryumon.server.seasons import asked, results, rows
from ryumon.server.seasons.api import (
    Interval,
    SeasonEntrant,
    SeasonList,
    SeasonPage,
    SeasonRow,
    SeasonTable,
)
from ryumon.server.seasons.results import Ended
from ryumon.server.seasons.rows import CLOSED, FINISHED, Entrant, Round, Season
from ryumon.server.seasons.schedule import Schedule
from ryumon.table.fairness import commitment

if TYPE_CHECKING:
    from ryumon.server.store import Store

KEPT = 50  # seasons whose standings are kept


class Counted(NamedTuple):
    """What the settled deals have shown, by as many tables."""

    tables: int
    games: list[tuple[Round, Ended]]
    results: Results


class Pages:
    """Standings are worked out anew only when a deal has been settled."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counted: dict[str, Counted] = {}

    async def all(self, may_make: bool) -> SeasonList:
        found = await self._store.read(rows.listed)
        return SeasonList([_row(season, ended) for season, ended in found], may_make)

    async def counted(self, season: Season, entrants: list[Entrant]) -> Counted:
        """What can be counted now."""
        _, settled = await self._store.read(lambda c: rows.counts(c, season.id))
        known = self._counted.get(season.id)
        if known is None or known.tables != settled:
            tables = await self._store.read(lambda c: rows.ended(c, season.id))
            known = await asyncio.to_thread(_count, season, entrants, tables)
            if season.status != rows.OPEN:
                self._counted[season.id] = known
            while len(self._counted) > KEPT:
                del self._counted[next(iter(self._counted))]
        return known

    async def page(self, season: str, person: str) -> SeasonPage:
        found, entrants = await asked.load(self._store, season)
        schedule = Schedule(found, len(entrants))
        counted = await self.counted(found, entrants) if len(entrants) > 1 else None
        latest = await self._store.read(lambda c: rows.newest(c, season))
        ended, _ = await self._store.read(lambda c: rows.counts(c, season))
        over = found.status in (FINISHED, CLOSED)
        return SeasonPage(
            season=found.id, name=found.name, game=found.game, players=found.players,
            options=found.options, status=found.status,  # pyright: ignore[reportArgumentType]
            rounds=found.rounds, seconds=found.seconds, at_once=found.at_once,
            duplicate=found.duplicate, joining=found.joining,
            tables=schedule.tables if len(entrants) > 1 else 0, ended=ended,
            deals=0 if counted is None else counted.results.games // len(schedule.seatings),
            confidence=CONFIDENCE, entrants=_standings(entrants, counted),
            latest=[_table(schedule, one) for one in latest],
            commitment=commitment(found.secret), secret=found.secret.hex() if over else "",
            host=bool(person) and found.host == person,
        )  # fmt: skip

    async def results(self, season: str) -> bytes:
        """The arena's results.json of all complete deals."""
        found, entrants = await asked.load(self._store, season)
        asked.check_size(found, len(entrants))
        return (await self.counted(found, entrants)).results.json()

    async def games(self, season: str) -> str:
        """A line of CSV for every table of a complete deal."""
        found, entrants = await asked.load(self._store, season)
        counted = await self.counted(found, entrants) if len(entrants) > 1 else None
        text = io.StringIO()
        lines, seats = csv.writer(text), range(found.players)
        parts = ("entrant", "payoff", "score")
        lines.writerow(["deal", "table", *(f"{part} {s}" for s in seats for part in parts)])
        for one, ended in () if counted is None else counted.games:
            told = _seats(Schedule(found, len(entrants)), ended)
            cells = ((entrants[who].name, f"{won:g}", score) for who, won, score in told)
            lines.writerow([one.deal, one.table, *(cell for seat in cells for cell in seat)])
        return text.getvalue()


def _row(season: Season, ended: int) -> SeasonRow:
    return SeasonRow(
        season.id, season.name, season.game, season.players,
        season.status,  # pyright: ignore[reportArgumentType]
        ended, season.created,
    )  # fmt: skip


def _count(season: Season, entrants: list[Entrant], tables: list[Round]) -> Counted:
    games = [(one, msgspec.json.decode(one.data or "", type=Ended)) for one in tables]
    found = results.standings(season, entrants, [ended.played for _, ended in games])
    return Counted(len(tables), games, found)


def _standings(entrants: list[Entrant], counted: Counted | None) -> list[SeasonEntrant]:
    found = {e.name: SeasonEntrant(e.number, e.name, e.level, e.is_here) for e in entrants}
    if counted is None or not counted.tables:
        return list(found.values())
    for _, ended in counted.games:
        for who, late in zip(ended.played.seating, ended.late, strict=True):
            found[entrants[who].name].late += late
    for one in counted.results.standings:
        row = found[one.bot]
        row.games, row.share, row.rating = one.games, _interval(one.share), _interval(one.rating)
    return [found[one.bot] for one in counted.results.standings]


def _interval(one: Estimate) -> Interval:
    return Interval(one.value, one.low, one.high)


def _table(schedule: Schedule, one: Round) -> SeasonTable:
    players = range(schedule.season.players)
    seats = [schedule.entrant_of(one.place, seat) for seat in players]
    found = SeasonTable(one.deal, seats, "playing" if one.data is None else "ended")
    if one.public:  # else its deal is still to be played elsewhere
        found.table = one.table
        if one.data is not None:
            told = _seats(schedule, msgspec.json.decode(one.data, type=Ended))
            found.payoffs = [won for _, won, _ in told]
            found.scores = [score for _, _, score in told]
    return found


def _seats(schedule: Schedule, ended: Ended) -> list[tuple[int, float, int]]:
    """By seat: who sat there, what the side won, and the points."""
    played, found = ended.played, list[tuple[int, float, int]]()
    for seat in range(schedule.season.players):
        side = next(k for k, seats in enumerate(schedule.sides) if seat in seats)
        found.append((played.seating[side], played.payoffs[side], played.scores[seat]))
    return found

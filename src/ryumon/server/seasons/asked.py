"""What is asked of seasons: making one, joining it, beginning and ending it."""

from __future__ import annotations

import ryumon
from ryumon import bots
from ryumon.server import clocks
from ryumon.server.people import Person, checked_name
from ryumon.server.protocol import Clock
from ryumon.server.seasons import rows
from ryumon.server.seasons.api import CreateSeason
from ryumon.server.seasons.rows import OPEN, RUNNING, STOPPING, Entrant, Season
from ryumon.server.seasons.schedule import Schedule
from ryumon.server.sources import Sources
from ryumon.server.store import Store
from ryumon.server.words import Refuse
from ryumon.server.writer import Change, Conflict, NotStored

ACCOUNT = "account:"  # before the name of a program that is expected
MOST_ENTRANTS, MOST_TABLES = 16, 20_000
LIMITS = {"rounds": (1, 1000), "at_once": (1, 64), "pace": (0.02, 10.0)}
TRIES = 10
ID_SIZE = 9  # bytes


async def make(store: Store, sources: Sources, asked: CreateSeason, host: str) -> Season:
    """A new season; the server begins it when all its entrants are there. `host` may begin it
    before that, and end it; empty: only whoever runs the server."""
    if {"name", "players"} & set(asked.options):
        raise Refuse("options")
    game = ryumon.game(asked.game, players=asked.players, **asked.options)
    for name, (low, high) in LIMITS.items():
        value = getattr(asked, name)
        if value is not None and not low <= value <= high:
            raise Refuse("season-number", what=name, low=low, high=high)
    clock = clocks.checked(Clock("move", move=asked.seconds))
    season = Season(
        id=sources.token(ID_SIZE), name=checked_name(asked.name), game=game.name,
        players=game.players, options=dict(game.options), rules=game.spec.rules_version,
        rounds=asked.rounds, seconds=clock.move, at_once=asked.at_once, duplicate=asked.duplicate,
        joining=asked.joining, beat=asked.pace, status=OPEN, created=store.now(),
        secret=sources.secret(), host=host,
    )  # fmt: skip
    entrants = _entrants(asked.entrants)
    if not asked.joining or len(entrants) >= 2:
        check_size(season, len(entrants))
    await _write(store, Change(more=rows.inserted(season, entrants)))
    return season


def _entrants(named: list[str]) -> list[Entrant]:
    found: list[Entrant] = []
    for number, text in enumerate(named):
        if text.startswith(ACCOUNT):
            one = Entrant(number, checked_name(text.removeprefix(ACCOUNT)))
        elif text in bots.BOTS:
            one = Entrant(number, text, text)
        else:
            raise Refuse("no-entrant", name=text[:40], levels=list(bots.BOTS))
        if any(one.name == other.name for other in found):
            raise Refuse("entrant-twice", name=one.name)
        found.append(one)
    return found


def check_size(season: Season, entrants: int) -> None:
    """Refuse a season that has too few entrants, or far too many tables."""
    if not 2 <= entrants <= MOST_ENTRANTS:
        raise Refuse("entrants", most=MOST_ENTRANTS, number=entrants, status=409)
    tables = Schedule(season, entrants).tables
    if tables > MOST_TABLES:
        raise Refuse("season-size", tables=tables, most=MOST_TABLES, status=409)


async def join(store: Store, season: str, person: Person) -> None:
    """A program takes the place that is kept for its name, or one more if any may join."""
    for _ in range(TRIES):
        found, entrants = await load(store, season)
        if any(one.person == person.id for one in entrants):
            return
        same = next((one for one in entrants if one.name == person.name), None)
        if found.status != OPEN:
            raise Refuse("season-begun", status=409)
        if same is not None and same.is_here:
            raise Refuse("entrant-twice", name=person.name, status=409)
        change = Change(claim=rows.moved_on(season, OPEN, OPEN))  # none joins one that has begun
        if same is not None:
            change.more = [rows.came(season, same.number, person.id)]
        elif found.joining:
            check_size(found, max(len(entrants) + 1, 2))
            new = Entrant(len(entrants), person.name, "", person.id)
            change.more = [rows.entered(season, new)]
        else:
            raise Refuse("season-full", status=409)
        try:
            await _write(store, change)
        except Conflict:
            continue  # somebody was first
    raise Refuse("stale", status=409)


async def begin(store: Store, season: str) -> None:
    """Once every program that a place is kept for has come."""
    found, entrants = await load(store, season)
    if found.status != OPEN:
        raise Refuse("season-begun", status=409)
    if not all(one.is_here for one in entrants):
        raise Refuse("season-waits", name=next(o.name for o in entrants if not o.is_here))
    check_size(found, len(entrants))
    await _move_on(store, season, OPEN, RUNNING)


async def stop(store: Store, season: str) -> None:
    """No more tables; those that are there are played to their end."""
    found, _ = await load(store, season)
    if found.status not in (OPEN, RUNNING):
        raise Refuse("season-over", status=409)
    await _move_on(store, season, found.status, STOPPING)


async def load(store: Store, season: str) -> tuple[Season, list[Entrant]]:
    found, entrants = await store.read(lambda connection: rows.head(connection, season))
    if found is None:
        raise Refuse("no-season", status=404)
    return found, entrants


async def _move_on(store: Store, season: str, before: str, after: str) -> None:
    try:
        await _write(store, Change(claim=rows.moved_on(season, before, after)))
    except Conflict:
        raise Refuse("stale", status=409) from None


async def _write(store: Store, change: Change) -> None:
    try:
        await store.write(change)
    except NotStored:
        raise Refuse("not-stored", status=503) from None

"""`ryumon season`: what whoever runs a server may do, by its database. A server that runs there
notices within two seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ryumon.server.seasons import asked
from ryumon.server.seasons.page import Pages
from ryumon.server.serve import open_store
from ryumon.server.sources import Sources
from ryumon.server.words import Refuse, told

if TYPE_CHECKING:
    from ryumon.server.seasons.api import CreateSeason, Interval, SeasonPage
    from ryumon.server.serve import Settings
    from ryumon.server.store import Store

Lines = list[str]


def run(settings: Settings, action: str, what: str, new: CreateSeason | None) -> Lines:
    """Do it, and say what there is to say. Refuse with a sentence if it cannot be done."""
    if action not in _ACTIONS and new is None:
        raise Refuse("season-action", action=action, actions=["new", *_ACTIONS])

    async def work() -> Lines:
        store = open_store(settings)
        try:
            if new is None:
                return await _ACTIONS[action](store, what, settings.language)
            made = await asked.make(store, Sources(), new, host="")
            return await _show(store, made.id, settings.language)
        finally:
            await store.close()

    return asyncio.run(work())


async def _list(store: Store, what: str, language: str) -> Lines:
    found = (await Pages(store).all(may_make=True)).seasons
    return [
        f"{one.season}  {told(f'season-is-{one.status}', language)}  {one.name}" for one in found
    ] or [told("season-none", language)]


async def _start(store: Store, what: str, language: str) -> Lines:
    await asked.begin(store, what)
    return await _show(store, what, language)


async def _stop(store: Store, what: str, language: str) -> Lines:
    await asked.stop(store, what)
    return await _show(store, what, language)


async def _show(store: Store, what: str, language: str) -> Lines:
    return _told(await Pages(store).page(what, ""), language)


def _told(page: SeasonPage, language: str) -> Lines:
    status, at = told(f"season-is-{page.status}", language), f"/season/{page.season}"
    of = {"ended": page.ended, "tables": page.tables}
    first = told("season-told", language, name=page.name, status=status, at=at, **of)
    lines = [first]
    for one in page.entrants:
        rating = _interval(one.rating) if one.rating is not None else "-"
        missing = "" if one.here else f"  {told('season-waits', language, name=one.name)}"
        lines.append(f"{one.name:<24}  {one.games:>6}  {rating:>22}{missing}")
    return lines


def _interval(one: Interval) -> str:
    return f"{one.value:+.0f} [{one.low:+.0f}, {one.high:+.0f}]"


_ACTIONS: dict[str, Callable[[Store, str, str], Awaitable[Lines]]] = {
    "list": _list, "show": _show, "start": _start, "stop": _stop,
}  # fmt: skip

"""Seasons over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from ryumon.server.asking import body
from ryumon.server.people import Person, is_program
from ryumon.server.seasons import asked
from ryumon.server.seasons.api import CreateSeason, HostSeason, SeasonList, SeasonPage
from ryumon.server.seasons.page import Pages
from ryumon.server.words import Refuse

if TYPE_CHECKING:
    from ryumon.server.house import House


class SeasonHttp:
    """The routes under /api/seasons."""

    def __init__(self, house: House) -> None:
        self.house, self.season_pages = house, Pages(house.store)

    def person(self, request: Request) -> Person:
        raise NotImplementedError

    def _program(self, request: Request) -> Person:
        person = self.person(request)
        if not is_program(person.id):
            raise Refuse("account", status=401)
        return person

    async def seasons(self, request: Request) -> SeasonList:
        return await self.season_pages.all(self.house.settings.seasons)

    async def make_season(self, request: Request) -> SeasonPage:
        wanted = await body(request, CreateSeason)
        if not self.house.settings.seasons:
            raise Refuse("no-seasons", status=403)
        if self.house.draining:
            raise Refuse("draining", status=503)
        person = self.person(request)
        made = await asked.make(self.house.store, self.house.sources, wanted, person.id)
        return await self._changed(made.id, person)

    async def season(self, request: Request) -> SeasonPage:
        person = self.person(request)
        return await self.season_pages.page(request.path_params["season"], person.id)

    async def join_season(self, request: Request) -> SeasonPage:
        person, season = self._program(request), request.path_params["season"]
        await asked.join(self.house.store, season, person)
        return await self._changed(season, person)

    async def host_season(self, request: Request) -> SeasonPage:
        wanted, person = await body(request, HostSeason), self.person(request)
        season = request.path_params["season"]
        found, _ = await asked.load(self.house.store, season)
        if found.host != person.id:
            raise Refuse("not-host", status=403)
        work = asked.begin if wanted.do == "start" else asked.stop
        await work(self.house.store, season)
        return await self._changed(season, person)

    async def _changed(self, season: str, person: Person) -> SeasonPage:
        self.house.seasons.wake()
        return await self.season_pages.page(season, person.id)

    async def season_results(self, request: Request) -> Response:
        found = await self.season_pages.results(request.path_params["season"])
        return Response(found, media_type="application/json")

    async def season_games(self, request: Request) -> Response:
        season = request.path_params["season"]
        answer = Response(await self.season_pages.games(season), media_type="text/csv")
        answer.headers["Content-Disposition"] = f'attachment; filename="ryumon-{season}.csv"'
        return answer

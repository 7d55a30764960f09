"""The server as one ASGI application: sockets, HTTP, and the files of the browser app."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, MutableMapping
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ryumon.server import http
from ryumon.server.house import House
from ryumon.server.http import Http
from ryumon.server.people import COOKIE, Person, Signer
from ryumon.server.sockets import POLICY, Receive, Send, Sockets
from ryumon.server.sources import Sources
from ryumon.server.store import Store
from ryumon.server.thinkers import Thinkers
from ryumon.server.words import Refuse

PAGES = Path(__file__).parents[1] / "web"  # what `make web` builds
SHOWN = {".html", ".ico", ".js", ".png", ".svg", ".txt", ".webmanifest"}
PLAIN = Path(__file__).with_name("plain.html")  # for a tree in which nothing is built
PLAIN_SCRIPT = PLAIN.with_suffix(".js")


class App:
    """Everything that one process serves. `origins` are the sites whose pages may ask; an empty
    set takes the host that the request itself names."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        sources: Sources | None = None,
        origins: set[str] | None = None,
        secure: bool = False,
    ) -> None:
        self.store, self.thinkers = store, thinkers
        self.house = House(store, thinkers, sources)
        self.sockets = Sockets(self.house)
        self.signer = Signer(store.key("signing"))
        self.origins = origins or set()
        self.http = Http(self.house, self.signer, self.origins, secure)
        routes = [*self.http.routes(), *_pages()]
        self._starlette = Starlette(routes=routes, lifespan=self.lifespan)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette | None = None) -> AsyncGenerator[None]:
        self.thinkers.begin()
        await self.house.begin()
        try:
            yield
        finally:
            await self.house.close()
            await self.sockets.close()
            self.thinkers.close()
            await self.store.close()

    async def __call__(
        self, scope: MutableMapping[str, Any], receive: Receive, send: Send
    ) -> None:  # fmt: skip
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._starlette(scope, receive, send)

    async def _socket(
        self, scope: MutableMapping[str, Any], receive: Receive, send: Send
    ) -> None:  # fmt: skip
        parts = scope["path"].split("/")
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        await receive()  # the opening
        try:
            http.check_origin(headers.get(b"origin"), self.origins or _own(headers))
            if len(parts) != 5 or parts[1:3] != ["api", "tables"] or parts[4] != "socket":
                raise Refuse("not-found", status=404)
        except Refuse:
            await send({"type": "websocket.close", "code": POLICY})
            return
        await send({"type": "websocket.accept"})
        await self.sockets.serve(parts[3], self._person(headers), receive, send)

    def _person(self, headers: dict[bytes, str]) -> Person | None:
        try:
            cookies = SimpleCookie(headers.get(b"cookie", ""))
        except CookieError:
            return None
        kept = cookies.get(COOKIE)
        return None if kept is None else self.signer.read(kept.value)


def _own(headers: dict[bytes, str]) -> set[str]:
    host = headers.get(b"host", "")
    return {f"http://{host}", f"https://{host}"}


def _pages() -> list[Route | Mount]:
    page = PAGES / "index.html"
    page = page if page.exists() else PLAIN
    found: list[Route | Mount] = []
    if (PAGES / "assets").is_dir():
        found.append(Mount("/assets", StaticFiles(directory=PAGES / "assets")))

    async def show(request: Request) -> Response:
        asked = (page.parent / request.path_params.get("rest", "")).resolve()
        if asked.is_file() and asked.parent == page.parent and asked.suffix in SHOWN:
            return FileResponse(asked)
        return FileResponse(page, media_type="text/html")

    async def show_plain(request: Request) -> Response:
        script = request.path_params.get("rest") == PLAIN_SCRIPT.name
        return FileResponse(PLAIN_SCRIPT if script else PLAIN)

    plain = [Route("/plain", show_plain), Route("/plain/{rest}", show_plain)]
    return [*found, *plain, Route("/", show), Route("/{rest:path}", show)]

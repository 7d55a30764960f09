"""The server as one ASGI application: sockets, HTTP, and the files of the browser app."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ryumon.server import pages
from ryumon.server.api import Problem
from ryumon.server.asking import language_of
from ryumon.server.connection import Receive, Send
from ryumon.server.frames import WRITE
from ryumon.server.house import House, Settings
from ryumon.server.http import Http
from ryumon.server.limits import Buckets, Limits, SharedBuckets
from ryumon.server.metrics import Metrics
from ryumon.server.people import COOKIE, Person, Signer
from ryumon.server.protocol import write
from ryumon.server.registry import Registry
from ryumon.server.sockets import POLICY, Sockets
from ryumon.server.sources import Sources
from ryumon.server.store import Store
from ryumon.server.thinkers import Thinkers
from ryumon.server.words import Refuse

# Scripts come from here alone; Svelte sets styles on elements.
POLICY_TEXT = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY_TEXT.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]
MAKING = ("/api/daily", "/api/tables", "/api/import", "/api/seasons")
HSTS = (b"strict-transport-security", b"max-age=31536000")
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]


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
        settings: Settings | None = None,
        limits: Limits | None = None,
        metrics: bool = False,
        registry: Registry | None = None,
    ) -> None:
        self.store, self.thinkers = store, thinkers
        self.house = House(store, thinkers, sources, settings, registry)
        self.limits = limits or Limits()
        self.sockets = Sockets(self.house, self.limits)
        self.signer = Signer(store.key("signing"))
        self.origins, self.secure = origins or set(), secure
        self.http = Http(self.house, self.sockets, self.signer, secure)
        self.metrics = Metrics(self)
        self._requests = Buckets(self.limits.requests, self.limits.request_burst)
        self._tables = SharedBuckets(store, self.limits.tables, self.limits.table_burst)
        # numbers of the whole house would tell something at a server with one table
        shown = [Route("/metrics", self._show_metrics)] if metrics else []
        routes = [*shown, *self.http.routes(), *pages.routes()]
        self._starlette = Starlette(
            routes=routes,
            lifespan=self.lifespan,
            exception_handlers={HTTPException: _say_what_is_wrong},
        )

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

    async def say_goodbye(self) -> None:
        """Before the end: no new tables, and everyone is told to come back in a moment."""
        self.house.draining = True
        await self.sockets.close()

    async def _show_metrics(self, _: Request) -> Response:
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._starlette(scope, receive, send)

    # --- around every request -----------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers()]
            await send(message)

        refused = await self._refused(scope)
        answer = self._starlette if refused is None else refused
        await answer(scope, receive, send_with_headers)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        return [*HEADERS, HSTS] if self.secure else HEADERS

    async def _refused(self, scope: Scope) -> Response | None:
        """Why a request is not even looked at."""
        headers, method = dict(scope["headers"]), scope["method"]
        japanese = headers.get(b"accept-language", b"").lower().startswith(b"ja")
        address = _address(scope)
        try:
            if method not in ("GET", "HEAD"):
                self._check_origin(headers)
            makes = method == "POST" and scope["path"] in MAKING
            if not self._requests.take(address):
                raise Refuse("too-fast", status=429)
            if makes and not await self._tables.take(f"tables {address}"):
                raise Refuse("too-fast", status=429)
        except Refuse as wrong:
            sentence = wrong.refusal.sentence("ja" if japanese else "en")
            return Response(write(Problem(sentence)), wrong.status, media_type="application/json")
        return None

    def _check_origin(self, headers: dict[bytes, bytes]) -> None:
        """Refuse what another site's page asks for. A program that is no browser says no origin."""
        origin = headers.get(b"origin")
        if origin is None:
            return
        host = headers.get(b"host", b"").decode("latin-1")
        ours = self.origins or {f"http://{host}", f"https://{host}"}
        if origin.decode("latin-1") not in ours:
            raise Refuse("origin", status=403)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        parts, headers, address = scope["path"].split("/"), dict(scope["headers"]), _address(scope)
        await receive()  # the opening
        try:
            self._check_origin(headers)
            if len(parts) != 5 or parts[1:3] != ["api", "tables"] or parts[4] != "socket":
                raise Refuse("not-found", status=404)
            if not self.sockets.has_room(address):
                raise Refuse("too-fast", status=429)
        except Refuse:
            await send({"type": "websocket.close", "code": POLICY})
            return
        table, person = parts[3], self._person(headers)
        write = scope.get("extensions", {}).get(WRITE)
        del scope, headers, parts  # a connection lasts long, and there are many
        await send({"type": "websocket.accept"})
        await self.sockets.serve(table, person, address, receive, send, write)

    def _person(self, headers: dict[bytes, bytes]) -> Person | None:
        try:
            cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            return None
        kept = cookies.get(COOKIE)
        return None if kept is None else self.signer.read(kept.value)


async def _say_what_is_wrong(request: Request, wrong: Exception) -> Response:
    """What no route takes: a sentence like any other."""
    assert isinstance(wrong, HTTPException)
    refused = Refuse("method" if wrong.status_code == 405 else "not-found")
    sentence = refused.refusal.sentence(language_of(request))
    return Response(
        write(Problem(sentence)), wrong.status_code, wrong.headers, media_type="application/json"
    )


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""

"""The files of the browser app, compressed once. What tables say is never compressed: the size of a
message must not depend on what is in it beyond its length."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

PAGES = Path(__file__).parents[1] / "web"  # what `make web` builds
SHOWN = {".css", ".html", ".ico", ".js", ".png", ".svg", ".txt", ".webmanifest", ".woff2"}
PACKED = {".css", ".html", ".js", ".svg", ".txt", ".webmanifest"}  # text
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}
UNBUILT = "<!doctype html><title>Ryumon</title><p>The browser app is not built: make web."
FOR_EVER = "public, max-age=31536000, immutable"  # the names of assets change with what they hold
ANEW = "no-cache"  # asked for again each time, and sent only if it has changed


def routes() -> list[Route]:
    return [Route("/", show), Route("/{rest:path}", show)]


async def show(request: Request) -> Response:
    """A file of the app; any other address is a page of the app itself."""
    rest = request.path_params.get("rest", "")
    asked, assets = (PAGES / rest).resolve(), PAGES / "assets"
    if not (asked.is_file() and asked.parent in (PAGES, assets) and asked.suffix in SHOWN):
        if rest.startswith("assets/"):  # of an older version: a page would not help
            return Response("", 404)
        asked = PAGES / "index.html"
        if not asked.exists():
            return HTMLResponse(UNBUILT)
    stamp = asked.stat().st_mtime_ns
    tag = f'"{stamp:x}"'
    headers = {"Cache-Control": FOR_EVER if asked.parent == assets else ANEW, "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response("", 304, headers)
    packs = asked.suffix in PACKED
    if packs:
        headers["Vary"] = "Accept-Encoding"
        packs = "gzip" in request.headers.get("accept-encoding", "")
    if packs:
        headers["Content-Encoding"] = "gzip"
    media = TYPES.get(asked.suffix) or mimetypes.guess_type(asked.name)[0] or "text/plain"
    return Response(_read(asked, stamp, packs), 200, headers, media)


@cache
def _read(path: Path, stamp: int, packed: bool) -> bytes:
    """The file as it is at this time."""
    found = path.read_bytes()
    return gzip.compress(found, mtime=0) if packed else found

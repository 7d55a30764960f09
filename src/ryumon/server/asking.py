"""What stands in a request over HTTP: its language, and its body."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from ryumon.server.protocol import Language
from ryumon.server.words import Refuse

MOST_BODY = 1_000_000  # bytes; a record may be long


def language_of(request: Request) -> Language:
    """The language that the client asks for: `?language=ja`, or what its browser says."""
    asked = request.query_params.get("language") or request.headers.get("accept-language", "")
    return "ja" if asked.lower().startswith("ja") else "en"


async def body(request: Request, kind: type[Any]) -> Any:
    """What the client has sent, of the type that is expected."""
    text = bytearray()
    async for part in request.stream():
        text += part
        if len(text) > MOST_BODY:
            raise Refuse("too-large", status=413)
    try:
        return msgspec.json.decode(bytes(text), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Refuse("form", why=str(wrong)[:200]) from None

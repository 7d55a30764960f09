"""The HTTP API as an OpenAPI document: `python -m ryumon.server.openapi` writes docs/openapi.json.

Made from the table of operations and the types of the protocol, so it cannot say anything else than
the server does.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ryumon.server import api, protocol
from ryumon.server.operations import OPERATIONS, Operation

FILE = Path("docs/openapi.json")
REF = "#/components/schemas/{name}"
JSON = "application/json"
ABOUT = (
    "Whatever is refused comes with one sentence, in the language of Accept-Language (en or ja)."
    " A person is a signed cookie, set by the first answer. Playing goes over a WebSocket at"
    " /api/tables/{table}/socket, see protocol.ts in web/src/lib. A program sends a token instead"
    " of a cookie (Authorization: Bearer TOKEN), also to everything else, and plays by /api/bot."
)
EVERYWHERE = {
    400: "It cannot be read, or cannot be done.",
    401: "The token opens nothing, or there is none.",
    403: "It is not for this browser, or comes from another site's page.",
    404: "There is nothing there that this browser may see.",
    405: "The address does not take this method.",
    409: "It cannot be done at this table now.",
    413: "It is too large.",
    429: "Too much at once.",
    503: "It could not be stored or read just now, or the server opens no new tables.",
}
ALWAYS = (400, 429, 503)  # any operation may be refused like this
WRITING = (403, 413)  # and any that changes something


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    types = [one for op in OPERATIONS for one in (op.body, op.answer) if isinstance(one, type)]
    named = [one for one in dict.fromkeys(types) if one is not dict]
    _, components = msgspec.json.schema_components(
        [*named, api.Problem], ref_template=REF
    )  # fmt: skip
    paths: dict[str, dict[str, Any]] = {}
    for op in OPERATIONS:
        paths.setdefault(op.path, {})[op.method.lower()] = _operation(op)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ryumon", "version": "1", "description": ABOUT},
        "paths": paths,
        "components": {"schemas": _always_there(components)},
    }


def _always_there(components: dict[str, Any]) -> dict[str, Any]:
    """What only the server writes is always there, whatever its default."""
    said = {one.__name__ for one in protocol.Said.__subclasses__()}
    for name, schema in components.items():
        if name not in said:
            schema["required"] = list(schema["properties"])
    return components


def _operation(op: Operation) -> dict[str, Any]:
    made: dict[str, Any] = {"operationId": op.work, "summary": op.says}
    named = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
             for name in re.findall(r"{(\w+)}", op.path)]  # fmt: skip
    asked = [
        {"name": name, "in": "query", "schema": schema} for name, schema in (op.query or {}).items()
    ]
    if named or asked:
        made["parameters"] = [*named, *asked]
    if op.body is not None:
        made["requestBody"] = {"required": True, "content": {JSON: {"schema": _ref(op.body)}}}
    made["responses"] = {"200": _answer(op.answer)}
    writes = WRITING if op.method != "GET" else ()
    for status in sorted({*ALWAYS, *writes, *op.refuses}):
        made["responses"][str(status)] = {
            "description": EVERYWHERE[status],
            "content": {JSON: {"schema": _ref(api.Problem)}},
        }
    return made


def _answer(kind: Any) -> dict[str, Any]:
    if isinstance(kind, str):
        return {"description": "The file.", "content": {kind: {"schema": {"type": "string"}}}}
    schema = {"type": "object"} if kind is dict else _ref(kind)
    return {"description": "Done.", "content": {JSON: {"schema": schema}}}


def _ref(kind: type) -> dict[str, str]:
    return {"$ref": REF.format(name=kind.__name__)}


def text() -> str:
    return json.dumps(document(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    at = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    at.write_text(text(), "utf-8")

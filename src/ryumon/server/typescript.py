"""The browser's types, written from the server's: `python -m ryumon.server.typescript`.

The schema of msgspec goes in, TypeScript comes out; the views and aids of all games besides.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec

import ryumon
from ryumon import PUBLIC
from ryumon.server import api, protocol, solo
from ryumon.server.seasons import api as seasons

FILE = Path("web/src/lib/protocol.ts")
HEAD = """\
// Written by `python -m ryumon.server.typescript` from the server's messages and the views of
// all games. Do not edit.

/** The viewer who sits at no seat. */
export const PUBLIC = {public}

/** What this viewer saw: its number, its kind, a sentence, and what the game says of it. */
export interface GameEvent {{
  n: number
  kind: string
  text: string
  seat?: number
  move?: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [fact: string]: any
}}

/** Pick `least` to `most` of `which`, ascending, then `then`. */
export interface Pick {{
  kind: 'pick'
  seat: number
  rule: string
  which: string[]
  least: number
  most: number
  chosen: string[]
  then: string | null
  to: number | null
}}

/** The rest of a turn of Tatsu: each way to an empty `then` is a complete list of moves. */
export interface Branch {{
  move: string
  kind: string
  die: number
  stone: string
  from: number | null
  to: number
  then: Branch[]
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [fact: string]: any
}}

export interface Tree {{
  kind: 'tree'
  seat: number
  rule: string
  dice: number[]
  left: number[]
  which: Branch[]
}}

export type Choice = Pick | Tree
"""
# What clients write may leave out what has a default.
OPTIONAL = {one.__name__ for one in protocol.Said.__subclasses__()}
UNIONS = ("ClientMessage", "ServerMessage")
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def text() -> str:
    """The whole file."""
    parts = [
        HEAD.format(public=PUBLIC),
        *_interfaces(
            (*api.HTTP, *seasons.HTTP, *solo.HTTP, *_members("ClientMessage", "ServerMessage"))
        ),
    ]
    for union in UNIONS:
        names = " | ".join(one.__name__ for one in _members(union))
        parts.append(f"export type {union} = {names}\n")
    prefixes = [name.title().replace("-", "") for name in ryumon.games()]
    for name, prefix in zip(ryumon.games(), prefixes, strict=True):
        shown = ryumon.game(name).spec.view
        told = _interfaces((shown.View, shown.Aids), prefix)
        parts += [one.replace("  game: string\n", f"  game: '{name}'\n") for one in told]
    for shared in ("View", "Aids"):
        parts.append(f"export type {shared} = {' | '.join(p + shared for p in prefixes)}\n")
    return "\n".join(parts)


def _members(*unions: str) -> list[Any]:
    return [one for union in unions for one in getattr(protocol, union).__args__]


def _interfaces(types: Any, prefix: str = "") -> list[str]:
    _, components = msgspec.json.schema_components(types, ref_template="#/{name}")
    return [_interface(prefix, name, schema) for name, schema in components.items()]


def _interface(prefix: str, name: str, schema: dict[str, Any]) -> str:
    needed = schema.get("required", ()) if not prefix and name in OPTIONAL else schema["properties"]
    lines = [
        f"  {field}{'' if field in needed else '?'}: {_type(prefix, told)}"
        for field, told in schema["properties"].items()
    ]
    said = re.sub(r"\s+", " ", schema.get("description", ""))
    comment = f"/** {said} */\n" if said else ""
    return f"{comment}export interface {prefix}{name} {{\n" + "\n".join(lines) + "\n}\n"


def _type(prefix: str, schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return prefix + schema["$ref"].removeprefix("#/")
    if "title" in schema:
        return schema["title"]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(prefix, one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join("null" if one is None else repr(one) for one in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(_type(prefix, one) for one in schema["prefixItems"]) + "]"
        return f"Array<{_type(prefix, schema.get('items', {}))}>"
    if kind == "object":
        more = schema.get("additionalProperties", {})
        return f"Record<string, {_type(prefix, more) if isinstance(more, dict) else 'unknown'}>"
    if kind == "null":
        return "null"
    return SIMPLE.get(str(kind), "any")


if __name__ == "__main__":
    at = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    at.parent.mkdir(parents=True, exist_ok=True)
    at.write_text(text(), "utf-8")

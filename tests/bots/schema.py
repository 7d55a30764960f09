"""docs/protocol.schema.json: `python -m tests.bots.schema` writes it anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from ryumon.bots.protocol import FROM_BOT, PROTOCOL, TO_BOT

PATH = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


def schema() -> dict[str, Any]:
    """A schema of one line, in either direction."""
    lines, parts = msgspec.json.schema_components(
        [*TO_BOT, *FROM_BOT], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of the protocol for bots, version {PROTOCOL}",
        "anyOf": list(lines),
        "$defs": parts,
    }


def text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")

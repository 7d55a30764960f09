"""The JSON schema of `results.json`.

python -m ryumon.lab.arena.schema > docs/tournament.schema.json
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ryumon.lab.arena.results import Results


def schema() -> dict[str, Any]:
    """As docs/tournament.schema.json has it."""
    found = msgspec.json.schema(Results)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The results of a Ryumon tournament",
        **found,
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))

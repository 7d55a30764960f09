"""Writes what the browser app takes from the library: `python web/generate.py`.

src/generated/games.json         the games: titles, players, options (part of the first page)
src/generated/words/<game>.json  prompts, rules in short and the names of pieces (with its board)
src/generated/rulings.json       the rules in which we filled a gap of the print (from docs/games)

So every name and sentence stays where the library has it. A test compares the files with this.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import ryumon

FOLDER = Path(__file__).parent / "src" / "generated"
PAGES = Path(__file__).parents[1] / "docs" / "games"
# tables of words.py by the name that the app uses
TABLES = {
    "prompts": "PROMPT",
    "rules": "RULES",
    "colours": "COLOUR_WORDS",
    "suits": "SUIT_WORDS",
    "mysteries": "MYSTERIES",
    "fields": "FIELD_WORDS",
    "stones": "STONE",
    "sides": "COLOUR",
    "places": "PLACE_WORDS",
    "cards": "CARD_WORDS",
    "to": "TO",
    "at": "AT",
    "by": "BY",
    "join": "AND",
}


def files() -> dict[str, str]:
    specs = {name: ryumon.game(name).spec for name in ryumon.games()}
    wanted: dict[str, Any] = {"games.json": [_game(spec) for spec in specs.values()]}
    wanted["rulings.json"] = {name: _rulings(name) for name in specs}
    for name, spec in specs.items():
        wanted[f"words/{name}.json"] = {
            key: getattr(spec.words, table)
            for key, table in TABLES.items()
            if hasattr(spec.words, table)
        }
    return {
        name: json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        for name, content in wanted.items()
    }


def _rulings(game: str) -> list[str]:
    """The ids in the first column of the table of rulings; none for a game without a page here."""
    page = PAGES / f"{game}.md"
    text = page.read_text("utf-8") if page.is_file() else ""
    part = text.partition("## Rulings")[2].partition("\n## ")[0]
    first = [line.split("|")[1] for line in part.splitlines() if line.startswith("|")]
    return list(dict.fromkeys(re.findall(r"\b[A-Z]{2}-\d+\b", " ".join(first))))


def _game(spec: Any) -> dict[str, Any]:
    return {
        "name": spec.name,
        "title": spec.title,
        "players": spec.players,
        "defaultPlayers": spec.default_players,
        "options": [
            {
                "name": option.name,
                **_allowed(option.values),
                "defaults": {str(n): option.default_for(n) for n in spec.players},
                "text": option.text,
            }
            for option in spec.options
        ],
    }


def _allowed(values: tuple[Any, ...]) -> dict[str, Any]:
    numbers = all(type(value) is int for value in values)
    if numbers and values == tuple(range(values[0], values[-1] + 1)):
        return {"least": values[0], "most": values[-1]}
    return {"values": values}


def main() -> None:
    for name, content in files().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()

"""`ryumon new-game`: a folder with a whole small game, to begin from.

What is copied is the worked example of docs/add-a-game.md, hidden Nim, under another name.
"""

from __future__ import annotations

import re
from pathlib import Path

from ryumon.play.refusal import refused
from ryumon.play.registry import all_names

SENTENCES = {
    "en": {
        "name": "{name!q} cannot be the name of a game: use lower-case letters, digits, hyphens.",
        "taken": "There is already a game {name}.",
        "folder": "{folder} is already there; nothing was written.",
    },
    "ja": {
        "name": "{name!q}はゲームの名前にできない。使えるのは小文字、数字、ハイフンである。",
        "taken": "{name}というゲームはもうある。",
        "folder": "{folder}はもうある。何も書いていない。",
    },
}
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TEXT = {".py", ".toml", ".md"}


def example() -> Path:
    """The folder of the example: in an installed package, or in the repository."""
    packed = Path(__file__).parent / "example"
    return packed if packed.is_dir() else Path(__file__).parents[2] / "examples" / "nim"


def new_game(name: str, where: Path) -> Path:
    """A new folder of that name; Refused if it cannot be, and then nothing is written."""
    if not NAME.fullmatch(name):
        raise refused(SENTENCES, "name", name=name)
    package = name.replace("-", "_")
    if name in all_names():
        raise refused(SENTENCES, "taken", name=name)
    folder = where / name
    if folder.exists():
        raise refused(SENTENCES, "folder", folder=str(folder))
    title = name.replace("-", " ").title()
    ids = "".join(word[0] for word in name.upper().split("-"))
    changes = {
        "hidden_nim": package, "hidden-nim": name, "Hidden Nim": title, "隠しニム": title,
        "HN-": f"{ids}-", "HN_": f"{ids}_",
    }  # fmt: skip
    for path in sorted(example().rglob("*")):
        if path.suffix in TEXT and "__pycache__" not in path.parts:
            text = path.read_text("utf-8")
            for old, new in changes.items():
                text = text.replace(old, new)
            there = folder / str(path.relative_to(example())).replace("hidden_nim", package)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(text, "utf-8")
    return folder

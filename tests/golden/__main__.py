"""Writes the golden files anew: `make golden`. Read the difference; it belongs to the review."""

from __future__ import annotations

from tests import support
from tests.golden import story


def main() -> None:
    wanted = set()
    for name, options in support.option_sets():
        path = story.file_of(name, options)
        wanted.add(path)
        text = "\n".join(story.story(name, options)) + "\n"
        old = path.read_text("utf-8") if path.exists() else None
        if text != old:
            path.write_text(text, "utf-8", newline="\n")
            print("written:", path.name)
    for path in set(story.HERE.glob("*.txt")) - wanted:
        path.unlink()
        print("removed:", path.name)


main()

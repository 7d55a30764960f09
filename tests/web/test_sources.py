"""The browser app's sources: what is written by the library, and what the lock file may name."""

from pathlib import Path

import pytest

from web import generate

WEB = Path(__file__).parents[2] / "web"
FILES = generate.files()


@pytest.mark.parametrize("name", FILES)
def test_names_and_sentences_are_those_of_the_library(name: str) -> None:
    written = (generate.FOLDER / name).read_text("utf-8")
    assert written == FILES[name], "python web/generate.py"


def test_no_game_is_left_that_the_library_does_not_have() -> None:
    found = {f.relative_to(generate.FOLDER).as_posix() for f in generate.FOLDER.rglob("*.json")}
    assert found == set(FILES)


def test_the_lock_file_works_with_any_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text("utf-8")

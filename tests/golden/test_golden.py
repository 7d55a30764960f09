"""The golden files are what the games do now, line by line."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

import ryumon
from tests import support
from tests.golden import story

LARGEST = 300_000  # bytes; a person should still be able to read one


def first_difference(old: list[str], new: list[str]) -> str | None:
    """A sentence on the first line that differs, with the step in which it stands."""
    step = ""
    for number, (a, b) in enumerate(itertools.zip_longest(old, new), 1):
        if a != b:
            return f"Line {number}, {step}\n- {a}\n+ {b}\nOn purpose? `make golden`, and read it."
        if a[:1].isdigit():
            step = a
    return None


@pytest.mark.parametrize("which", support.every_game())
def test_a_game_goes_as_its_golden_file_says(which: tuple[str, dict[str, Any]]) -> None:
    path = story.file_of(*which)
    assert path.exists(), f"{path.name} is missing: `make golden`."
    wrong = first_difference(path.read_text("utf-8").splitlines(), story.story(*which))
    assert wrong is None, f"{path.name}: {wrong}"
    assert path.stat().st_size < LARGEST


def test_every_golden_file_is_of_an_option_set() -> None:
    wanted = {story.file_of(name, options).name for name, options in support.option_sets()}
    assert {path.name for path in story.HERE.glob("*.txt")} == wanted


@pytest.mark.parametrize("name", ryumon.games())
def test_golden_files_show_every_kind_of_event(name: str) -> None:
    seen: set[str] = set()
    for options in support.SUITES[name].options:
        text = story.file_of(name, options).read_text("utf-8")
        seen |= set(re.findall(r"^   [0-9*]+ ([a-z-]+)(?: |$)", text, re.MULTILINE))
    assert seen == support.SUITES[name].kinds


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["a", "b"], ["a", "c"]),
        (["a"], ["a", "b"]),
        (["a", "b"], ["a"]),
        ([], ["a"]),
        (["1 seat 2: R7", " > R7"], ["1 seat 2: R7", " > R8"]),
    ],
)
def test_a_difference_is_told(old: list[str], new: list[str]) -> None:
    assert first_difference(old, new)
    assert first_difference(new, new) is None


def test_a_changed_view_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """One number more in one seat's view, in the middle of a game, is enough."""
    options = support.SUITES["slaughter"].options[0]
    honest = ryumon.State.view

    def other(self: ryumon.State, seat: int) -> dict[str, Any]:
        view = honest(self, seat)
        return {**view, "tricks": 99} if seat == 1 and len(self.moves) == 60 else view

    monkeypatch.setattr(ryumon.State, "view", other)
    old = story.file_of("slaughter", options).read_text("utf-8").splitlines()
    assert "tricks=99" in str(first_difference(old, story.story("slaughter", options)))

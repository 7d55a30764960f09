"""Everything that can be refused is said in every language, with the same facts."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import ryumon
from ryumon.bots import broken
from ryumon.lab.arena import words as arena_words
from ryumon.play import record_words
from ryumon.play.refusal import Refused
from ryumon.play.sentence import LANGUAGES, fill
from ryumon.terminal import words as terminal_words

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")
FRAGMENTS = {"hint-reason", "problem-file", "replay-ask"}  # nothing but a part, or names of keys
# functions that refuse from a table of their own, by where the key stands among their arguments
HELPERS = {
    "cannot": (arena_words.SENTENCES, 0),
    "wrong": (terminal_words.WRONG, 0),
    "misread": (terminal_words.MISREAD, 0),
    "BrokenBot": (broken.SENTENCES, 0),
    "note": (record_words.SENTENCES, 1),
    "of": (record_words.SENTENCES, 1),  # BrokenRecord.of
}


def modules() -> list[ModuleType]:
    """All modules that can be imported; server and adapters may want more than is installed."""
    found = [ryumon]
    for info in pkgutil.walk_packages(ryumon.__path__, "ryumon."):
        if not info.name.endswith("__main__"):
            try:
                found.append(importlib.import_module(info.name))
            except ImportError:
                assert info.name.startswith(("ryumon.server", "ryumon.lab.openspiel"))
    return found


def tables() -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """Every {language: {key: template}} of the program."""
    for module in modules():
        for name, value in vars(module).items():
            if (
                isinstance(value, dict)
                and set(value) == set(LANGUAGES)
                and all(isinstance(words, dict) for words in value.values())
                and all(isinstance(text, str) for text in value["en"].values())
            ):
                yield f"{module.__name__}.{name}", value


TABLES = dict(tables())


def holes(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_the_tables_are_found() -> None:
    assert len(TABLES) > 30
    for name in ("play.record_words.SENTENCES", "terminal.words.WRONG", "bots.broken.SENTENCES"):
        assert f"ryumon.{name}" in TABLES


@pytest.mark.parametrize("name", TABLES)
def test_every_sentence_is_there_in_every_language_with_the_same_parts(name: str) -> None:
    english, japanese = TABLES[name]["en"], TABLES[name]["ja"]
    assert japanese.keys() >= english.keys()
    for key, text in english.items():
        # an English plural may use a number once more, but nothing may be said in one language only
        assert holes(text) == holes(japanese[key]), key


REFUSALS = [
    name
    for name in TABLES
    if name.rpartition(".")[2] in ("SENTENCES", "REFUSED", "WRONG", "USAGE", "MISREAD", "SAY")
]


@pytest.mark.parametrize("name", REFUSALS)
def test_no_sentence_is_english_in_japanese(name: str) -> None:
    for key, text in TABLES[name]["ja"].items():
        assert JAPANESE.search(text) or key in FRAGMENTS, text
        assert text.count("。") or name.endswith("SAY") or not text.endswith("."), text
        assert not re.search(r"[A-Za-z]+ (is|are|cannot|of|the|not) ", text), text


class Raised(NamedTuple):
    where: str
    table: dict[str, dict[str, str]]
    key: str
    parts: set[str] | None  # None: they are not written out here


def raised() -> Iterator[Raised]:
    """Every refusal in the sources whose key is written out."""
    for module in modules():
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            arguments = node.args
            if name in ("refused", "of") and arguments and isinstance(arguments[0], ast.Name):
                table, place = getattr(module, arguments[0].id, None), 1
            elif name in HELPERS:
                table, place = HELPERS[name]
            else:
                continue
            key = arguments[place] if len(arguments) > place else None
            if not isinstance(table, dict) or not isinstance(key, ast.Constant):
                continue
            parts = {word.arg for word in node.keywords if word.arg}
            whole = all(word.arg for word in node.keywords)
            line = f"{module.__name__}:{node.lineno}"
            yield Raised(line, table, str(key.value), parts if whole else None)


RAISED = list(raised())


def test_refusals_are_found_in_the_sources() -> None:
    assert len(RAISED) > 120


@pytest.mark.parametrize("one", RAISED, ids=lambda one: f"{one.where}-{one.key}")
def test_every_refusal_has_its_sentence_and_all_its_parts(one: Raised) -> None:
    for language in LANGUAGES:
        text = one.table[language][one.key]
        if one.parts is not None:
            assert holes(text) <= one.parts, text


@pytest.mark.parametrize(
    ("template", "parts", "said"),
    [
        ("{n} name{n:|s}", {"n": 1}, "1 name"),
        ("{n} name{n:|s}", {"n": 0}, "0 names"),
        ("{n:,} {why!q}", {"n": 1000, "why": "x"}, '1,000 "x"'),
    ],
)
def test_templates_count_and_quote(template: str, parts: dict[str, object], said: str) -> None:
    assert fill(template, "en", parts) == said


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("chess", {}),
    ("slaughter", {"players": 9}),
    ("slaughter", {"advanced": "maybe"}),
    ("slaughter", {"speed": 3}),
    ("bushido", {"turns": 0}),
    ("tiger-dragon", {"players": 3, "teams": True}),
    ("tiger-dragon", {"field": "moon"}),
]


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_a_bad_option_speaks_japanese(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as wrong:
        ryumon.game(name, **options)
    said = wrong.value.refusal.sentence("ja")
    assert said.endswith("。")
    assert JAPANESE.search(said)


def test_a_position_of_the_wrong_form_speaks_japanese() -> None:
    game = ryumon.game("slaughter")
    position = game.start().position()
    for change, words in (
        ({"turn": "x"}, "`turn`: `str` ではなく `int` でなければならない"),
        ({"players": 3}, "playersは4ではなく3である"),
        ({"mood": 1}, "`mood` という項目はない"),
    ):
        with pytest.raises(Refused) as wrong:
            game.position(position | change)
        assert words in wrong.value.refusal.sentence("ja")

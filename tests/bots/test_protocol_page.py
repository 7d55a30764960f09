"""docs/protocol.md and its schema say what is really said."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import ryumon
from ryumon import OVER, bots
from ryumon.bots import BrokenBot, External, external, process, protocol
from tests import support
from tests.bots import schema
from tests.bots.test_examples import COMMANDS, play
from tests.bots.test_protocol import talk, turn_of

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
BLOCK = re.compile(r"\*\*(To|From) the bot:\*\*\n\n```json\n(.*?)```", re.DOTALL)
EXCHANGE = [(way, json.loads(text)) for way, text in BLOCK.findall(PAGE)]
VALIDATOR = jsonschema.Draft202012Validator(schema.schema())

READER = """
import json, sys
answers = iter(sys.argv[1:])
for line in sys.stdin:
    if json.loads(line)["type"] in ("hello", "turn"):
        print(next(answers), flush=True)
"""


def log_of(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """What was said, in order: the direction as on the page, and the line."""
    lines = [line.split(" ", 3) for line in path.read_text("utf-8").splitlines()]
    return [({">": "To", "<": "From"}[way], json.loads(text)) for _, _, way, text in lines]


def test_the_exchange_on_the_page_is_what_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program gives the answers of the page; the lines in both directions are those of it."""
    monkeypatch.setenv(process.LOG, str(tmp_path / "log"))
    answers = [json.dumps(line) for way, line in EXCHANGE if way == "From"]
    ninja = iter(["special:blowgun", "gate:west", "kunai:s4", "smoke"])
    state = ryumon.game("bushido", turns=1).start()
    with External([sys.executable, "-c", READER, *answers], 1) as bot:
        while state.turn != OVER:
            state.play(bots.choose(bot, state) if state.turn == 1 else next(ninja))
        bots.over(bot, state, 1)
    said = log_of(tmp_path / "log")
    assert said[0][1].pop("program").startswith("ryumon ")
    assert EXCHANGE[0][1].pop("program").startswith("ryumon ")
    assert said == EXCHANGE


@pytest.mark.parametrize(("file", "kind"), [("bot.py", "python"), ("bot.js", "js")])
def test_the_programs_on_the_page_are_the_examples(file: str, kind: str) -> None:
    """They stand there in full, so that the page can be read without being built."""
    example = (Path(__file__).parents[2] / "examples" / file).read_text("utf-8")
    assert f"```{kind}\n{example.rstrip()}\n```" in PAGE


def test_the_schema_is_that_of_the_messages() -> None:
    """Else: python -m tests.bots.schema"""
    assert schema.PATH.read_text("utf-8") == schema.text()
    jsonschema.Draft202012Validator.check_schema(schema.schema())


@pytest.mark.parametrize("name", support.thinned(ryumon.games(), "bushido"))
@pytest.mark.parametrize("example", COMMANDS)
def test_every_line_of_a_game_is_valid(
    name: str, example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(process.LOG, str(tmp_path / "log"))
    with External(COMMANDS[example], 1) as bot:
        play(bot, ryumon.game(name), seat=0, seed=1)
    said = log_of(tmp_path / "log")
    assert {line.get("type") for _, line in said} == {
        None, "hello", "game", "turn", "over", "quit",
    }  # fmt: skip
    for _, line in said:
        VALIDATOR.validate(line)


@pytest.mark.parametrize(
    "line",
    [{}, {"type": "move"}, {"move": 7}, {"protocol": 1}, {"type": "turn", "legal": []}, [], "R7"],
)
def test_the_schema_refuses_other_lines(line: Any) -> None:
    assert not VALIDATOR.is_valid(line)


def fields(heading: str) -> list[str]:
    """The fields in the table under a heading of the page."""
    section = PAGE.split(f"### {heading}\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


@pytest.mark.parametrize(
    ("heading", "message"),
    [
        ("`hello`", protocol.Hello), ("`game`", protocol.NewGame), ("`turn`", protocol.Ask),
        ("`over`", protocol.Over), ("To `hello`", protocol.Introduction),
        ("To `turn`", protocol.Answer),
    ],
)  # fmt: skip
def test_the_page_names_every_field(heading: str, message: Any) -> None:
    assert fields(heading) == list(message.__struct_fields__)


def test_the_page_names_the_limits() -> None:
    assert f"{process.LONGEST:,} bytes" in PAGE
    assert f"`protocol` | the version of this protocol: {protocol.PROTOCOL}" in PAGE
    assert f"up to {protocol.LONGEST_NAME} characters" in PAGE
    assert f"({external.LEAST:g}s to {external.MOST:g}s)" in PAGE
    assert (external.SECONDS, external.START, external.AT_ONCE) == (5, 20, 0.2)  # told in words
    assert f"2{'⁵³'}" in PAGE
    assert protocol.SEED_BITS == 53


def test_the_names_of_the_page_can_be_read() -> None:
    section = PAGE.split("## How a bot is named")[1].split("\n## ")[0]
    names = re.findall(r"`(cmd[^`]+)`", section)
    assert len(names) >= 4
    for name in names:
        assert external.read(name).arguments


def test_the_sentences_of_the_page_are_said() -> None:
    """The table of what goes wrong quotes them."""
    turn = turn_of(ryumon.game("bushido").start())
    for line, words in (
        (b"x", "sent an answer that is not JSON"),
        (b"{}", "is not an Answer of the protocol"),
    ):
        with pytest.raises(BrokenBot, match=words):
            talk().answer(line, turn)
        assert words in PAGE

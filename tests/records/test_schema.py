"""docs/record.schema.json says what the reader accepts, and docs/records.md shows it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from ryumon.play import record_format
from ryumon.play.record import Deal, Record, verify
from tests.records.archive import files
from tests.records.samples import DATE, running_record, set_record, whole, whole_record
from tests.records.test_broken import ODD, with_odd_value

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "record.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
HEADER = json.loads(whole_record().text().splitlines()[0])
END = json.loads(whole_record().text().splitlines()[-1])
DEAL: dict[str, Any] = {"commitment": "0" * 64, "secret": "1" * 64, "added": ["", "2" * 32, ""]}
WRONG_DEALS: list[dict[str, Any]] = [
    {"secret": "1" * 63}, {"secret": "x" * 64}, {"commitment": 1},
    {"added": ["1"]}, {"added": None}, {"key": "1" * 64},
]  # fmt: skip


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["header"]["properties"]["format"]["enum"][-1] == record_format.FORMAT


@pytest.mark.slow
def test_every_line_of_the_archive_is_valid() -> None:
    archived = {line for path in files() for line in path.read_text("utf-8").splitlines()}
    assert len(archived) > 100
    for line in archived:
        VALIDATOR.validate(json.loads(line))


def test_every_line_of_a_new_record_is_valid() -> None:
    dealt = Record.of(whole(), date=DATE, deal=msgspec.convert(DEAL, Deal))
    for record in (whole_record(), running_record(), set_record(), dealt):
        for line in record.text().splitlines():
            VALIDATOR.validate(json.loads(line))


def reads(line: dict[str, Any]) -> bool:
    """Does the reader take such a line, where it belongs?"""
    text = [HEADER, line] if "end" in line else [HEADER, line, {"end": "running"}]
    if "format" in line:
        text = [line, {"end": "running"}]
    return not record_format.scan("\n".join(map(json.dumps, text))).problems


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"move": 7},
        {"move": None},
        {"move": "R7", "seconds": -1},
        {"move": "R7", "seconds": "1"},
        {"move": "R7", "seconds": None},
        {"move": "R7", "seconds": 1e10},
        {"move": "R7", "who": 1},
        {"move": "R7", "end": "running"},
        {"end": "paused"},
        {"end": "finished"},
        {"end": "running", "by": [1]},
        {"end": "running", "result": END["result"]},
        {"end": "conceded"},
        {"end": "conceded", "by": []},
        {"end": "conceded", "by": [-1]},
        {"end": "conceded", "by": [1, 1]},
        {"end": "conceded", "by": 1},
        {"end": "finished", "result": END["result"] | {"winners": ["East"]}},
        {"end": "finished", "result": END["result"] | {"payoffs": [2, 0, 0]}},
        {"end": "finished", "result": END["result"] | {"scores": [0.5, 0, 0]}},
        {"end": "finished", "result": END["result"] | {"more": 1}},
        {"end": "finished", "result": {"winners": []}},
        HEADER | {"format": 3},
        HEADER | {"deal": DEAL},
        *(HEADER | {"format": 2, "deal": DEAL | wrong} for wrong in WRONG_DEALS),
        HEADER | {"format": 2, "deal": {"secret": "0" * 64}},
        HEADER | {"format": "1"},
        HEADER | {"rules": 0},
        HEADER | {"rules": "1"},
        HEADER | {"options": {}},
        HEADER | {"options": {"players": "3"}},
        HEADER | {"options": {"players": 3, "advanced": None}},
        HEADER | {"date": "2025-03-21"},
        HEADER | {"date": "2025-03-21T18:00:00+00:00"},
        HEADER | {"names": ["East", "South", ""]},
        HEADER | {"names": ["East", "South", "\x07"]},
        HEADER | {"names": ["East", "South", "x" * 81]},
        HEADER | {"names": None},
        HEADER | {"position": []},
        HEADER | {"seed": 1},
        *({key: HEADER[key] for key in HEADER if key != gone} for gone in ("game", "date")),
    ],
)
def test_broken_lines_are_refused_by_schema_and_reader(line: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(line)
    assert not reads(line)


@pytest.mark.slow
def test_what_the_reader_takes_the_schema_allows() -> None:
    """A program that checks with the schema never refuses a record that we would read."""
    rng = random.Random(4)
    sound = [HEADER, END, {"move": "R7", "seconds": 2.5}, {"end": "conceded", "by": [0, 2]}]
    taken = 0
    for _ in range(3000):
        line = with_odd_value(rng.choice(sound), rng)
        if isinstance(line, dict) and reads(line):
            taken += 1
            VALIDATOR.validate(line)
    assert taken > 100
    assert not any(VALIDATOR.is_valid(value) for value in ODD)


def test_the_example_of_the_docs_is_a_sound_record(tmp_path: Path) -> None:
    page = (DOCS / "records.md").read_text("utf-8")
    examples = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert examples
    for k, example in enumerate(examples):
        path = tmp_path / f"{k}.jsonl"
        path.write_text(example, "utf-8")
        assert verify(path) == []
        assert Record.read(path).text() == example
        for line in example.splitlines():
            VALIDATOR.validate(json.loads(line))

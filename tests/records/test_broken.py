"""Broken records: `verify` says what is wrong and in which line, and nothing else is raised."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ryumon.play import record_format
from ryumon.play.record import BrokenRecord, Record, verify
from ryumon.play.registry import find
from ryumon.play.sentence import LANGUAGES, LONGEST
from tests.records.samples import moves_of, running_record, set_record, whole_record

Lines = list[str]
T = TypeVar("T")
LAST = len(whole_record().moves) + 2  # the number of the last line
HUGE = "9" * 400
DEEP = "[" * 40 + "]" * 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def put(number: int, line: str) -> Callable[[Lines], Lines]:
    """Another text in a line; lines are numbered from 1, and -1 is the last."""

    def damage(text: Lines) -> Lines:
        text[number - 1 if number > 0 else number] = line
        return text

    return damage


def change(number: int, **values: Any) -> Callable[[Lines], Lines]:
    """Other values in a line; None takes one out."""

    def damage(text: Lines) -> Lines:
        at = number - 1 if number > 0 else number
        new = {k: v for k, v in (json.loads(text[at]) | values).items() if v is not None}
        text[at] = json.dumps(new)
        return text

    return damage


def result(**values: Any) -> Callable[[Lines], Lines]:
    def damage(text: Lines) -> Lines:
        end = json.loads(text[-1])
        return [*text[:-1], json.dumps(end | {"result": end["result"] | values})]

    return damage


def options(**values: Any) -> Callable[[Lines], Lines]:
    return change(1, options={"players": 3, "advanced": False} | values)


BROKEN: dict[str, tuple[Callable[[Lines], Lines], int, str]] = {
    # not lines of JSON
    "not JSON": (put(7, "R7"), 7, "This is not JSON: expecting value, column 1."),
    "unclosed": (put(7, '{"move": "R7"'), 7, "not JSON"),
    "two on a line": (put(7, '{"move": "R7"} {"move": "R8"}'), 7, "not JSON"),
    "a list": (put(7, '["R7"]'), 7, "not a JSON object"),
    "a word": (put(7, '"R7"'), 7, "not a JSON object"),
    "empty line": (put(7, ""), 7, "The line is empty."),
    "only spaces": (put(7, "  "), 7, "The line is empty."),
    "NUL bytes": (put(7, "\0\0\0\0"), 7, "NUL byte"),
    "NUL in a string": (put(7, '{"move": "R\0"}'), 7, "NUL byte"),
    "huge line": (put(7, '{"move": "' + "R" * (1 << 18) + '"}'), 7, "longer than 262,144 bytes"),
    "nested deep": (put(7, f'{{"move": {DEEP}}}'), 7, "nested too deeply"),
    "nested deepest": (put(7, "[" * 100_000), 7, "nested too deeply"),
    "duplicate key": (put(7, '{"move": "R7", "move": "R8"}'), 7, '"move" appears twice'),
    "duplicate option": (
        lambda text: [text[0].replace('"players": 3', '"players": 4, "players": 3'), *text[1:]],
        1, '"players" appears twice',
    ),
    "NaN": (put(7, '{"move": "R7", "seconds": NaN}'), 7, "NaN is not allowed"),
    "infinite": (put(7, '{"move": "R7", "seconds": 1e999}'), 7, "too large"),
    "long number": (put(7, f'{{"move": "R7", "seconds": {HUGE}}}'), 7, "too large"),
    "one too large": (put(7, f'{{"move": "R7", "seconds": {2**53 + 1}}}'), 7, "number is too"),
    "one too small": (put(7, f'{{"move": "R7", "seconds": {-(2**53) - 1}}}'), 7, "number is too"),
    "half a surrogate": (put(7, '{"move": "\\ud83d"}'), 7, "surrogate"),
    "byte order mark": (lambda text: ["\ufeff" + text[0], *text[1:]], 1, "not JSON"),
    # the header
    "no header": (lambda text: text[1:], 1, "must begin with a header"),
    "header twice": (lambda text: [text[0], *text], 2, "first line, and only there"),
    "two records": (lambda text: text + text, LAST + 1, "nothing may follow"),
    "no format": (change(1, format=None), 1, "must begin with a header"),
    "newer format": (change(1, format=3, mood="new"), 1, "The record has format 3"),
    "odd format": (change(1, format="1"), 1, 'There is no format "1"'),
    "format 0": (change(1, format=0), 1, "There is no format 0"),
    "unknown field": (change(1, mood="good"), 1, "unknown field `mood`"),
    "no game": (change(1, game=None), 1, "missing required field `game`"),
    "no options": (change(1, options=None), 1, "missing required field `options`"),
    "no date": (change(1, date=None), 1, "missing required field `date`"),
    "no rules": (change(1, rules=None), 1, "missing required field `rules`"),
    "a null": (put(1, '{"format": 1, "names": null}'), 1, '"names" is null'),
    "unknown game": (change(1, game="chess"), 1, 'There is no game "chess"'),
    "unknown option": (options(wild=True), 1, 'no option "wild"'),
    "an option that is an argument": (options(name=True, kind=1), 1, 'no option "name"'),
    "wrong option": (options(advanced=1), 1, "advanced cannot be 1"),
    "option of no type": (options(advanced=[1]), 1, "expected `bool | int | str`"),
    "no players": (change(1, options={}), 1, "the number of players"),
    "players as text": (options(players="3"), 1, "the number of players"),
    "players yes": (options(players=True), 1, "the number of players"),
    "too many players": (options(players=6), 1, "3, 4 or 5 players, not 6"),
    "too few names": (change(1, names=["East"]), 1, "3 players, but 1 name."),
    "a name that moves the cursor": (change(1, names=["a", "b", "\x1b[2J"]), 1, "valid name"),
    "date in words": (change(1, date="today"), 1, '"today" is not a date'),
    "date that is none": (change(1, date="2025-02-29T00:00:00Z"), 1, "is not a date"),
    "date elsewhere": (change(1, date="2025-03-21T18:00:00+09:00"), 1, "is not a date"),
    "other rules": (change(1, rules=2), 1, "follows version 2 of the rules"),
    "no rules at all": (change(1, rules=0), 1, "rules"),
    "position that is none": (change(1, position={}), 1, "The position is impossible."),
    # the moves
    "neither move nor end": (put(7, "{}"), 7, "neither a move nor an end"),
    "move of no type": (change(7, move=7), 7, "expected `str`"),
    "unknown field of a move": (change(7, mood="good"), 7, "unknown field `mood`"),
    "negative time": (change(7, seconds=-1), 7, "seconds"),
    "illegal move": (change(-3, move="~P1"), LAST - 2, "A seat is to move now"),
    "illegal move's rule": (change(-3, move="~P1"), LAST - 2, "(SD-9)"),
    "unreadable move": (change(7, move="R77"), 7, '"R77" is not a move of this game.'),
    "escape in a move": (change(7, move="\x1b[2J"), 7, r"\x1b[2J"),
    "a move twice": (lambda text: [*text[:7], *text[6:]], 8, "illegal"),
    "a move left out": (lambda text: text[:1] + text[2:], 2, "illegal"),
    # the end
    "no end": (lambda text: text[:-1], LAST - 1, "does not say how the game ended"),
    "only a header": (lambda text: text[:1], 1, "does not say how the game ended"),
    "moves after the end": (lambda text: [*text, text[-2]], LAST + 1, "nothing may follow"),
    "end too soon": (lambda text: [*text[:9], text[-1], *text[9:]], 11, "nothing may follow"),
    "unknown end": (change(-1, end="paused"), LAST, "'paused'"),
    "an end and a move": (change(-1, move="R7"), LAST, "unknown field `move`"),
    "finished without result": (put(-1, '{"end": "finished"}'), LAST, "has a result"),
    "result of a running game": (change(-1, end="running"), LAST, "has a result"),
    "conceded by nobody": (put(-1, '{"end": "conceded"}'), LAST, "names the seats"),
    "conceded by no seat": (put(-1, '{"end": "conceded", "by": [3]}'), LAST, "no seat 3"),
    "conceded twice": (put(-1, '{"end": "conceded", "by": [1, 1]}'), LAST, "once each"),
    "finished but running": (put(-1, '{"end": "running"}'), LAST, "The game is over"),
    "finished but conceded": (
        put(-1, '{"end": "conceded", "by": [1]}'), LAST, 'the record says "conceded"',
    ),
    "running but finished": (lambda text: text[:50] + text[-1:], 51, "is to move"),
    "wrong winners": (result(winners=[0, 1, 2]), LAST, "The winners are"),
    "wrong payoffs": (result(payoffs=[0.5, 0.5, 0]), LAST, "The payoffs are"),
    "payoffs too few": (result(payoffs=[]), LAST, "The payoffs are"),
    "payoff above 1": (result(payoffs=[2, 0, 0]), LAST, "<= 1"),
    "wrong scores": (result(scores=[1, 2, 3]), LAST, "The scores are"),
    "wrong reason": (result(reason="luck"), LAST, 'not "luck"'),
    "result without scores": (
        put(-1, '{"end": "finished", "result": {}}'), LAST, "missing required field",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_said_with_its_line(name: str, path: Path) -> None:
    damage, line, part = BROKEN[name]
    path.write_text("\n".join(damage(whole_record().text().splitlines())) + "\n", "utf-8")
    problems = verify(path)
    assert [p for p in problems if p.line == line and part in p.sentence], problems
    if "position" not in name:  # what is impossible in a position is English still
        for problem in problems:
            said = problem.refusal.sentence("ja")
            bare = re.sub("「.*?」|`.*?`|'.*?'", "", said)
            assert not re.search("[A-Za-z]{2,} [A-Za-z]{2,}", bare), said
            assert re.search("[ぁ-ん]", bare), said
    assert_consistent(path.read_bytes(), path)


def test_all_that_is_wrong_is_said(path: Path) -> None:
    text = whole_record().text().splitlines()
    text = change(1, names=["East"], date="today")(text)
    text = change(5, seconds=-1)(text)
    text = put(9, "?")(text)
    text = result(scores=[0, 0, 0])(text)
    path.write_text("\n".join(text), "utf-8")
    found = [(p.line, p.sentence.split()[0]) for p in verify(path)]
    assert found == [(1, '"today"'), (1, "There"), (5, "The"), (9, "This")]
    text = change(12, move="done")(change(1, names=["East"])(whole_record().text().splitlines()))
    path.write_text("\n".join(text[:-1]), "utf-8")
    assert [problem.line for problem in verify(path)] == [1, 12, LAST - 1]


@pytest.mark.parametrize(
    ("data", "line", "part"),
    [
        (b"", 1, "The file is empty."),
        (b"\n", 1, "The line is empty."),
        (b"\xff\xfe{\0}\0", 1, "NUL byte"),  # UTF-16
        (b'{"format": 1, "game": "\xe9"}\n', 1, "not valid UTF-8 from byte 24"),
        (b"\x89PNG\r\n\x1a\n", 1, "not valid UTF-8"),
        (b"{" * 1000, 1, "The last line is cut off."),
        (b"\0" * 5000, 1, "NUL byte"),  # what some file systems leave after a crash
        (b" " * (record_format.LONGEST_FILE + 1), 1, "longer than 16,777,216 bytes"),
    ],
)
def test_files_that_are_no_records(data: bytes, line: int, part: str, path: Path) -> None:
    path.write_bytes(data)
    assert verify(path)[0].line == line
    assert part in verify(path)[0].sentence
    for salvage in (False, True):
        with pytest.raises(BrokenRecord) as broken:
            Record.read(path, salvage=salvage)
        assert (broken.value.line, broken.value.refusal) == verify(path)[0]
        assert str(broken.value) == f"Line {line}: {broken.value.sentence}"


def test_what_is_no_file_at_all(tmp_path: Path) -> None:
    for path, part in (
        (tmp_path, "is a folder, not a record."),
        (tmp_path / "nowhere.jsonl", "cannot be read: No such file"),
        ("nul\0.jsonl", "cannot be read"),
    ):
        assert [problem.line for problem in verify(path)] == [0]
        assert part in verify(path)[0].sentence
        with pytest.raises(BrokenRecord, match=part):
            Record.read(path)


def test_an_endless_file_is_not_read_for_ever() -> None:
    if not os.path.exists("/dev/zero"):  # noqa: PTH110
        pytest.skip("there is no /dev/zero")
    assert "longer than" in verify("/dev/zero")[0].sentence


def test_a_picture_gives_few_problems(path: Path) -> None:
    path.write_bytes(b"garbage\n" * 5000)
    assert len(verify(path)) == record_format.MOST_PROBLEMS + 1
    assert "Too many errors" in verify(path)[-1].sentence


def test_a_file_cut_off_anywhere_is_noticed(path: Path) -> None:
    whole = running_record().text().encode()
    for cut in [*range(400), *range(400, len(whole) - 2, 7)]:
        problem = record_format.scan(whole[:cut]).problems[-1]
        assert problem.line == max(1, whole[:cut].count(b"\n") + (whole[cut - 1 : cut] != b"\n"))
        assert "does not say" in problem.sentence or not cut
    path.write_bytes(whole[:-1])  # the last line end alone is no loss
    assert verify(path) == []


def test_windows_line_ends_are_accepted(path: Path) -> None:
    for record in (whole_record(), set_record()):
        path.write_bytes(record.text().replace("\n", "\r\n").encode())
        assert verify(path) == []
        assert Record.read(path) == record


def test_a_broken_position_is_refused_in_the_header(path: Path) -> None:
    header, *rest = set_record().text().splitlines()
    position = json.loads(header)["position"]
    position["hands"][0] = position["hands"][1]
    path.write_text("\n".join([*change(1, position=position)([header]), *rest]), "utf-8")
    assert verify(path)[0].line == 1
    assert verify(path)[0].sentence.startswith("The position is impossible.")


@pytest.mark.parametrize("theirs", [1, 3])
def test_a_record_of_older_or_newer_rules_is_not_replayed(path: Path, theirs: int) -> None:
    """By other rules the same moves may mean another game."""
    path.write_text("\n".join(change(1, rules=theirs)(whole_record().text().splitlines())), "utf-8")
    spec = find("slaughter")
    object.__setattr__(spec, "rules_version", 2)
    try:
        problems = verify(path)
    finally:
        object.__setattr__(spec, "rules_version", 1)
    assert problems[0].line == 1
    assert f"version {theirs} of the rules" in problems[0].sentence


def test_states_stop_at_the_illegal_move() -> None:
    text = change(9, move="R77")(whole_record().text().splitlines())
    record = Record.parse("\n".join(text))
    steps = record.states()
    assert [len(next(steps).moves) for _ in range(8)] == list(range(8))
    with pytest.raises(BrokenRecord, match='Line 9: The move "R77" is illegal'):
        next(steps)


# --- any damage at all ----------------------------------------------------------------------


def assert_consistent(data: bytes, path: Path) -> None:
    """Whatever the bytes: BrokenRecord or nothing is raised, and `verify` agrees with reading."""
    path.write_bytes(data)
    problems = verify(path)
    for line, refusal in problems:
        assert 1 <= line <= data.count(b"\n") + 1
        for sentence in map(refusal.sentence, LANGUAGES):
            assert sentence.endswith((".", "。", "…", ")"))
            assert sentence.isprintable()
            assert len(sentence) <= LONGEST
    record, refused = outcome(lambda: Record.parse(data))
    if record is not None:
        assert Record.parse(record.text()) == record
        _, refused = outcome(record.state)
    assert refused is None or (refused.line, refused.refusal) in problems
    if not problems:
        assert record is not None
        again = Record.of(record.state(), record.header.names, record.seconds, record.end.status,
                          record.end.conceded, record.header.date)  # fmt: skip
        assert again.moves == record.moves
    saved, refused = outcome(lambda: Record.parse(data, salvage=True))
    if saved is None:
        assert refused is not None
        assert refused.line == 1  # a header that cannot be used
    else:
        path.write_text(saved.text(), "utf-8")
        assert verify(path) == []
        assert problems or saved == record


def outcome(attempt: Callable[[], T]) -> tuple[T | None, BrokenRecord | None]:
    try:
        return attempt(), None
    except BrokenRecord as broken:
        return None, broken


@cache
def victims() -> list[bytes]:
    """Short records, so that damage meets every part of them."""
    short = Record.of(running_record().start().game.replay(moves_of("slaughter", 1, players=3)[:8]),
                      ["East", "South", "西"], [1.5] * 8, conceded=[1])  # fmt: skip
    last = set_record()
    return [record.text().encode() for record in (short, last, whole_record())]


BYTES = st.binary(max_size=6) | st.sampled_from(
    [b"\n", b"\r", b"\0", b'"', b"{", b"}", b"[", b",", b":", b"\\u0000", b"\xff", b"1e999", b"-"]
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_bytes(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(victims()))
    for _ in range(data.draw(st.integers(1, 3))):
        # mostly in the header or the end, which have more to break than the moves
        near = st.integers(0, min(400, len(text))) | st.integers(max(0, len(text) - 200), len(text))
        at = data.draw(near | st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 4))
        text = text[:at] + data.draw(BYTES) + text[at + gone :]
    assert_consistent(text, tmp_path_factory.getbasetemp() / "bytes.jsonl")


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_damaged_lines(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(victims())).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        a = data.draw(st.integers(0, len(text) - 1))
        b = data.draw(st.integers(0, len(text) - 1))
        how = data.draw(st.sampled_from(["swap", "copy", "drop", "cut"]))
        if how == "swap":
            text[a], text[b] = text[b], text[a]
        elif how == "copy":
            text.insert(a, text[b])
        elif how == "drop" and len(text) > 1:
            del text[a]
        elif how == "cut":
            text = text[: a + 1]
    assert_consistent(b"\n".join(text), tmp_path_factory.getbasetemp() / "lines.jsonl")


ODD: list[Any] = [
    None, True, 0, -1, 1, 2, 7, 99, 2**31, 2**53, -(2**53), 0.5, 1e300, "", "R7", "?", "\x1b", "西",
    [], [[]], {}, ["R7"], [0], [None], {"P": 1}, [["R7", "R7"]],
]  # fmt: skip


def with_odd_value(value: Any, rng: random.Random) -> Any:
    """The same data with one odd value somewhere."""
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = list(value)
    elif isinstance(value, list):
        inner = list(range(len(value)))
    if not inner or rng.random() < 0.2:
        return rng.choice(ODD)
    at = rng.choice(inner)
    copy = value.copy()
    copy[at] = with_odd_value(value[at], rng)
    if rng.random() < 0.05:
        del copy[at]
    return copy


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(victim=st.integers(0, 2), seed=st.integers(0, 2**32))
def test_odd_values(tmp_path_factory: pytest.TempPathFactory, victim: int, seed: int) -> None:
    """Sound JSON with something strange in it, above all in a position."""
    rng = random.Random(seed)
    text = victims()[victim].decode().splitlines()
    at = rng.choice([0, 0, 0, 1, -1])
    text[at] = json.dumps(with_odd_value(json.loads(text[at]), rng))
    path = tmp_path_factory.getbasetemp() / "odd.jsonl"
    assert_consistent("\n".join(text).encode(), path)

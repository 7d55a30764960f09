"""The form of a record: its three sorts of line, and how a file is read line by line.

Nothing here knows whether a move is legal; `record.py` replays.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from ryumon.play.sentence import printable

FORMAT = 1  # goes up with every change of the form; a reader refuses what is above its own
LONGEST_LINE = 1 << 18  # bytes; a header with a position has a few thousand
LONGEST_FILE = 1 << 24
DEEPEST = 32  # lists within lists
GREATEST = 2**53  # the whole numbers that every reader of JSON agrees on
MOST_PROBLEMS = 100  # that are listed: a picture would give thousands

# Names are shown in terminals: nothing in them may move the cursor or turn the text around.
NAME = r"[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]{1,80}"
DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"

Status = Literal["finished", "conceded", "consent", "abandoned", "running"]
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Share = Annotated[float, Meta(ge=0, le=1)]
Seat = Annotated[int, Meta(ge=0)]
Version = Annotated[int, Meta(ge=1)]
Line = TypeVar("Line", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: what is played."""

    format: Version
    game: str
    options: dict[str, bool | int | str]  # the number of players among them
    rules: Version  # of the game's rules
    date: str  # when play began, UTC: 2025-03-21T18:00:00Z
    names: list[str] | None = None  # by seat
    position: dict[str, Any] | None = None  # where the moves start, if not at the beginning

    @property
    def players(self) -> int:
        return int(self.options["players"])


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move of a seat or of chance, and the time that it took."""

    move: str
    seconds: Seconds | None = None


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a finished game, written down so that a change of the rules is noticed."""

    winners: list[Seat]
    payoffs: list[Share]
    scores: list[int]
    reason: str


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line: how it ended, or that it has not."""

    status: Status = msgspec.field(name="end")
    result: Outcome | None = None  # of a finished game
    conceded: list[Seat] = msgspec.field(name="by", default_factory=list)  # who gave up


class Problem(NamedTuple):
    """One thing that is wrong. `line` counts from 1; 0 is the file itself."""

    line: int
    sentence: str


class Found:
    """What could be read of a record, and what is wrong with its form."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.moves: list[Move] = []  # up to the first line that cannot be read
        self.end: End | None = None
        self.end_line = 0
        self.gap = False  # could some line after the header not be read?
        self.problems: list[Problem] = []

    def note(self, line: int, sentence: str) -> None:
        self.problems.append(Problem(line, printable(sentence)))


def written(line: msgspec.Struct) -> str:
    """A line as it stands in the file."""
    return json.dumps(msgspec.to_builtins(line), ensure_ascii=False, allow_nan=False) + "\n"


# --- line by line ---------------------------------------------------------------------------


def scan(text: str | bytes) -> Found:
    """Read a whole record, going on after a line that is broken."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    found = Found()
    if len(data) > LONGEST_FILE:
        found.note(1, f"The file is longer than {LONGEST_FILE:,} bytes.")
        return found
    lines = data.split(b"\n")
    whole = not lines[-1]  # does the last line end, as it should?
    if whole:
        lines.pop()
    for number, line in enumerate(lines, 1):
        if found.end_line:
            found.note(number, f"The record ended on line {found.end_line}; nothing may follow.")
            break
        try:
            _take(found, number, line.removesuffix(b"\r"))
        except ValueError as wrong:
            found.gap = found.gap or number > 1
            cut = number == len(lines) and not whole
            found.note(number, f"The last line is cut off. {wrong}" if cut else str(wrong))
        if len(found.problems) >= MOST_PROBLEMS:
            found.note(number, "The rest was not looked at: too much is wrong.")
            return found
    if not lines:
        found.note(1, "The file is empty.")
    elif not found.end_line:
        found.note(len(lines), "The record stops here and does not say how the game ended.")
    return found


def _take(found: Found, number: int, line: bytes) -> None:
    """Take one line in. ValueError with a sentence if it cannot be read."""
    values = _values(line)
    if number == 1:
        found.header, faults = _header(values)
    elif "end" in values:
        found.end_line = number
        found.end = _convert(values, End, "end")
        faults = list(end_faults(found.end, found.header))
    elif "move" in values:
        move, faults = _convert(values, Move, "move"), []
        if not found.gap:
            found.moves.append(move)
    elif "format" in values:
        raise ValueError("A header belongs on the first line, and only there.")
    else:
        raise ValueError("The line has neither a move nor an end.")
    for sentence in faults:
        found.note(number, sentence)


def _convert(values: dict[str, Any], line: type[Line], what: str) -> Line:
    try:
        return msgspec.convert(values, line)
    except msgspec.ValidationError as wrong:
        told = str(wrong).replace(" - at `$.", " at `").replace("$", what)
        raise ValueError(f"The {what} is not right: {_uncapital(told)}.") from None


def _header(values: dict[str, Any]) -> tuple[Header, list[str]]:
    """The header and its faults; the format decides before anything else is looked at."""
    if "format" not in values:
        raise ValueError("The record must begin with a header, which says its format.")
    version = values["format"]
    if type(version) is not int or version < 1:
        raise ValueError(f"There is no format {version!r}; this program reads format {FORMAT}.")
    if version > FORMAT:
        raise ValueError(
            f"The record is of format {version}, and this program reads format {FORMAT}: "
            "a newer version of Ryumon is needed."
        )
    header = _convert(values, Header, "header")
    if type(header.options.get("players")) is not int:
        raise ValueError("The options must say the number of players.")
    return header, list(header_faults(header))


def header_faults(header: Header) -> Iterator[str]:
    """What is wrong in a header of the right form."""
    if not _is_date(header.date):
        yield f"{header.date!r} is no date; one is written 2025-03-21T18:00:00Z."
    names = header.names
    if names is not None and len(names) != header.players:
        yield f"There are {header.players} players, but {len(names)} names."
    for name in names or ():
        if not isinstance(name, str) or not re.fullmatch(NAME, name):
            yield f"{name!r} is no name: it has 1 to 80 characters, none of them invisible."


def _is_date(date: str) -> bool:
    try:
        return bool(re.fullmatch(DATE, date) and datetime.fromisoformat(date))
    except ValueError:
        return False


def end_faults(end: End, header: Header | None) -> Iterator[str]:
    """What does not go together in the last line."""
    if (end.result is None) == (end.status == "finished"):
        yield "A finished game has a result, and no other has one."
    if bool(end.conceded) != (end.status == "conceded"):
        yield "A conceded game says by which seats, and no other does."
    if end.conceded != sorted(set(end.conceded)):
        yield "The seats that conceded are named once each, in ascending order."
    for seat in end.conceded:
        if header and not (type(seat) is int and 0 <= seat < header.players):
            yield f"There is no seat {seat!r} that could have conceded."


def _uncapital(text: str) -> str:
    return text[:1].lower() + text[1:]


# --- JSON, more strictly than usual ---------------------------------------------------------


def _values(line: bytes) -> dict[str, Any]:
    """The object on a line. ValueError with a sentence if there is none."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"The line is longer than {LONGEST_LINE:,} bytes.")
    if b"\0" in line:
        raise ValueError("The line holds a NUL byte.")
    if not line.strip():
        raise ValueError("The line is empty.")
    try:
        values = _JSON.decode(line.decode())
    except UnicodeDecodeError as wrong:
        raise ValueError(f"The text is not UTF-8 from byte {wrong.start + 1} on.") from None
    except json.JSONDecodeError as wrong:
        told = f"{_uncapital(wrong.msg)}, column {wrong.colno}"
        raise ValueError(f"This is not JSON: {told}.") from None
    except RecursionError:
        raise ValueError("Lists are nested too deep.") from None
    if not isinstance(values, dict):
        raise ValueError("The line is not an object in braces.")
    for key, value in values.items():
        if value is None:
            raise ValueError(f"{key!r} is null; what is not there is left out.")
    _check_inside(values, DEEPEST)
    return values


def _check_inside(value: Any, deep: int) -> None:
    """Refuse what could be read but not be written again."""
    if not deep:
        raise ValueError("Lists are nested too deep.")
    if isinstance(value, str) and not value.isascii() and re.search("[\ud800-\udfff]", value):
        raise ValueError("Half a surrogate pair stands for a character.")
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_inside(key, deep)
            _check_inside(inner, deep - 1)
    elif isinstance(value, list):
        for inner in value:
            _check_inside(inner, deep - 1)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise ValueError(f"{key!r} stands twice in one object.")
        values[key] = value
    return values


def _integer(digits: str) -> int:
    if len(digits) > len(str(-GREATEST)) or abs(int(digits)) > GREATEST:
        raise ValueError("A number is too great.")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("A number is too great.")
    return number


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number.")


_JSON = json.JSONDecoder(
    object_pairs_hook=_once, parse_int=_integer, parse_float=_fraction, parse_constant=_no_constant
)

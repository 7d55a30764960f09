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

from ryumon.play.form import bad_json, misfit
from ryumon.play.record_words import SENTENCES
from ryumon.play.refusal import Refusal, Refused, refused

FORMAT = 2  # goes up with every change of the form; a reader refuses what is above its own
DEAL_FORMAT = 2  # the first that can hold a deal; a record without one is written as format 1
LONGEST_LINE = 1 << 18  # bytes; a header with a position has a few thousand
LONGEST_FILE = 1 << 24
DEEPEST = 32  # lists within lists
GREATEST = 2**53  # the whole numbers that every reader of JSON agrees on
MOST_PROBLEMS = 100  # upper limit; a binary file would report thousands

# Names are shown in terminals: nothing in them may move the cursor or turn the text around.
NAME = r"[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]{1,80}"
DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"

Status = Literal["finished", "conceded", "consent", "abandoned", "running"]
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Share = Annotated[float, Meta(ge=0, le=1)]
Seat = Annotated[int, Meta(ge=0)]
Version = Annotated[int, Meta(ge=1)]
Secret = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes in hex
Added = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]  # 16 bytes, or nothing
Line = TypeVar("Line", bound=msgspec.Struct)


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every outcome of chance follows from (docs/fairness.md)."""

    commitment: Secret  # SHA-256 of the secret, shown before anybody added anything
    secret: Secret
    added: list[Added]  # by each seat's browser


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: what is played."""

    format: Version
    game: str
    options: dict[str, bool | int | str]  # the number of players among them
    rules: Version  # of the game's rules
    date: str  # when play began, UTC: 2025-03-21T18:00:00Z
    names: list[str] | None = None  # by seat
    position: dict[str, Any] | None = None  # where the moves start, if not at the beginning
    deal: Deal | None = None  # for everyone to check that the cards were not chosen

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
    """One thing that is wrong. `line` counts from 1; 0 is the file itself. `refusal` says it in
    every language, `sentence` in English."""

    line: int
    refusal: Refusal

    @property
    def sentence(self) -> str:
        return self.refusal.sentence()


class Found:
    """What could be read of a record, and what is wrong with its form."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.moves: list[Move] = []  # up to the first line that cannot be read
        self.end: End | None = None
        self.end_line = 0
        self.gap = False  # could some line after the header not be read?
        self.problems: list[Problem] = []

    def note(self, line: int, key: str, /, **parts: object) -> None:
        self.problems.append(Problem(line, Refusal.of(SENTENCES, key, **parts)))


def written(line: msgspec.Struct) -> str:
    """A line as it stands in the file."""
    return json.dumps(msgspec.to_builtins(line), ensure_ascii=False, allow_nan=False) + "\n"


# --- line by line ---------------------------------------------------------------------------


def scan(text: str | bytes) -> Found:
    """Read a whole record, going on after a line that is broken."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    found = Found()
    if len(data) > LONGEST_FILE:
        found.note(1, "long-file", most=LONGEST_FILE)
        return found
    lines = data.split(b"\n")
    whole = not lines[-1]  # does the last line end, as it should?
    if whole:
        lines.pop()
    for number, line in enumerate(lines, 1):
        if found.end_line:
            found.note(number, "after-end", line=found.end_line)
            break
        try:
            _take(found, number, line.removesuffix(b"\r"))
        except Refused as wrong:
            found.gap = found.gap or number > 1
            if number == len(lines) and not whole:
                found.note(number, "cut", why=wrong)
            else:
                found.problems.append(Problem(number, wrong.refusal))
        if len(found.problems) >= MOST_PROBLEMS:
            found.note(number, "too-many")
            return found
    if not lines:
        found.note(1, "empty-file")
    elif not found.end_line:
        found.note(len(lines), "no-end")
    return found


def _take(found: Found, number: int, line: bytes) -> None:
    """Take one line in. Refused if it cannot be read."""
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
        raise refused(SENTENCES, "second-header")
    else:
        raise refused(SENTENCES, "neither")
    found.problems.extend(Problem(number, fault) for fault in faults)


def _convert(values: dict[str, Any], line: type[Line], what: str) -> Line:
    try:
        return msgspec.convert(values, line)
    except msgspec.ValidationError as wrong:
        raise refused(SENTENCES, what, why=misfit(wrong, what)) from None


def _header(values: dict[str, Any]) -> tuple[Header, list[Refusal]]:
    """The header and its faults; the format decides before anything else is looked at."""
    if "format" not in values:
        raise refused(SENTENCES, "no-header")
    version = values["format"]
    if type(version) is not int or version < 1:
        raise refused(SENTENCES, "no-format", format=version, ours=FORMAT)
    if version > FORMAT:
        raise refused(SENTENCES, "new-format", format=version, ours=FORMAT)
    header = _convert(values, Header, "header")
    if type(header.options.get("players")) is not int:
        raise refused(SENTENCES, "no-players")
    return header, list(header_faults(header))


def header_faults(header: Header) -> Iterator[Refusal]:
    """What is wrong in a header of the right form."""
    if not _is_date(header.date):
        yield Refusal.of(SENTENCES, "date", date=header.date)
    names = header.names
    if names is not None and len(names) != header.players:
        yield Refusal.of(SENTENCES, "names", players=header.players, names=len(names))
    for name in names or ():
        if not isinstance(name, str) or not re.fullmatch(NAME, name):
            yield Refusal.of(SENTENCES, "name", name=name)
    deal = header.deal
    if deal is not None:
        if header.format < DEAL_FORMAT:
            yield Refusal.of(SENTENCES, "deal-format", first=DEAL_FORMAT)
        if len(deal.added) != header.players:
            yield Refusal.of(SENTENCES, "deal-seats", players=header.players, added=len(deal.added))


def _is_date(date: str) -> bool:
    try:
        return bool(re.fullmatch(DATE, date) and datetime.fromisoformat(date))
    except ValueError:
        return False


def end_faults(end: End, header: Header | None) -> Iterator[Refusal]:
    """What does not go together in the last line."""
    if (end.result is None) == (end.status == "finished"):
        yield Refusal.of(SENTENCES, "result")
    if bool(end.conceded) != (end.status == "conceded"):
        yield Refusal.of(SENTENCES, "conceded")
    if end.conceded != sorted(set(end.conceded)):
        yield Refusal.of(SENTENCES, "conceded-order")
    for seat in end.conceded:
        if header and not (type(seat) is int and 0 <= seat < header.players):
            yield Refusal.of(SENTENCES, "conceded-seat", seat=seat)


# --- JSON, more strictly than usual ---------------------------------------------------------


def _values(line: bytes) -> dict[str, Any]:
    """The object on a line. Refused if there is none."""
    if len(line) > LONGEST_LINE:
        raise refused(SENTENCES, "long-line", most=LONGEST_LINE)
    if b"\0" in line:
        raise refused(SENTENCES, "nul")
    if not line.strip():
        raise refused(SENTENCES, "empty-line")
    try:
        values = _JSON.decode(line.decode())
    except UnicodeDecodeError as wrong:
        raise refused(SENTENCES, "utf-8", byte=wrong.start + 1) from None
    except json.JSONDecodeError as wrong:
        raise refused(SENTENCES, "json", why=bad_json(wrong)) from None
    except RecursionError:
        raise refused(SENTENCES, "deep") from None
    if not isinstance(values, dict):
        raise refused(SENTENCES, "object")
    for key, value in values.items():
        if value is None:
            raise refused(SENTENCES, "null", key=key)
    _check_inside(values, DEEPEST)
    return values


def _check_inside(value: Any, deep: int) -> None:
    """Refuse what could be read but not be written again."""
    if not deep:
        raise refused(SENTENCES, "deep")
    if isinstance(value, str) and not value.isascii() and re.search("[\ud800-\udfff]", value):
        raise refused(SENTENCES, "surrogate")
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
            raise refused(SENTENCES, "repeated", key=key)
        values[key] = value
    return values


def _integer(digits: str) -> int:
    if len(digits) > len(str(-GREATEST)) or abs(int(digits)) > GREATEST:
        raise refused(SENTENCES, "large")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise refused(SENTENCES, "large")
    return number


def _no_constant(word: str) -> Any:
    raise refused(SENTENCES, "constant", word=word)


_JSON = json.JSONDecoder(
    object_pairs_hook=_once, parse_int=_integer, parse_float=_fraction, parse_constant=_no_constant
)

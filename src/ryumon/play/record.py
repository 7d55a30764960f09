"""Records: a game as a text file that outlives the program (docs/records.md).

JSON Lines: a header, one line per move, an end. Reading has two stages. `Record.read` looks at the
form (lines.py); `Record.state` and `verify` replay the moves and so find out whether they could be
made.

A record holds everything that is hidden at the table. Do not show that of a running game.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import msgspec

from ryumon.files import replace_file
from ryumon.kernel.ops import CHANCE
from ryumon.play import record_format
from ryumon.play.game import Game
from ryumon.play.record_format import Deal, End, Found, Header, Move, Outcome, Problem, Status
from ryumon.play.record_words import CHANCE as BY_CHANCE
from ryumon.play.record_words import SEAT, SENTENCES
from ryumon.play.refusal import IllegalMove, Refusal, Refused, refused
from ryumon.play.registry import find
from ryumon.play.state import State

__all__ = [
    "BrokenRecord", "Deal", "End", "Header", "Outcome", "Problem", "Record", "Status", "verify",
]  # fmt: skip

RUNNING = End("running")


class BrokenRecord(Refused):
    """A record that cannot be read or replayed. `line` counts from 1; 0 is the file itself."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.args = line, refusal
        self.line = line

    @classmethod
    def of(cls, line: int, key: str, /, **parts: object) -> BrokenRecord:
        return cls(line, Refusal.of(SENTENCES, key, **parts))

    def told(self) -> Refusal:
        """The refusal with the line."""
        if not self.line:
            return self.refusal
        return Refusal.of(SENTENCES, "line", line=self.line, why=self.refusal)


class Record(msgspec.Struct, frozen=True):
    """A game that is written down.

    >>> import ryumon
    >>> state = ryumon.game("slaughter", players=3).replay(["~first:2", "~R7"])
    >>> record = Record.of(state, names=["East", "South", "West"], date="2025-03-21T18:00:00Z")
    >>> print(record.text().splitlines()[-1])
    {"end": "running"}
    >>> Record.parse(record.text()).state().moves
    ['~first:2', '~R7']
    """

    header: Header
    moves: list[str]
    seconds: list[float | None]  # that each move took, where it is known
    end: End

    # --- making and writing -----------------------------------------------------------------

    @classmethod
    def of(
        cls,
        state: State,
        names: Sequence[str] | None = None,
        seconds: Sequence[float | None] | None = None,
        status: Status = "running",
        conceded: Iterable[int] = (),
        date: datetime | str | None = None,
        deal: Deal | None = None,
    ) -> Record:
        """The record of a game so far. A game that is over is recorded as finished.

        `date` is when play began, now if not given. Refused if the parts do not go together. With
        `deal` everyone can check where its cards came from.
        """
        game, position, moves = state.game, state.origin, state.moves
        if position is not None:
            _check_start(game, position)
        header = Header(
            format=1 if deal is None else record_format.DEAL_FORMAT,
            game=game.name,
            options={"players": game.players, **game.options},
            rules=game.spec.rules_version,
            date=_told_date(date),
            names=None if names is None else list(names),
            position=position,
            deal=deal,
        )
        end = _end_of(state, status, sorted(conceded))
        for fault in (
            *record_format.header_faults(header),
            *record_format.end_faults(end, header),
        ):
            raise Refused(fault)
        return cls(header, moves, _told_seconds(seconds, len(moves)), end)

    def text(self) -> str:
        """The record as it is written."""
        moves = (Move(*pair) for pair in zip(self.moves, self.seconds, strict=True))
        return "".join(record_format.written(line) for line in (self.header, *moves, self.end))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Put the record into a file: all of it or, with an OSError that says why, nothing."""
        _replace(Path(os.path.realpath(path)), self.text().encode())

    # --- reading ----------------------------------------------------------------------------

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, salvage: bool = False) -> Record:
        """The record in a file. BrokenRecord if it is not one.

        `salvage` takes what is sound of a damaged one: the moves up to the first that is broken
        or illegal. The header must be whole all the same.
        """
        return cls.parse(_load(path), salvage=salvage)

    @classmethod
    def parse(cls, text: str | bytes, *, salvage: bool = False) -> Record:
        """As `read`, from the text itself."""
        found = record_format.scan(text)
        if salvage:
            return _salvaged(found)
        if found.problems:
            raise BrokenRecord(*found.problems[0])
        return _as_read(found)

    # --- replaying --------------------------------------------------------------------------

    def game(self) -> Game:
        """The game with its options. BrokenRecord if this program does not have it."""
        try:
            options: dict[str, Any] = dict(self.header.options)
            return Game(find(self.header.game), options.pop("players"), options)
        except Refused as wrong:
            raise BrokenRecord(1, wrong.refusal) from None

    def start(self) -> State:
        """The state before the first move. BrokenRecord if the rules are not those of now."""
        game = self.game()
        ours, theirs = game.spec.rules_version, self.header.rules
        if ours != theirs:
            title = game.spec.title
            raise BrokenRecord.of(1, "rules", title=title, theirs=theirs, ours=ours)
        try:
            position = self.header.position
            return game.start() if position is None else game.position(position)
        except ValueError as wrong:
            raise BrokenRecord.of(1, "position", why=wrong) from None

    def states(self) -> Iterator[State]:
        """The state before the first move, then after each. BrokenRecord at an illegal one."""
        state = self.start()
        yield state.copy()
        for line, move in enumerate(self.moves, 2):
            _play(state, line, move)
            yield state.copy()

    def state(self) -> State:
        """The state after all moves. BrokenRecord if one is illegal."""
        state, broken = _replay(self)
        if broken is not None:
            raise broken
        return state


def verify(path: str | os.PathLike[str]) -> list[Problem]:
    """Everything that is wrong with the record in a file, in the order of its lines."""
    try:
        found = record_format.scan(_load(path))
    except BrokenRecord as broken:
        return [Problem(broken.line, broken.refusal)]
    return sorted([*found.problems, *_untrue(found)], key=lambda problem: problem.line)


# --- writing --------------------------------------------------------------------------------


def _check_start(game: Game, position: dict[str, Any]) -> None:
    """What a viewer is told of a position has gaps: nobody could replay from it."""
    try:
        game.position(position)
    except ValueError as wrong:
        raise refused(SENTENCES, "unknown-start", why=wrong) from None


def _told_date(date: datetime | str | None) -> str:
    if isinstance(date, str):
        return date
    if date is not None and date.tzinfo is None:
        raise refused(SENTENCES, "time-zone")
    return (date or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _told_seconds(seconds: Sequence[float | None] | None, moves: int) -> list[float | None]:
    if seconds is None:
        return [None] * moves
    if len(seconds) != moves:
        raise refused(SENTENCES, "times", moves=moves, times=len(seconds))
    for time in seconds:
        if time is not None and not 0 <= time <= 1e9:  # so that NaN is refused as well
            raise refused(SENTENCES, "time", seconds=time)
    return [None if time is None else round(float(time), 3) for time in seconds]


def _end_of(state: State, status: Status, conceded: list[int]) -> End:
    if status not in get_args(Status):
        raise refused(SENTENCES, "status", status=status, known=get_args(Status))
    if status == "running" and conceded:
        status = "conceded"
    result = state.result()
    if result is None:
        if status == "finished":
            raise refused(SENTENCES, "running")
        return End(status, None, conceded)
    if status not in ("running", "finished"):
        raise refused(SENTENCES, "over", status=status)
    return End("finished", Outcome(result.winners, result.payoffs, state.scores, result.reason))


def _replace(path: Path, data: bytes) -> None:
    try:
        replace_file(path, data)
    except OSError as wrong:  # about the file that was asked for, not the one beside it
        raise OSError(wrong.errno, wrong.strerror, str(path)) from wrong


# --- reading --------------------------------------------------------------------------------


def _load(path: str | os.PathLike[str]) -> bytes:
    try:
        if Path(path).is_dir():
            raise BrokenRecord.of(0, "folder", path=path)
        with Path(path).open("rb") as file:
            return file.read(record_format.LONGEST_FILE + 1)
    except BrokenRecord:
        raise
    except (OSError, ValueError) as wrong:  # ValueError: a path with a NUL
        raise BrokenRecord.of(0, "unreadable", path=path, why=wrong) from wrong


def _as_read(found: Found) -> Record:
    if found.header is None:
        raise BrokenRecord(*found.problems[0])
    moves = [line.move for line in found.moves]
    return Record(found.header, moves, [line.seconds for line in found.moves], found.end or RUNNING)


def _play(state: State, line: int, move: str) -> None:
    try:
        state.play(move)
    except IllegalMove as wrong:
        raise BrokenRecord.of(line, "illegal", move=move, why=wrong) from None


def _replay(record: Record) -> tuple[State, BrokenRecord | None]:
    """The state after the moves that can be made, and what is wrong with the next one."""
    state = record.start()
    for line, move in enumerate(record.moves, 2):
        try:
            _play(state, line, move)
        except BrokenRecord as broken:
            return state, broken
    return state, None


def _untrue(found: Found) -> Iterator[Problem]:
    """What is wrong although its form is right."""
    if found.header is None:
        return
    try:
        state, broken = _replay(_as_read(found))
    except BrokenRecord as wrong:
        yield Problem(wrong.line, wrong.refusal)
        return
    if broken is not None:
        yield Problem(broken.line, broken.refusal)
    elif found.end is not None and not found.gap:
        for fault in _false_ends(state, found.end):
            yield Problem(found.end_line, fault)


def _false_ends(state: State, end: End) -> Iterator[Refusal]:
    """Where the last line says something else than the moves."""
    truth, told = state.result(), end.result
    if truth is None:
        if end.status == "finished":
            seat = {language: text.format(seat=state.turn) for language, text in SEAT.items()}
            whose = BY_CHANCE if state.turn == CHANCE else seat
            yield Refusal.of(SENTENCES, "not-finished", whose=whose)
    elif end.status != "finished":
        yield Refusal.of(SENTENCES, "finished", status=end.status)
    elif told is not None:
        if told.winners != truth.winners:
            yield _differs("winners", truth.winners, told.winners)
        if not _close(told.payoffs, truth.payoffs):
            yield _differs("payoffs", truth.payoffs, told.payoffs)
        if told.scores != state.scores:
            yield _differs("scores", state.scores, told.scores)
        if told.reason != truth.reason:
            yield _differs("reason", truth.reason, told.reason)


def _differs(what: str, truth: object, told: object) -> Refusal:
    return Refusal.of(SENTENCES, what, truth=str(truth), told=str(told))


def _close(ours: list[float], theirs: list[float]) -> bool:
    """Other programs may write a third with fewer digits."""
    near = (abs(a - b) < 1e-6 for a, b in zip(ours, theirs, strict=False))
    return len(ours) == len(theirs) and all(near)


def _salvaged(found: Found) -> Record:
    """The sound part of a record, as a record of its own."""
    if found.header is None or any(record_format.header_faults(found.header)):
        raise BrokenRecord(*found.problems[0])
    record = _as_read(found)
    state, broken = _replay(record)
    if not (found.problems or broken or any(_false_ends(state, record.end))):
        return record
    seconds = record.seconds[: len(state.moves)]
    return Record(record.header, state.moves, seconds, _end_of(state, "running", []))

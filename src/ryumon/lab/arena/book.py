"""The results of a tournament in a folder: one line for every game, only ever added to.

The first line of `games.jsonl` says what tournament it is; a second start with the same settings
goes on where the first one ended. A line that was cut off by a crash is removed. All numbers are
made anew from the games.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import msgspec

from ryumon.files import hold_lock
from ryumon.lab.arena.lineups import orders
from ryumon.lab.arena.play import Played, Settings
from ryumon.lab.arena.words import cannot

FORMAT = 1
GAMES = "games.jsonl"
Key = tuple[int, tuple[int, ...]]


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    format: int
    tournament: Settings


class Book:
    """All games so far; without a folder they are kept in memory alone."""

    def __init__(self, settings: Settings, folder: Path | None = None) -> None:
        self.settings = settings
        self.folder = folder
        self.played: dict[Key, Played] = {}
        self._file: IO[bytes] | None = None
        self._lock: IO[str] | None = None
        if folder is not None:
            self._open(folder)

    def _open(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = hold_lock(folder / ".lock")
            if self._lock is None:
                raise cannot("in-use", folder=folder)
            path = folder / GAMES
            if path.exists() and self._read(path):
                self._file = path.open("ab")
            else:
                self._file = path.open("wb")
                self._write([Header(FORMAT, self.settings)])
        except (FileExistsError, NotADirectoryError) as wrong:
            self.close()
            raise cannot("no-folder", folder=folder) from wrong
        except OSError as wrong:
            self.close()
            raise cannot("unusable", folder=folder, why=wrong) from wrong
        except BaseException:
            self.close()
            raise

    def _read(self, path: Path) -> bool:
        """Take up what is there; False if nothing is. ValueError if it is something else."""
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        if not lines and _line(Header(FORMAT, self.settings)).startswith(data):
            return False  # nothing, or the beginning of our own first line
        self._check(path, lines[0] if lines else data)
        if whole < len(data):
            os.truncate(path, whole)
        decoder = msgspec.json.Decoder(Played)
        seatings = {order for lineup in self.settings.lineups for order in orders(tuple(lineup))}
        for number, line in enumerate(lines[1:], 2):
            try:
                game = decoder.decode(line)
            except msgspec.MsgspecError:
                raise cannot("line", path=path, line=number) from None
            if game.seating not in seatings or not _sound(game):
                raise cannot("line", path=path, line=number)
            self._keep(game)
        return True

    def _check(self, path: Path, line: bytes) -> None:
        try:
            header = msgspec.json.decode(line, type=Header)
        except msgspec.MsgspecError:
            raise cannot("foreign", path=path) from None
        if header.format != FORMAT:
            raise cannot("format", path=path, format=header.format, ours=FORMAT)
        theirs, ours = (msgspec.to_builtins(s) for s in (header.tournament, self.settings))
        for name, value in ours.items():
            if theirs[name] != value:
                both = {"theirs": _shown(theirs[name]), "ours": _shown(value)}
                raise cannot("other", folder=path.parent, name=name, **both)

    def add(self, games: Iterable[Played]) -> None:
        """Keep these games, in the file too."""
        new = [game for game in games if self._keep(game)]
        if self._file is not None:
            self._write(new)

    def _keep(self, game: Played) -> bool:
        key = game.deal, game.seating
        if key in self.played:
            return False
        self.played[key] = game
        return True

    def _write(self, lines: Iterable[Header | Played]) -> None:
        assert self._file is not None
        try:
            self._file.write(b"".join(map(_line, lines)))
            self._file.flush()
        except OSError as wrong:
            raise cannot("unwritable", folder=self.folder, why=wrong) from wrong

    def close(self) -> None:
        for held in (self._file, self._lock):
            if held is not None:
                held.close()
        self._file = self._lock = None


def read_games(path: Path) -> tuple[Settings, list[Played]]:
    """The games of a tournament, also of one that is under way."""
    try:
        head, *lines = path.read_bytes().rpartition(b"\n")[0].splitlines() or [b""]
        header = msgspec.json.decode(head, type=Header)
        if header.format != FORMAT:
            raise cannot("format", path=path, format=header.format, ours=FORMAT)
        return header.tournament, [msgspec.json.decode(line, type=Played) for line in lines]
    except OSError as wrong:
        raise cannot("unusable", folder=path, why=wrong) from wrong
    except msgspec.MsgspecError:
        raise cannot("foreign", path=path) from None


def _line(line: Header | Played) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _sound(game: Played) -> bool:
    """Can it have been played? Whoever changed the file by hand learns it here, not by numbers
    that come out wrong."""
    sides = len(game.seating)
    by_side = game.payoffs, game.decisions, game.seconds
    return (
        game.deal >= 0
        and all(len(numbers) == sides for numbers in by_side)
        and all(0 <= payoff <= 1 for payoff in game.payoffs)
        and (game.fault is None or 0 <= game.fault.side < sides)
    )


def _shown(value: object) -> str:
    told = msgspec.json.encode(value).decode()
    return told if len(told) <= 60 else told[:60] + "…"

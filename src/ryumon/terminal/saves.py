"""Games under way are kept in the user's data folder, after every move.

There is one place per game, and further ones for as many as are played at the same time: a lock
says that a place is taken. Nothing is ever thrown away: a finished game goes to the others that are
finished, and what gives way to a new game is set aside.
"""

from __future__ import annotations

import itertools
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from ryumon.files import hold_lock
from ryumon.play.record import BrokenRecord, Record
from ryumon.play.sentence import Text, os_reason
from ryumon.play.state import State

PLACES = 9


def data_folder() -> Path:
    """RYUMON_DATA, or the user's data folder."""
    chosen = os.environ.get("RYUMON_DATA")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("ryumon")


class Shelf:
    """The place of one running game."""

    def __init__(self, game: str, path: Path, lock: IO[str] | None) -> None:
        self.game, self.path = game, path
        self._place, self._lock = path, lock
        self.date: str | None = None  # when the game began
        self.trouble: Text | None = None  # why the last attempt to keep it failed

    @classmethod
    def of(cls, game: str) -> Shelf:
        """A free place for this game: the one with the youngest unfinished game, else the first."""
        folder = data_folder() / "saved"
        free: list[Shelf] = []
        for k in range(1, PLACES + 1):
            path = folder / (f"{game}.jsonl" if k == 1 else f"{game}-{k}.jsonl")
            if free and not path.exists():
                continue
            try:
                folder.mkdir(parents=True, exist_ok=True)
                lock = hold_lock(path.with_suffix(".lock"))
            except OSError:  # nothing can be written here; `keep` will say so
                return cls(game, path, None)
            if lock is not None:
                free.append(cls(game, path, lock))
        if not free:
            return cls(game, folder / f"{game}-{os.getpid()}.jsonl", None)
        waiting = [shelf for shelf in free if shelf.holds_unfinished()]
        best = max(waiting, key=Shelf.age) if waiting else free[0]
        for shelf in free:
            if shelf is not best:
                shelf.release()
        return best

    def release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def age(self) -> float:
        return self.path.stat().st_mtime

    def holds_unfinished(self) -> bool:
        """Is something here that is not known to be over?"""
        try:
            return self.path.exists() and Record.read(self.path).end.status == "running"
        except (BrokenRecord, OSError):
            return True

    def set_aside(self) -> Path | None:
        """Make room; returns where the game that was here is now."""
        return self._move(self.path.parent, f"{self.path.stem}.aside")

    def put_away(self) -> None:
        """The game is over: its record goes to the others."""
        when = "".join(c for c in self.date or "" if c.isdecimal())
        moved = self._move(self.path.parent.with_name("finished"), f"{self.game}-{when}")
        self.path = moved or self.path

    def reopened(self, date: str | None = None) -> Shelf:
        """The same place, for the next game, or for this one if it is not over after all."""
        shelf = Shelf(self.game, self._place, self._lock)
        shelf.date, self._lock = date, None
        return shelf

    def _move(self, folder: Path, name: str) -> Path | None:
        """Rename the file, not over another one; None if that cannot be done."""
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            for k in itertools.count(1):
                other = folder / (f"{name}.jsonl" if k == 1 else f"{name}-{k}.jsonl")
                if not other.exists():
                    return self.path.rename(other)
        return None

    def keep(self, state: State, names: list[str]) -> bool:
        """Write the game down; where that is not possible, `trouble` says why."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            record = Record.of(state, names=names, date=self.date)
            self.date = record.header.date
            record.write(self.path)
        except OSError as wrong:
            self.trouble = os_reason(wrong)
            return False
        self.trouble = None
        return True

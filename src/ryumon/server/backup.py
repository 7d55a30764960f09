"""`ryumon backup`: a copy of the database of a server that may be running."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from ryumon.server.words import Refuse


def backup(url: str, to: Path) -> int:
    """Copy the database to a new file; returns its size. Nothing is left if that fails."""
    try:
        told = make_url(url)
    except ArgumentError:
        raise Refuse("database", why=url) from None
    if told.get_backend_name() != "sqlite" or not told.database:
        raise Refuse("backup-other")
    source = Path(told.database)
    if not source.is_file():
        raise Refuse("no-database", path=str(source))
    if to.exists():
        raise Refuse("exists", path=str(to))
    part = to.with_name(f".{to.name}.part")
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as ours,
            closing(sqlite3.connect(part)) as theirs,
        ):
            ours.backup(theirs)
        part.rename(to)
    except (sqlite3.Error, OSError) as wrong:
        part.unlink(missing_ok=True)
        raise Refuse("backup", path=str(to), why=str(wrong)) from None
    return to.stat().st_size

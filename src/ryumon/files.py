"""Files that several processes use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO


def hold_lock(path: Path) -> IO[str] | None:
    """The open, locked file; None if another process has it. The lock goes with the process."""
    held = path.open("w")
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        return None
    return held


def is_held(path: Path) -> bool:
    """Does another process hold this lock?"""
    held = hold_lock(path)
    if held is not None:
        held.close()
    return held is None

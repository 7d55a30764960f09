"""Files that several processes use, and files that are whole or not there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
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


def replace_file(path: Path, data: bytes) -> None:
    """Write beside the file, and move that into its place when all of it is on the disk."""
    import secrets  # it brings OpenSSL along, which `import ryumon` does not need

    beside = path.parent / f".ryumon-{secrets.token_hex(8)}.tmp"
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(S_IMODE(path.stat().st_mode))
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a new name last; where that cannot be asked for, the file is whole all the same."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_held(path: Path) -> bool:
    """Does another process hold this lock?"""
    held = hold_lock(path)
    if held is not None:
        held.close()
    return held is None

"""Where compiled rules are kept: one folder for each installation and state of our sources."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

KEEP = 14 * 24 * 3600  # seconds: folders of other sources that nobody has used for so long go


def package() -> Path:
    """The folder of our sources."""
    return Path(__file__).parent.parent


@cache
def beyond(spec: Any) -> tuple[Path, ...]:
    """The folders with the rules of a game of another package; empty for one of ours."""
    files = {rule.__code__.co_filename for rule in spec.operations().values()}
    folders = {Path(file).parent for file in files if not file.startswith("<")}
    return tuple(sorted(one for one in folders if not one.is_relative_to(package())))


@cache
def digest(more: tuple[Path, ...] = ()) -> str:
    """A hash of all our sources, of the place where they are, and of the kind of Python: whatever
    changes, compiled rules are made anew. `more` are folders of other sources that count too.

    The place, because numba keeps code by the path of its source file: what a second copy of the
    same sources has compiled is nothing that this one could load.
    """
    import hashlib

    total = hashlib.sha256(f"{sys.implementation.cache_tag}\0".encode())
    for base in (package(), *more):
        total.update(f"{base}\0".encode())
        whole = (base / "__init__.py").exists()  # a single file may lie anywhere, among anything
        for path in sorted(base.rglob("*.py") if whole else base.glob("*.py")):
            total.update(path.relative_to(base).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def root() -> Path:
    """The folder for all digests: RYUMON_CACHE, or the user's cache folder."""
    chosen = os.environ.get("RYUMON_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("ryumon")


@cache
def folder(more: tuple[Path, ...] = ()) -> Path | None:
    """The folder of this digest, made if need be; None where nothing can be written."""
    try:
        path = root() / digest(more)
        path.mkdir(parents=True, exist_ok=True)
        probe = path / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(path)
    except OSError:
        return None
    return path


def empty(more: tuple[Path, ...] = ()) -> None:
    """Remove all compiled code of this digest: a part of it is damaged."""
    here = folder(more)
    if here is not None:
        for path in [*here.glob("*.ready"), *here.rglob("*.nb[ic]")]:
            with contextlib.suppress(OSError):
                path.unlink()


def tidy() -> None:
    """Remove the folders of other digests that have long not been used."""
    import shutil

    here = folder()
    if here is None:
        return
    for other in here.parent.iterdir():
        # a digest is 16 hexadecimal digits: nothing else in a chosen folder is ours to remove
        if other != here and len(other.name) == 16 and set(other.name) <= set("0123456789abcdef"):
            try:
                if time.time() - other.stat().st_mtime > KEEP:
                    shutil.rmtree(other, ignore_errors=True)
            except OSError:
                continue

"""From interpreted to compiled without anybody waiting.

Whoever opens the house may ask for it: then one low-priority process compiles the rules into the
cache folder; a thread waits for it, loads the result, and from then on new states are compiled
ones. RYUMON_JIT says otherwise where needed: `off` never compiles, `on` compiles at once and waits.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from ryumon.files import hold_lock
from ryumon.kernel.cache import digest, empty, folder, tidy
from ryumon.kernel.machine import Machine, exercise, machine

BUSY = 3  # exit code: another process compiles this game already
PATIENCE = 300  # seconds to wait for that other process
NICE = 10

_ready: dict[str, Machine] = {}
_begun: set[str] = set()


def current(spec: Any) -> Machine:
    """The best machine that is there now."""
    made = _ready.get(spec.name)
    return made if made is not None else machine(spec, compiled=False)


def ready(name: str) -> Machine | None:
    """The compiled machine of a game, if it is there now."""
    return _ready.get(name)


def kept(name: str) -> bool:
    """Has this game been compiled before, so that it only has to be loaded?"""
    mark = _mark(name)
    return name in _ready or (mark is not None and mark.exists())


def begin(spec: Any) -> None:
    """See to it that the game will be compiled. Returns at once (but for `on`)."""
    if spec.name in _begun:
        return
    _begun.add(spec.name)
    mode = os.environ.get("RYUMON_JIT", "auto")
    if mode == "on":
        compile_now(spec)
    elif mode == "auto" and available():
        digest()  # of the sources as they are now, close to what has been imported
        threading.Thread(target=_bring, args=(spec,), name="ryumon-compile", daemon=True).start()


def available() -> bool:
    """Is there a compiler at all? Switched off by its own variable, numba would run our functions
    uncompiled on records, which they are not made for."""
    off = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return not off and importlib.util.find_spec("numba") is not None


def compile_now(spec: Any) -> Machine:
    """Compile and wait for it."""
    if spec.name not in _ready:
        if not available():
            raise RuntimeError(
                "numba is not installed or switched off: the rules can only be interpreted."
            )
        made = _exercised(spec)
        mark = _mark(spec.name)
        if mark is not None and made.cached:
            mark.touch()
        _ready[spec.name] = made
    return _ready[spec.name]


def _exercised(spec: Any) -> Machine:
    """The compiled machine, ready for use. If the cache cannot be read or written (cut short by a
    crash, a full disk) it is emptied for those who come later, and this process does without."""
    numbers = spec.numbers(spec.default_players, {})
    made = machine(spec, compiled=True)
    try:
        exercise(made, numbers)
    except Exception:  # a damaged file fails in as many ways as there are bytes
        if not made.cached:
            raise
        empty()
        made = Machine(spec, compiled=True, cached=False)
        exercise(made, numbers)
    return made


def _mark(name: str) -> Path | None:
    """The file that says that a game is compiled for this digest."""
    home = folder()
    return home / f"{name}.ready" if home else None


def _bring(spec: Any) -> None:
    """In a thread: wait until the compiled rules are in the cache, then load them."""
    mark = _mark(spec.name)
    if mark is None:
        return  # what another process compiles could not be kept
    if not mark.exists() and _compile_elsewhere(spec.name) == BUSY:
        end = time.monotonic() + PATIENCE
        while not mark.exists() and time.monotonic() < end:
            time.sleep(0.5)
    if mark.exists():
        compile_now(spec)


def _compile_elsewhere(name: str) -> int:
    """Run this file in a process of its own and wait for it.

    It must be a plain Python: in a frozen program `sys.executable` is that program, and starting
    it again would open a second window instead of compiling. The pipe to its standard input is
    what it dies by: it closes when we end, however we end.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        return 1
    import ryumon

    base = str(Path(ryumon.__file__).parent.parent)
    path = os.pathsep.join(p for p in (base, os.environ.get("PYTHONPATH")) if p)
    low = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # Windows; elsewhere see `main`
    try:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "ryumon.kernel.background", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            creationflags=low,
        )
    except OSError:
        return 1
    return child.wait()


def _die_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def main(name: str) -> int:
    """The compiling process."""
    from ryumon.play.registry import find

    home = folder()
    if home is None:
        return 1
    lock = hold_lock(home / f"{name}.lock")
    if lock is None:
        return BUSY
    threading.Thread(target=_die_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    compile_now(find(name))
    tidy()
    lock.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

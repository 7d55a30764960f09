"""From interpreted to compiled without anybody waiting.

Nothing starts by itself: whoever opens the house (the command line, a worker, a notebook) asks for
it with `game.compile(background=True)`. Then

- a low-priority process compiles the rules into the cache folder and sets the mark `GAME.ready`;
- a thread of ours waits for it, loads what is there, and from then on new states are compiled.

A process that plays never compiles. What the cache does not have is compiled by that other process,
also when a mark promises too much: code that numba keeps for another processor or another version
of itself, or that somebody has removed.

A process that ends meanwhile waits for the step that is being loaded (an import, a function).
Machine code must not be torn down while a thread is making it.
"""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import os
import sys
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ryumon.files import hold_lock, is_held
from ryumon.kernel.cache import beyond, digest, empty, folder, tidy
from ryumon.kernel.jit import NotCached, only_cached
from ryumon.kernel.machine import Machine, exercise, machine

if TYPE_CHECKING:
    import subprocess

BUSY = 3  # exit code: another process compiles this game already
TRIES = 3  # how often a compiling process is started for a game
LOOK = 0.5  # seconds between two looks at the work of another process
LEAVING = 10.0  # seconds that we wait at most for our thread when we end
NICE = 10

_ready: dict[str, Machine] = {}


def current(spec: Any) -> Machine:
    """The best machine that is there now."""
    made = _ready.get(spec.name)
    return made if made is not None else machine(spec, compiled=False)


def ready(name: str) -> Machine | None:
    """The compiled machine of a game, if it is there now."""
    return _ready.get(name)


def kept(spec: Any) -> bool:
    """Has this game been compiled before, so that it only has to be loaded?"""
    mark = _mark(spec)
    return spec.name in _ready or (mark is not None and mark.exists())


def available() -> bool:
    """Is there a compiler at all? Switched off by its own variable, numba would run our functions
    uncompiled on records, which they are not made for."""
    off = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return not off and importlib.util.find_spec("numba") is not None


def compile_now(spec: Any) -> Machine:
    """Compile in this thread, or load; whoever calls waits for it."""
    if spec.name not in _ready:
        if not available():
            raise RuntimeError(
                "numba is not installed or switched off: the rules can only be interpreted."
            )
        made = _compiled(spec)
        mark = _mark(spec)
        if mark is not None and made.cached:
            mark.touch()
        _ready[spec.name] = made
    return _ready[spec.name]


def _compiled(spec: Any) -> Machine:
    """The compiled machine, ready for use. If the cache cannot be read or written (cut short by a
    crash, a full disk) it is emptied for those who come later, and this process does without."""
    numbers = spec.numbers(spec.default_players, {})
    made = machine(spec, compiled=True)
    try:
        for _ in exercise(made, numbers):
            pass
    except Exception:  # a damaged file fails in as many ways as there are bytes
        if not made.cached:
            raise
        empty(beyond(spec))
        made = Machine(spec, compiled=True, cached=False)
        for _ in exercise(made, numbers):
            pass
    return made


def _mark(spec: Any) -> Path | None:
    """The file that says that a game is compiled for this installation."""
    home = folder(beyond(spec))
    return home / f"{spec.name}.ready" if home else None


# --- in the background ----------------------------------------------------------------------


class _Leaving(Exception):
    pass


class _Loader:
    """The thread that brings compiled rules, one game after the other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begun: set[str] = set()
        self._wanted: deque[Any] = deque()
        self._thread: threading.Thread | None = None
        self._leaving = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._process = 0

    def ask(self, spec: Any) -> None:
        with self._lock:
            if spec.name in self._begun or self._leaving.is_set():
                return
            self._begun.add(spec.name)
            self._wanted.append(spec)
            if self._thread is None:
                self._process = os.getpid()
                atexit.register(self.leave)
                self._thread = threading.Thread(target=self._run, name="ryumon-compile")
                self._thread.daemon = True  # ended by `leave`, in the middle of waiting too
                self._thread.start()

    def leave(self) -> None:
        """The process ends: so do the compiler and the thread, before anything is torn down."""
        self._leaving.set()
        thread, child = self._thread, self._child
        if thread is None or self._process != os.getpid():  # a fork has no such thread
            return
        if child is not None:
            with suppress(OSError):
                child.kill()
        while True:
            with suppress(KeyboardInterrupt):  # whoever presses Ctrl-C again gets no traceback
                thread.join(LEAVING)
                return

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._wanted:
                    self._thread = None
                    return
                spec = self._wanted.popleft()
            try:
                self._step()
                self._bring(spec)
            except _Leaving:
                return
            except Exception:  # play goes on, interpreted
                _note(f"{spec.name} stays interpreted")

    def _bring(self, spec: Any) -> None:
        """Wait until the compiled rules are in the cache, then load them."""
        mark = _mark(spec)
        if mark is None:
            return  # what another process compiles could not be kept
        for _ in range(2):
            if not mark.exists() and not self._compile_elsewhere(spec.name, mark):
                return
            try:
                made = self._load(spec)
            except NotCached:
                mark.unlink(missing_ok=True)
            except _Leaving:
                raise
            except Exception:
                _note(f"the cache of {spec.name} is damaged")
                empty(beyond(spec))
            else:
                _ready[spec.name] = made
                return

    def _load(self, spec: Any) -> Machine:
        importlib.import_module("numba")

        # once more: what is registered last is called first, and numba has registered things
        atexit.register(self.leave)
        self._step()
        with only_cached():
            made = machine(spec, compiled=True)
            for _ in exercise(made, spec.numbers(spec.default_players, {})):
                self._step()
        return made

    def _step(self) -> None:
        if self._leaving.is_set():
            raise _Leaving

    def _compile_elsewhere(self, name: str, mark: Path) -> bool:
        """Have the game compiled by a process of its own; by ours, or by another one's."""
        for _ in range(TRIES):
            if self._compiler(name) != BUSY:
                break
            while not mark.exists() and is_held(mark.with_suffix(".lock")):
                self._leaving.wait(LOOK)
                self._step()
            if mark.exists():
                break
        self._step()
        return mark.exists()

    def _compiler(self, name: str) -> int:
        """Run this file in a process of its own and wait for it.

        It must be a plain Python: in a frozen program `sys.executable` is that program, and
        starting it again would open a second window instead of compiling. The pipe to its standard
        input is what it dies by: it closes when we end, however we end.
        """
        if not sys.executable or getattr(sys, "frozen", False):
            return 1
        import subprocess

        start = "import sys; sys.path[:] = sys.argv[2:]; from ryumon.kernel import background; "
        start += "sys.exit(background.main(sys.argv[1]))"
        low = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # Windows; elsewhere see `main`
        try:
            child = subprocess.Popen(
                [sys.executable, "-P", "-c", start, name, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                creationflags=low,
            )
        except OSError:
            return 1
        self._child = child
        if self._leaving.is_set():
            child.kill()
        with child:
            code = child.wait()
        self._child = None
        return code


def _note(what: str) -> None:
    """For those who look into it; nobody else is disturbed."""
    import logging

    logging.getLogger(__name__).info(what, exc_info=True)


_loader = _Loader()


def begin(spec: Any) -> None:
    """See to it that the game will be compiled. Returns at once; RYUMON_JIT may say otherwise."""
    mode = os.environ.get("RYUMON_JIT", "auto")
    if mode == "on":
        compile_now(spec)
    elif mode != "off" and spec.name not in _ready and available():
        digest(beyond(spec))  # of the sources as they are now, close to what has been imported
        _loader.ask(spec)


# --- the compiling process ------------------------------------------------------------------


def _die_with_parent() -> None:
    sys.stdin.buffer.raw.read()
    os._exit(1)


def main(name: str) -> int:
    """The compiling process."""
    from ryumon.play.registry import find

    spec = find(name)
    mark = _mark(spec)
    if mark is None:
        return 1
    lock = hold_lock(mark.with_suffix(".lock"))
    if lock is None:
        return BUSY
    threading.Thread(target=_die_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    compile_now(spec)
    tidy()
    lock.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

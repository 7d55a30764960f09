"""The terminal as something to write on and to read from.

Lines are never wider than the terminal. Without a terminal, on a dumb one or with NO_COLOR there is
not a single escape code (but for those that clear the screen between persons who share it), and
characters that the encoding does not know are replaced.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import IO, Any

from rich.console import Console as RichConsole
from rich.control import Control
from rich.text import Text

from ryumon.terminal.layout import Cell, wrapped
from ryumon.terminal.words import say

WIDEST = 100  # longer lines are hard to read
HASTE = 0.4  # seconds: a key pressed twice is not meant for the next person's screen
PLAIN = str.maketrans({"─": "-", "…": "~", "·": "|", "▶": ">"})


def open_console(out: IO[str], **more: Any) -> RichConsole:
    """A console that writes what it is given, and no codes where none are wanted."""
    # rich keeps bold and the like under NO_COLOR; here it means no codes at all
    colours = None if os.environ.get("NO_COLOR") else "auto"
    settings: dict[str, Any] = {"color_system": colours, "file": out, **more}
    return RichConsole(highlight=False, markup=False, emoji=False, **settings)


class Paper:
    """Where a game is written, and where its player types.

    `typed` gives the next line for a prompt and raises EOFError at the end. `interactive` is
    whether somebody sits there, who is asked to press Enter where a page is full.
    """

    def __init__(
        self,
        language: str,
        console: RichConsole | None = None,
        typed: Callable[[str], str] | None = None,
        interactive: bool | None = None,
    ) -> None:
        self.language = language
        self.console = console or open_console(sys.stdout)
        encoding = getattr(self.console.file, "encoding", None) or "utf-8"
        self._plain = not encoding.lower().startswith("utf")
        self._typed = typed or _type
        self._keys_are_real = typed is None
        self.interactive = _somebody_types() if interactive is None else interactive
        if self.interactive and self._keys_are_real:
            _show_keys()
        self._hides = False  # inside `hiding`
        self._rows = 0  # lines since something was last typed
        self._used = 0  # lines since the screen was last wiped

    @property
    def is_terminal(self) -> bool:
        """Is it written on a terminal, where somebody may look on?"""
        out: Any = self.console.file
        return out.isatty()

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    def show(self, lines: Cell | Iterable[Cell] = "") -> None:
        """Write lines."""
        for line in [lines] if isinstance(lines, str | Text) else lines:
            for part in wrapped(Text(line) if isinstance(line, str) else line, self.console.width):
                self._write(part)

    def show_pages(self, lines: Sequence[Cell]) -> None:
        """Write lines, a screen at a time if somebody sits there; q ends it."""
        room = max(self.console.height - 2, 5)
        for k, line in enumerate(lines):
            full = k and k % room == 0 and self.interactive and not self._hides
            if full and self.ask("more").strip():
                return
            self.show(line)

    def say(self, key: str, **parts: object) -> None:
        """Write one of the terminal's own sentences."""
        self.show_whole(self.words(key, **parts))

    def show_whole(self, sentence: str) -> None:
        """Write a sentence. Paths in it stay whole, to be copied."""
        for part in wrapped(Text(sentence), self.console.width, whole_words=True):
            self._write(part)

    def _write(self, line: Text) -> None:
        if self._hides and self._rows >= self.console.height - 1:
            self.ask("next")  # what leaves the screen cannot be scrolled back to
        self._rows += 1
        self._used += 1
        shown = Text(line.plain.translate(PLAIN)) if self._plain else line
        self.console.print(shown, soft_wrap=True)

    def words(self, key: str, **parts: object) -> str:
        return say(self.language, key, **parts)

    def ask(self, key: str) -> str:
        """The next line that is typed after these words. EOFError at the end."""
        return self.read(self.words(key))

    def read(self, prompt: str) -> str:
        self.console.file.flush()
        line = self._typed(prompt + " > ")
        self._rows = 0
        self._used += 1
        return line

    def pause(self) -> None:
        """Wait for Enter if somebody sits there. A move that is typed too early is not kept for a
        decision that the person has not seen. EOFError after `quit`."""
        while self.interactive and (typed := self.ask("next").strip().lower()):
            if typed in ("q", "quit", "exit"):
                raise EOFError
            self.say("not-asked")

    # --- a screen that several persons share ------------------------------------------------

    @property
    def can_hide(self) -> bool:
        """Can it take back what it showed? For that somebody must sit at a terminal that obeys."""
        return self.interactive and self.is_terminal and not self.console.is_dumb_terminal

    @contextmanager
    def hiding(self) -> Generator[None]:
        """Inside, all is written on the alternate screen, from which nothing can be scrolled back
        to, and no line that is typed can be called up again. It goes by pages."""
        usual = self._typed
        self._typed = _type_once if self._keys_are_real else usual
        self.console.control(Control.alt_screen(enable=True))
        self._hides = True
        try:
            with _unsuspended() if self._keys_are_real else nullcontext():
                self.wipe()
                yield
        finally:
            self._hides = False
            self._typed = usual
            with suppress(OSError):  # the terminal may have gone
                self.wipe()
                self.console.control(Control.alt_screen(enable=False))

    def wipe(self) -> None:
        """Clear the screen."""
        self.console.clear()
        self.console.file.flush()
        self._rows = self._used = 0

    def turn_page(self, lines: int) -> None:
        """Begin a new page if so many lines do not fit on this one; after Enter, if something on
        it has only just been written."""
        if self._hides and self._used + lines >= self.console.height:
            if self._rows:
                self.ask("next")
            self.wipe()

    def drop_keys(self) -> None:
        """Forget what was typed ahead: it was meant for another screen."""
        if self._keys_are_real:
            self.console.file.flush()
            _drop_keys()
            time.sleep(HASTE)
            _drop_keys()


@contextmanager
def _unsuspended() -> Generator[None]:
    """Ctrl-Z would leave somebody's screen open beside the shell."""
    stop = getattr(signal, "SIGTSTP", None)
    usual = None if stop is None else signal.signal(stop, signal.SIG_IGN)
    try:
        yield
    finally:
        if stop is not None:
            signal.signal(stop, usual)


def _drop_keys() -> None:
    try:
        termios: Any = importlib.import_module("termios")
    except ImportError:  # this system has none
        return
    with suppress(termios.error, OSError, ValueError):
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _show_keys() -> None:
    """Have the terminal show what is typed: a program that was killed may have left it silent."""
    try:
        termios: Any = importlib.import_module("termios")
    except ImportError:  # this system has none
        return
    with suppress(termios.error, OSError, ValueError):
        modes = termios.tcgetattr(sys.stdin)
        modes[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)


def _type_once(prompt: str) -> str:
    """Without an editor of lines, which would show them again at the press of a key."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _somebody_types() -> bool:
    stream: Any = sys.stdin
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _type(prompt: str) -> str:
    if _somebody_types():
        with suppress(ImportError):
            # input() then edits lines and remembers them; its own codes for pasting stay out
            readline: Any = importlib.import_module("readline")
            readline.parse_and_bind("set enable-bracketed-paste off")
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline() if sys.stdin is not None else ""
    except ValueError:  # closed
        line = ""
    if not line:
        raise EOFError
    line = line.rstrip("\n")
    # shown, so that the transcript of a script can be read
    sys.stdout.write("".join(c if c.isprintable() else " " for c in line) + "\n")
    return line

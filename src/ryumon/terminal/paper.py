"""The terminal as something to write on and to read from.

Lines are never wider than the terminal. Without a terminal, on a dumb one or with NO_COLOR there is
not a single escape code, and characters that the encoding does not know are replaced.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import IO, Any

from rich.console import Console
from rich.text import Text

from ryumon.terminal.drawing import Cell, wrapped
from ryumon.terminal.words import say

WIDEST = 100  # longer lines are hard to read
PLAIN = str.maketrans({"─": "-", "…": "~", "·": "|", "▶": ">"})


def open_console(out: IO[str], **more: Any) -> Console:
    """A console that writes what it is given, and no codes where none are wanted."""
    # rich keeps bold and the like under NO_COLOR; here it means no codes at all
    colours = None if os.environ.get("NO_COLOR") else "auto"
    settings: dict[str, Any] = {"color_system": colours, "file": out, **more}
    return Console(highlight=False, markup=False, emoji=False, **settings)


class Paper:
    """Where a game is written, and where its player types.

    `typed` gives the next line for a prompt and raises EOFError at the end. `interactive` is
    whether somebody sits there, who is asked to press Enter where a page is full.
    """

    def __init__(
        self,
        language: str,
        console: Console | None = None,
        typed: Callable[[str], str] | None = None,
        interactive: bool | None = None,
    ) -> None:
        self.language = language
        self.console = console or open_console(sys.stdout)
        encoding = getattr(self.console.file, "encoding", None) or "utf-8"
        self._plain = not encoding.lower().startswith("utf")
        self._typed = typed or _type
        self.interactive = _somebody_types() if interactive is None else interactive

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    def show(self, lines: Cell | Iterable[Cell] = "") -> None:
        """Write lines."""
        for line in [lines] if isinstance(lines, str | Text) else lines:
            for part in wrapped(Text(line) if isinstance(line, str) else line, self.console.width):
                self._write(part)

    def say(self, key: str, **parts: object) -> None:
        """Write one of the terminal's own sentences. Paths in it stay whole, to be copied."""
        for part in wrapped(Text(self.words(key, **parts)), self.console.width, whole_words=True):
            self._write(part)

    def _write(self, line: Text) -> None:
        shown = Text(line.plain.translate(PLAIN)) if self._plain else line
        self.console.print(shown, soft_wrap=True)

    def words(self, key: str, **parts: object) -> str:
        return say(self.language, key, **parts)

    def ask(self, key: str) -> str:
        """The next line that is typed after these words. EOFError at the end."""
        self.console.file.flush()
        return self._typed(self.words(key) + " > ")

    def pause(self) -> None:
        """Wait for Enter if somebody sits there."""
        if self.interactive:
            self.ask("next")


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

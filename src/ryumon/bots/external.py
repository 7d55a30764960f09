"""Bots in other languages: a program that speaks the protocol, as a bot like any other."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

from ryumon.bots.broken import BrokenBot
from ryumon.bots.process import PATIENCE, Process
from ryumon.bots.protocol import Clock, Talk

if TYPE_CHECKING:
    from ryumon.play.seat import Seat
    from ryumon.play.state import Result

START = 20.0  # seconds in which a bot must introduce itself: some languages start slowly
SECONDS = 5.0  # for a move, if nothing else is said
LEAST, MOST = 0.1, 3600.0
AT_ONCE = 0.2  # seconds in which a bot that has failed may leave

_SPELLING = re.compile(r"cmd(@(?P<budget>[^:]*))?:(?P<command>.*)", re.DOTALL)
_BUDGET = re.compile(r"(?P<seconds>\d{1,4}(\.\d{1,3})?)s|(?P<simulations>\d{1,9})")


class Spelled(NamedTuple):
    """What a name such as `cmd@5s:python3 bot.py` says."""

    arguments: list[str]
    seconds: float
    simulations: int | None


def is_command(name: str) -> bool:
    """Does this name spell a program?"""
    return _SPELLING.fullmatch(name) is not None


def read(name: str) -> Spelled:
    """The command and its budget. BrokenBot if they cannot be read.

    >>> read("cmd:python3 'my bot.py' --deep")
    Spelled(arguments=['python3', 'my bot.py', '--deep'], seconds=5.0, simulations=None)
    >>> read("cmd@0.5s:./bot")
    Spelled(arguments=['./bot'], seconds=0.5, simulations=None)
    >>> read("cmd@1000:./bot")
    Spelled(arguments=['./bot'], seconds=5.0, simulations=1000)
    """
    found = _SPELLING.fullmatch(name)
    assert found is not None
    arguments = split_command(found["command"])
    if found["budget"] is None:
        return Spelled(arguments, SECONDS, None)
    budget = _BUDGET.fullmatch(found["budget"])
    if budget is not None and budget["simulations"] and int(budget["simulations"]):
        return Spelled(arguments, SECONDS, int(budget["simulations"]))
    if budget is None or not budget["seconds"] or not LEAST <= float(budget["seconds"]) <= MOST:
        raise BrokenBot("budget", budget=found["budget"])
    return Spelled(arguments, float(budget["seconds"]), None)


def split_command(command: str) -> list[str]:
    """The program and its arguments. No shell reads them, so nothing in them has a meaning."""
    windows = sys.platform == "win32"  # where a backslash stands between folders
    try:
        arguments = shlex.split(command, posix=not windows)
    except ValueError:
        raise BrokenBot("quotes", command=command) from None
    if windows:
        arguments = [re.sub(r"""^(["'])(.*)\1$""", r"\2", argument) for argument in arguments]
    if not arguments:
        raise BrokenBot("empty")
    return arguments


def split_names(text: str) -> list[str]:
    """The names of several bots: commas part them, but not those within quotation marks.

    >>> split_names("thumb, cmd:node 'a,b.js' --slow,random")
    ['thumb', "cmd:node 'a,b.js' --slow", 'random']
    """
    names, quote = [""], ""
    for character in text:
        if character == "," and not quote:
            names.append("")
            continue
        if character == quote:
            quote = ""
        elif not quote and character in "\"'":
            quote = character
        names[-1] += character
    return [name.strip() for name in names]


class External:
    """A program that chooses. BrokenBot if it cannot; the program has then been ended.

    It runs from now on until `close`, or until nobody holds this object any more.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        seed: int,
        *,
        seconds: float = SECONDS,
        simulations: int | None = None,
    ) -> None:
        arguments = split_command(command) if isinstance(command, str) else list(command)
        self._seconds = seconds
        self._trouble: BrokenBot | None = None
        self._process = Process(arguments)
        self._talk = Talk(self._process.name, seed, Clock(seconds, simulations))
        try:
            self._process.send(self._talk.hello(f"ryumon {version('ryumon')}"))
            self._talk.meet(self._process.receive(START))
        except BaseException as wrong:
            raise self._failed(wrong) from None
        self._process.name = self.name

    @classmethod
    def of(cls, name: str, seed: int) -> External:
        """The bot that a name such as `cmd:python3 bot.py` spells."""
        arguments, seconds, simulations = read(name)
        return cls(arguments, seed, seconds=seconds, simulations=simulations)

    @property
    def name(self) -> str:
        """What the bot calls itself."""
        return self._talk.bot

    @property
    def longest(self) -> float:
        """Seconds after which it is ended: what it was told, and time for the way."""
        return self._seconds + max(1.0, self._seconds / 2)

    def renew(self, seed: int) -> None:
        """The same program for another game: cheaper than starting it again."""
        self._talk.forget()
        self._talk.seed = seed

    def choose(self, seat: Seat) -> int:
        if self._trouble is not None:
            raise self._trouble
        try:
            self._process.check_quiet()
            for line in self._talk.ask(seat):
                self._process.send(line)
            return self._talk.answer(self._process.receive(self.longest), seat)
        except BaseException as wrong:  # an interrupted question would be answered later
            raise self._failed(wrong) from None

    def over(self, last: Seat, result: Result, scores: list[int]) -> None:
        """Tell it how the game ended."""
        if self._trouble is None:
            for line in self._talk.over(last, result, scores):
                self._process.send(line)

    def close(self) -> None:
        """Say good-bye, and end it if it stays."""
        if self._trouble is None:
            self._trouble = BrokenBot("closed", bot=self.name)
            self._process.send(self._talk.quit())
            self._process.end(PATIENCE)

    def _failed(self, wrong: BaseException) -> BaseException:
        known = isinstance(wrong, BrokenBot)
        self._trouble = wrong if known else BrokenBot("closed", bot=self.name)
        self._process.send(self._talk.quit(wrong if known else None))
        self._process.end(AT_ONCE if known else 0)
        return wrong

    def __enter__(self) -> External:
        return self

    def __exit__(self, *wrong: object) -> None:
        self.close()

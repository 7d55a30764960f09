"""One game of a tournament, given by the number of its deal and who sits where.

Chance is drawn from the seed and the number of the deal alone, so all seatings meet the same luck
as far as the course of the game allows: the n-th card that is dealt, the n-th roll, the n-th trump
has the same mark in all of them. Outcomes of each sort are counted apart, because one sort can be
asked more often in one game than in another (who leads after a tie, say), and the cards of the
next round should not change by that.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import random
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import msgspec

import ryumon
from ryumon.bots.broken import BrokenBot
from ryumon.bots.external import is_command
from ryumon.kernel import background
from ryumon.lab.arena.lineups import Lineup
from ryumon.play.game import Game
from ryumon.play.registry import Sides
from ryumon.play.state import State
from ryumon.table import Table

BOTS = "ryumon.bots"  # the module whose `make` and `choose` are called, if no other is named


class Settings(msgspec.Struct, frozen=True):
    """What makes a tournament this one. Equal settings give equal games."""

    game: str
    options: dict[str, Any]  # all of them, the number of players too
    bots: list[str]
    lineups: list[list[int]]  # by the numbers of the bots, one for each side
    seed: int
    rules: int  # the version of the game's rules
    version: str  # of this package: another one may have other bots
    source: str = BOTS  # where the bots come from
    stamp: str = ""  # whatever else must stay the same
    moves: bool = False  # are the moves of every game kept?

    def table(self) -> Game:
        return ryumon.game(self.game, **self.options)

    def sides(self) -> Sides:
        return sides_of(self.table())


class Task(NamedTuple):
    """A game that is to be played."""

    deal: int
    seating: Lineup


class Fault(msgspec.Struct, frozen=True):
    """Why a game was lost without having been played to its end."""

    side: int
    sentence: str


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that has been played; lists are by side but for the scores, which are by seat."""

    deal: int
    seating: Lineup
    payoffs: list[float]
    scores: list[int]
    moves: int  # chance included
    decisions: list[int]  # with more than one legal move
    seconds: list[float]  # of thinking
    fault: Fault | None = None
    line: str = ""  # all moves, where they are kept, with blanks between them


def sides_of(game: Game) -> Sides:
    return game.spec.sides({"players": game.players, **game.options})


def derived(*parts: object) -> int:
    """A number that depends on all parts and is the same everywhere."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "big")


class Deal:
    """Chance for one game."""

    def __init__(self, seed: int, deal: int) -> None:
        self._seed, self._deal = seed, deal
        self._sorts: dict[str, random.Random] = {}

    def draw(self, state: State) -> int:
        """By the next mark of the sort that is asked for now. It takes exactly one number of that
        sort, whatever the outcomes are: so the sorts stay in step."""
        source = self.source(state)
        return state.draw(lambda total: int(source.random() * total))

    def source(self, state: State) -> random.Random:
        """Where marks of this sort come from."""
        name, colon, _ = state.game.spec.words.NAMES[state.legal_ids()[0]].partition(":")
        sort = name if colon else "~"
        if sort not in self._sorts:
            self._sorts[sort] = random.Random(derived("chance", self._seed, self._deal, sort))
        return self._sorts[sort]


class Failed(Exception):
    """A bot could not be made, raised an error, or named a move that is not legal."""


def play(settings: Settings, task: Task) -> tuple[State, Played]:
    """Play a game to its end, or until a bot fails: who fails has lost the game."""
    game = _game(settings.game, tuple(settings.options.items()))
    sides = list(sides_of(game).values())
    side_of = [next(k for k, seats in enumerate(sides) if p in seats) for p in range(game.players)]
    table, fault = _Table(game.start(), settings, task, side_of), None
    try:
        table.sit_down()
        while not table.over:
            table.advance()
    except Failed as failed:
        name = settings.bots[task.seating[table.side]]
        moves = table.state.length
        fault = Fault(table.side, f"{name} failed after {moves} moves: {failed}")
    finally:
        table.leave()
    state = table.state
    payoffs = _payoffs(state, sides, fault)
    seconds = [round(s, 6) for s in table.seconds]
    return state, Played(
        task.deal, task.seating, payoffs, state.scores, state.length, table.decisions, seconds,
        fault, " ".join(state.moves) if settings.moves else "",
    )  # fmt: skip


def play_all(settings: Settings, tasks: Iterable[Task]) -> list[Played]:
    return [play(settings, task)[1] for task in tasks]


class _Table(Table):
    """The bots of one game, each seat with one of its own. `side` is the one that acts. Where a bot
    fails nobody stands in for it."""

    def __init__(self, state: State, settings: Settings, task: Task, side_of: list[int]) -> None:
        super().__init__(state, [], Deal(settings.seed, task.deal))
        self._source = importlib.import_module(settings.source)
        self._settings, self._task, self._side_of = settings, task, side_of
        self.side = 0
        self.decisions = [0] * len(task.seating)
        self.seconds = [0.0] * len(task.seating)

    def sit_down(self) -> None:
        """Make the bots. Their seeds are a function of the names at the table, not of numbers."""
        names = [self._settings.bots[bot] for bot in self._task.seating]
        for seat, side in enumerate(self._side_of):
            self.side = side
            seed = derived("bot", self._settings.seed, self._task.deal, names, seat)
            try:
                self.bots[seat] = self._source.make(names[self.side], seed)
            except Exception as wrong:
                raise Failed(_told(wrong)) from wrong

    def let_choose(self, seat: int) -> None:
        self.side = self._side_of[seat]
        begin = time.perf_counter()
        if len(self.state.legal_ids()) > 1:
            self.decisions[self.side] += 1
        try:
            chosen = self._source.choose(self.bots[seat], self.state)
            self.seconds[self.side] += time.perf_counter() - begin
            self.state.play(chosen)
        except Exception as wrong:
            raise Failed(_told(wrong)) from wrong

    def leave(self) -> None:
        """Some bots want to know how it ended, and some hold a process that must be ended. What
        goes wrong now changes nothing."""
        for seat, bot in self.bots.items():
            with suppress(Exception):
                if self.over and hasattr(self._source, "over"):
                    self._source.over(bot, self.state, seat)
            with suppress(Exception):
                getattr(bot, "close", lambda: None)()


def worth_compiling(settings: Settings) -> bool:
    """Is any of the bots one that searches? The two that do not are as fast with interpreted rules
    (8 to 26 thousand games a minute, compiled 11 to 16), and so nobody has to wait for them; a
    program beside ours does not use our rules at all."""
    plain = settings.source == BOTS and all(
        name in ("random", "thumb") or is_command(name) for name in settings.bots
    )
    return not plain and os.environ.get("RYUMON_JIT") != "off" and background.available()


@cache
def _game(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return ryumon.game(name, **dict(options))


def _payoffs(state: State, sides: list[tuple[int, ...]], fault: Fault | None) -> list[float]:
    """What each side has won; who failed has lost, and the others share the game."""
    if fault is not None:
        return [0.0 if k == fault.side else 1 / (len(sides) - 1) for k in range(len(sides))]
    result = state.result()
    assert result is not None
    return [sum(result.payoffs[seat] for seat in seats) for seats in sides]


def _told(wrong: Exception) -> str:
    """An exception in one line."""
    words = " ".join(str(wrong).split())
    ours = isinstance(wrong, ryumon.IllegalMove | BrokenBot)  # a sentence that tells everything
    kind = "" if ours else f"{type(wrong).__name__}: "
    return f"{kind}{words[:200]}" if words else type(wrong).__name__

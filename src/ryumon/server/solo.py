"""What is asked and answered over HTTP of puzzles and the deal of the day; JSON text."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ryumon.server.protocol import Choice, Event, Said, Struct, View


class PuzzleRow(Struct):
    game: str
    number: int
    players: int
    proof: Literal["proven", "searched"]


class PuzzleList(Struct):
    """GET /api/puzzles: all puzzles, by game and number."""

    puzzles: list[PuzzleRow]


class PuzzlePage(Struct):
    """GET /api/puzzles/G/N: a position as its seat sees it, one of `of` puzzles. GET
    /api/puzzles/G/N/why?move=M tells why moves cannot be made."""

    game: str
    number: int
    of: int
    seat: int
    options: dict[str, Any]
    names: list[str]
    events: list[Event]
    view: View
    choice: Choice
    proof: Literal["proven", "searched"]


class AnswerPuzzle(Said):
    """POST /api/puzzles/G/N: the moves of a whole decision."""

    moves: list[str]


class PuzzleWorth(Struct):
    """What one may do there, and the chance to win by it, between two numbers."""

    moves: list[str]
    low: float
    high: float
    reason: str


class PuzzleVerdict(Struct):
    """The answer to an answer: all that could be done, the best first; `given` is the place of what
    was answered."""

    right: bool
    given: int
    answers: list[PuzzleWorth]
    reason: str
    proof: str


class PlayDaily(Said):
    """POST /api/daily: sit down to today's deal, or go on with it."""

    name: str = ""


class DailyResult(Struct):
    """How one person did. `share` is that of the win; who gave up has not finished."""

    name: str
    finished: bool
    share: float
    score: int
    mine: bool


class DailyPage(Struct):
    """GET /api/daily: the deal of today, GET /api/daily/2026-01-31 of another day. `table` is one's
    own, if there is one. `results` are told when one's own game has ended, or the day is over."""

    day: str
    game: str
    players: int
    options: dict[str, Any]
    seat: int
    level: str
    table: str
    done: bool
    left: float  # seconds until the day is over
    results: list[DailyResult] = msgspec.field(default_factory=list)


HTTP = (PuzzleList, PuzzlePage, AnswerPuzzle, PuzzleVerdict, PlayDaily, DailyPage)

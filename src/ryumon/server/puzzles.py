"""Puzzles for the browser: a position as its seat sees it, and what is said of an answer.

What leaves the server before an answer is the seat's own: view, events and choice. What the answers
are worth is told only in a verdict.
"""

from __future__ import annotations

from functools import cache

import ryumon
from ryumon.play.refusal import IllegalMove
from ryumon.play.seat import Seat
from ryumon.puzzles import Puzzle, puzzles
from ryumon.puzzles.verdict import verdict
from ryumon.server.lessons import OTHERS, reason
from ryumon.server.protocol import Reason
from ryumon.server.solo import PuzzleList, PuzzlePage, PuzzleRow, PuzzleVerdict, PuzzleWorth
from ryumon.server.words import Refuse
from ryumon.table.seats import YOU


@cache
def listed() -> PuzzleList:
    """All puzzles there are."""
    found = [
        PuzzleRow(game, number, one.table().players, one.proof)
        for game in ryumon.games()
        for number, one in enumerate(puzzles(game), 1)
    ]
    return PuzzleList(found)


@cache
def page(game: str, number: int, language: str) -> PuzzlePage:
    """One puzzle, as its seat sees it."""
    puzzle = _puzzle(game, number)
    seat, called = _seat(game, number), _called(puzzle, language)
    say = seat.game.spec.words.say
    events = [{**e, "text": say(e, puzzle.seat, language, called)} for e in seat.events()]
    return PuzzlePage(
        game, number, len(puzzles(game)), puzzle.seat, dict(seat.game.options), called, events,
        seat.typed_view(), seat.choice() or {}, puzzle.proof,
    )  # fmt: skip


def judged(game: str, number: int, moves: list[str], language: str) -> PuzzleVerdict:
    """What is said of an answer. IllegalMove if it cannot be made."""
    puzzle, seat = _puzzle(game, number), _seat(game, number)
    called = _called(puzzle, language)
    found = verdict(puzzle, seat, moves, language, called)
    if found is None:
        refusal = seat.refusal(moves)
        raise Refuse("half-answer") if refusal is None else IllegalMove(refusal)
    worth = [
        PuzzleWorth(one.plays[0], one.low, one.high, seat.reason(one.plays[0][0], language, called))
        for one in puzzle.answers
    ]
    given = puzzle.answers.index(found.given)
    return PuzzleVerdict(found.right, given, worth, found.reason, found.proof)


def why(game: str, number: int, moves: list[str], language: str) -> Reason:
    """What refuses the first of the moves that cannot be made."""
    _puzzle(game, number)
    return reason(_seat(game, number), moves, language)


def _puzzle(game: str, number: int) -> Puzzle:
    found = puzzles(game)
    if not 1 <= number <= len(found):
        raise Refuse("no-puzzle", status=404)
    return found[number - 1]


@cache
def _seat(game: str, number: int) -> Seat:
    puzzle = puzzles(game)[number - 1]
    return puzzle.state().seat(puzzle.seat)


def _called(puzzle: Puzzle, language: str) -> list[str]:
    called = [OTHERS[language].format(seat=seat) for seat in range(puzzle.table().players)]
    called[puzzle.seat] = YOU[language]
    return called

"""Guided first games for the browser: a lesson as the frames that its seat sees.

A frame is a moment at which the learner decides, or at which something is said. What is shown, what
may be chosen and the sentences all come from the library; the browser knows no rules.
"""

from __future__ import annotations

from functools import cache

from ryumon import State
from ryumon.lessons import Lesson, lesson
from ryumon.play.seat import Seat
from ryumon.server.api import Guide, GuideFrame
from ryumon.server.protocol import Reason
from ryumon.server.words import Refuse
from ryumon.table.seats import YOU

OTHERS = {"en": "Seat {seat}", "ja": "席{seat}"}  # as the notes call them


def guide(game: str, language: str) -> Guide:
    """The guided first game of a game, in a language."""
    found = lesson(game) if game.replace("-", "").isalnum() else None
    if found is None:
        raise Refuse("no-lesson", status=404)
    return _guide(found.game, language)


def why(game: str, at: int, moves: list[str], language: str) -> Reason:
    """What refuses the first of the moves that the learner cannot make in the frame `at`."""
    guide(game, language)  # refuses a game without a lesson
    taught = lesson(game)
    assert taught is not None
    if not 0 <= at <= len(taught.moves):
        raise Refuse("no-move", move=at, most=len(taught.moves))
    seat = taught.table().replay(taught.moves[:at]).seat(taught.seat)
    return reason(seat, moves, language)


def reason(seat: Seat, moves: list[str], language: str) -> Reason:
    """What refuses the first of the moves that this seat cannot make."""
    refusal = seat.refusal(moves)
    if refusal is None:
        return Reason("", "", "")
    return Reason("", refusal.rule, refusal.sentence(language))


@cache
def _guide(game: str, language: str) -> Guide:
    taught = lesson(game)
    assert taught is not None
    state = taught.table().start()
    called = [OTHERS[language].format(seat=seat) for seat in range(state.game.players)]
    called[taught.seat] = YOU[language]
    say = state.game.spec.words.say
    frames, told = list[GuideFrame](), 0
    for at, moves in _moments(taught):
        for move in taught.moves[len(state.moves) : at]:
            state.play(move)
        seat, events = state.seat(taught.seat), state.events(taught.seat, told)
        told += len(events)
        said = [{**e, "text": say(e, taught.seat, language, called)} for e in events]
        frames.append(
            GuideFrame(
                at,
                said,
                seat.typed_view(),
                seat.choice() if moves else None,
                seat.aids(),
                moves,
                _notes(taught, at, moves, language),
            )
        )
    return Guide(game, taught.seat, dict(state.game.options), called, frames)


def _moments(taught: Lesson) -> list[tuple[int, list[str]]]:
    """After how many moves the lesson stops, with what the learner does then (perhaps nothing)."""
    noted = {note.at for note in taught.notes}
    begins = min(noted)
    state, found, busy = taught.table().start(), list[tuple[int, list[str]]](), 0
    for at in range(len(taught.moves) + 1):
        if at >= max(begins, busy):
            moves = _decision(taught, state, at)
            if moves or at in noted:
                found.append((at, moves))
                busy = at + len(moves)
        if at < len(taught.moves):
            state.play(taught.moves[at])
    return found


def _decision(taught: Lesson, state: State, at: int) -> list[str]:
    """What the learner composes as one answer. A turn of several dice comes as a tree, and then the
    answer is a whole way through it."""
    choice = state.choice() if state.turn == taught.seat else None
    if choice is None:
        return []
    if choice["kind"] != "tree":
        return taught.decision(at)
    moves, branches = list[str](), choice["which"]
    while branches:
        moves.append(taught.moves[at + len(moves)])
        branches = next(one["then"] for one in branches if one["move"] == moves[-1])
    return moves


def _notes(taught: Lesson, at: int, moves: list[str], language: str) -> list[str]:
    """What is said when so many of the frame's moves have been chosen; empty: nothing new."""
    by_place = {note.at: note.text(language) for note in taught.notes}
    return [by_place.get(at + k, "") for k in range(max(len(moves), 1))]

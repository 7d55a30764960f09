"""Guided first games: a record, and what to say on the way.

A lesson is data. It is played from one seat; the learner makes that seat's recorded moves, and
everything else happens as recorded. A note at k is said when k moves have been made. Terminal,
browser and docs show the same lessons, so a rule is explained once.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

import msgspec

from ryumon.play.game import Game
from ryumon.play.registry import find


class Note(msgspec.Struct, frozen=True):
    """What to say when `at` moves have been made, in every language."""

    at: int
    en: str
    ja: str

    def text(self, language: str) -> str:
        return {"en": self.en, "ja": self.ja}[language]


class Lesson(msgspec.Struct, frozen=True):
    """A guided game: the record as one seat plays it, and the notes in order."""

    game: str
    options: dict[str, Any]
    seat: int
    moves: list[str]
    notes: list[Note]

    def table(self) -> Game:
        options = dict(self.options)
        return Game(find(self.game), options.pop("players", None), options)

    def decision(self, at: int) -> list[str]:
        """The moves that the learner makes next, as one unit; empty if it is not their turn.

        A choice that is composed of several moves (a divided hand) is one decision, and so it is
        asked for as one.
        """
        state = self.table().replay(self.moves[:at])
        made: list[str] = []
        for move in self.moves[at:]:
            choice = state.choice()
            if state.turn != self.seat or choice is None or (made and not choice.get("chosen")):
                break
            made.append(move)
            state.play(move)
        return made


def lesson(game: str) -> Lesson | None:
    """The guided first game of a game; None if it has none."""
    source = resources.files(__name__) / f"{game}.json"
    if not source.is_file():
        return None
    return msgspec.json.decode(source.read_bytes(), type=Lesson)

"""Puzzles: positions in which one move is clearly best, by what the seat to move knows.

A puzzle is data: a record up to the decision, and what each answer is worth. `lab.puzzles` finds
them. The answer of a puzzle is worth more, at the least, than any other is at the most: over all
worlds and whatever anybody does then if it is `proven`, else within the error of a long search.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from ryumon.play.game import Game
from ryumon.play.registry import find
from ryumon.play.state import State

Play = list[str]  # the moves of one whole decision


class Answer(msgspec.Struct, frozen=True):
    """What one may do, in all its spellings (dice in either order), and the chance to win the game
    by it, between two numbers."""

    plays: list[Play]
    low: float
    high: float


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision after these moves. The answers are all there are, the right one first."""

    game: str
    options: dict[str, Any]
    seat: int
    moves: list[str]
    answers: list[Answer]
    proof: Literal["proven", "searched"]
    worlds: int = 0  # proven: how many there are, all of them played to the end
    every: bool = False  # proven: the answer is no worse in each of them, not only on average
    simulations: int = 0  # searched: of all searches together
    searches: int = 0
    thumb: float = 0.0  # how often the rule of thumb and a level find it
    samurai: float = 0.0

    def table(self) -> Game:
        options = dict(self.options)
        return Game(find(self.game), options.pop("players", None), options)

    def state(self) -> State:
        return self.table().replay(self.moves)

    def answer(self, play: Play) -> Answer | None:
        """The answer that these moves are a spelling of."""
        return next((one for one in self.answers if list(play) in one.plays), None)

    @property
    def margin(self) -> float:
        """How much better the answer is, at the least."""
        return self.answers[0].low - max(one.high for one in self.answers[1:])


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, from easy to hard; their numbers begin with 1."""
    source = resources.files(__name__) / f"{game}.json"
    if not game.replace("-", "").isalnum() or not source.is_file():
        return ()
    return tuple(msgspec.json.decode(source.read_bytes(), type=list[Puzzle]))

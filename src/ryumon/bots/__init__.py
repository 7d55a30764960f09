"""Bots: a bot is handed what its seat knows, and names a move.

A `Turn` holds no true state. What the seat cannot know has been replaced by a fixed filler, so
that equal knowledge and an equal seed give an equal move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ryumon.kernel import luck
from ryumon.play.game import Game
from ryumon.play.state import State


class Turn(NamedTuple):
    """What a bot decides from."""

    game: Game
    seat: int
    legal: list[int]  # moves by number
    known: Any  # the plain state as the seat knows it


class Bot(Protocol):
    """Anything that chooses."""

    def choose(self, turn: Turn) -> int:
        """The number of one of the legal moves."""
        ...


class Random:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, turn: Turn) -> int:
        return self._rng.choice(turn.legal)


class Thumb:
    """The rule-of-thumb player of each game (its `sense.py`)."""

    def __init__(self, seed: int) -> None:
        self._luck = luck.words(seed)

    def choose(self, turn: Turn) -> int:
        return turn.game.kind.sense.thumb(turn.known, self._luck)


BOTS: dict[str, Callable[[int], Bot]] = {"random": Random, "thumb": Thumb}


def make(name: str, seed: int) -> Bot:
    """The bot of that name; ValueError with a sentence if there is none.

    >>> make("thumb", seed=1)  # doctest: +ELLIPSIS
    <ryumon.bots.Thumb object at ...>
    """
    if name not in BOTS:
        raise ValueError(f"There is no bot {name!r}; there are: {', '.join(BOTS)}.")
    return BOTS[name](seed)


def choose(bot: Bot, state: State) -> str:
    """The bot's move for the seat to move, in notation."""
    seat = state.turn
    if seat < 0:
        raise ValueError("No seat is to move.")
    legal = state.legal_ids()
    if len(legal) == 1:
        move = legal[0]  # forced: instant, and it says nothing about the bot
    else:
        move = bot.choose(Turn(state.game, seat, list(legal), state.forgotten(seat)))
    return state.game.kind.words.NAMES[move]

"""Ryumon (龍門): tabletop games for people, bots and researchers.

>>> import ryumon
>>> game = ryumon.game("slaughter", players=4)
>>> state = game.start()
>>> state.turn == ryumon.CHANCE
True
"""

from __future__ import annotations

import importlib
from typing import Any

from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.event import PUBLIC
from ryumon.play.game import Game
from ryumon.play.refusal import IllegalMove, Refused
from ryumon.play.registry import all_names, find
from ryumon.play.state import Result, State

__all__ = [
    "CHANCE", "OVER", "PUBLIC", "Game", "IllegalMove", "Refused", "Result", "State", "game",
    "games",
]  # fmt: skip

# The folder of that name is loaded before the function is made: the first import of a game would
# otherwise put the folder in the function's place.
importlib.import_module("ryumon.games")


def games() -> list[str]:
    """The names of the games: ours, then those that other installed packages bring along.

    >>> "slaughter" in games()
    True
    """
    return all_names()


def game(name: str, *, players: int | None = None, **options: Any) -> Game:
    """A game with its options. Refused if one of them is bad.

    >>> game("slaughter", players=9)
    Traceback (most recent call last):
    ...
    ryumon.play.refusal.Refused: Slaughter the Dragon is for 3, 4 or 5 players, not 9.
    """
    return Game(find(name), players, options)

"""What one game was like, read off its moves."""

from __future__ import annotations

from typing import NamedTuple

from ryumon.lab.arena.play import Played
from ryumon.play.game import Game

FIRST = "~first:"  # the move by which chance names the first player (docs/notation.md)


class Facts(NamedTuple):
    """A game that was played to its end."""

    payoffs: list[float]  # by seat
    scores: list[int]  # by seat
    reason: str
    first: int | None  # the seat that began, where chance says so
    moves: int  # chance included
    choices: list[int]  # how many legal moves there were at each decision, in order


def facts(game: Game, played: Played) -> Facts | None:
    """None for a game that a bot lost by an error: it says nothing about the rules."""
    if played.fault is not None:
        return None
    state, choices = game.start(), []
    line = played.line.split()
    for move in line:
        if state.turn >= 0:
            choices.append(len(state.legal_ids()))
        state.play(move)
    result = state.result()
    assert result is not None, "the moves are those of a whole game"
    first = next((int(m.removeprefix(FIRST)) for m in line if m.startswith(FIRST)), None)
    return Facts(result.payoffs, state.scores, result.reason, first, len(line), choices)

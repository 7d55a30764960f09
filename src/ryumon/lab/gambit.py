"""A small game as its whole tree, in the format of Gambit (`.efg`), for methods that solve games.

`tree(ryumon.game("tiger-dragon", players=2, set="tiny"))` walks through every line of play.
OpenSpiel reads the text by `pyspiel.load_efg_game` and then runs its solvers in C++ without a call
of Python.
Information sets are those of `State.events`: what a seat cannot tell apart is one of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from ryumon import CHANCE, Game, Result, State

MOST = 1_000_000  # nodes: of a larger tree the text alone would be some 100 MB

_encode = msgspec.json.Encoder(order="deterministic").encode


@dataclass
class Tree:
    """The text, a line for each node, and what each seat knows in its information sets: the set
    with the number n is `known[seat][n - 1]`, the events as JSON."""

    game: Game
    lines: list[str]
    known: list[list[str]]
    _numbers: dict[tuple[int, str], int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def information(self, state: State) -> int:
        """The number of the information set of the seat to move, a new one if need be."""
        told = _encode(state.events(state.turn)).decode()
        sets = self.known[state.turn]
        number = self._numbers.setdefault((state.turn, told), len(sets) + 1)
        if number > len(sets):
            sets.append(told)
        return number


def tree(game: Game) -> Tree:
    """All that can happen. ValueError for a game with more than MOST nodes."""
    seats = " ".join(f'"seat {seat}"' for seat in range(game.players))
    made = Tree(game, [f'EFG 2 R "{game.name}" {{ {seats} }}'], [[] for _ in range(game.players)])
    waiting = [game.start()]
    while waiting:
        if len(made.lines) > MOST:
            raise ValueError(f"{game!r} has more than {MOST:,} nodes: too many for a whole tree.")
        state = waiting.pop()
        made.lines.append(node(made, state))
        for move in reversed(state.legal_ids()):
            after = state.copy()
            after.play_id(move)
            waiting.append(after)
    return made


def node(made: Tree, state: State) -> str:
    """A line: an end, chance with its probabilities, or a seat with its information set."""
    number, result = len(made.lines), state.result()
    if result is not None:
        return f't "" {number} "" {{ {" ".join(map(repr, returns(result)))} }}'
    names = [f'"{move}"' for move in state.legal()]
    if state.turn == CHANCE:
        weights = state.weights()
        shares = (f"{name} {w / sum(weights):.17f}" for name, w in zip(names, weights, strict=True))
        return f'c "" {number} "" {{ {" ".join(shares)} }} 0'
    information = made.information(state)
    return f'p "" {state.turn + 1} {information} "" {{ {" ".join(names)} }} 0'


def returns(result: Result) -> list[float]:
    """The payoffs less their mean, stretched so that winning alone is worth 1: the sum is 0."""
    n, mean = len(result.payoffs), sum(result.payoffs) / len(result.payoffs)
    return [(share - mean) * n / (n - 1) for share in result.payoffs]

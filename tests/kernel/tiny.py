"""Games written down as a table of spots, for tests of the search: what follows can be worked out
by hand. They run interpreted, on the kernel's own machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from ryumon.bots.search import SearchSettings
from ryumon.kernel.fields import Field, Number
from ryumon.kernel.machine import Machine
from ryumon.kernel.ops import CHANCE, FAR, OVER, SURE
from ryumon.kernel.rng import below
from ryumon.kernel.tree import SearchTree


@dataclass
class Spot:
    """Where a game can be, and everything that the search may ask about it."""

    turn: int
    moves: Mapping[int, str] = field(default_factory=dict)  # what each move leads to
    weights: Mapping[int, int] = field(default_factory=dict)  # of chance; 1 where it is not said
    hidden: Mapping[int, int] = field(default_factory=dict)  # seat -> what it sees of any move here
    priors: Mapping[int, float] = field(default_factory=dict)  # even, where they are not said
    sensible: int | None = None  # the move of the rule-of-thumb player; the first, if not said
    pays: tuple[float, ...] = (0.0, 0.0)  # payoffs, or what the spot is judged to be worth
    cutoff: int = 0
    left: int = FAR
    likelihood: int = SURE
    worlds: tuple[str, ...] = ()  # what a forgotten spot may be; drawn in turn


# The functions below are linked, which copies the names of their module: these are filled in place.
SPOTS: dict[int, Spot] = {}
NUMBERS: dict[str, int] = {}


def _turn(s):
    return SPOTS[s.at].turn


def _legal(s, out):
    for k, move in enumerate(sorted(SPOTS[s.at].moves)):
        out[k] = move
    return len(SPOTS[s.at].moves)


def _apply(s, move):
    s.at = NUMBERS[SPOTS[s.at].moves[move]]


def _weight(s, move):
    return SPOTS[s.at].weights.get(move, 1)


def _deal(s, luck):
    while SPOTS[s.at].turn == CHANCE:
        _apply(s, _pick(s, luck))


def _pick(s, luck):
    moves = sorted(SPOTS[s.at].moves)
    return moves[below(luck, len(moves))]


def _payoffs(s, out):
    for seat, share in enumerate(SPOTS[s.at].pays):
        out[seat] = share


def _forget(s, known, viewer):
    known.assign(s)


def _shows(s, move, viewer):
    return SPOTS[s.at].hidden.get(viewer, move)


def _prepare(known, viewer, room):
    room[0] = 0


def _world(s, viewer, room, luck):
    worlds = SPOTS[s.at].worlds
    if worlds:
        s.at = NUMBERS[worlds[int(room[0]) % len(worlds)]]
        room[0] += 1


def _priors(s, moves, n, out):
    for k in range(n):
        out[k] = SPOTS[s.at].priors.get(moves[k], 1 / n)


def _rollout_move(s, luck):
    sensible = SPOTS[s.at].sensible
    return min(SPOTS[s.at].moves) if sensible is None else sensible


OPERATIONS: dict[str, Any] = {
    "start": lambda s, options: None,
    "turn": _turn,
    "legal": _legal,
    "apply": _apply,
    "weight": _weight,
    "deal": _deal,
    "pick": _pick,
    "payoffs": _payoffs,
    "forget": _forget,
    "observe": lambda known, viewer, out: None,
    "shows": _shows,
    "prepare": _prepare,
    "world": _world,
    "priors": _priors,
    "values": _payoffs,
    "rollout_move": _rollout_move,
    "is_cutoff": lambda s: SPOTS[s.at].cutoff,
    "moves_left": lambda s: SPOTS[s.at].left,
    "likelihood": lambda s, viewer: SPOTS[s.at].likelihood,
    "rewind": lambda s, seats, moves, n: None,
    "tells": lambda s, seat: 1,
}


class Spec:
    name = "tiny"
    rules = SimpleNamespace(FIELDS=[Field("at", Number(0, 99))], MOST=8)
    hidden = SimpleNamespace()

    @staticmethod
    def operations() -> dict[str, Any]:
        return OPERATIONS


def end(*pays: float) -> Spot:
    return Spot(OVER, pays=pays)


def machine(spots: Mapping[str, Spot]) -> Machine:
    """The machine of this game. There is one such game at a time."""
    SPOTS.clear()
    NUMBERS.clear()
    for k, (name, spot) in enumerate(spots.items()):
        SPOTS[k], NUMBERS[name] = spot, k
    return Machine(Spec, compiled=False)


def searched(
    spots: Mapping[str, Spot], simulations: int, seat: int = 0, seed: int = 1, players: int = 2,
    **settings: Any,
) -> SearchTree:  # fmt: skip
    """The trees after so many simulations from the first spot."""
    made = machine(spots)
    tree = SearchTree(made, players, 4000)
    numbers = SearchSettings(**settings).numbers(players)
    tree.begin(made.states(), seat, numbers, seed)
    tree.run(simulations, None)
    return tree

"""What is measured of each game, with which peers, and the goals. A new game is one entry here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ryumon.games.tiger_dragon import battlefields


@dataclass(frozen=True)
class Peer:
    """A game of OpenSpiel that asks for similar work."""

    game: str
    native: float | None = None  # goal: ours by its whole random games inside C++
    python: float | None = None  # goal: ours by its games driven from Python
    step: float | None = None  # goal: a bare step and a copy of ours by its own
    search: float | None = None  # goal: simulations of our search by those of its ISMCTS
    count: str = "decisions"  # whole games are compared by these: "decisions" or "games"


@dataclass(frozen=True)
class Bench:
    """The bench of one game. A goal is a ratio or a rate; None is measured all the same."""

    game: str
    options: Mapping[str, Any]  # of the table that most rows are measured at
    peers: tuple[Peer, ...]
    playouts: float | None = None  # goal: decisions a second in whole random games
    program: str | None = None  # the same algorithm by hand, a C file of this folder
    tables: tuple[Mapping[str, Any], ...] = ()  # option sets that the program must play alike
    compared: tuple[Mapping[str, Any], ...] = ()  # those of them that are timed
    of_program: float = 0.7  # goal: ours by the program
    strings: float | None = 100_000  # goal: moves a second through the strings of the notation
    batch: float | None = 10_000_000  # goal: game-steps a second
    observed: float | None = 5_000_000  # goal: the same with observations
    against_thumb: float | None = 1_000_000  # goal: decisions of one seat, with all that follows
    # goals by number of players, where beliefs are worked out first: of these, and of draws
    surveys: Mapping[int, float] = field(default_factory=dict)
    draws: float = 0
    side_by_side: int = 1024  # games in the batch


GAMES = (
    Bench(
        game="bushido",
        options={"players": 2},
        peers=(Peer("phantom_ttt"),),
        playouts=5_000_000,
        batch=None,
        observed=None,  # what a seat knows are all the rounds so far
        surveys={2: 50, 3: 50, 4: 2},  # 20 ms with one ninja, 500 ms with two
        draws=333_000,
    ),
    Bench(
        game="schadenfreude",
        options={"players": 4},
        peers=(Peer("hearts", native=5, python=3, step=1, search=3),),
        playouts=10_000_000,
    ),
    Bench(
        game="slaughter",
        options={"players": 4},
        peers=(Peer("hearts", native=8, python=3, step=1, search=3),),
        program="slaughter.c",
        tables=tuple({"players": n, "advanced": a} for n in (3, 4, 5) for a in (False, True)),
        compared=({"players": 4}, {"players": 3}, {"players": 5}),
    ),
    Bench(
        game="tatsu",
        options={},
        peers=(
            Peer("backgammon", native=20, count="games"),
            Peer("maedn", native=3, count="games"),
        ),
        playouts=10_000_000,
        batch=None,  # a mask has 594 places, twelve times as many as there are cards
    ),
    Bench(
        game="tiger-dragon",
        options={"players": 4},
        peers=(Peer("crazy_eights", native=5, python=3),),
        playouts=10_000_000,
        program="tiger_dragon.c",
        tables=(
            *({"players": n} for n in (2, 3, 4, 5)), {"players": 4, "teams": True},
            *({"players": 3, "field": field} for field in battlefields.SETTINGS),
        ),
        compared=({"players": 4}, {"players": 2}, {"players": 5}),
    ),
)  # fmt: skip

THREADS = 1.8  # goal: simulations of two threads by those of one

# the game that a fresh process starts with, and the goals of that in seconds
START = "slaughter"
IMPORT = 0.15
FIRST_LEGAL = 0.3
FIRST_MOVE = 1.0

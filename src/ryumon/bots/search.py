"""The search as a bot, and as advice. What is searched is what a seat knows, never the truth.

The work is done by kernel/search.py, interpreted or compiled; here are its arrays, its time, and
the threads: each grows trees of its own, and what they found at the root is added up.
"""

from __future__ import annotations

import math
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ryumon.kernel import luck, search
from ryumon.kernel.machine import Machine, machine

if TYPE_CHECKING:
    from ryumon.bots import Turn
    from ryumon.play.game import Game

ROOM = 1 << 18  # nodes of the trees of one thread, at most
LOOK = 0.02  # seconds between two looks at the clock
FEW = 8  # simulations of the first bite, when their cost is not known yet
SEEDS = 1 << 32


@dataclass(frozen=True)
class Taste:
    """How to search a game; found by matches, see bench/strength."""

    curiosity: float = 1.0  # weight of what was tried seldom
    evenness: float = 0.25  # share of the prior that is spread over all moves
    caution: float = 0.05  # how much worse than the rest an untried move is taken to be
    habit: int = 900  # of 1000 moves that simulations play on, how many by the rule of thumb
    reach: int = -1  # moves that they play on, -1: to the end of the round
    tries: int = 1  # worlds drawn for one that fits what sensible opponents did; 1: no inference
    observers: bool = True  # a tree for each seat; else one for all

    def numbers(self, players: int) -> list[float]:
        trees = players if self.observers else 1
        return [
            self.curiosity, self.evenness, self.caution, self.habit, self.reach, self.tries, trees,
        ]  # fmt: skip


@dataclass(frozen=True)
class Budget:
    """When a search ends: after so many simulations, or when the time is over."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("A search needs a number of simulations or of seconds.")
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"A search makes at least 1 simulation, not {self.simulations}.")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise ValueError(f"A search takes some time, not {self.seconds} seconds.")
        if self.threads < 1:
            raise ValueError(f"A search needs at least 1 thread, not {self.threads}.")


class Trees:
    """The arrays of one thread. They are kept between decisions: nothing is allocated anew."""

    def __init__(self, made: Machine, players: int, nodes: int) -> None:
        self.made, self.nodes = made, nodes
        self.states = made.states(2)
        zeros, blanks = made.integers, made.floats
        most = made.most
        self.moves, self.leaning, self.at = made.room(), blanks([0.0] * most), zeros([0] * most)
        self.here, self.shares = zeros([0] * search.SEATS), blanks([0.0] * search.SEATS)
        self.path = zeros([0] * (search.DEEP * players))
        self.movers, self.count = zeros([0] * search.DEEP), zeros([0] * search.COUNTS)
        self.first, self.sibling, self.code = (made.blank(nodes) for _ in range(3))
        self.visits, self.available = made.blank(nodes), made.blank(nodes)
        self.value, self.square, self.prior = (made.blank(nodes, real=True) for _ in range(3))
        space = getattr(made.kind.guess, "SPACE", 0)
        self.room = made.blank(max(space, 1), real=True)

    def begin(self, known: Any, viewer: int, taste: list[float], seed: int, inference: bool) -> None:
        """Get ready to search from what the viewer knows."""
        made = self.made
        self.viewer, self.taste, self.luck = viewer, made.floats(taste), made.luck(seed)
        self.states[:1] = made.from_plain(known)
        guess = made.kind.guess
        if taste[search.TRIES] and hasattr(guess, "survey"):
            self.room = made.floats(guess.survey(known, viewer, inference))
        if taste[search.TRIES]:
            made.get_ready(self.states, viewer, self.room)
        made.plant(self.taste, self.first, self.visits, self.count)

    def grow(self, simulations: int) -> None:
        self.made.simulate(
            self.states, self.viewer, simulations, self.taste, self.room, self.luck, self.moves,
            self.leaning, self.at, self.here, self.path, self.movers, self.shares, self.count,
            self.first, self.sibling, self.code, self.visits, self.available, self.value,
            self.square, self.prior,
        )  # fmt: skip

    def run(self, simulations: int | None, until: float | None) -> None:
        """So many simulations, or until this time; whichever comes first."""
        done, bite = 0, FEW
        while simulations is None or done < simulations:
            if until is None:
                bite = simulations or FEW
            if simulations is not None:
                bite = min(bite, simulations - done)
            before = time.perf_counter()
            self.grow(bite)
            done += bite
            now = time.perf_counter()
            if until is not None:
                left = until - now
                if left <= 0:
                    return
                each = max((now - before) / bite, 1e-7)
                bite = max(1, min(int(min(LOOK, left) / each), 8 * bite))

    def children(self, node: int) -> dict[int, int]:
        """The children of a node, by what was seen."""
        found, child = {}, int(self.first[node])
        while child >= 0:
            found[int(self.code[child])] = child
            child = int(self.sibling[child])
        return found

    def root(self, seat: int) -> int:
        return seat if self.taste[search.TREES] > 1 else 0


@dataclass
class Tally:
    """What was found of one move at the root."""

    visits: int = 0
    value: float = 0.0
    square: float = 0.0

    @property
    def mean(self) -> float:
        return self.value / self.visits if self.visits else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; with one simulation or none nothing is known."""
        if self.visits < 2:
            return math.inf
        spread = max(self.square - self.value * self.value / self.visits, 0.0)
        return math.sqrt(spread / (self.visits - 1) / self.visits)


class Forest:
    """The trees of all threads of one searcher, for one game and machine at a time."""

    def __init__(self) -> None:
        self._trees: list[Trees] = []

    def ready(self, game: Game, budget: Budget) -> list[Trees]:
        made = game.machine
        nodes = ROOM
        if budget.simulations is not None:
            nodes = min(nodes, 64 + 4 * game.players * budget.simulations)
        fits = [
            t for t in self._trees
            if t.made is made and t.nodes >= nodes and len(t.path) >= search.DEEP * game.players
        ]  # fmt: skip
        while len(fits) < budget.threads:
            fits.append(Trees(made, game.players, nodes))
        self._trees = fits[: budget.threads]
        return self._trees

    def search(
        self, game: Game, seat: int, legal: list[int], known: Any, taste: Taste, budget: Budget,
        seed: int,
    ) -> dict[int, Tally]:  # fmt: skip
        """What the simulations found of each legal move."""
        began = time.perf_counter()
        until = None if budget.seconds is None else began + budget.seconds
        trees = self.ready(game, budget)
        numbers = taste.numbers(game.players)
        seeds = random.Random(seed)
        for one in trees:
            one.begin(known, seat, numbers, seeds.randrange(SEEDS), taste.tries > 1)
        share = None if budget.simulations is None else -(-budget.simulations // len(trees))
        if len(trees) == 1:
            trees[0].run(share, until)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                for done in [pool.submit(one.run, share, until) for one in trees]:
                    done.result()
        return self._added_up(seat, legal)

    def _added_up(self, seat: int, legal: list[int]) -> dict[int, Tally]:
        found = {move: Tally() for move in legal}
        for one in self._trees:
            for move, child in one.children(one.root(seat)).items():
                tally = found[move]
                tally.visits += int(one.visits[child])
                tally.value += float(one.value[child])
                tally.square += float(one.square[child])
        return found

    @property
    def simulations(self) -> int:
        return sum(int(one.count[search.SIMULATIONS]) for one in self._trees)

    @property
    def moves(self) -> int:
        return sum(int(one.count[search.MOVES]) for one in self._trees)


class Search:
    """A bot that searches.

    `softness` is how freely it chooses among good moves: 0 takes the one tried most, 1 each as
    often as it was tried.
    """

    def __init__(self, seed: int, taste: Taste, budget: Budget, softness: float = 0.0) -> None:
        self._rng = random.Random(seed)
        self.taste, self.budget, self.softness = taste, budget, softness
        self.forest = Forest()

    def choose(self, turn: Turn) -> int:
        seed = self._rng.randrange(SEEDS)
        found = self.forest.search(
            turn.game, turn.seat, turn.legal, turn.known, self.taste, self.budget, seed
        )
        return self._picked(found)

    def _picked(self, found: dict[int, Tally]) -> int:
        most = max(tally.visits for tally in found.values())
        best = max(found, key=lambda move: (found[move].visits, found[move].mean))
        if self.softness == 0 or most == 0:
            return best
        weights = [(tally.visits / most) ** (1 / self.softness) for tally in found.values()]
        return self._rng.choices(list(found), weights)[0]

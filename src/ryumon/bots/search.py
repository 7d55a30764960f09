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
from typing import TYPE_CHECKING

from ryumon.bots.broken import SENTENCES
from ryumon.kernel import search
from ryumon.kernel.tree import SearchTree
from ryumon.play.refusal import refused

if TYPE_CHECKING:
    from ryumon.play.game import Game
    from ryumon.play.seat import Seat

WORTH = 8  # simulations for each world of the pool, at least
FEW_WORLDS = 16  # fewer are no pool: a search that is so short does without
ROOM = 1 << 19  # nodes of the trees of one thread, at most
INTERPRETED_ROOM = 1 << 14  # as many as are used in a second; lists take time to make
SEEDS = 1 << 32


@dataclass(frozen=True)
class SearchSettings:
    """How to search a game; found by matches, see bench/strength."""

    c_puct: float = 1.0  # weight of the prior against the mean value
    prior_noise: float = 0.25  # share of the prior that is spread evenly over all moves
    first_play_penalty: float = 0.05  # how much worse than the rest an untried move counts
    rollout_share: int = 900  # of 1000 rollout moves, how many are `rollout_move`'s, not random
    rollout_depth: int = -1  # moves of a rollout, -1: to the end of the round
    solve_moves: int = 0  # the last moves of a round are solved as if all cards were open
    world_tries: int = 1  # worlds drawn for one that fits sensible play; 1: no inference
    observers: bool = True  # a tree for each seat; else one for all
    pool: int = 0  # worlds drawn once per decision and weighed by the moves of the round; 0: none

    def numbers(self, players: int) -> list[float]:
        trees = players if self.observers else 1
        return [
            self.c_puct, self.prior_noise, self.first_play_penalty, self.rollout_share,
            self.rollout_depth, self.solve_moves, self.world_tries, trees, self.pool,
        ]  # fmt: skip


@dataclass(frozen=True)
class Budget:
    """When a search ends: after so many simulations, or when the time is over."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise refused(SENTENCES, "no-limit")
        if self.simulations is not None and self.simulations < 1:
            raise refused(SENTENCES, "no-simulations", number=self.simulations)
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise refused(SENTENCES, "no-time", seconds=self.seconds)
        if self.threads < 1:
            raise refused(SENTENCES, "no-threads", number=self.threads)


@dataclass
class Tally:
    """What was found of one move at the root."""

    visits: int = 0
    value: float = 0.0
    square: float = 0.0
    prior: float = 0.0  # what the rule of thumb made of it beforehand, as a share of all moves

    @property
    def mean(self) -> float:
        return self.value / self.visits if self.visits else 0.0

    @property
    def error(self) -> float | None:
        """The standard error of the mean; with one simulation or none nothing is known."""
        if self.visits < 2:
            return None
        spread = max(self.square - self.value * self.value / self.visits, 0.0)
        return math.sqrt(spread / (self.visits - 1) / self.visits)


def _pool(settings: SearchSettings, budget: Budget) -> int:
    """The worlds of the pool: for a short search fewer, since weighing one takes as long as some
    simulations do."""
    pool = settings.pool
    if budget.simulations is not None:
        pool = min(pool, budget.simulations // WORTH)
    return pool if pool >= FEW_WORLDS else 0


class Searcher:
    """The trees of all threads of one searcher, for one game and machine at a time."""

    def __init__(self) -> None:
        self.trees: list[SearchTree] = []

    def ready(self, game: Game, budget: Budget, pool: int = 0) -> list[SearchTree]:
        made = game.machine
        nodes = ROOM if made.compiled else INTERPRETED_ROOM
        if budget.simulations is not None:
            # a simulation grows all moves of one node, and what everybody sees on the way there
            nodes = min(nodes, (made.most + 8 * game.players) * (budget.simulations + 1))
        fits = [
            t for t in self.trees
            if t.made is made
            and t.nodes >= nodes
            and t.pool >= pool
            and len(t.buffers[2]) >= search.DEEP * game.players
        ]  # fmt: skip
        while len(fits) < budget.threads:
            fits.append(SearchTree(made, game.players, nodes, pool))
        self.trees = fits[: budget.threads]
        return self.trees

    def search(
        self, seat: Seat, settings: SearchSettings, budget: Budget, seed: int,
        path: list[int] | None = None,
    ) -> dict[int, Tally]:  # fmt: skip
        """What the simulations found of each legal move. `path`: see SearchTree.begin."""
        began = time.perf_counter()
        until = None if budget.seconds is None else began + budget.seconds
        pool, recalled = _pool(settings, budget), None
        recall = getattr(seat.game.spec.hidden, "recall", None)
        if pool and recall is not None and seat.sights is not None:
            recalled = recall(seat.known, seat.sights)
        trees = self.ready(seat.game, budget, pool)
        numbers = replace(settings, pool=pool).numbers(seat.game.players)
        seeds = random.Random(seed)
        known = seat.known_on(trees[0].made)
        for k, one in enumerate(trees):
            beside = trees[0] if k else None
            one.begin(known, seat.viewer, numbers, seeds.randrange(SEEDS), path, beside, recalled)
        share = None if budget.simulations is None else -(-budget.simulations // len(trees))
        if len(trees) == 1:
            trees[0].run(share, until)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                for done in [pool.submit(one.run, share, until) for one in trees]:
                    done.result()
        return self._added_up(seat.viewer, seat.legal_ids())

    def _added_up(self, seat: int, legal: list[int]) -> dict[int, Tally]:
        found = {move: Tally() for move in legal}
        for one in self.trees:
            children = one.children(one.root(seat))
            for move in found.keys() & children.keys():  # a kept tree may know other questions too
                child, tally = children[move], found[move]
                tally.visits += int(one.table[child][search.VISITS])
                tally.value += float(one.sums[child][search.VALUE])
                tally.square += float(one.sums[child][search.SQUARE])
                tally.prior += float(one.sums[child][search.PRIOR]) / len(self.trees)
        return found

    @property
    def simulations(self) -> int:
        return sum(int(one.count[search.SIMULATIONS]) for one in self.trees)

    @property
    def moves(self) -> int:
        return sum(int(one.count[search.MOVES]) for one in self.trees)

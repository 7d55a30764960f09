"""The arrays of a search, and its time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ryumon.kernel import rng, search

if TYPE_CHECKING:
    from ryumon.kernel.machine import Machine

LOOK = 0.02  # seconds between two looks at the clock
FEW = 8  # simulations of the first bite, when their cost is not known yet


class SearchTree:
    """The arrays of one thread. They are kept between decisions: nothing is allocated anew."""

    def __init__(self, made: Machine, players: int, nodes: int, pool: int = 0) -> None:
        self.made, self.nodes, self.pool = made, nodes, pool
        rows = 2 + search.LONGEST  # what we know, a world, and what may follow in an ending
        self.states = made.states(rows + pool)
        self.odds = made.blank(max(pool, 1))
        self.seats, self.moves = (made.blank(search.RECALLED, whole=True) for _ in range(2))
        self.move_rows = made.blank(rows, made.most, whole=True)
        self.shares, self.weights = made.blank(rows, search.SEATS), made.blank(made.most)
        self.settings, self.luck = made.blank(search.POOL + 1), made.blank(rng.WORDS, whole=True)
        self.count = made.blank(search.MOVES + 1, whole=True)
        self.count[search.USED] = 0  # nothing is reset yet
        sizes = made.most, search.SEATS, search.DEEP * players, search.DEEP, rows
        self.buffers = tuple(made.blank(size, whole=True) for size in sizes)
        self.table, self.sums = made.blank(nodes, 5, whole=True), made.blank(nodes, 3)
        self.other: Any = None  # another such pair, once trees are rerooted
        self.room = made.blank(max(getattr(made.spec.hidden, "SPACE", 0), 1))

    def begin(
        self, known: Any, viewer: int, settings: list[float], seed: int,
        path: list[int] | None = None, beside: SearchTree | None = None,
        recalled: tuple[list[int], list[int]] | None = None,
    ) -> None:  # fmt: skip
        """Get ready to search from known[0], the state as the viewer knows it. `path` is what it
        has seen since it searched the last time: what grew there is kept. None: nothing is.
        `beside` are the trees of another thread for the same decision: both read its survey.
        `recalled` are the seats and moves of the round that a pool of worlds is weighed by.
        """
        made = self.made
        self.viewer, self.settings[:], self.luck[:] = viewer, settings, rng.words(seed)
        self.states[:1] = known if made.compiled else [known[0].clone()]
        tries, hidden = settings[search.WORLD_TRIES], made.spec.hidden
        if tries and hasattr(hidden, "survey"):
            if beside is not None:
                self.room = beside.room
            else:
                self.room = made.floats(hidden.survey(made.to_plain(known), viewer, tries > 1))
        if tries:
            made.prepare_worlds(self.states, viewer, self.room)
        self._weigh(recalled if tries and self.settings[search.POOL] else None)
        branch = self.follow(path)
        if branch < 0 or 2 * self.count[search.USED] > self.nodes:
            made.reset(self.settings, self.table, self.count)
        else:
            self.reroot(branch)

    def _weigh(self, recalled: tuple[list[int], list[int]] | None) -> None:
        """Fill the pool of worlds; without anything to weigh them by there is none."""
        if recalled is None or not 0 < len(recalled[0]) <= search.RECALLED:
            self.settings[search.POOL] = 0
            return
        n = len(recalled[0])
        self.seats[:n], self.moves[:n] = recalled
        self.fill_pool(n)

    def fill_pool(self, n: int) -> None:
        """Draw the pool of worlds, and weigh each by the n moves that are recalled."""
        self.made.fill_pool(
            self.states, self.viewer, self.settings, self.room, self.luck, self.seats, self.moves,
            n, self.move_rows[0], self.weights, self.odds,
        )  # fmt: skip

    def follow(self, path: list[int] | None) -> int:
        """The node of the viewer's own tree that this path leads to, or -1. In arrays that were
        never reset, as when compiled rules arrive in the middle of a game, nothing is read."""
        known = path is not None and self.count[search.USED] > 0
        node = self.root(self.viewer) if known else -1
        for seen in path or []:
            node = self.children(node).get(seen, -1) if node >= 0 else -1
        return node

    def reroot(self, branch: int) -> None:
        if self.other is None:
            self.other = self.made.blank(self.nodes, 5, whole=True), self.made.blank(self.nodes, 3)
        table, sums = self.other
        self.made.reroot(
            self.settings, self.table, self.sums, table, sums, branch, self.root(self.viewer),
            self.count,
        )  # fmt: skip
        self.other = self.table, self.sums
        self.table, self.sums = table, sums

    def simulate(self, simulations: int) -> None:
        self.made.simulate(
            self.states, self.viewer, simulations, self.settings, self.room, self.luck, self.odds,
            self.move_rows, self.buffers, self.weights, self.shares, self.table, self.sums,
            self.count,
        )  # fmt: skip

    def world(self) -> Any:
        """One world as a simulation draws it, as a plain state."""
        self.made.draw_world(
            self.states, self.viewer, self.settings, self.room, self.luck, self.odds
        )
        return self.made.to_plain(self.states, 1)

    def run(self, simulations: int | None, until: float | None) -> None:
        """So many simulations, or until this time; whichever comes first."""
        done, bite = 0, FEW
        while simulations is None or done < simulations:
            if until is None:
                bite = simulations or FEW
            if simulations is not None:
                bite = min(bite, simulations - done)
            before = time.perf_counter()
            self.simulate(bite)
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
        found, child = {}, int(self.table[node][search.FIRST])
        while child >= 0:
            found[int(self.table[child][search.SEEN])] = child
            child = int(self.table[child][search.SIBLING])
        return found

    def root(self, seat: int) -> int:
        return seat if self.settings[search.TREES] > 1 else 0

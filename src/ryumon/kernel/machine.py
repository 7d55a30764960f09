"""What runs the rules of one game: the same operations, interpreted or compiled."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from ryumon.kernel import fields, ops, rng, search
from ryumon.kernel.cache import beyond, folder
from ryumon.kernel.jit import compiler, direct, interpreted, link
from ryumon.kernel.tree import SearchTree

LINES = 128  # bytes: processors fetch two cache lines of 64 at once


class Machine:
    """The operations of kernel/ops.py for one game, as attributes, and room for its states."""

    def __init__(self, spec: Any, compiled: bool, cached: bool = True) -> None:
        self.spec = spec
        self.compiled = compiled
        rules = spec.rules
        self.fields: list[fields.Field] = rules.FIELDS
        self.most: int = rules.MOST
        self.plain = plain_class(spec)
        if compiled:
            home = folder(beyond(spec)) if cached else None
            self.cached = home is not None
            wrap = compiler(str(home) if home else None)
            self.dtype = fields.record_type(spec.name, self.fields)
        else:
            wrap = interpreted
        roots = [*ops.GENERIC, *search.GENERIC, *getattr(spec.hidden, "ROOTS", ())]
        self.__dict__.update(link(roots, spec.operations(), wrap))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # the operations

    def states(self, n: int = 1) -> Any:
        """Room for n states."""
        if self.compiled:
            import numpy as np

            return np.zeros(n, self.dtype)
        return [self.plain() for _ in range(n)]

    def copy(self, states: Any) -> Any:
        """A copy of an array of states."""
        if self.compiled:
            import numpy as np

            # `states.copy()` goes through the fields one by one and takes ten times as long
            return np.ndarray(states.shape, self.dtype, bytearray(states.tobytes()))
        return [s.clone() for s in states]

    def to_plain(self, states: Any, i: int = 0) -> Any:
        """states[i] as a plain object of its own."""
        if self.compiled:
            return fields.to_plain(self.plain(), self.fields, states[i])
        return states[i].clone()

    def from_plain(self, plain: Any) -> Any:
        """An array of the one state."""
        states = self.states()
        if self.compiled:
            fields.from_plain(plain, self.fields, states[0])
        else:
            states[0].assign(plain)
        return states

    def integers(self, values: list[int], width: str = "int64") -> Any:
        if self.compiled:
            import numpy as np

            return np.array(values, width)
        return list(values)

    def floats(self, values: list[float]) -> Any:
        if self.compiled:
            import numpy as np

            return np.array(values, "float64")
        return list(values)

    def blank(self, rows: int, columns: int = 0, whole: bool = False) -> Any:
        """A table of numbers, or a row of them, whatever stands in it. It has its cache lines for
        itself: where two threads write into one line, both wait for it."""
        if self.compiled:
            import numpy as np

            size = 8 * rows * max(columns, 1)
            raw = np.empty(size + 2 * LINES, np.uint8)
            start = -raw.ctypes.data % LINES
            table = raw[start : start + size].view(np.int64 if whole else np.float64)
            return table.reshape(rows, columns) if columns else table
        zero = 0 if whole else 0.0
        return [[zero] * columns for _ in range(rows)] if columns else [zero] * rows

    def room(self) -> Any:
        """Room for the legal moves of one state."""
        if self.compiled:
            import numpy as np

            return np.empty(self.most, np.int64)
        return [0] * self.most

    def sums(self) -> Any:
        """Room for the weights of the outcomes of chance."""
        return self.integers([0] * self.most)

    def linked(self, roots: list[Any]) -> dict[str, Any]:
        """Other rules of the game, interpreted or compiled as the operations are."""
        wrap = interpreted
        if self.compiled:
            home = folder(beyond(self.spec)) if self.cached else None
            wrap = compiler(str(home) if home else None)
        return link(roots, self.spec.operations(), wrap)

    def luck(self, seed: int) -> Any:
        return self.integers(rng.words(seed))


_machines: dict[tuple[str, bool], Machine] = {}
_making = {False: threading.Lock(), True: threading.Lock()}


@cache
def plain_class(spec: Any) -> type[Any]:
    return fields.plain_class(spec.name, spec.rules.FIELDS)


def machine(spec: Any, compiled: bool) -> Machine:
    """The machine of a game; there is one of each sort in a process."""
    key = spec.name, compiled
    made = _machines.get(key)
    if made is None:
        with _making[compiled]:  # two locks: who plays interpreted never waits for the compiler
            made = _machines.get(key) or Machine(spec, compiled)
            _machines[key] = made
    return made


def exercise(made: Machine, numbers: list[int]) -> Iterator[None]:
    """Call every operation once as Python does, so that all of them are compiled or loaded; step
    by step, for those who may have to leave in between."""
    import numpy as np

    states, known = made.states(), made.states()
    options, dice, room = made.integers(numbers), made.luck(1), made.room()
    made.setup(states, 0, options)
    yield
    made.deal_all(states, 0, dice)
    yield
    made.options(states, 0, room)
    yield
    made.weigh(states, 0, room, made.sums())
    yield
    made.forget_state(states, 0, known, 0, 0)
    yield
    made.observe_state(known, 0, 0, np.zeros(made.spec.observed.size, np.int8))
    yield
    made.think(known, 0, dice)
    yield
    made.step(states, 0, made.pick_move(states, 0, dice), room)
    yield
    made.playouts(states, 0, options, 1, dice, np.zeros((2, numbers[0])))
    yield
    batch = Batch(made, numbers, 2, 1, observe=True)
    yield
    batch.step(batch.random())
    yield
    trees = SearchTree(made, numbers[0], 64)
    trees.begin(known, 0, [1.0, 0.0, 0.0, 500, -1, 0, 1, numbers[0]], 1)
    yield
    trees.world()
    yield
    trees.run(2, None)
    yield
    trees.reroot(trees.root(0))
    yield
    if hasattr(made.spec.hidden, "exercise"):
        made.spec.hidden.exercise(made)
    for name in ("options", "step", "weigh", "forget_state"):  # what a State calls at every move
        setattr(made, name, direct(getattr(made, name)))


class Batch:
    """Many games of one kind side by side, for learning and statistics.

    `masks` (n, moves), `turns` (n), `done` (n) and `rewards` (n, seats) are NumPy arrays that
    every step fills anew. Chance is played by itself; a game that has ended shows its rewards
    once, with `done` 1, and is already the next game.

    With `observe` every step also fills `observe()`, (n, features) of int8: what the seat to move
    knows; and, where a game has ended, `final`: what the seat that moved last knew at the end.
    """

    def __init__(
        self, made: Machine, numbers: list[int], n: int, seed: int, observe: bool = False
    ) -> None:
        import numpy as np

        self._machine = made
        self._options = made.integers(numbers)
        self._luck = made.luck(seed)
        self._room = made.room()
        self.states = made.states(n)
        self.masks = np.zeros((n, made.spec.rules.SEAT_MOVES), np.uint8)
        self.turns = np.zeros(n, np.int8)
        self.done = np.zeros(n, np.uint8)
        self.rewards = np.zeros((n, numbers[0]))
        self._moves = np.zeros(n, np.int64)
        self._known, size = made.states(), made.spec.observed.size
        self._observing = observe
        self._seen = np.zeros((n if observe else 0, size), np.int8)
        self.final = np.zeros((n if observe else 0, size), np.int8)
        made.reset_batch(self.states, self._options, self._luck, self._room, self.masks, self.turns)
        if observe:
            made.observe_batch(self.states, self.turns, self._known, self._seen)

    def random(self) -> Any:
        """A uniformly random legal move for each game."""
        self._machine.pick_batch(self.states, self._luck, self._moves)
        return self._moves

    def step(self, moves: Any) -> None:
        """Make moves[i] in game i, for all games. An illegal one is refused, and none is made."""
        import numpy as np

        moves = np.asarray(moves, np.int64)
        if moves.shape != self._moves.shape:
            raise ValueError(f"One move for each of {len(self._moves)} games is needed.")
        if not self._machine.compiled:
            moves = moves.tolist()  # interpreted rules shift Python's integers, not NumPy's
        game = self._machine.illegal_batch(moves, self.masks)
        if game >= 0:
            raise ValueError(f"Move {moves[game]} is not legal in game {game}.")
        self._machine.step_batch(
            self.states, moves, self._options, self._luck, self._room,
            self.masks, self.turns, self.done, self.rewards, self._known, self.final,
        )  # fmt: skip
        if self._observing:  # a second pass over the games is faster than one that does both
            self._machine.observe_batch(self.states, self.turns, self._known, self._seen)

    def observe(self) -> Any:
        """What the seat to move knows in each game, (n, features) of int8: the array that every
        step fills, or one made now if the batch was not asked to `observe`."""
        import numpy as np

        if self._observing:
            return self._seen
        seen = np.zeros((len(self.turns), self._seen.shape[1]), np.int8)
        self._machine.observe_batch(self.states, self.turns, self._known, seen)
        return seen

"""What runs the rules of one game: the same operations, interpreted or compiled."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from ryumon.kernel import batch, fields, ops, rng, search
from ryumon.kernel.batch import Batch
from ryumon.kernel.cache import beyond, folder
from ryumon.kernel.jit import compiler, interpreted, link
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
        self._beginnings: dict[tuple[int, ...], Any] = {}
        if compiled:
            home = folder(beyond(spec)) if cached else None
            self.cached = home is not None
            wrap = compiler(str(home) if home else None)
            self.dtype = fields.record_type(spec.name, self.fields)
        else:
            wrap = interpreted
        roots = [*ops.GENERIC, *batch.GENERIC, *search.GENERIC, *getattr(spec.hidden, "ROOTS", ())]
        self.__dict__.update(link(roots, spec.operations(), wrap))
        if compiled:
            from ryumon.kernel import block

            for rule, more in ops.BLOCKS.items():
                block.enter(self, rule.__name__, more)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # the operations

    def states(self, n: int = 1) -> Any:
        """Room for n states."""
        if self.compiled:
            import numpy as np

            return np.zeros(n, self.dtype)
        return [self.plain() for _ in range(n)]

    def block(self) -> Any:
        """Room for one state, as what plays single moves takes it. It has a `copy()`."""
        return bytearray(self.dtype.itemsize) if self.compiled else self.plain()

    def begun(self, numbers: tuple[int, ...]) -> Any:
        """A block in which nothing has been done yet, with these options."""
        if numbers not in self._beginnings:
            block = self.block()
            self.setup(self.array(block), 0, self.integers(list(numbers)))
            self._beginnings[numbers] = block
        return self._beginnings[numbers].copy()

    def array(self, block: Any) -> Any:
        """The state of a block as an array of one: the same state, not a copy."""
        if self.compiled:
            import numpy as np

            return np.ndarray(1, self.dtype, block)
        return [block]

    def to_plain(self, states: Any, i: int = 0) -> Any:
        """states[i] as a plain object of its own."""
        if self.compiled:
            return fields.to_plain(self.plain(), self.fields, states[i])
        return states[i].clone()

    def from_plain(self, plain: Any) -> Any:
        """An array of the one state."""
        return self.array(self.block_of(plain))

    def block_of(self, plain: Any) -> Any:
        block = self.block()
        if self.compiled:
            fields.from_plain(plain, self.fields, self.array(block)[0])
        else:
            block.assign(plain)
        return block

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
    made = fields.plain_class(spec.name, spec.rules.FIELDS)
    made.most = spec.rules.MOST  # as a block of its own it is asked for room
    return made


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

    block, known = made.block(), made.states()
    states, options, dice = made.array(block), made.integers(numbers), made.luck(1)
    row = np.zeros(made.spec.observed.size, np.int8)
    made.setup(states, 0, options)
    yield
    made.deal_all(states, 0, dice)
    yield
    made.options(block)
    yield
    made.weigh(block)
    yield
    made.forget_state(states, 0, known, 0, 0)
    yield
    made.observe_state(known, 0, 0, row)
    yield
    made.look_at(block, 0, row)
    yield
    made.think(known, 0, dice)
    yield
    made.step(block, made.pick_move(states, 0, dice))
    yield
    made.playouts(states, 0, options, 1, dice, np.zeros((2, numbers[0])))
    yield
    games = Batch(made, numbers, 2, 1, observe=True)
    yield
    games.step(games.random())
    yield
    trees = SearchTree(made, numbers[0], 64)
    trees.begin(known, 0, [1.0, 0.0, 0.0, 500, -1, 0, 1, numbers[0], 0], 1)
    yield
    trees.fill_pool(0)
    yield
    trees.world()
    yield
    trees.run(2, None)
    yield
    trees.reroot(trees.root(0))
    yield
    if hasattr(made.spec.hidden, "exercise"):
        made.spec.hidden.exercise(made)

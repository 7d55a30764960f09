"""Bushido Breaker: the inner loop of the filter, compiled when the compiled rules are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ryumon.games.bushido.board import MOST
from ryumon.games.bushido.deeds import BITS, NO_FIT
from ryumon.kernel import background

if TYPE_CHECKING:
    from ryumon.games.bushido.scene import Cause, Scene
    from ryumon.kernel.machine import Machine

ROOM = 1 << 10  # states at first; doubled when there are more


class Loom:
    """`deeds.grow_layer` with its arrays. One thread at a time."""

    def __init__(self, made: Machine) -> None:
        import numpy as np

        self.made = made
        whole = [np.zeros(MOST, np.int64) for _ in range(3)]
        self.rooms = whole[0], np.zeros(MOST), whole[1], whole[2]
        self.enlarge(ROOM)

    def enlarge(self, room: int) -> None:
        import numpy as np

        self.keys, self.sums = np.zeros(room, np.int64), np.zeros(room)
        self.slots = np.full(4 * room, NO_FIT)

    def grow(self, layer: dict[int, float], scene: Scene, cause: Cause) -> dict[Any, Any]:
        """By the ninja's share in what was seen, the mass of the states one round on, and their
        shares in it."""
        import numpy as np

        n = self.weave(layer, scene, cause)
        order = np.argsort(self.keys[:n])
        keys, sums = self.keys[order], self.sums[order]
        labels, states = keys >> BITS, (keys & (1 << BITS) - 1).tolist()
        ends = (np.flatnonzero(labels[1:] != labels[:-1]) + 1).tolist()
        found, start = {}, 0
        for end in [*ends, n] if n else []:
            mass = sum(sums[start:end].tolist())
            parts = (sums[start:end] / mass).tolist()
            found[int(labels[start])] = mass, dict(zip(states[start:end], parts, strict=True))
            start = end
        return found

    def weave(self, layer: dict[int, float], scene: Scene, cause: Cause) -> int:
        """Fill `keys` and `sums`; returns how many there are."""
        import numpy as np

        if scene.record is None:
            scene.record = self.made.from_plain(scene.table)
        states = np.fromiter(layer.keys(), np.int64, len(layer))
        masses = np.fromiter(layer.values(), np.float64, len(layer))
        while True:
            n = self.made.grow_layer(
                scene.record, tuple(cause), states, masses, *self.rooms,
                self.keys, self.sums, self.slots,
            )  # fmt: skip
            if n != NO_FIT:
                return n
            self.enlarge(2 * len(self.keys))


_looms: dict[str, Loom] = {}


def loom() -> Loom | None:
    """The compiled loop, if there is one yet."""
    made = background.ready("bushido")
    if made is None:
        return None
    if "bushido" not in _looms:
        _looms["bushido"] = Loom(made)
    return _looms["bushido"]

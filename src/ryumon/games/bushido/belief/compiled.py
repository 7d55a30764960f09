"""Bushido Breaker: the inner loop of the filter as compiled code, once that is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ryumon.games.bushido.board import MOST
from ryumon.games.bushido.belief.actions import BITS, NO_FIT
from ryumon.kernel import background

if TYPE_CHECKING:
    from ryumon.games.bushido.belief.rounds import Cause, Round
    from ryumon.kernel.machine import Machine

ROOM = 1 << 10  # states at first; doubled when there are more


class CompiledFilter:
    """`actions.advance_layer` with its arrays. One thread at a time."""

    def __init__(self, machine: Machine) -> None:
        import numpy as np

        self.machine = machine
        whole = [np.zeros(MOST, np.int64) for _ in range(3)]
        self.rooms = whole[0], np.zeros(MOST), whole[1], whole[2]
        self.enlarge(ROOM)

    def enlarge(self, room: int) -> None:
        import numpy as np

        self.keys, self.sums = np.zeros(room, np.int64), np.zeros(room)
        self.slots = np.full(4 * room, NO_FIT)

    def advance(self, layer: dict[int, float], round_: Round, cause: Cause) -> dict[Any, Any]:
        """By the ninja's share in what was seen, the mass of the states one round on, and their
        shares in it."""
        import numpy as np

        n = self.join(layer, round_, cause)
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

    def join(self, layer: dict[int, float], round_: Round, cause: Cause) -> int:
        """A hash join of the layer's states with the actions that fit the round: what has the same
        key is summed up. Fills `keys` and `sums`, and returns how many there are."""
        import numpy as np

        if round_.record is None:
            round_.record = self.machine.from_plain(round_.table)
        states = np.fromiter(layer.keys(), np.int64, len(layer))
        masses = np.fromiter(layer.values(), np.float64, len(layer))
        while True:
            n = self.machine.advance_layer(
                round_.record, tuple(cause), states, masses, *self.rooms,
                self.keys, self.sums, self.slots,
            )  # fmt: skip
            if n != NO_FIT:
                return n
            self.enlarge(2 * len(self.keys))


_filters: dict[str, CompiledFilter] = {}  # made when first asked for


def compiled_filter() -> CompiledFilter | None:
    """The compiled loop, if the rules have been compiled by now."""
    made = background.ready("bushido")
    if made is None:
        return None
    if "bushido" not in _filters:
        _filters["bushido"] = CompiledFilter(made)
    return _filters["bushido"]

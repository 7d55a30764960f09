"""A game with people and bots, without a screen, a server or a file.

The terminal, the arena and the server are fronts of it. It stands on `ryumon.play` and
`ryumon.bots`, and brings neither rich nor numba nor a web framework.
"""

from ryumon.table.chance import Chance, KeyChance, SeedChance, SystemChance
from ryumon.table.table import STAND_IN, Table, after

__all__ = ["STAND_IN", "Chance", "KeyChance", "SeedChance", "SystemChance", "Table", "after"]

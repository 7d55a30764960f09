"""The arena: tournaments of bots on the same deals, with intervals, ratings and an early end.

>>> import ryumon
>>> from ryumon.lab import arena
>>> results = arena.tournament(ryumon.game("bushido", turns=5), ["random", "thumb"], games=40)
>>> [standing.games for standing in results.standings]
[40, 40]
"""

from ryumon.lab.arena.crews import Cluster, Crew, Here, Processes
from ryumon.lab.arena.play import Played, Settings
from ryumon.lab.arena.results import Results
from ryumon.lab.arena.tally import Stop
from ryumon.lab.arena.tournament import Progress, Tournament, tournament

__all__ = [
    "Cluster", "Crew", "Here", "Played", "Processes", "Progress", "Results", "Settings", "Stop",
    "Tournament", "tournament",
]  # fmt: skip

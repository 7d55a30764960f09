"""Five levels that people understand, the same in every game, from friendly to strong.

All of them are one search. What makes a level weaker is that it thinks less and chooses more
freely among moves that look good, never that it plays absurdly.
"""

from __future__ import annotations

from typing import NamedTuple

from ryumon.bots.search import Budget, SearchSettings

PATIENCE = 0.9  # seconds: no level thinks longer about a move, however slow the machine

# How to search each game, and the simulations of a dragon in matches: what one core made in 0.1 s
SETTINGS: dict[str, SearchSettings] = {
    "bushido": SearchSettings(world_tries=2),
    "schadenfreude": SearchSettings(solve_moves=8, observers=False),
    "slaughter": SearchSettings(solve_moves=8),
    "tatsu": SearchSettings(
        c_puct=0.1, prior_noise=0.0, first_play_penalty=0.02, rollout_depth=0, observers=False
    ),
    "tiger-dragon": SearchSettings(c_puct=0.7, solve_moves=8),
}
DRAGON: dict[str, int] = {
    "bushido": 8000, "schadenfreude": 4000, "slaughter": 8000, "tatsu": 6000,
    "tiger-dragon": 16000,
}  # fmt: skip
USUAL = 8000  # for a game that is not in the table


class Level(NamedTuple):
    part: int  # one of so many parts of a dragon's simulations
    softness: float  # see Search


LEVELS: dict[str, Level] = {
    "carp": Level(1024, 1.7),
    "monk": Level(512, 0.8),
    "samurai": Level(128, 0.3),
    "tiger": Level(16, 0.0),
    "dragon": Level(1, 0.0),
}


def settings_of(game: str) -> SearchSettings:
    return SETTINGS.get(game, SearchSettings())


def simulations_of(level: str, game: str) -> int:
    """The simulations of a level in matches; a dragon at the table thinks for as long as it may."""
    return max(2, DRAGON.get(game, USUAL) // LEVELS[level].part)


def budget_of(level: str, game: str) -> Budget:
    """What a level has at the table."""
    if LEVELS[level].part == 1:
        return Budget(seconds=PATIENCE)
    return Budget(simulations_of(level, game), PATIENCE)

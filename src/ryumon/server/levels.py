"""The bots that people may seat over the network."""

from __future__ import annotations

from ryumon import bots
from ryumon.server.words import Refuse


def checked_level(level: str) -> str:
    """The level, if there is one of that name. Nobody starts programs over the network."""
    if level not in bots.BOTS:
        raise Refuse("no-bot", level=level[:20], levels=list(bots.BOTS))
    return level

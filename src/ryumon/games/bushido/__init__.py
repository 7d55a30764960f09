"""Bushido Breaker: hidden movement, ninja against samurai."""

from typing import Any

from ryumon.games.bushido import (
    heuristics,
    hidden,
    observation,
    position,
    reasons,
    rules,
    sight,
    view,
    words,
)
from ryumon.play.registry import GameSpec, Option, Sides


def sides(options: dict[str, Any]) -> Sides:
    """The ninja sit first; with four players there are two of them."""
    players = options["players"]
    ninja = 2 if players == 4 else 1
    return {"ninja": tuple(range(ninja)), "samurai": tuple(range(ninja, players))}


GAME = GameSpec(
    name="bushido",
    title={"en": "Bushido Breaker", "ja": "武士道ブレイカー"},
    players=(2, 3, 4),
    default_players=2,
    rules=rules,
    sight=sight,
    words=words,
    view=view,
    position=position,
    reasons=reasons,
    heuristics=heuristics,
    hidden=hidden,
    observation=observation,
    # 99 rounds of nine decisions, of which five may be asked for first; the outcome is told in
    # eight events
    longest=2200,
    options=(
        Option(
            "turns",
            lambda players: 35 if players == 3 else 25,
            tuple(range(1, 100)),
            {
                "en": "How many turns the ninja's notepad has.",
                "ja": "忍者の記録帳のターン数。",
            },
            shown="a whole number from 1 to 99",
        ),
    ),
    sides=sides,
)

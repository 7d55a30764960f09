"""Schadenfreude (シャーデンフロイデ): trick taking in which the second highest card wins."""

from ryumon.games.schadenfreude import (
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
from ryumon.play.registry import GameSpec

GAME = GameSpec(
    name="schadenfreude",
    title={"en": "Schadenfreude", "ja": "シャーデンフロイデ"},
    players=(3, 4, 5),
    default_players=4,
    rules=rules,
    sight=sight,
    words=words,
    view=view,
    position=position,
    reasons=reasons,
    heuristics=heuristics,
    hidden=hidden,
    observation=observation,
    longest=7000,  # 50 rounds
)

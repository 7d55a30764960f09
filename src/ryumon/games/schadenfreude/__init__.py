"""Schadenfreude (シャーデンフロイデ): trick taking in which the second highest card wins."""

from typing import Any

from ryumon.games.schadenfreude import (
    heuristics,
    hidden,
    observation,
    position,
    reasons,
    rules,
    sets,
    sight,
    view,
    words,
)
from ryumon.play.refusal import Refusal
from ryumon.play.registry import GameSpec, Option

SENTENCES = {
    "en": {"set": "The tiny deck is for 3 players, not {players}."},
    "ja": {"set": "小さなデッキは3人用であり、{players}人では遊べない。"},
}


def check(options: dict[str, Any]) -> Refusal | None:
    """A deck may have no hands for so many."""
    if not sets.HANDS[sets.SETS.index(options["set"])][options["players"]]:
        return Refusal.of(SENTENCES, "set", players=options["players"])
    return None


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
    # SF-10: 50 rounds; each names a leader, deals 50 cards and plays them, in at most 12 tricks
    longest=7000,
    research=(
        Option(
            "set",
            "whole",
            sets.SETS,
            {
                "en": "The cards: all of them, or a tiny deck for research (one round).",
                "ja": "カード。全部か、研究用の小さなデッキか（1ラウンド）。",
            },
        ),
    ),
    check=check,
)

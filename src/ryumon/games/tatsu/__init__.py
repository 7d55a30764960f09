"""Tatsu: race and capture on a ring, with dice, for two."""

from ryumon.games.tatsu import (
    heuristics,
    observation,
    position,
    reasons,
    rules,
    sight,
    view,
    words,
)
from ryumon.play.registry import GameSpec, Option

GAME = GameSpec(
    name="tatsu",
    title={"en": "Tatsu", "ja": "タツ"},
    players=(2,),
    default_players=2,
    rules=rules,
    sight=sight,
    words=words,
    view=view,
    position=position,
    reasons=reasons,
    heuristics=heuristics,
    observation=observation,
    # TA-13: 1000 turns; each is a roll and two dice, and a die's move is told with the stone that
    # it frees, the one that it meets and the one that it recruits
    longest=9010,
    is_open=True,
    options=(
        Option(
            "corners",
            rules.CORNER_TYPES,
            rules.LAYOUTS,
            {
                "en": "What the corners 4, 8, 12, 16, 20 and 24 recruit, as six letters (TA-2).",
                "ja": "角の区画4、8、12、16、20、24が補充する龍（6文字、TA-2）。",
            },
            shown={
                "en": "six letters for the corners 4, 8, 12, 16, 20 and 24, two each of V, W and F",
                "ja": "角4、8、12、16、20、24の順の6文字（V、W、Fを2つずつ）",
            },
        ),
    ),
    sides=lambda _: {"black": (0,), "white": (1,)},
)

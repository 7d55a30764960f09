"""Slaughter the Dragon, Ha (魔龍屠るべし 破): trick taking with hand manipulation."""

from ryumon.games.slaughter import (
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
from ryumon.play.registry import GameSpec, Option

GAME = GameSpec(
    name="slaughter",
    title={"en": "Slaughter the Dragon", "ja": "魔龍屠るべし 破"},
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
    # five rounds: 48 cards dealt and played, trump, 4 to summon, 13 to divide, 8 gifts; a viewer
    # hears of each card played, and of at most 16 tricks and what is picked up with them
    longest=1000,
    options=(
        Option(
            "advanced",
            False,
            (False, True),
            {
                "en": "With purple trump, Soul-Sucking replaces the Division (SD-7).",
                "ja": "切り札が紫のとき、分身の術の代わりに吸魂の術を使う（SD-7）。",
            },
        ),
    ),
)

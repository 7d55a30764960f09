"""Tiger & Dragon (タイガー&ドラゴン): shed your tiles, and choose the one that you end on."""

from typing import Any

from ryumon.games.tiger_dragon import (
    battlefields,
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
from ryumon.play.registry import GameSpec, Option, Sides, each_alone


SENTENCES = {
    "en": {
        "teams": "Teams are for 4 players, not {players}.",
        "set": "The tiny set is for 2 players, not {players}.",
    },
    "ja": {
        "teams": "チーム戦は4人用であり、{players}人では遊べない。",
        "set": "小さな牌のセットは2人用であり、{players}人では遊べない。",
    },
}


def check(options: dict[str, Any]) -> Refusal | None:
    """TD-8: partners sit opposite, so teams are for four. A set may have no hands for so many."""
    players = options["players"]
    if options["teams"] and players != 4:
        return Refusal.of(SENTENCES, "teams", "TD-8", players=players)
    if not sets.HANDS[sets.SETS.index(options["set"])][players]:
        return Refusal.of(SENTENCES, "set", players=players)
    return None


def sides(options: dict[str, Any]) -> Sides:
    """TD-8: partners sit opposite."""
    return {"team 0": (0, 2), "team 1": (1, 3)} if options["teams"] else each_alone(options)


GAME = GameSpec(
    name="tiger-dragon",
    title={"en": "Tiger & Dragon", "ja": "タイガー&ドラゴン"},
    players=(2, 3, 4, 5),
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
    # every round gives a point at least, so below 10 each five players stay for 45 rounds, and the
    # 46th ends it; a round: the battlefield, 37 tiles dealt, 5 foretold, 37 laid or shown to be the
    # last but one, two by two with 4 answers between them, and how it ended
    longest=10_000,
    options=(
        Option(
            "teams",
            False,
            (False, True),
            {
                "en": "Two against two, partners opposite, to 15 points (TD-8).",
                "ja": "向かい合う2人ずつの組で15点を目指す（TD-8）。",
            },
        ),
        Option(
            "field",
            "dojo",
            battlefields.SETTINGS,
            {
                "en": "The battlefield card: which, a random one, or a new one each round (TD-1).",
                "ja": "戦場カード。1枚を選ぶか、無作為か、ラウンドごとに無作為か（TD-1）。",
            },
        ),
    ),
    research=(
        Option(
            "set",
            "whole",
            sets.SETS,
            {
                "en": "The tiles: all of them, or a tiny set for research (one round).",
                "ja": "牌。全部か、研究用の小さなセットか（1ラウンド）。",
            },
        ),
    ),
    check=check,
    sides=sides,
)

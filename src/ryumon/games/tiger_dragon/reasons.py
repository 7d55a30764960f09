"""Tiger & Dragon: why a good player would think of a move, in words.

What is said is a fact about the move, from what the seat to move knows; it does not judge.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.tiger_dragon.heuristics import unseen
from ryumon.games.tiger_dragon.rules import (
    ATTACK, DEFEND, FORETELL, FORETELLS, FORETELLS_NONE, KINDS, LAP, PASS, answers, finish, number,
    partners, size,
)  # fmt: skip

SENTENCES = {
    "en": {
        "foretell": "You hold {count} of it, and it would be worth more as your last tile.",
        "foretell-none": "No number stands out in your hand.",
        "last": "It is your last tile: you go out with {points} point{points:|s}.",
        "safe": "Nobody can answer it: everything that could has been seen.",
        "copies": "You hold {count} of it, which leaves {unseen} unseen tile{unseen:|s} that could "
                  "answer it.",
        "few": "Only {unseen} tile{unseen:|s} unseen could answer it.",
        "open": "As the last tile it would bring {points} point{points:|s}, and {unseen} unseen "
                "tiles could answer it: it can go now.",
        "defend": "It sheds a tile, and the next attack is yours.",
        "partner": "Your partner attacks.",
        "pass": "It keeps your tiles for an attack that matters more.",
        "down": "As the last tile it would bring {points} point{points:|s}, and {unseen} unseen "
                "tile{unseen:|s} could answer it: it can lie face down.",
    },
    "ja": {
        "foretell": "{count}枚持っていて、最後の牌にすれば得点が増える。",
        "foretell-none": "手牌にとびぬけた数字がない。",
        "last": "最後の牌なので、{points}点で上がれる。",
        "safe": "受けられる牌はすべて見えていて、誰も受けられない。",
        "copies": "{count}枚持っているので、見えていない牌のうち受けられるのは{unseen}枚である。",
        "few": "見えていない牌のうち、受けられるのは{unseen}枚だけである。",
        "open": "最後の牌としては{points}点で、見えていない牌のうち{unseen}枚が受けられる。今使って"
                "よい。",
        "defend": "牌を1枚減らせて、次は自分が攻められる。",
        "partner": "攻めているのは味方である。",
        "pass": "もっと大事な攻めのために牌を残せる。",
        "down": "最後の牌としては{points}点で、見えていない牌のうち{unseen}枚が受けられる。伏せて"
                "よい。",
    },
}  # fmt: skip

FEW = 3  # tiles that could answer: it may well get through


def why(s: Any, move: int) -> tuple[str, dict[str, Any]] | None:
    if s.phase == FORETELL:
        kind = move - FORETELLS
        named = move != FORETELLS_NONE
        held = number(s.hands[s.player], kind) if named else 0
        return ("foretell", {"count": held}) if named else ("foretell-none", {})
    if move == PASS:
        return ("partner" if partners(s, s.player, s.attacker) else "pass"), {}
    if move >= KINDS:
        return None
    facts = {
        "points": finish(s, s.player, move),
        "count": number(s.hands[s.player], move),
        "unseen": size(unseen(s) & answers(move)),
    }
    if s.phase == LAP:
        return "down", facts
    if s.sizes[s.player] == 1:
        return "last", facts
    if s.phase == DEFEND:
        return "defend", facts
    return (_attack(facts), facts) if s.phase == ATTACK else None


def _attack(facts: dict[str, int]) -> str:
    if facts["unseen"] == 0:
        return "safe"
    if facts["count"] > 1:
        return "copies"
    return "few" if facts["unseen"] <= FEW else "open"

"""Tatsu: why a good player would think of one use of a die, in words.

What is said is a fact about the step, as everyone can see it; it does not judge.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.tatsu.heuristics import danger, threats
from ryumon.games.tatsu.rules import LETTERS, MOVE, TYPES, apply
from ryumon.games.tatsu.sight import effect, freed_by, met_by, stone_at, stone_of
from ryumon.games.tatsu.words import STEPS, STONE, Step

SENTENCES = {
    "en": {
        "win": "It wins the game.",
        "destroy": "Fire destroys the enemy's {on}.",
        "expel": "Water drives the enemy's {on} off the ring.",
        "entangle": "Vine holds the enemy's {on} beneath it.",
        "hold": "Two stones on a segment are safe: it covers your {on}.",
        "recruit": "It ends on a corner and recruits a {recruit}.",
        "escape": "The {stone} escapes from the stone that held it.",
        "enter": "It brings a {stone} onto the ring.",
        "flee": "The {stone} is safer there than where it lies.",
        "threat": "From there the {stone} threatens an enemy stone.",
        "safe": "No enemy stone can hit the {stone} there with one die.",
    },
    "ja": {
        "win": "これで勝つ。",
        "destroy": "火の龍が相手の{on}を破壊する。",
        "expel": "水の龍が相手の{on}を輪の外へ押し出す。",
        "entangle": "蔓の龍が相手の{on}を下に捕らえる。",
        "hold": "同じ区画に2つあれば安全で、自分の{on}を守れる。",
        "recruit": "角に止まり、{recruit}を仲間にできる。",
        "escape": "{stone}が、上にいる石から逃れる。",
        "enter": "{stone}を輪に入れられる。",
        "flee": "{stone}は、今の場所よりそこのほうが安全である。",
        "threat": "そこからなら{stone}が相手の石を狙える。",
        "safe": "そこなら、さいころ1つで{stone}を狙える相手の石はない。",
    },
}  # fmt: skip


def why(s: Any, move: int) -> tuple[str, dict[str, Any]] | None:
    if s.phase != MOVE or move >= len(STEPS):
        return None
    step = STEPS[move]
    p, t = s.player, stone_of(s, step)
    then = s.clone()
    apply(then, move)
    if then.winner == p:
        return "win", {}
    met, kind = met_by(s, step), s.corner[step.to - 1]
    if met and met[0] != p:
        return effect(p, t, met[0]), {"on": _stone(met[1])}
    if kind >= 0 and s.tray[p * TYPES + kind] > 0:
        return "recruit", {"recruit": _stone(kind)}
    if met:
        return "hold", {"on": _stone(met[1])}
    said = _quiet(s, then, step, t)
    return None if said is None else (said, {"stone": _stone(t)})


def _stone(t: int) -> dict[str, str]:
    return {language: words[LETTERS[t]] for language, words in STONE.items()}


def _quiet(s: Any, then: Any, step: Step, t: int) -> str | None:
    """Of a step that ends alone on a segment."""
    if step.kind != "move":
        return step.kind
    after = danger(then, s.player, t, step.to - 1)
    covered = freed_by(s, step) or stone_at(s.outer, step.start)
    if not covered and danger(s, s.player, t, step.start - 1) > after:
        return "flee"
    if threats(s, s.player, t, step.to - 1):
        return "threat"
    return None if after else "safe"

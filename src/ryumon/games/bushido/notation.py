"""Bushido Breaker: how moves and places are written."""

from __future__ import annotations

from ryumon.games.bushido.board import (
    HIDE, MOVES, NONE, ONE, ONE_OR_SAME, SABOTAGE, SAMURAI, SMOKE, TWO, TWO_OR_SAME,
)  # fmt: skip
from ryumon.kernel.bits import members

PLACES = ["chamber", "corridor", "castle", "dojo", "west", "east", "daimyo", "dining"]
SPECIALS = [
    "shurikens", "diagonal", "blowgun", "metsubushi",
    "reinforcements", "repair", "showdown", "revelation",
]  # fmt: skip
ACTIONS = [
    "kunai", "shuriken", "sabotage", "move", "hide", "shurikens", "diagonal", "blowgun",
]  # fmt: skip
PLAYED = ["katana", "yumi", "search", "alarm", "exits"]
MEN = [f"s{x + 1}" for x in range(SAMURAI)]
_POSTS = PLACES[1:]

# the moves in the order of their numbers (rules.py)
NAMES = [
    *(f"special:{special}" for special in SPECIALS),
    "gate:west",
    "gate:east",
    *(f"kunai:{man}" for man in MEN),
    *(f"shuriken:{man}" for man in MEN),
    "sabotage",
    *(f"move:{place}" for place in PLACES),
    "hide",
    *(f"shurikens:{MEN[a]},{MEN[b]}" for a, b in zip(ONE, TWO, strict=True)),
    *(f"diagonal:{place}" for place in PLACES),
    *(f"blowgun:{man}" for man in MEN),
    *(f"{man}:{card}" for man in MEN for card in [*PLAYED, *(f"move:{p}" for p in _POSTS)]),
    "metsubushi",
    "smoke",
    "no",
    *(f"reinforce:{_POSTS[a]},{_POSTS[b]}" for a, b in zip(ONE_OR_SAME, TWO_OR_SAME, strict=True)),
    *(f"repair:{_POSTS[a]},{_POSTS[b]}" for a, b in zip(ONE, TWO, strict=True)),
    *(f"repair:{place}" for place in _POSTS),
    "revelation",
    "showdown",
    "none",
    *(f"{man}:move:chamber" for man in MEN),
    *(f"reinforce:chamber,{place}" for place in PLACES),
    "repair:chamber",
    *(f"repair:chamber,{place}" for place in _POSTS),
]
IDS = {name: k for k, name in enumerate(NAMES)}


# every set of places once: each view names the same few again and again
_SETS = [tuple(PLACES[place] for place in members(mask)) for mask in range(1 << len(PLACES))]


def places(mask: int) -> list[str]:
    return [*_SETS[mask]]


def men(mask: int) -> list[str]:
    return [MEN[x] for x in members(mask)]


assert NAMES.index("hide") == HIDE
assert NAMES.index("sabotage") == SABOTAGE
assert NAMES.index("smoke") == SMOKE
assert NAMES.index("none") == NONE
assert len(NAMES) == MOVES

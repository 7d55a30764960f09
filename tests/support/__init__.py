"""The conformance suites of the five games; the drivers are those of ryumon.testing."""

from __future__ import annotations

from typing import Any

from ryumon.testing.support import *  # noqa: F403 - the tests find all of it here
from ryumon.testing.support import LANGUAGES as LANGUAGES
from ryumon.testing.support import SUITES, Suite
from ryumon.testing.support import _walked as _walked


def _slaughter_between(s: Any, later: Any) -> bool:
    """Cards are only ever dealt or drawn into hands, and what chance has named stays named."""
    held = all(mine & ~more == 0 for mine, more in zip(s.hands, later.hands, strict=True))
    return held and s.leader in (-1, later.leader) and s.trump in (-1, later.trump)


def _schadenfreude_between(s: Any, later: Any) -> bool:
    """Cards are only ever dealt into hands, and the leader whom chance has named stays."""
    held = all(mine & ~more == 0 for mine, more in zip(s.hands, later.hands, strict=True))
    return held and s.leader in (-1, later.leader)


def _tatsu_between(s: Any, later: Any) -> bool:
    """Chance only names who starts and rolls: a turn that is passed, or the dice themselves."""
    return s.turns < later.turns or (s.mover, s.low, s.high) == (later.mover, later.low, later.high)


def _tiger_dragon_between(s: Any, later: Any) -> bool:
    """Tiles are only ever dealt into hands, and what chance has named stays named."""
    held = all(
        mine >> 4 * kind & 15 <= more >> 4 * kind & 15
        for mine, more in zip(s.hands, later.hands, strict=True)
        for kind in range(10)
    )
    return held and s.starter in (-1, later.starter) and s.field in (-1, later.field)


# battlefields differ in a table alone, which tests/rules covers: here those that play otherwise
TIGER_DRAGON = [
    (4, False, "dojo"), (3, False, "clifftop"), (4, True, "cave"), (2, False, "random"),
    (5, False, "each-round"),
]  # fmt: skip

SUITES.update({
    "schadenfreude": Suite(
        options=[*({"players": n} for n in (3, 4, 5)), {"players": 3, "set": "tiny"}],
        rules={f"SF-{k}" for k in range(1, 11)},
        letters="SFHKW",
        longest=50 * (1 + 50 + 50),
        kinds={"first", "deal", "play", "trick", "score", "end"},
        between=_schadenfreude_between,
    ),
    "bushido": Suite(
        options=[
            {"players": 2, "turns": 25}, {"players": 2, "turns": 5}, {"players": 3, "turns": 10},
            {"players": 4, "turns": 6},
        ],
        rules={f"BB-{k}" for k in range(1, 31)},
        letters="",
        longest=6 + 99 * 9,
        kinds={
            "special", "gate", "begin", "lay", "play", "asked", "answer", "round", "shown",
            "deaths", "alarms", "chirp", "after", "end",
        },
        between=lambda s, later: True,  # there is no chance
    ),
    "slaughter": Suite(
        options=[{"players": n, "advanced": a} for n in (3, 4, 5) for a in (False, True)],
        rules={f"SD-{k}" for k in range(1, 15)},
        letters="PRBG",
        longest=1 + 5 * (48 + 1 + 4 + 12 + 48),
        kinds={
            "first", "deal", "trump", "summon", "return", "returned", "call", "divide", "divided",
            "give", "take", "repay", "play", "trick", "pick-up", "scale", "score", "end",
        },
        between=_slaughter_between,
    ),
    "tatsu": Suite(
        options=[{"players": 2, "corners": corners} for corners in ("WFWVFV", "VVWWFF")],
        rules={f"TA-{k}" for k in range(1, 14)},
        letters="VWF",
        longest=1 + 1000 * 3,
        kinds={
            "first", "roll", "move", "enter", "escape", "free", "hold", "entangle", "expel",
            "destroy", "recruit", "end",
        },
        between=_tatsu_between,
    ),
    "tiger-dragon": Suite(
        options=[
            *({"players": n, "teams": t, "field": f} for n, t, f in TIGER_DRAGON),
            {"players": 2, "set": "tiny"},
        ],
        rules={f"TD-{k}" for k in range(1, 13)},
        letters="TD",
        # each round scores, so nobody is below the goal for longer; 18 attacks, four answers each
        longest=1 + 46 * (1 + 37 + 5 + 36 + 18 * 4),
        kinds={
            "first", "field", "deal", "foretell", "attack", "pass", "defend", "lap", "last",
            "richi", "reveal", "score", "end",
        },
        between=_tiger_dragon_between,
    ),
})  # fmt: skip

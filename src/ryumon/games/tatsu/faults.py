"""Tatsu: what cannot be in a set position.

Each function yields refusals on one sort of invariant. Whether real play could have led to a
position is not decided.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.faults import Faults, first, in_words_of
from ryumon.games.tatsu.rules import (
    DRAWN, ENDED, FIRST, LETTERS, MOVE, NOBODY, NONE, ROLL, SEATS, STONES, TYPES, VINE, choices,
    extinct, full, inner_of, wins,
)  # fmt: skip
from ryumon.games.tatsu.words import COLOUR, STONE
from ryumon.kernel.bits import popcount
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.refusal import Refusal
from ryumon.play.sentence import text_of

PHASES = {FIRST: "first", ROLL: "roll", MOVE: "move", ENDED: "over"}


SENTENCES = {
    "en": {
        "turn": "In the phase {phase!q} it cannot be the turn of {seat}.",
        "rolls": "In the phase {phase!q} there cannot be {n} roll{n:|s}.",
        "dice": "There are dice, and dice left, while a seat is to move, and only then.",
        "place": "One place cannot hold two stones.",
        "outer": "An outer stone must lie over another one.",
        "over": "Only a Vine can lie over an enemy, not a {stone}.",
        "stones": "{who} has {want} {stone} stones, not {n}.",
        "lost-type": "{who} has lost a whole type: the game is over.",
        "lost-battle": "{who} has no stone in battle: the game is over.",
        "early-winner": "There is no winner before the end.",
        "winner": "{who} cannot have won like this.",
        "draw": "A draw comes after {n:,} turns in which nobody has won.",
        "choices": "What may be done now does not follow from the stones and the dice.",
        "no-choice": "No die that is left can be used: the turn would be over.",
    },
    "ja": {
        "turn": "段階{phase!q}で{seat}の番ということはない。",
        "rolls": "段階{phase!q}でダイスが{n}回振られていることはない。",
        "dice": "ダイスと残りのダイスがあるのは、石を動かす間だけである。",
        "place": "一つの場所に石は2個置けない。",
        "outer": "外側の石は別の石の上にあるはずである。",
        "over": "敵の石の上に置けるのは蔓だけで、{stone}は置けない。",
        "stones": "{who}の{stone}の石は{n}個ではなく{want}個である。",
        "lost-type": "{who}は1種類をすべて失っているので、ゲームは終わっている。",
        "lost-battle": "{who}には戦場に石がないので、ゲームは終わっている。",
        "early-winner": "終わる前に勝者はいない。",
        "winner": "{who}がこの形で勝つことはない。",
        "draw": "引き分けになるのは、{n:,}手番の間に誰も勝たなかったときである。",
        "choices": "今できることが、石とダイスに合っていない。",
        "no-choice": "残りのダイスはどれも使えないので、手番は終わっているはずである。",
    },
}
fault_of = in_words_of(SENTENCES)


def who(p: int) -> dict[str, str]:
    return {language: words[p] for language, words in COLOUR.items()}


def fault(s: Any) -> Refusal | None:
    """The first invariant that a state breaks; None for a sound one."""
    return first(s, _turn, _dice, misplaced, _stones, _end, _choices)


def _turn(s: Any) -> Faults:
    decides = {FIRST: CHANCE, ROLL: CHANCE, MOVE: s.mover, ENDED: OVER}[s.phase]
    if s.player != decides or (s.mover == NOBODY) != (s.phase == FIRST):
        yield fault_of("turn", phase=PHASES[s.phase], seat=s.player)
    least = {FIRST: 0, ROLL: 0, MOVE: 1, ENDED: 1}[s.phase]
    most = {FIRST: 0, ROLL: DRAWN - 1, MOVE: DRAWN, ENDED: DRAWN}[s.phase]
    if not least <= s.turns <= most:
        yield fault_of("rolls", "TA-13", phase=PHASES[s.phase], n=s.turns)


def _dice(s: Any) -> Faults:
    if (s.phase == MOVE) != (s.low > 0) or (s.phase == MOVE) != (s.left != NONE):
        yield fault_of("dice", "TA-3")


def misplaced(s: Any) -> Faults:
    """Stones where none can lie."""
    for places in (s.inner, s.outer):
        taken = 0
        for lying in places:
            if taken & lying:
                yield fault_of("place", "TA-4")
            taken |= lying
    if full(s) & ~(inner_of(s, 0) | inner_of(s, 1)):
        yield fault_of("outer", "TA-4")
    for p in range(SEATS):
        for t in range(TYPES):
            if t != VINE and s.outer[p * TYPES + t] & inner_of(s, 1 - p):
                yield fault_of("over", "TA-6", stone=text_of(STONE, LETTERS[t]))


def _stones(s: Any) -> Faults:
    for k in range(SEATS * TYPES):
        p, t = divmod(k, TYPES)
        lying = popcount(s.inner[k]) + popcount(s.outer[k])
        total = lying + s.tray[k] + s.mat[k] + s.dead[k]
        if total != STONES[t]:
            stone = text_of(STONE, LETTERS[t])
            yield fault_of("stones", "TA-1", who=who(p), want=STONES[t], stone=stone, n=total)


def _end(s: Any) -> Faults:
    over = [p for p in range(SEATS) if wins(s, p)]
    if s.phase != ENDED:
        for p in over:
            lost = "lost-type" if extinct(s, 1 - p) >= 0 else "lost-battle"
            yield fault_of(lost, "TA-12", who=who(1 - p))
        if s.winner != NOBODY:
            yield fault_of("early-winner", "TA-12")
    elif s.winner != NOBODY and (over != [s.winner] or s.mover != s.winner):
        yield fault_of("winner", "TA-12", who=who(s.winner))
    elif s.winner == NOBODY and (over or s.turns != DRAWN):
        yield fault_of("draw", "TA-13", n=DRAWN)


def _choices(s: Any) -> Faults:
    if s.open != (choices(s) if s.phase == MOVE else 0):
        yield fault_of("choices", "TA-11")
    if s.phase == MOVE and s.open == 0:
        yield fault_of("no-choice", "TA-11")

"""What positions of several games are refused for, in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ryumon.play.refusal import NO_RULE, Refusal
from ryumon.play.sentence import Table

Faults = Iterator[Refusal]
Check = Callable[[Any], Faults]

SENTENCES = {
    "en": {
        "turn": "It cannot be the turn of {seat} now.",
        "leader": "Before the first lead is drawn there is no leader; afterwards there is one.",
        "two-places": "{cards} cannot be in two places.",
        "missing": "{cards} {n:is|are} missing.",
        "strange": "{cards} {n:is|are} not in the game of {players} players.",
        "in-trick": "A card in the trick must also be among the cards played.",
        "taken-twice": "{cards} cannot have been taken twice.",
        "size": "Seat {seat} should have {want} card{want:|s}, not {held}.",
        "tricks": "There cannot be {tricks} finished trick{tricks:|s} now.",
        "too-long": "The trick already has too many cards.",
        "clockwise": "The trick is played clockwise from the leader.",
        "void": "Seat {seat} has been shown to have no {colour} and cannot hold any.",
    },
    "ja": {
        "turn": "今は{seat}の番ではありえない。",
        "leader": "最初のリードする人が決まるまではリードする人はなく、決まった後は必ずいる。",
        "two-places": "{cards}が二か所にあることはない。",
        "missing": "{cards}（{n}枚）が足りない。",
        "strange": "{cards}（{n}枚）は{players}人ゲームでは使わない。",
        "in-trick": "トリックの札は、場に出た札にも含まれていなければならない。",
        "taken-twice": "{cards}が二度取られることはない。",
        "size": "席{seat}の札は{held}枚ではなく{want}枚のはずである。",
        "tricks": "今の時点で終わったトリックが{tricks}個ということはない。",
        "too-long": "トリックの札がすでに多すぎる。",
        "clockwise": "トリックはリードする人から時計回りに出す。",
        "void": "席{seat}は{colour}を持たないことが示されており、持っているはずがない。",
    },
}


def no(key: str, rule: str = NO_RULE, **parts: object) -> Refusal:
    """A refusal in the words of several games."""
    return Refusal.of(SENTENCES, key, rule, **parts)


def in_words_of(table: Table) -> Callable[..., Refusal]:
    """`no` for the table of one game."""
    return lambda key, rule=NO_RULE, **parts: Refusal.of(table, key, rule, **parts)


def first(s: Any, *checks: Check) -> Refusal | None:
    """The first invariant that a state breaks; None for a sound one."""
    return next((refusal for check in checks for refusal in check(s)), None)


def misplaced(
    lots: list[int], whole: int, players: int, names: Callable[[int], list[str]]
) -> Faults:
    """Every card is in one of these sets, and in no two of them."""
    seen = 0
    for lot in lots:
        if seen & lot:
            yield no("two-places", cards=" ".join(names(seen & lot)))
        seen |= lot
    for key, wrong in (("missing", whole & ~seen), ("strange", seen & ~whole)):
        if wrong:
            cards = names(wrong)
            yield no(key, cards=" ".join(cards), n=len(cards), players=players)

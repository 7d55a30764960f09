"""What cannot be in a set position. The position itself is made from FIELDS."""

from typing import Any

from hidden_nim.rules import CHANCE, FIELDS, MOST_OWN, NOBODY, OVER, SEATS
from ryumon.play.defaults import out_of_range
from ryumon.play.refusal import Refusal

SENTENCES = {
    "en": {
        "turn": "It cannot be the turn of {seat} now.",
        "piles": "Seat {seat} cannot have {stones} stones left after taking {took} times.",
        "deal": "Piles are dealt one after the other: the open one, then seat 0's, then seat 1's.",
    },
    "ja": {
        "turn": "今{seat}の番であることはない。",
        "piles": "席{seat}が{took}回取ったあと{stones}個残っていることはない。",
        "deal": "山は場、席0、席1の順に配られる。",
    },
}


def fault(s: Any) -> Refusal | None:
    """What breaks the rules in a state, or None."""
    wrong = out_of_range(FIELDS, s)
    if wrong is not None:
        return wrong
    dealt = s.dealt == 1 + SEATS
    if not dealt and (any(s.took) or any(s.own[p] for p in range(SEATS) if s.dealt < 2 + p)):
        return Refusal.of(SENTENCES, "deal", "HN-1")
    if not dealt and (s.pile > 0) != (s.dealt > 0):
        return Refusal.of(SENTENCES, "deal", "HN-1")
    for p in range(SEATS):
        least = 1 if s.took[p] == 0 and s.dealt > 1 + p else 0
        if not least <= s.own[p] <= MOST_OWN - s.took[p]:
            parts = {"seat": p, "stones": s.own[p], "took": s.took[p]}
            return Refusal.of(SENTENCES, "piles", "HN-1", **parts)
    return _turn(s, dealt)


def _turn(s: Any, dealt: bool) -> Refusal | None:
    stuck = dealt and s.next in range(SEATS) and s.pile == 0 and s.own[s.next] == 0
    player = OVER if stuck else s.next if dealt else CHANCE
    winner = 1 - s.next if stuck else NOBODY
    if s.next not in range(SEATS) or (s.player, s.winner) != (player, winner):
        return Refusal.of(SENTENCES, "turn", "HN-4", seat=s.player)
    if not dealt and s.next != 0:
        return Refusal.of(SENTENCES, "turn", "HN-2", seat=s.next)
    return None

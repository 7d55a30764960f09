"""Schadenfreude: why a good player would think of a card, in words.

What is said is a fact about the card, from what the seat to move knows; it does not judge.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.schadenfreude.rules import (
    GOAL, follows, lay_card, rank, spoils, take, winner_so_far, worth,
)  # fmt: skip
from ryumon.kernel.bits import members

SENTENCES = {
    "en": {
        "lead-high": "A high lead is unlikely to end as the second highest.",
        "lead-low": "A low lead: others are likely to lie above it.",
        "take": "You would take the trick and stand at {total}.",
        "take-surely": "You take the trick and stand at {total}.",
        "push": "{who} would take the trick and go over the edge, to {total}.",
        "push-surely": "{who} takes the trick and goes over the edge, to {total}.",
        "give": "{who} would take the trick and stand at {total}.",
        "give-surely": "{who} takes the trick and stands at {total}.",
        "highest": "It is the highest so far, and the highest never wins; {who} would take the "
                   "trick.",
    },
    "ja": {
        "lead-high": "高いリードは、2番目に高い札では終わりにくい。",
        "lead-low": "低いリードなので、他の人が上に出しやすい。",
        "take": "このままなら、あなたがトリックを取って{total}点になる。",
        "take-surely": "あなたがトリックを取って{total}点になる。",
        "push": "このままなら、{who}がトリックを取り、{total}点で崖から落ちる。",
        "push-surely": "{who}がトリックを取り、{total}点で崖から落ちる。",
        "give": "このままなら、{who}がトリックを取って{total}点になる。",
        "give-surely": "{who}がトリックを取って{total}点になる。",
        "highest": "今のところ最も高く、最も高い札は勝たない。このままなら{who}がトリックを取る。",
    },
}  # fmt: skip

HIGH = 7  # a rank that few lie above


def why(s: Any, move: int) -> tuple[str, dict[str, Any]] | None:
    me, leading = s.player, s.in_trick == 0
    if leading:
        return ("lead-high" if rank(move) >= HIGH else "lead-low"), {}
    surely = "-surely" if s.in_trick == s.n - 1 else ""
    then = s.clone()
    lay_card(then, move)
    winner = winner_so_far(then)
    pile = s.piles[winner]
    for card in members(spoils(then, winner)):
        pile = take(pile, card)
    parts = {"who": winner, "total": max(0, s.scores[winner] + worth(pile))}
    if winner == me:
        return f"take{surely}", parts
    if parts["total"] > GOAL:
        return f"push{surely}", parts
    if not surely and _is_highest(then, move):
        return "highest", parts
    return f"give{surely}", parts


def _is_highest(s: Any, card: int) -> bool:
    lying = [other for other in s.trick[: s.n] if other >= 0 and follows(s, other)]
    return follows(s, card) and rank(card) == max(map(rank, lying))

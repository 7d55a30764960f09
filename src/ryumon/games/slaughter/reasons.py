"""Slaughter the Dragon: why a good player would think of a move, in words.

What is said is a fact about the move, from what the seat to move knows; it does not judge.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.slaughter.heuristics import poison
from ryumon.games.slaughter.rules import (
    DIVIDE, GIVE, PLAY, PURPLE, PUT, RANKS, REPAY, TOKEN, strength, winner_so_far,
)  # fmt: skip

SENTENCES = {
    "en": {
        "lead-purple": "A purple lead: whoever must play a higher one takes the poison.",
        "lead-trump": "It draws trumps from the others.",
        "lead-high": "A high lead is likely to take the slice while everyone can follow.",
        "lead-low": "A low lead: somebody else is likely to win the trick.",
        "clean": "It wins the trick for sure: a slice, {token} points, and no poison.",
        "worth": "It wins the trick for sure: {token} points for the slice, against {poison} of "
                 "poison.",
        "winning": "It would win the trick as it lies, with no poison in it so far.",
        "winning-poison": "It would win the trick as it lies, with {poison} of poison in it.",
        "throw": "It throws {points} of poison into the trick that {who} is winning.",
        "below": "It stays below: {who} is winning the trick, and {poison} of poison with it.",
        "spare": "{who} is winning this trick, and it spares your better cards.",
        "divide": "Kept for the second half: a colour that the first half lacks lets you throw "
                  "poison.",
        "divide-done": "Nothing more goes into the second half.",
        "rid-poison": "It rids your hand of {points} of poison.",
        "rid": "Your hand keeps its better cards.",
    },
    "ja": {
        "lead-purple": "紫のリード。それより高い紫を出さされた人が毒を引き取る。",
        "lead-trump": "他の人の切り札を引き出せる。",
        "lead-high": "全員がフォローできるうちなら、高いリードで龍の身を取りやすい。",
        "lead-low": "低いリードなので、他の人がこのトリックを取りやすい。",
        "clean": "このトリックは確実に取れる。龍の身で{token}点、毒はない。",
        "worth": "このトリックは確実に取れる。龍の身の{token}点に対して毒は{poison}点。",
        "winning": "今のところこのトリックに勝っていて、毒もまだない。",
        "winning-poison": "今のところこのトリックに勝つが、毒が{poison}点入っている。",
        "throw": "{who}が勝っているトリックに毒{points}点を投げ込める。",
        "below": "下をくぐれる。勝っているのは{who}で、毒{poison}点も付いていく。",
        "spare": "このトリックは{who}が勝っているので、良い札を温存できる。",
        "divide": "後半に回す。前半にない色があれば、毒を投げ込める。",
        "divide-done": "後半にはこれ以上回さない。",
        "rid-poison": "手札から毒{points}点を手放せる。",
        "rid": "良い札を手札に残せる。",
    },
}  # fmt: skip

HIGH = RANKS - 3  # a rank, counted from 0, that is likely to win
EARLY = 3  # tricks in which everyone is likely to follow


def why(s: Any, move: int) -> tuple[str, dict[str, Any]] | None:
    if s.phase == PLAY:
        return _lead(s, move) if s.in_trick == 0 else _follow(s, move)
    if s.phase == DIVIDE:
        return ("divide" if move < RANKS * 4 else "divide-done"), {}
    if s.phase in (PUT, GIVE, REPAY):
        points = _poison_of(move)
        return ("rid-poison", {"points": points}) if points else ("rid", {})
    return None


def _poison_of(card: int) -> int:
    return card + 1 if card < RANKS else 0


def _lead(s: Any, card: int) -> tuple[str, dict[str, Any]]:
    colour, rank = divmod(card, RANKS)
    if colour == PURPLE:
        return "lead-purple", {}
    if colour == s.trump and rank >= HIGH:
        return "lead-trump", {}
    return ("lead-high" if rank >= HIGH and s.tricks < EARLY else "lead-low"), {}


def _follow(s: Any, card: int) -> tuple[str, dict[str, Any]]:
    winner, last = winner_so_far(s), s.in_trick == s.n - 1
    lies, own = poison(s), _poison_of(card)
    if strength(s, card) > strength(s, s.trick[winner]):
        parts = {"token": TOKEN, "poison": lies + own}
        keys = ("clean", "worth") if last else ("winning", "winning-poison")
        return keys[lies + own > 0], parts
    if own:
        return "throw", {"points": own, "who": winner}
    return ("below", {"poison": lies, "who": winner}) if lies else ("spare", {"who": winner})

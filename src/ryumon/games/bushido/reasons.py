"""Bushido Breaker: why a good player would think of a move, in words.

What is said is a fact about the move, from what the seat to move knows; it does not judge.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.bushido.board import (
    ALARM, BLOWGUN, CARDS, CHAMBER, DIAGONAL, EXITS, GUARD, HIDE, KATANA, LAY, METSUBUSHI, MOVE,
    MOVES_TO, PLAY, SABOTAGE, SEARCH, YUMI, needed,
)  # fmt: skip
from ryumon.games.bushido.heuristics import STEPS, watched
from ryumon.games.bushido.view import aids
from ryumon.games.bushido.words import PLACE_WORDS, PLACES

SENTENCES = {
    "en": {
        "sabotage": "The alarm here goes off; {left} more must be down before the Chamber opens.",
        "sabotage-last": "This is the last alarm: then the Chamber is open.",
        "chamber": "The Chamber is open, and whoever gets there wins.",
        "closer": "It is a step closer to the Chamber, which is open.",
        "unwatched": "The alarm at the {place} is on, and no samurai stands there.",
        "alarm-on": "The alarm at the {place} is on.",
        "away": "It leaves the samurai guessing where you are.",
        "hide": "You stay unseen unless a samurai searches this very room.",
        "strike": "One samurai less to watch you.",
        "katana": "The ninja is at the {place} with {chance} %: a Kunai there would be its end.",
        "yumi": "It guards the samurai against a Shuriken.",
        "search": "The ninja is at the {place} with {chance} %, and may hide.",
        "alarm": "The ninja is at the {place} with {chance} %, where the alarm is still on.",
        "exits": "The ninja is at the {place} with {chance} %, and will want to leave.",
        "guard-door": "Whoever enters the Chamber comes through here.",
        "go": "The ninja is at the {place} with {chance} %.",
        "post": "It brings the samurai to where it is needed later.",
        "answer": "It saves your action of this round.",
    },
    "ja": {
        "sabotage": "ここの警報を止める。将軍の間が開くまであと{left}つ。",
        "sabotage-last": "最後の警報である。これで将軍の間が開く。",
        "chamber": "将軍の間は開いていて、入れば勝つ。",
        "closer": "開いている将軍の間に一歩近づく。",
        "unwatched": "{place}の警報は生きていて、侍もいない。",
        "alarm-on": "{place}の警報は生きている。",
        "away": "居場所を侍に絞らせない。",
        "hide": "この部屋が捜索されなければ見つからない。",
        "strike": "見張る侍が1人減る。",
        "katana": "忍者が{place}にいる見込みは{chance}%。そこで苦無を使えば討てる。",
        "yumi": "侍を手裏剣から守れる。",
        "search": "忍者が{place}にいる見込みは{chance}%で、隠れるかもしれない。",
        "alarm": "忍者が{place}にいる見込みは{chance}%で、警報はまだ生きている。",
        "exits": "忍者が{place}にいる見込みは{chance}%で、出ようとするだろう。",
        "guard-door": "将軍の間に入るには、ここを通るしかない。",
        "go": "忍者が{place}にいる見込みは{chance}%。",
        "post": "後で要る場所に侍を置ける。",
        "answer": "このラウンドの行動を守れる。",
    },
}  # fmt: skip

Reason = tuple[str, dict[str, Any]]
CARD_WORDS = {KATANA: "katana", SEARCH: "search", ALARM: "alarm", EXITS: "exits"}  # else a Move
LIKELY = 0.05  # a chance that is worth a word


def why(s: Any, move: int) -> Reason | None:
    if s.phase == LAY:
        return _action(s, move)
    if s.phase == PLAY and GUARD <= move < METSUBUSHI:
        return _card(s, *divmod(move - GUARD, CARDS))
    return ("answer", {}) if METSUBUSHI <= move <= METSUBUSHI + 1 else None


def _place(place: int) -> dict[str, str]:
    return {language: words[PLACES[place]] for language, words in PLACE_WORDS.items()}


def _action(s: Any, move: int) -> Reason:
    left = needed(s) - s.off.bit_count()
    if move == SABOTAGE:
        return ("sabotage-last", {}) if left == 1 else ("sabotage", {"left": max(left - 1, 0)})
    if MOVE <= move < HIDE:
        return _way(s, move - MOVE, left)
    if DIAGONAL <= move < BLOWGUN:
        return _way(s, move - DIAGONAL, left)
    return ("hide" if move == HIDE else "strike"), {}


def _way(s: Any, to: int, left: int) -> Reason:
    base = 0 if s.n == 2 else len(PLACES)
    if to == CHAMBER:
        return "chamber", {}
    if left <= 0 and STEPS[base + to] < STEPS[base + s.place[s.player]]:
        return "closer", {}
    if left > 0 and not s.off >> to & 1:
        return ("alarm-on" if watched(s, to) else "unwatched"), {"place": _place(to)}
    return "away", {}


def _card(s: Any, samurai: int, card: int) -> Reason | None:
    """By how likely a ninja is where the card looks."""
    to = card - MOVES_TO if card > EXITS else s.post[samurai]
    chance = _chance(s, to)
    if card == EXITS and s.off.bit_count() >= needed(s) and to == CHAMBER + 1:
        return "guard-door", {}
    if card == YUMI:
        return "yumi", {}
    if chance < LIKELY or (card == ALARM and s.off >> to & 1):
        return ("post", {}) if card > EXITS else None
    return CARD_WORDS.get(card, "go"), {"place": _place(to), "chance": round(100 * chance)}


def _chance(s: Any, place: int) -> float:
    """That at least one ninja is there, if they go their own ways."""
    missed = 1.0
    for suspect in aids(s, s.player).suspects:
        missed *= 1.0 - suspect.places.get(PLACES[place], 0.0)
    return 1.0 - missed

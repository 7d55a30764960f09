"""Schadenfreude: what cannot be in a set position.

Each function yields refusals on one sort of invariant: conservation, sizes, what has been shown.
Whether real play could have led to a position is not decided.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.faults import Faults, first, in_words_of, misplaced, no
from ryumon.games.schadenfreude.rules import (
    DEAL, ENDED, EQUAL, FIRST, GOAL, NOBODY, PLAY, hand_size, last_ones, rank, rounds, whole_deck,
    worth,
)  # fmt: skip
from ryumon.games.schadenfreude.words import SUITS as LETTERS
from ryumon.games.schadenfreude.words import cards
from ryumon.games.tricks import RANKS, of_suit
from ryumon.kernel.bits import bits_of, lowest, members, popcount
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.refusal import Refusal

SENTENCES = {
    "en": {
        "lowest": "Seat {seat} alone has the lowest score, so no lead is drawn.",
        "not-lowest": "Seat {seat} does not have the lowest score and cannot lead.",
        "cancel": "Equal ranks in the pile of seat {seat} cancel.",
        "piles": "The cards in the score piles are from finished tricks.",
        "dealing": "Before all cards are dealt nothing is played or left over.",
        "left-over": "After the deal {n} card{n:|s} must be left over.",
        "early-void": "Seat {seat} has played nothing, so it has shown nothing.",
        "points": "{points} points cannot be made in a round.",
        "score": "Seat {seat} cannot be at {score} after {points} points.",
        "early-points": "Nobody has points before a round is finished.",
        "worth": "The pile of seat {seat} is not worth {points} points.",
        "end": "The game ends when a score is above {goal} or after {rounds} rounds.",
    },
    "ja": {
        "lowest": "得点が最も低いのは席{seat}だけなので、リードする人を無作為に決めることはない。",
        "not-lowest": "席{seat}の得点は最も低くないので、リードできない。",
        "cancel": "席{seat}の得点札の同じランクは打ち消し合う。",
        "piles": "得点札は、終わったトリックから取ったものである。",
        "dealing": "配り終えるまで、札が出されたり余ったりすることはない。",
        "left-over": "配り終えたら、余りは{n}枚でなければならない。",
        "early-void": "席{seat}は何も出していないので、何も示していない。",
        "points": "1ラウンドで{points}点になることはない。",
        "score": "{points}点の後に席{seat}の得点が{score}になることはない。",
        "early-points": "ラウンドが終わるまで得点はない。",
        "worth": "席{seat}の得点札は{points}点ではない。",
        "end": "ゲームは、誰かが{goal}点を超えるか{rounds}ラウンドが終わると終了する。",
    },
}
fault_of = in_words_of(SENTENCES)


def fault(s: Any) -> Refusal | None:
    """The first invariant that a state breaks; None for a sound one."""
    return first(s, _turn, _leader, _cards, _piles, _sizes, _tricks, _voids, _points, _end)


def _turn(s: Any) -> Faults:
    if s.phase == PLAY:
        right = s.leader >= 0 and s.player == (s.leader + s.in_trick) % s.n
    else:
        right = s.player == (OVER if s.phase == ENDED else CHANCE)
    if not right:
        yield no("turn", seat=s.player)


def _leader(s: Any) -> Faults:
    last = last_ones(s)
    if (s.leader == NOBODY) != (s.phase == FIRST):
        yield no("leader", "SF-1")
    if s.phase == FIRST and popcount(last) == 1:
        yield fault_of("lowest", "SF-1", seat=lowest(last))
    if s.phase == DEAL and not last >> s.leader & 1:
        yield fault_of("not-lowest", "SF-1", seat=s.leader)


def _cards(s: Any) -> Faults:
    yield from misplaced([*s.hands, s.deck, s.rest, s.played], whole_deck(s), s.n, cards)


def _piles(s: Any) -> Faults:
    on_table = bits_of([card for card in s.trick if card >= 0])
    if on_table & ~s.played:
        yield no("in-trick", "SF-2")
    taken = 0
    for p in range(s.n):
        if taken & s.piles[p]:
            yield no("taken-twice", "SF-6", cards=" ".join(cards(taken & s.piles[p])))
        taken |= s.piles[p]
        if any(popcount(s.piles[p] & EQUAL << k) > 1 for k in range(RANKS)):
            yield fault_of("cancel", "SF-7", seat=p)
    if taken & ~s.played or taken & on_table:
        yield fault_of("piles", "SF-6")


def _sizes(s: Any) -> Faults:
    whole, size = popcount(whole_deck(s)), hand_size(s)
    dealt = whole - popcount(s.deck)
    before = s.phase in (FIRST, DEAL)
    for p in range(s.n):
        want = size - s.tricks - (s.trick[p] >= 0)
        if before:
            want = min(max(dealt - p * size, 0), size)
        if popcount(s.hands[p]) != want:
            yield no("size", "SF-1", seat=p, want=want, held=popcount(s.hands[p]))
    if before and (s.rest or s.played or dealt >= (s.n * size if s.phase == DEAL else 1)):
        yield fault_of("dealing", "SF-1")
    if not before and (s.deck or popcount(s.rest) != whole - s.n * size):
        yield fault_of("left-over", "SF-1", n=whole - s.n * size)


def _tricks(s: Any) -> Faults:
    last = hand_size(s)
    right = {PLAY: 0 <= s.tricks < last, ENDED: s.tricks == last}.get(s.phase, s.tricks == 0)
    if not right:
        yield no("tricks", "SF-2", tricks=s.tricks)
    if s.in_trick and (s.phase != PLAY or s.in_trick >= s.n):
        yield no("too-long", "SF-2")
    for k in range(s.n):
        p = (max(s.leader, 0) + k) % s.n
        if (s.trick[p] >= 0) != (k < s.in_trick):
            yield no("clockwise", "SF-2")


def _voids(s: Any) -> Faults:
    for p in range(s.n):
        for suit in members(s.void[p]):
            if of_suit(s.hands[p], suit):
                yield no("void", "SF-2", seat=p, colour=LETTERS[suit])
        if s.void[p] and not s.played:
            yield fault_of("early-void", "SF-2", seat=p)


def _points(s: Any) -> Faults:
    ranks = {rank(card) for card in members(whole_deck(s))}
    least, most = sum(x for x in ranks if x < 0), sum(x for x in ranks if x > 0)
    for p in range(s.n):
        points, score = s.points[p], s.scores[p]
        if not least <= points <= most:
            yield fault_of("points", "SF-7", points=points)
        if not max(0, points) <= score <= max(0, GOAL + points):
            yield fault_of("score", "SF-8", seat=p, score=score, points=points)
        if s.round == 0 and score:
            yield fault_of("early-points", "SF-8")
        if s.phase == ENDED and worth(s.piles[p]) != points:
            yield fault_of("worth", "SF-8", seat=p, points=points)


def _end(s: Any) -> Faults:
    above = max(s.scores[: s.n]) > GOAL
    if (s.phase == ENDED) != (above or s.round == rounds(s)):
        yield fault_of("end", "SF-9", goal=GOAL, rounds=rounds(s))

"""Schadenfreude: what cannot be in a set position.

Each function yields sentences on one sort of invariant: conservation, sizes, what has been shown.
Whether real play could have led to a position is not decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ryumon.games.schadenfreude.rules import (
    DEAL, ENDED, EQUAL, FIRST, GOAL, NOBODY, PLAY, ROUNDS, hand_size, last_ones, rank, whole_deck,
    worth,
)  # fmt: skip
from ryumon.games.schadenfreude.words import SUITS as LETTERS
from ryumon.games.schadenfreude.words import cards
from ryumon.games.tricks import RANKS, of_suit
from ryumon.kernel.bits import bits_of, lowest, members, popcount
from ryumon.kernel.ops import CHANCE, OVER

Faults = Iterator[str]


def fault(s: Any) -> str | None:
    """A sentence on the first invariant that a state breaks; None for a sound one."""
    checks = _turn, _leader, _cards, _piles, _sizes, _tricks, _voids, _points, _end
    return next((sentence for check in checks for sentence in check(s)), None)


def _turn(s: Any) -> Faults:
    if s.phase == PLAY:
        right = s.leader >= 0 and s.player == (s.leader + s.in_trick) % s.n
    else:
        right = s.player == (OVER if s.phase == ENDED else CHANCE)
    if not right:
        yield f"It cannot be the turn of {s.player} now."


def _leader(s: Any) -> Faults:
    last = last_ones(s)
    if (s.leader == NOBODY) != (s.phase == FIRST):
        yield "Before the first lead is drawn there is no leader, and afterwards there is (SF-1)."
    if s.phase == FIRST and popcount(last) == 1:
        yield f"Seat {lowest(last)} has the lowest score: no lead is drawn (SF-1)."
    if s.phase == DEAL and not last >> s.leader & 1:
        yield f"Seat {s.leader} has not the lowest score and does not lead (SF-1)."


def _cards(s: Any) -> Faults:
    seen = 0
    for lot in [*s.hands, s.deck, s.rest, s.played]:
        if seen & lot:
            yield f"{' '.join(cards(seen & lot))} cannot lie in two places."
        seen |= lot
    missing, strange = whole_deck(s) & ~seen, seen & ~whole_deck(s)
    if missing:
        yield f"{' '.join(cards(missing))} is missing."
    if strange:
        yield f"{' '.join(cards(strange))} is not in the game of {s.n} players."


def _piles(s: Any) -> Faults:
    on_table = bits_of([card for card in s.trick if card >= 0])
    if on_table & ~s.played:
        yield "A card in the trick has been played."
    taken = 0
    for p in range(s.n):
        if taken & s.piles[p]:
            yield f"{' '.join(cards(taken & s.piles[p]))} cannot have been taken twice."
        taken |= s.piles[p]
        if any(popcount(s.piles[p] & EQUAL << k) > 1 for k in range(RANKS)):
            yield f"Equal ranks in the pile of seat {p} cancel (SF-7)."
    if taken & ~s.played or taken & on_table:
        yield "The cards in the score piles are from finished tricks (SF-6)."


def _sizes(s: Any) -> Faults:
    whole, size = popcount(whole_deck(s)), hand_size(s)
    dealt = whole - popcount(s.deck)
    before = s.phase in (FIRST, DEAL)
    for p in range(s.n):
        want = size - s.tricks - (s.trick[p] >= 0)
        if before:
            want = min(max(dealt - p * size, 0), size)
        if popcount(s.hands[p]) != want:
            yield f"Seat {p} should have {want} cards, not {popcount(s.hands[p])}."
    if before and (s.rest or s.played or dealt >= (s.n * size if s.phase == DEAL else 1)):
        yield "Before all is dealt nothing is played or left over."
    if not before and (s.deck or popcount(s.rest) != whole - s.n * size):
        yield f"After the deal {whole - s.n * size} cards are left over."


def _tricks(s: Any) -> Faults:
    last = hand_size(s)
    right = {PLAY: 0 <= s.tricks < last, ENDED: s.tricks == last}.get(s.phase, s.tricks == 0)
    if not right:
        yield f"There cannot be {s.tricks} finished tricks now."
    if s.in_trick and (s.phase != PLAY or s.in_trick >= s.n):
        yield "A trick cannot be that far."
    for k in range(s.n):
        p = (max(s.leader, 0) + k) % s.n
        if (s.trick[p] >= 0) != (k < s.in_trick):
            yield "The trick is played clockwise from the leader (SF-2)."


def _voids(s: Any) -> Faults:
    for p in range(s.n):
        for suit in members(s.void[p]):
            if of_suit(s.hands[p], suit):
                yield f"Seat {p} has shown to have no {LETTERS[suit]} and cannot hold any (SF-2)."
        if s.void[p] and not s.played:
            yield f"Seat {p} has played nothing and shown nothing."


def _points(s: Any) -> Faults:
    ranks = {rank(card) for card in members(whole_deck(s))}
    least, most = sum(x for x in ranks if x < 0), sum(x for x in ranks if x > 0)
    for p in range(s.n):
        points, score = s.points[p], s.scores[p]
        if not least <= points <= most:
            yield f"{points} points cannot be made in a round (SF-7)."
        if not max(0, points) <= score <= max(0, GOAL + points):
            yield f"Seat {p} cannot stand at {score} after {points} points (SF-8)."
        if s.round == 0 and score:
            yield "Nobody has points before a round is finished (SF-8)."
        if s.phase == ENDED and worth(s.piles[p]) != points:
            yield f"The pile of seat {p} is not worth {points} points (SF-8)."


def _end(s: Any) -> Faults:
    above = max(s.scores[: s.n]) > GOAL
    if (s.phase == ENDED) != (above or s.round == ROUNDS):
        yield f"The game ends when a score is above {GOAL} or after {ROUNDS} rounds (SF-9, SF-10)."

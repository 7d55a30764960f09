"""Slaughter the Dragon: what cannot be in a set position.

Each function yields sentences on one sort of invariant: conservation, sizes, what has been shown.
Whether real play could have led to a position is not decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ryumon.games.slaughter.rules import (
    DEAL, DIVIDE, DRAW, ENDED, FIRST, GIVE, LOST, MOON, MOON_OTHERS, NOBODY, PLAY, PURPLE, PUT,
    RANKS, REPAY, SEATS, SUIT, SUMMONED, TOKEN, TRUMP, above, colours, hand_size, points_so_far,
    unheld_trumps, whole_deck,
)  # fmt: skip
from ryumon.games.slaughter.words import COLOURS as LETTERS
from ryumon.games.slaughter.words import NAMES, cards
from ryumon.kernel.bits import bits_of, highest, members, popcount
from ryumon.kernel.ops import CHANCE, OVER

Faults = Iterator[str]
POISON = RANKS * (RANKS + 1) // 2  # all purple cards together


def fault(s: Any) -> str | None:
    """A sentence on the first invariant that a state breaks; None for a sound one."""
    checks = (
        _turn, _stage, _cards, _sizes, _tricks, _voids, _halves, _returns, _call, _gifts,
        _indicators, _scores,
    )  # fmt: skip
    return next((sentence for check in checks for sentence in check(s)), None)


def _sucks(s: Any) -> bool:
    """Is this a round of Soul-Sucking (SD-7)?"""
    return bool(s.advanced) and s.trump == PURPLE


def _clockwise(s: Any) -> list[int]:
    """The seats other than the caller, in the order in which they give and get."""
    return [(s.caller + k) % s.n for k in range(1, s.n)]


def _turn(s: Any) -> Faults:
    if s.phase in (FIRST, DEAL, TRUMP, DRAW):
        right = s.player == CHANCE
    elif s.phase == ENDED:
        right = s.player == OVER
    elif s.phase == PUT:
        right = s.player == s.summoner
    elif s.phase in (DIVIDE, REPAY):
        right = s.player == s.caller
    elif s.phase == GIVE:
        given = sum(card >= 0 for card in s.gave)
        right = s.caller >= 0 and s.player == (s.caller + 1 + given) % s.n != s.caller
    else:
        right = s.leader >= 0 and s.player == (s.leader + s.in_trick) % s.n
    if not right:
        yield f"It cannot be the turn of {s.player} now."


def _stage(s: Any) -> Faults:
    """What is settled at which point of a round (SD-2)."""
    if s.phase == FIRST and s.round > 0:
        yield "The first lead is drawn only once, before the first round (SD-1)."
    if (s.leader == NOBODY) != (s.phase == FIRST):
        yield "Before the first lead is drawn there is no leader, and afterwards there is."
    if (s.trump >= 0) != (s.phase > TRUMP):
        yield "There is a trump from its turning up to the end of the round, and only then."
    later_round = s.round > (s.phase == ENDED)
    if (s.summoner >= 0) != (later_round and s.phase > TRUMP):
        yield "The Summoning (SD-4) belongs to every round but the first."
    elif s.summoner >= 0 and s.phase < PLAY and s.summoner != s.leader:
        yield "The summoner is the leader of the round (SD-12)."
    if not (s.called >= 0) == (s.caller >= 0) == (s.phase >= DIVIDE):
        yield "From the call on, and only then, somebody has called a number (SD-5)."
    if s.phase in (GIVE, REPAY) and not _sucks(s):
        yield "Soul-Sucking (SD-7) is for the advanced game when trump is purple."
    if s.phase == DIVIDE and _sucks(s):
        yield "With purple trump the advanced game has Soul-Sucking instead of Division (SD-7)."


def _cards(s: Any) -> Faults:
    """Every card lies in one place."""
    lots = [*s.hands, *s.second, s.scale, s.deck, s.played]
    if s.phase == GIVE:
        lots += [1 << card for card in s.gave if card >= 0]
    seen = 0
    for lot in lots:
        if seen & lot:
            yield f"{' '.join(cards(seen & lot))} cannot lie in two places."
        seen |= lot
    missing, strange = whole_deck(s) & ~seen, seen & ~whole_deck(s)
    if missing:
        yield f"{' '.join(cards(missing))} is missing."
    if strange:
        yield f"{' '.join(cards(strange))} is not in the game of {s.n} players."
    on_table = bits_of([card for card in s.trick if card >= 0])
    if on_table & ~s.played:
        yield "A card in the trick has been played."
    taken = 0
    for lot in s.taken:
        if taken & lot:
            yield f"{' '.join(cards(taken & lot))} cannot have been taken twice."
        taken |= lot
    if s.phase != ENDED and taken != s.played & SUIT & ~on_table:
        yield "The purple cards taken are those played to finished tricks (SD-11)."
    if s.phase == ENDED and (taken != SUIT or s.scale & SUIT & ~s.taken[s.leader]):
        yield "In the end all purple is taken, that of the Inverted Scale by the leader (SD-12)."


def _sizes(s: Any) -> Faults:
    dealt = popcount(whole_deck(s)) - popcount(s.deck)
    for p in range(s.n):
        want = _should_have(s, p, dealt)
        held = popcount(s.hands[p]) + popcount(s.second[p])
        if held != want:
            yield f"Seat {p} should have {want} cards, not {held}."
    played = s.n * s.tricks + s.in_trick
    if popcount(s.played) != played:
        yield f"{played} cards should have been played, not {popcount(s.played)}."
    if s.phase in (FIRST, DEAL):
        if dealt >= s.n * hand_size(s) or (s.phase == FIRST and dealt):
            yield f"There cannot be {dealt} cards dealt already (SD-2)."
    elif s.deck:
        yield "Once the hands are dealt the rest is the Inverted Scale (SD-2)."


def _should_have(s: Any, p: int, dealt: int) -> int:
    """How many cards, both halves together."""
    size = hand_size(s)
    if s.phase in (FIRST, DEAL):  # one hand after the other
        return min(max(dealt - p * size, 0), size)
    if s.phase == DRAW and p == s.summoner:
        return size + SUMMONED - s.todo
    if s.phase == PUT and p == s.summoner:
        return size + s.todo
    if s.phase == GIVE:
        return size - (s.gave[p] >= 0)
    if s.phase == REPAY:
        repaid = sum(card >= 0 for card in s.got)
        return size + s.n - 1 - repaid if p == s.caller else size - (s.got[p] < 0)
    return size - s.tricks - (s.trick[p] >= 0)


def _tricks(s: Any) -> Faults:
    size = hand_size(s)
    least, most = (0, size - 1) if s.phase == PLAY else (size, size) if s.phase == ENDED else (0, 0)
    if not least <= s.tricks <= most:
        yield f"There cannot be {s.tricks} finished tricks now."
    if sum(s.tokens) != s.tricks or min(s.tokens) < 0:
        yield f"{s.tricks} tricks give as many tokens, not {s.tokens[: s.n]} (SD-11)."
    for p in range(s.n):
        if s.taken[p] and not s.tokens[p]:
            yield f"Seat {p} has taken purple but no trick (SD-11)."
    if s.in_trick >= (s.n if s.phase == PLAY else 1):
        yield "A trick cannot be that far."
    for k in range(s.n):
        p = (s.leader + k) % s.n
        if (s.trick[p] >= 0) != (k < s.in_trick):
            yield "The trick is played clockwise from the leader (SD-9)."
    if s.led != (s.trick[s.leader] // RANKS if s.in_trick else -1):
        yield "The colour led is that of the leader's card (SD-9)."


def _voids(s: Any) -> Faults:
    """What hands have shown not to have."""
    for p in range(s.n):
        if s.void[p] and s.phase < PLAY:
            yield f"Seat {p} cannot have shown anything before the tricks (SD-9)."
        for c in members(s.void[p]):
            if s.hands[p] & SUIT << c * RANKS:
                yield f"Seat {p} has shown to have no {LETTERS[c]} and cannot hold any (SD-9)."
        strays = s.trick[p] >= 0 and s.trick[p] // RANKS != s.led
        if strays and not s.void[p] >> s.led & 1:
            yield f"Seat {p} did not follow and is void in {LETTERS[s.led]} (SD-9)."
    others = (1 << colours(s)) - 2
    if s.led == PURPLE and not s.broken and s.void[s.leader] & others != others:
        yield f"Seat {s.leader} could lead purple from purple alone (SD-8)."


def _halves(s: Any) -> Faults:
    divides = s.phase in (DIVIDE, PLAY) and not _sucks(s)
    for p in range(s.n):
        if s.second[p] and not (divides and p == s.caller):
            yield f"Seat {p} cannot have a second half now (SD-5)."
    if divides:
        first, second = s.hands[s.caller], s.second[s.caller]
        if s.phase == PLAY and s.tricks == 0 and not second:
            yield f"Seat {s.caller} has divided the hand and has a second half (SD-5)."
        if second and not first and s.trick[s.caller] < 0:
            yield f"Seat {s.caller} has a second half but no first (SD-6)."
    named = s.second[s.caller] if s.phase == DIVIDE else s.put if s.phase == PUT else 0
    if s.last != (highest(named) if named else -1):
        yield "The last card named is the greatest of those named in the choice under way."


def _returns(s: Any) -> Faults:
    """SD-4: what the summoner draws and puts back."""
    under_way = s.phase in (DRAW, PUT)
    if not (0 < s.todo <= SUMMONED if under_way else s.todo == 0):
        yield f"There are {s.todo} cards left to draw or return, which cannot be (SD-4)."
    want = SUMMONED if s.summoner >= 0 and s.phase >= DIVIDE else 0
    if s.phase == PUT:
        want = SUMMONED - s.todo
    if popcount(s.put) != want:
        yield f"The summoner should have returned {want} cards, not {popcount(s.put)} (SD-4)."
    if s.put & ~s.scale:
        yield "What the summoner returned lies in the Inverted Scale (SD-4)."
    if s.phase == PUT and s.put and not above(s.hands[s.summoner], s.last):
        yield "Two cards are returned in ascending order, and none is left to follow (SD-4)."


def _call(s: Any) -> Faults:
    """SD-5: what the number called says."""
    if s.called < 0:
        return
    if s.called // RANKS != s.trump:
        yield f"{NAMES[s.called]} is no trump (SD-5)."
    higher = unheld_trumps(s) & ~s.scale
    if higher:
        yield f"{NAMES[highest(higher)]} is higher than the trump that was called (SD-5)."
    has = s.played | s.hands[s.caller] | s.second[s.caller]
    if s.called not in s.got and not has >> s.called & 1:
        yield f"Seat {s.caller} has called {NAMES[s.called]} and must have it (SD-5)."


def _gifts(s: Any) -> Faults:
    """SD-7: who has given and got, and where those cards can be."""
    order = _clockwise(s) if s.phase >= GIVE and _sucks(s) else []
    gave = [p for p in order if s.gave[p] >= 0]
    got = [p for p in order if s.got[p] >= 0]
    done = len(order) if s.phase >= REPAY else len(gave)
    back = len(order) if s.phase >= PLAY else min(len(got), s.n - 2) if s.phase == REPAY else 0
    if gave != order[:done] or got != order[:back] or _noted(s) != (done, back):
        yield "Cards are given and got clockwise from the soul-sucker (SD-7)."
        return
    given, repaid = [s.gave[p] for p in gave], [s.got[p] for p in got]
    if len({*given}) < done or len({*repaid}) < back or s.called in given:
        yield "Everybody gives, and gets, another card, and the soul-sucker's own first (SD-7)."
    if s.phase >= REPAY and order:
        near = s.hands[s.caller] | s.played | bits_of(repaid)
        if bits_of(given) & ~near:
            yield "What was given lies with the soul-sucker, or went on from there (SD-7)."
    for p in order:
        if p in got and not (s.hands[p] | s.played) >> s.got[p] & 1:
            yield f"Seat {p} got {NAMES[s.got[p]]} and must have it (SD-7)."
        passed = [c for c in (s.called, *given) if c != s.got[p] and s.hands[p] >> c & 1]
        if passed:
            yield f"Seat {p} did not get {NAMES[passed[0]]} and cannot have it (SD-7)."


def _noted(s: Any) -> tuple[int, int]:
    return sum(card >= 0 for card in s.gave), sum(card >= 0 for card in s.got)


def _indicators(s: Any) -> Faults:
    turned = s.round + (TRUMP < s.phase < ENDED)
    want = 2 * colours(s) - turned
    if sum(s.indicators) != want:
        yield f"There should be {want} indicators left, not {sum(s.indicators)} (SD-1)."
    if s.trump >= 0 and s.indicators[s.trump] > 1:
        yield f"An indicator of {LETTERS[s.trump]} lies open, so one at most is left (SD-1)."


def _scores(s: Any) -> Faults:
    total = TOKEN * hand_size(s) - POISON
    totals, row = [0] * s.n, []
    for r in range(s.round):
        if min(totals) <= LOST:
            yield f"Somebody stood at -100 before round {r + 1}: the game was over (SD-3)."
        row = [s.sheet[r * SEATS + p] for p in range(s.n)]
        totals = [a + b for a, b in zip(totals, row, strict=True)]
        if sorted(row) == [MOON_OTHERS] * (s.n - 1) + [MOON]:  # SD-14
            continue
        if sum(row) != total:
            yield f"The points of round {r + 1} sum to {sum(row)}, not {total} (SD-13)."
        if not -POISON < min(row) <= max(row) < TOKEN * hand_size(s):
            yield f"The points of round {r + 1} cannot be made (SD-13)."
    if (s.phase == ENDED) != (min(totals) <= LOST or s.round == s.n):
        yield "The game ends at -100 or after the last round, and only then (SD-3)."
    elif s.phase == ENDED and row != [points_so_far(s, p) for p in range(s.n)]:
        yield "The points of the last round follow from its tokens and purple cards (SD-13)."

"""Slaughter the Dragon: who sees what.

`forget` builds a state from what one viewer knows. `narrate` says what a move shows. `world` fills
a forgotten state with one of the placements that fit (hidden.py), `unwind` finds a legal record
that leads to it. Only `forget` and `narrate` see the true state.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ryumon.games.placing import drawn_world
from ryumon.games.slaughter import hidden
from ryumon.games.slaughter.hidden import UNSEEN
from ryumon.games.slaughter.rules import (
    CARDS, DEAL, DIVIDE, DONE, DRAW, ENDED, FIELDS, GIVE, NOBODY, PLAY, PUT, REPAY, SEATS, SUMMONED,
    TRUMP, payoffs, reason, repay_to, score, shooter_of, whole_deck,
)  # fmt: skip
from ryumon.games.slaughter.words import CARD_OF, IDS, NAMES, cards, name_of_colour, number_of
from ryumon.games.tricks import Back, RANKS, lowest_cards
from ryumon.kernel.bits import bits_of, lowest, members, popcount
from ryumon.kernel import fields
from ryumon.kernel.jit import njit
from ryumon.play.event import Event, winners

# --- what a viewer knows --------------------------------------------------------------------


open_part = fields.open_part(FIELDS)


@njit
def forget(s, known, viewer):
    open_part(s, known, viewer)
    known.todo = SUMMONED if s.phase == PUT else s.todo
    if s.summoner == viewer:
        known.put = s.put
    known.scale = s.scale if s.phase == ENDED else s.scale & known.put  # SD-12
    pool = whole_deck(s) & ~s.played & ~known.scale
    for p in range(SEATS):
        pool &= ~(known.hands[p] | known.second[p])
    pool = gifts(s, known, viewer, pool)
    if s.phase <= DEAL:
        known.deck = pool
    else:
        fill(s, known, viewer, pool)


@njit
def gifts(s, known, viewer, pool):
    """SD-7: own gifts, and all of them for the soul-sucker once taken. Returns what is left."""
    for p in range(SEATS):
        if s.gave[p] >= 0:
            sees = viewer == p or (viewer == s.caller and s.phase != GIVE)
            known.gave[p] = s.gave[p] if sees else UNSEEN
            if s.phase == GIVE and sees:
                pool &= ~(1 << s.gave[p])
        if s.got[p] >= 0:
            known.got[p] = s.got[p] if knows_got(s, viewer, p) else UNSEEN
    return pool


@njit
def knows_got(s, viewer, p):
    """A gift that was played shows itself if it is known to have come from the soul-sucker."""
    if viewer == p or viewer == s.caller:
        return True
    if s.played >> s.got[p] & 1 == 0:
        return False
    return s.got[p] == s.called or (0 <= viewer < SEATS and s.got[p] == s.gave[viewer])


@njit
def fill(s, known, viewer, pool):
    """Own choices under way as they are; for the rest the lowest cards, in the right numbers."""
    naming = s.player == viewer and (s.phase == PUT or s.phase == DIVIDE)
    if naming:
        known.todo = s.todo
        known.last = s.last
    hides = s.phase == PUT and s.summoner != viewer  # others do not see a choice half made
    for p in range(s.n):
        if p != viewer:
            size = popcount(s.hands[p])
            if s.phase == DIVIDE:
                size += popcount(s.second[p])
            elif hides and p == s.summoner:
                size += popcount(s.put)
            elif s.phase == GIVE and s.gave[p] >= 0:
                known.gave[p] = lowest(pool)
                pool &= pool - 1
            known.hands[p] = lowest_cards(pool, size)
            pool ^= known.hands[p]
            if s.phase == PLAY:
                known.second[p] = lowest_cards(pool, popcount(s.second[p]))
                pool ^= known.second[p]
    known.scale |= pool


# --- what a move shows ----------------------------------------------------------------------


def narrate(b: Any, move: int, a: Any) -> Iterator[Event]:
    """What the move shows, given the states before and after it."""
    name = NAMES[move]
    seat = b.player
    if b.phase == PLAY:
        yield Event("play", {"seat": seat, "move": name})
        if a.in_trick == 0:
            yield from _trick_over(b, move, a)
    elif b.phase == DIVIDE:
        if move == DONE:
            sizes = {"first": popcount(b.hands[seat]), "second": popcount(b.second[seat])}
            yield Event("divided", {"seat": seat, "move": name, **sizes})
        else:
            yield Event("divide", None, {seat: {"seat": seat, "move": name}})
    elif b.phase == DEAL:
        if a.phase == TRUMP:
            hands = {p: {"cards": cards(a.hands[p])} for p in range(a.n)}
            yield Event("deal", {"round": a.round + 1, "leader": a.leader}, hands)
    elif b.phase == PUT:
        yield Event("return", None, {seat: {"seat": seat, "move": name}})
        if a.phase != PUT:
            yield Event("returned", {"seat": seat})
    elif b.phase == DRAW:
        yield Event("summon", {"seat": b.summoner}, {b.summoner: {"move": name}})
    elif b.phase == TRUMP:
        yield Event("trump", {"move": name, "trump": name[-1]})
    elif b.phase == GIVE:
        yield Event("give", {"seat": seat, "to": b.caller}, {seat: {"move": name}})
        if a.phase == REPAY:
            taken = [[p, NAMES[a.gave[p]]] for p in range(a.n) if p != a.caller]
            yield Event("take", None, {a.caller: {"seat": a.caller, "cards": taken}})
    elif b.phase == REPAY:
        to = repay_to(b)
        both = {seat: {"move": name}, to: {"move": name}}
        yield Event("repay", {"seat": seat, "to": to}, both)
    else:
        yield Event("first", {"seat": a.leader, "move": name})
    if a.caller != NOBODY and b.caller == NOBODY:
        jutsu = "soul-sucking" if a.phase == GIVE else "division"
        called = {"seat": a.caller, "trump": name_of_colour(a.trump), "number": number_of(a.called)}
        yield Event("call", {**called, "jutsu": jutsu})


def _trick_over(b: Any, move: int, a: Any) -> Iterator[Event]:
    purple = sorted(c for c in [*b.trick, move] if 0 <= c < RANKS)
    ended = a.round != b.round
    token = "head" if ended else "body"
    yield Event("trick", {"seat": a.leader, "token": token, "cards": [NAMES[c] for c in purple]})
    if ended:
        yield from _round_over(b, a)
    elif b.second[b.caller] and not a.second[b.caller]:
        yield Event("pick-up", {"seat": b.caller, "cards": popcount(a.hands[b.caller])})


def _round_over(b: Any, a: Any) -> Iterator[Event]:
    yield Event("scale", {"seat": a.leader, "cards": cards(b.scale)})
    points = [a.sheet[b.round * SEATS + p] for p in range(a.n)]
    scores = [score(a, p) for p in range(a.n)]
    shot = shooter_of(points)
    yield Event("score", {"round": a.round, "points": points, "scores": scores, "moon": shot})
    if a.phase == ENDED:
        yield Event("end", {"winners": winners(payoffs, a, a.n), "reason": reason(a)})


# --- worlds ---------------------------------------------------------------------------------


def worlds(
    known: Any, events: list[dict[str, Any]], viewer: int, rng: random.Random, origin: Any
) -> list[str]:
    """The moves of a world that fits the viewer's knowledge. `origin`, the forgotten position that
    the events start from, if any, becomes that world's position."""
    return unwind(world(known, viewer, rng), events, viewer, origin)


def world(known: Any, viewer: int, rng: random.Random) -> Any:
    """A full state, drawn evenly from all placements that fit the forgotten state `known`."""
    return drawn_world(hidden, known, viewer, rng)


def unwind(now: Any, events: list[dict[str, Any]], viewer: int, origin: Any) -> list[str]:
    """Moves that lead to the full state `now` and show the viewer just these events.

    Goes back from `now`, round by round. What the viewer has not seen is chosen in the simplest
    legal way: the summoner drew the cards that went back, gifts returned to their givers. The
    forgotten position that the events start from, if any, is filled on the way.
    """
    rounds: list[list[dict[str, Any]]] = [[]]
    for event in events:
        if event["kind"] == "deal":
            rounds.append([])
        rounds[-1].append(event)
    back = _Back(now, viewer)
    for k, seen in reversed(list(enumerate(rounds))):
        back.enter(seen, origin if k == 0 else None)
        for event in reversed(seen):
            step = _Back.STEPS.get(event["kind"])
            if step is not None:
                step(back, event)
    if origin is not None:
        back.fill(origin)
    return back.moves[::-1]


class _Back(Back):
    """The hidden cards while going back through what a viewer saw."""

    def __init__(self, now: Any, viewer: int) -> None:
        super().__init__(now.hands, NAMES)
        self.viewer = viewer
        self.n = now.n
        self.second, self.scale = list(now.second), now.scale
        giving = now.phase == GIVE
        self.gifts = {p: now.gave[p] for p in range(now.n) if giving and now.gave[p] >= 0}
        self.own_gift = now.gave[viewer] if 0 <= viewer < now.n else -1

    def enter(self, seen: list[dict[str, Any]], origin: Any) -> None:
        """Facts of the round that is to be gone through, wherever in it they were seen."""
        self.repaid: dict[int, int] = {}
        self.told: dict[int, int] = {}  # gifts whose card the viewer knows
        self.caller = self.called = -1
        if origin is not None:
            self.caller, self.called = origin.caller, origin.called
            # while cards are being given, those of the others are filler
            sees = [p for p in range(self.n) if p == self.viewer or origin.phase != GIVE]
            self.told = {p: origin.gave[p] for p in sees if 0 <= origin.gave[p] < CARDS}
        for e in seen:
            if e["kind"] == "call":
                self.caller = e["seat"]
                self.called = IDS[f"{e['trump']}{e['number']}"]
            elif e["kind"] == "give" and "move" in e:
                self.told[e["seat"]] = IDS[e["move"]]
            elif e["kind"] == "take":
                self.told = {p: IDS[card] for p, card in e["cards"]}
        self.own_gift = self.told.get(self.viewer, -1)

    def pick_up(self, e: dict[str, Any]) -> None:
        p = e["seat"]
        self.second[p], self.hands[p] = self.hands[p], 0

    def reveal(self, e: dict[str, Any]) -> None:
        self.scale = bits_of([IDS[card] for card in e["cards"]])

    def divided(self, e: dict[str, Any]) -> None:
        self.moves.append(e["move"])
        if e["seat"] != self.viewer:
            for card in reversed(members(self.second[e["seat"]])):
                self.divide({"seat": e["seat"], "move": NAMES[card]})

    def divide(self, e: dict[str, Any]) -> None:
        self.second[e["seat"]] ^= 1 << IDS[e["move"]]
        self.play(e)

    def repay(self, e: dict[str, Any]) -> None:
        p, caller = e["to"], e["seat"]
        card = IDS[e["move"]] if "move" in e else self.likely_gift(self.hands[p])
        self.hands[p] ^= 1 << card
        self.hands[caller] |= 1 << card
        self.repaid[p] = card
        self.moves.append(NAMES[card])

    def likely_gift(self, hand: int) -> int:
        """A card of this hand that came from the soul-sucker: one that must have, or any."""
        for card in (self.called, self.own_gift):
            if card >= 0 and hand >> card & 1:
                return card
        return lowest(hand)

    def give(self, e: dict[str, Any]) -> None:
        if not self.gifts:
            self.part_gifts()
        p = e["seat"]
        card = self.gifts.pop(p)
        self.hands[p] |= 1 << card
        self.moves.append(NAMES[card])

    def part_gifts(self) -> None:
        """Take the gifts out of the soul-sucker's hand: those known, else what was given back, else
        any card that is free to have been one."""
        self.gifts = dict(self.told)
        mine = {self.called, self.own_gift, *self.repaid.values(), *self.told.values()}
        for k in range(1, self.n):
            p = (self.caller + k) % self.n
            if p in self.gifts:
                continue
            card = self.repaid.get(p, -1)
            if card in (-1, self.called, self.own_gift) or card in self.gifts.values():
                hand = self.hands[self.caller]
                card = next(c for c in members(hand) if c not in mine)
                mine.add(card)
            self.gifts[p] = card
        self.hands[self.caller] &= ~bits_of(list(self.gifts.values()))

    def returned(self, e: dict[str, Any]) -> None:
        if e["seat"] != self.viewer:
            low, high = members(self.scale)[:SUMMONED]
            for card in (high, low):
                self.put_back({"seat": e["seat"], "move": NAMES[card]})

    def put_back(self, e: dict[str, Any]) -> None:
        self.scale ^= 1 << IDS[e["move"]]
        self.play(e)

    def summon(self, e: dict[str, Any]) -> None:
        p = e["seat"]
        card = CARD_OF[e["move"]] if "move" in e else lowest(self.hands[p])
        self.hands[p] ^= 1 << card
        self.scale |= 1 << card
        self.moves.append("~" + NAMES[card])

    def deal(self, e: dict[str, Any]) -> None:
        super().deal(e)
        self.second, self.scale = [0] * SEATS, 0

    def fill(self, origin: Any) -> None:
        """Lay the hidden cards into a forgotten position."""
        origin.hands, origin.second, origin.scale = self.hands, self.second, self.scale
        for p, card in self.gifts.items():
            origin.gave[p] = card
        if origin.summoner not in (NOBODY, self.viewer) and origin.phase >= DIVIDE:
            origin.put = lowest_cards(self.scale, SUMMONED)
        if origin.phase != GIVE:
            self.fill_gifts(origin)

    def fill_gifts(self, origin: Any) -> None:
        """Gifts that the viewer has not seen and will learn no more of: any that may have been.

        Each is another card; one that was played and would have shown itself is none of them.
        """
        used = {self.called, *origin.gave, *origin.got}
        gone = origin.played & ~bits_of([card for card in origin.trick if card >= 0])

        def some(p: int) -> int:
            near = self.hands[p] | (1 << origin.trick[p] if origin.trick[p] >= 0 else 0)
            return next(c for c in members(near) + members(gone) if c not in used)

        for p in range(origin.n):
            if origin.got[p] == UNSEEN:
                surely = [c for c in (self.called, self.own_gift) if c in members(self.hands[p])]
                origin.got[p] = surely[0] if surely else some(p)
                used.add(origin.got[p])
        for p in range(origin.n):
            if origin.gave[p] == UNSEEN:
                back = origin.got[p] not in (-1, self.called, self.own_gift)
                origin.gave[p] = origin.got[p] if back else some(origin.caller)
                used.add(origin.gave[p])

    STEPS = {  # noqa: RUF012 - a table
        "first": Back.as_told, "deal": deal, "trump": Back.as_told, "play": Back.play,
        "pick-up": pick_up, "scale": reveal, "divided": divided, "divide": divide, "repay": repay,
        "give": give, "returned": returned, "return": put_back, "summon": summon,
    }  # fmt: skip

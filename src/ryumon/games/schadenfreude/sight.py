"""Schadenfreude: who sees what.

Hidden are the hands of the others and the cards left over; everything else lies open. `forget`
builds a state from what one viewer knows, `narrate` says what a move shows, `worlds` fills a
forgotten state with one of the placements that fit (hidden.py) and finds a legal record that leads
to it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ryumon.games.placing import drawn_world
from ryumon.games.schadenfreude import hidden
from ryumon.games.schadenfreude.rules import (
    DEAL, ENDED, FIELDS, FIRST, PLAY, lay_card, payoffs, rank, reason, spoils, take, whole_deck,
    winner_so_far,
)  # fmt: skip
from ryumon.games.schadenfreude.words import NAMES, cards
from ryumon.games.tricks import Back, lowest_cards
from ryumon.kernel.bits import members, popcount
from ryumon.kernel import fields
from ryumon.kernel.jit import njit
from ryumon.play.event import Event, winners

# --- what a viewer knows --------------------------------------------------------------------


open_part = fields.open_part(FIELDS)


@njit
def forget(s, known, viewer):
    open_part(s, known, viewer)
    pool = whole_deck(s) & ~s.played
    if s.phase <= DEAL:
        known.deck = pool  # nobody looks before all is dealt
    else:
        lay_out(s, known, viewer, pool)


@njit
def lay_out(s, known, viewer, pool):
    """For the rest the lowest cards, in the right numbers. When all has been played, what is left
    of the deck is what was left over: then everyone knows it."""
    if viewer >= 0 and viewer < s.n:
        pool ^= known.hands[viewer]
    for p in range(s.n):
        if p != viewer:
            known.hands[p] = lowest_cards(pool, popcount(s.hands[p]))
            pool ^= known.hands[p]
    known.rest = pool


# --- what a move shows ----------------------------------------------------------------------


def narrate(b: Any, move: int, a: Any) -> Iterator[Event]:
    """What the move shows, given the states before and after it."""
    if b.phase == PLAY:
        yield Event("play", {"seat": b.player, "move": NAMES[move]})
        if a.in_trick == 0:
            yield from _trick_over(b, move, a)
    elif b.phase == FIRST:
        yield Event("first", {"seat": a.leader, "move": NAMES[move]})
    elif a.phase == PLAY:
        hands = {p: {"cards": cards(a.hands[p])} for p in range(a.n)}
        yield Event("deal", {"round": a.round + 1, "leader": a.leader}, hands)


def _trick_over(b: Any, move: int, a: Any) -> Iterator[Event]:
    full = b.clone()
    lay_card(full, move)
    winner = winner_so_far(full)
    won = spoils(full, winner)
    ranks = _cancelled(full.piles[winner], won)
    told = {"cancelled": ranks} if ranks else {}
    yield Event("trick", {"seat": winner, "cards": cards(won), **told})
    if a.round != b.round:
        facts = {"points": a.points[: a.n], "scores": a.scores[: a.n]}
        yield Event("score", {"round": a.round, **facts})
    if a.phase == ENDED:
        yield Event("end", {"winners": winners(payoffs, a, a.n), "reason": reason(a)})


def _cancelled(pile: int, won: int) -> list[int]:
    """SF-7: the rank of every pair that goes when these cards come to the pile."""
    ranks: list[int] = []
    for card in members(won):
        pile = take(pile, card)
        if not pile >> card & 1:
            ranks.append(rank(card))
    return ranks


# --- worlds ---------------------------------------------------------------------------------


def worlds(
    known: Any, events: list[dict[str, Any]], viewer: int, rng: random.Random, origin: Any
) -> list[str]:
    """The moves of a world that fits the viewer's knowledge. `origin`, the forgotten position that
    the events start from, if any, becomes that world's position.

    What was played in earlier rounds lay open to all, so only hands and left-over cards of this
    round are drawn; going back through the events gives every hand as it was dealt.
    """
    now = world(known, viewer, rng)
    back = Back(now.hands, NAMES)
    steps = {"play": back.play, "deal": back.deal, "first": back.as_told}
    for event in reversed(events):
        if event["kind"] in steps:
            steps[event["kind"]](event)
    if origin is not None and origin.phase == PLAY:
        origin.hands = back.hands
        origin.rest = whole_deck(origin) & ~origin.played & ~sum(back.hands)
    return back.moves[::-1]


def world(known: Any, viewer: int, rng: random.Random) -> Any:
    """A full state, drawn evenly from all placements that fit the forgotten state `known`."""
    return drawn_world(hidden, known, viewer, rng)

"""Slaughter the Dragon: the table as data, for boards and programs."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.slaughter.hidden import known_in_scale, open_to_all, own_cards
from ryumon.games.slaughter.rules import (
    CARDS, DEAL, DIVIDE, DRAW, ENDED, FIRST, GIVE, NOBODY, PLAY, PURPLE, PUT, RANKS, REPAY, SEATS,
    SUIT, TRUMP, above, choices, colours, divisible, hand_size, playable, points_so_far, repay_to,
    score, whole_deck, winner_so_far,
)  # fmt: skip
from ryumon.games.slaughter.words import COLOURS as LETTERS
from ryumon.games.slaughter.words import NAMES, cards, number_of, rule_of
from ryumon.kernel.bits import members, popcount

PHASES = {
    FIRST: "first", DEAL: "deal", TRUMP: "trump", DRAW: "summoning", PUT: "returning",
    DIVIDE: "division", GIVE: "giving", REPAY: "repaying", PLAY: "tricks", ENDED: "over",
}  # fmt: skip


# --- the view -------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True):
    """What lies before one seat, open to all."""

    score: int
    points: list[int]  # by finished round
    tokens: int
    purple: list[str]
    hand: int  # how many cards
    second: int  # how many cards lie face down as the second half
    card: str | None  # in this trick


class Called(msgspec.Struct, frozen=True):
    seat: int
    number: int
    jutsu: str  # "division" or "soul-sucking"


class Gift(msgspec.Struct, frozen=True):
    """A card given in Soul-Sucking whose name this viewer knows."""

    giver: int
    to: int
    card: str


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    game: str
    players: int
    advanced: bool
    viewer: int
    round: int  # from 1
    rounds: int
    phase: str
    turn: int
    leader: int | None
    trump: str | None
    indicators: dict[str, int]  # left in their deck
    led: str | None
    purple_taken: bool  # may purple be led (SD-8)?
    tricks: int  # finished in this round
    of_tricks: int
    seats: list[Seat]
    scale: int  # how many cards
    played: list[str]  # face up in this round
    called: Called | None
    summoner: int | None
    hand: list[str]
    second: list[str]
    returned: list[str]  # what this viewer put into the Inverted Scale
    gifts: list[Gift]
    revealed: list[str]  # the Inverted Scale, at the end


def view(s: Any, viewer: int) -> View:
    """The view, from a forgotten state."""
    seated = 0 <= viewer < s.n
    return View(
        game="slaughter",
        players=s.n,
        advanced=bool(s.advanced),
        viewer=viewer,
        round=min(s.round + 1, s.n) if s.phase != ENDED else s.round,
        rounds=s.n,
        phase=PHASES[s.phase],
        turn=s.player,
        leader=_seat(s.leader),
        trump=_colour(s.trump),
        indicators={LETTERS[c]: s.indicators[c] for c in range(colours(s))},
        led=_colour(s.led),
        purple_taken=bool(s.broken),
        tricks=s.tricks,
        of_tricks=hand_size(s),
        seats=[_seat_view(s, p) for p in range(s.n)],
        scale=popcount(s.scale),
        played=cards(s.played),
        called=_called(s),
        summoner=_seat(s.summoner),
        hand=cards(s.hands[viewer]) if seated else [],
        second=cards(s.second[viewer]) if seated else [],
        returned=cards(s.put),
        gifts=_gifts(s, viewer),
        revealed=cards(s.scale) if s.phase == ENDED else [],
    )


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _colour(colour: int) -> str | None:
    return None if colour < 0 else LETTERS[colour]


def _seat_view(s: Any, p: int) -> Seat:
    return Seat(
        score=score(s, p),
        points=[s.sheet[r * SEATS + p] for r in range(s.round)],
        tokens=s.tokens[p],
        purple=cards(s.taken[p]),
        hand=popcount(s.hands[p]),
        second=popcount(s.second[p]),
        card=NAMES[s.trick[p]] if s.trick[p] >= 0 else None,
    )


def _called(s: Any) -> Called | None:
    if s.called < 0:
        return None
    sucking = s.advanced and s.trump == PURPLE
    return Called(s.caller, number_of(s.called), "soul-sucking" if sucking else "division")


def _gifts(s: Any, viewer: int) -> list[Gift]:
    """Gifts whose card this viewer knows; while cards are being given, only the own one."""
    found = []
    for p in range(s.n):
        if 0 <= s.gave[p] < CARDS and (p == viewer or s.phase != GIVE):
            found.append(Gift(p, s.caller, NAMES[s.gave[p]]))
        if 0 <= s.got[p] < CARDS:
            found.append(Gift(s.caller, p, NAMES[s.got[p]]))
    return found


# --- what a good player works out -----------------------------------------------------------


class Aids(msgspec.Struct, frozen=True):
    """Worked out from what the viewer saw."""

    winning: int | None  # who would win the trick as it lies
    poison: int  # points lost with the purple cards in this trick
    points: list[int]  # of this round, if it ended now
    scores: list[int]  # with them
    moon: int | None  # the only seat that can still take all purple
    unseen: dict[str, list[str]]  # by colour: cards that may still be hidden from this viewer
    # by seat: colours that the hand has shown not to have; a second half (SD-6) may hold them
    void: list[list[str]]
    in_scale: list[str]  # cards known to lie in the Inverted Scale


def aids(s: Any, viewer: int) -> Aids:
    """The aids, from a forgotten state."""
    points = [0] * s.n
    if s.phase == ENDED:
        points = [s.sheet[(s.round - 1) * SEATS + p] for p in range(s.n)]
    elif s.phase == PLAY:
        points = [points_so_far(s, p) for p in range(s.n)]
    scores = [score(s, p) + (points[p] if s.phase == PLAY else 0) for p in range(s.n)]
    in_scale = unseen = 0
    if not open_to_all(s):
        in_scale = known_in_scale(s)
        unseen = whole_deck(s) & ~s.played & ~own_cards(s, viewer) & ~in_scale
    return Aids(
        winning=_seat(winner_so_far(s)) if s.in_trick else None,
        poison=sum(c + 1 for c in s.trick if 0 <= c < RANKS),
        points=points,
        scores=scores,
        moon=_moon_candidate(s),
        unseen={LETTERS[c]: cards(unseen & SUIT << c * RANKS) for c in range(colours(s))},
        void=[[LETTERS[c] for c in members(s.void[p])] for p in range(s.n)],
        in_scale=cards(in_scale),
    )


def _moon_candidate(s: Any) -> int | None:
    takers = [p for p in range(s.n) if s.taken[p]]
    return takers[0] if len(takers) == 1 else None


# --- the decision ---------------------------------------------------------------------------


def choice(s: Any) -> dict[str, Any]:
    """The rest of the decision: pick `least` to `most` of `which`, ascending, then `then`."""
    hand = s.hands[s.player]
    which, least, most, then = choices(s), 1, 1, None
    chosen, to = 0, None
    if s.phase == PLAY:
        which = playable(s, hand)
    elif s.phase == PUT:
        chosen = s.put
        which = above(hand, s.last)
        least = most = s.todo
    elif s.phase == DIVIDE:
        chosen = s.second[s.player]
        which = divisible(s, hand) & (1 << CARDS) - 1
        least = 0 if chosen else 1
        most = min(popcount(hand) - 1, popcount(which))
        then = "done"
    elif s.phase == GIVE:
        to = s.caller
    elif s.phase == REPAY:
        to = repay_to(s)
    return {
        "kind": "pick", "seat": s.player, "rule": rule_of(s), "which": cards(which),
        "least": least, "most": most, "chosen": cards(chosen), "then": then, "to": to,
    }  # fmt: skip


def may_answer(s: Any, viewer: int) -> bool:
    """SD-7: all who give may do so at the same time."""
    return s.phase == GIVE and viewer != s.caller and s.gave[viewer] < 0

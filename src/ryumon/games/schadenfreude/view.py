"""Schadenfreude: the table as data, for boards and programs."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.schadenfreude.rules import (
    DEAL, ENDED, FIRST, GOAL, NOBODY, PLAY, SUITS, WILDS, hand_size, rank, rounds, spoils,
    whole_deck, winner_at, winner_so_far, worth,
)  # fmt: skip
from ryumon.games.schadenfreude.words import NAMES, WILD, cards
from ryumon.games.schadenfreude.words import SUITS as LETTERS
from ryumon.games.tricks import of_suit
from ryumon.kernel.bits import members, popcount

PHASES = {FIRST: "first", DEAL: "deal", PLAY: "tricks", ENDED: "over"}


# --- the view -------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True):
    """What lies before one seat, open to all."""

    score: int
    points: int  # of the last finished round
    pile: list[str]  # what counts: pairs of a rank are gone (SF-7)
    hand: int  # how many cards
    card: str | None  # in this trick


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    game: str
    players: int
    viewer: int
    round: int  # from 1
    rounds: int  # at most
    goal: int
    phase: str
    turn: int
    leader: int | None
    led: str | None  # the suit to follow
    tricks: int  # finished in this round
    of_tricks: int
    seats: list[Seat]
    left_over: int  # how many cards lie aside, unseen
    played: list[str]  # face up in this round
    hand: list[str]


def view(s: Any, viewer: int) -> View:
    """The view, from a forgotten state."""
    return View(
        game="schadenfreude",
        players=s.n,
        viewer=viewer,
        round=round_of(s),
        rounds=rounds(s),
        goal=GOAL,
        phase=PHASES[s.phase],
        turn=s.player,
        leader=_seat(s.leader),
        led=_suit(s.led),
        tricks=s.tricks,
        of_tricks=hand_size(s),
        seats=[_seat_view(s, p) for p in range(s.n)],
        left_over=popcount(s.rest),
        played=cards(s.played),
        hand=cards(s.hands[viewer]) if viewer in range(s.n) else [],
    )


def round_of(s: Any) -> int:
    """The round that is played, from 1; at the end the last one."""
    return s.round if s.phase == ENDED else s.round + 1


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _suit(suit: int) -> str | None:
    return None if suit < 0 else LETTERS[suit]


def _card(card: int) -> str | None:
    return None if card < 0 else NAMES[card]


def _seat_view(s: Any, p: int) -> Seat:
    return Seat(
        score=s.scores[p],
        points=s.points[p],
        pile=cards(s.piles[p]),
        hand=popcount(s.hands[p]),
        card=_card(s.trick[p]),
    )


# --- what a good player works out -----------------------------------------------------------


class Aids(msgspec.Struct, frozen=True):
    """Worked out from what the viewer saw."""

    winning: int | None  # who would win the trick as it lies
    takes: list[str]  # and which cards with it
    worth: list[int]  # by seat: what the score pile is worth now
    scores: list[int]  # with it
    to_goal: list[int]  # how far those scores are from 40; below 0 is out
    ahead: int | None  # who would win the game with those scores (SF-9)
    cancels: list[list[int]]  # by seat: ranks that would cancel one in the pile (SF-7)
    unseen: dict[str, list[str]]  # by suit, then the wilds: cards hidden from this viewer
    void: list[list[str]]  # by seat: suits that the hand is known not to have


def aids(s: Any, viewer: int) -> Aids:
    """The aids, from a forgotten state."""
    piles = [worth(s.piles[p]) for p in range(s.n)]
    scores = [max(0, s.scores[p] + piles[p]) for p in range(s.n)]
    if s.phase == ENDED:
        scores = s.scores[: s.n]
    winning = winner_so_far(s)
    hidden = 0
    if s.phase == PLAY:
        own = s.hands[viewer] if viewer in range(s.n) else 0
        hidden = whole_deck(s) & ~s.played & ~own
    return Aids(
        winning=_seat(winning),
        takes=[] if winning == NOBODY else cards(spoils(s, winning)),
        worth=piles,
        scores=scores,
        to_goal=[GOAL - score for score in scores],
        ahead=_seat(winner_at(scores, s.n)),
        cancels=[sorted(rank(c) for c in members(s.piles[p] & ~WILDS)) for p in range(s.n)],
        unseen={
            **{LETTERS[suit]: cards(of_suit(hidden, suit)) for suit in range(SUITS)},
            WILD: cards(hidden & WILDS),
        },
        void=[[LETTERS[suit] for suit in members(s.void[p])] for p in range(s.n)],
    )

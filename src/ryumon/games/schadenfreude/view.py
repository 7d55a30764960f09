"""Schadenfreude: the table as data, for boards, programs and set positions."""

from __future__ import annotations

from typing import Any

import msgspec

from ryumon.games.schadenfreude.faults import fault
from ryumon.games.schadenfreude.rules import (
    CARDS, DEAL, ENDED, FIRST, GOAL, NOBODY, PLAY, ROUNDS, SUITS, WILD_0, WILDS, choices, follows,
    hand_size, rank, spoils, whole_deck, winner_at, winner_so_far, worth,
)  # fmt: skip
from ryumon.games.schadenfreude.words import NAMES, WILD, cards, rule_of
from ryumon.games.schadenfreude.words import SUITS as LETTERS
from ryumon.games.tricks import RANKS, of_suit
from ryumon.kernel.bits import bits_of, members, popcount
from ryumon.kernel.ops import OVER

__all__ = ["Aids", "Position", "View", "aids", "choice", "fault", "position", "set_up", "view"]

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
        round=_round(s),
        rounds=ROUNDS,
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


def _round(s: Any) -> int:
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


# --- the decision ---------------------------------------------------------------------------


def choice(s: Any) -> dict[str, Any]:
    """The decision: pick one of `which`."""
    return {
        "kind": "pick", "seat": s.player, "rule": rule_of(s), "which": cards(choices(s)),
        "least": 1, "most": 1, "chosen": [], "then": None, "to": None,
    }  # fmt: skip


# --- set positions --------------------------------------------------------------------------


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complete position, hidden parts included. What is left out is as at the deal."""

    game: str
    players: int
    phase: str
    turn: int
    round: int = 1  # the one that is played; at the end the last one
    scores: list[int] = []
    points: list[int] = []  # of the last finished round
    leader: int | None = None
    hands: list[list[str]] = []
    undealt: list[str] = []
    left_over: list[str] = []
    played: list[str] = []  # all cards played in this round, those of the trick too
    piles: list[list[str]] = []
    trick: list[str | None] = []  # by seat
    void: list[list[str]] = []  # by seat: suits shown to be missing
    tricks: int = 0  # finished in this round


def position(s: Any) -> Position:
    return Position(
        game="schadenfreude", players=s.n, phase=PHASES[s.phase], turn=s.player, round=_round(s),
        scores=s.scores[: s.n], points=s.points[: s.n], leader=_seat(s.leader),
        hands=[cards(s.hands[p]) for p in range(s.n)],
        undealt=cards(s.deck), left_over=cards(s.rest), played=cards(s.played),
        piles=[cards(s.piles[p]) for p in range(s.n)],
        trick=[_card(s.trick[p]) for p in range(s.n)],
        void=[[LETTERS[suit] for suit in members(s.void[p])] for p in range(s.n)],
        tricks=s.tricks,
    )  # fmt: skip


def set_up(s: Any, d: Position) -> None:
    """Write a position into a state that has been started. ValueError if a part is unreadable."""
    phases = {word: phase for phase, word in PHASES.items()}
    if d.phase not in phases:
        raise ValueError(f"{d.phase!r} is no phase; there are: {', '.join(phases)}.")
    s.phase = phases[d.phase]
    s.player = _read_seat(d.turn, s.n, OVER)
    s.leader = NOBODY if d.leader is None else _read_seat(d.leader, s.n, 0)
    if not 1 <= d.round <= ROUNDS:
        raise ValueError(f"There are rounds 1 to {ROUNDS}, not {d.round}.")
    s.round = d.round if s.phase == ENDED else d.round - 1
    if not 0 <= d.tricks <= hand_size(s):
        raise ValueError(f"There are at most {hand_size(s)} tricks in a round, not {d.tricks}.")
    s.tricks = d.tricks
    for what, field, read, empty in (
        ("hands", s.hands, _read_cards, []), ("piles", s.piles, _read_cards, []),
        ("trick", s.trick, _read_card, None), ("void", s.void, _read_suits, []),
        ("scores", s.scores, _read_points, 0), ("points", s.points, _read_points, 0),
    ):  # fmt: skip
        values = getattr(d, what) or [empty] * s.n
        if len(values) != s.n:
            raise ValueError(f"`{what}` needs an entry for each of {s.n} seats.")
        for p, value in enumerate(values):
            field[p] = read(value)
    s.deck, s.rest, s.played = (_read_cards(x) for x in (d.undealt, d.left_over, d.played))
    _set_trick(s)


def _set_trick(s: Any) -> None:
    """What follows from the cards of the trick: how many, the suit, and who has shown a void."""
    s.in_trick = sum(card >= 0 for card in s.trick)
    around = [s.trick[(max(s.leader, 0) + k) % s.n] for k in range(s.n)]
    s.led = next((card // RANKS for card in around if 0 <= card < WILD_0), -1)
    for p in range(s.n):
        if s.trick[p] >= 0 and not follows(s, s.trick[p]):
            s.void[p] |= 1 << s.led


def _read_seat(seat: int, n: int, low: int) -> int:
    if not low <= seat < n:
        raise ValueError(f"There is no seat {seat}.")
    return seat


def _read_card(name: str | None) -> int:
    if name is not None and name not in NAMES[:CARDS]:
        raise ValueError(f"{name!r} is no card.")
    return -1 if name is None else NAMES.index(name)


def _read_cards(names: list[str]) -> int:
    if len(set(names)) != len(names):
        raise ValueError(f"A card stands twice in {' '.join(names)}.")
    return bits_of([_read_card(name) for name in names])


def _read_suits(letters: list[str]) -> int:
    for letter in letters:
        if len(letter) != 1 or letter not in LETTERS:
            raise ValueError(f"{letter!r} is no suit.")
    return bits_of([LETTERS.index(letter) for letter in letters])


def _read_points(points: int) -> int:
    if not -100 <= points <= 100:
        raise ValueError(f"{points} points cannot be.")
    return points

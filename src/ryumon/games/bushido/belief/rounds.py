"""Bushido Breaker: what everyone saw of each round, and what may have been behind it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ryumon.games.bushido.board import (
    AFTER, CARDS, CHAMBER, GUARD, GUARDS, IN_CHAMBER, JUDGE, MET_LAID, MOST, MOVES_TO, NINJA, NONE,
    NOTHING, SMOKE_LAID, ninjas, start,
)  # fmt: skip
from ryumon.games.bushido.belief.actions import (
    IN_CHAMBER_AT, MEETS, SENSIBLE, answer_chance, chosen_from, kind_of, list_fitting, unpack,
)  # fmt: skip
from ryumon.games.bushido.resolve import bury, move_samurai, suffer, use_special
from ryumon.games.bushido.heuristics import priors


Held = tuple[list[int], float]  # what samurai players hold, and how likely


class Cause(NamedTuple):
    """Of what the samurai of a round may have died, and what else is given."""

    k: int  # the ninja
    dead: int  # of attacks, a set
    poison: int  # who died of it, or NOTHING
    forced: int  # the ninja's action if it is known, or NOTHING
    facts: int


class Round:
    """A round: its table (see `actions`), and what may be done in it."""

    def __init__(self, t: Any, known: Any, r: int, sensible: bool) -> None:
        self.r = r
        self.table = self.aftermath = t.clone()  # the latter: when the round is over, unanswered
        self.facts = SENSIBLE if sensible else 0  # are the ninja thought to choose sensibly?
        self.chances: dict[Any, dict[int, float]] = {}
        self.fits: dict[Any, list[tuple[int, float, int, int]]] = {}
        self.record: Any = None  # the table for compiled rules
        # what a viewer knew that began to look in this round, and which seat that was
        self.began: tuple[Any, int] | None = None
        # what samurai players hold when it is over, by what they picked, and how likely; None if
        # they cannot have picked that
        self.declined: dict[Any, Held | None] = {}
        self.movers = self.dead = self.flipped = 0
        if r == known.round:
            return
        t = self.table
        self.dead, self.flipped = known.dead[r], known.flipped[r]
        t.flipped[r], t.chirps[r] = known.flipped[r], known.chirps[r]
        for at in range(NINJA * r, NINJA * r + NINJA):
            t.fate[at], t.shown[at], t.shown_at[at] = (
                known.fate[at], known.shown[at], known.shown_at[at],
            )  # fmt: skip
            t.word[at] = known.word[at]
            t.reacted[at] = known.reacted[at] & (MET_LAID | SMOKE_LAID)
        for move in known.played[GUARDS * r : GUARDS * r + GUARDS]:
            if move >= 0 and (move - GUARD) % CARDS > MOVES_TO:
                self.movers |= 1 << (move - GUARD) // CARDS
        if r == known.round - 1 and known.why == IN_CHAMBER:
            for k in range(ninjas(known)):
                self.facts |= (known.place[k] == CHAMBER) << (IN_CHAMBER_AT + k)

    @property
    def laid(self) -> list[int]:
        """The reactions that were laid, by ninja."""
        return self.table.reacted[NINJA * self.r : NINJA * self.r + NINJA]

    def actions(self, k: int, state: int) -> dict[int, float]:
        """The legal actions of a ninja in this state, with their chances."""
        key = k, kind_of(state)
        found = self.chances.get(key)
        if found is None:
            unpack(self.table, k, state)
            moves, chances = [0] * MOST, [0.0] * MOST
            n = chosen_from(self.table, k, self.facts, moves, chances)
            found = self.chances[key] = dict(zip(moves[:n], chances[:n], strict=True))
        return found

    def weigh(self, t: Any, moves: list[int], n: int) -> list[float]:
        """The chances of the first n of the moves, all that the seat to move in t has."""
        shares = [1 / n] * n
        if self.facts & SENSIBLE:
            priors(t, moves, n, shares)
        return shares

    def reacts(self, lays: bool) -> float:
        """The chance of the answer to the offer of a reaction."""
        return answer_chance(lays, self.facts)

    def fitting(self, cause: Cause, state: int) -> list[tuple[int, float, int, int]]:
        """What a ninja in this state may have done, as `list_fitting` says."""
        key = cause.k, cause.poison, kind_of(state)
        found = self.fits.get(key)
        if found is None:
            room = [0] * MOST, [0.0] * MOST, [0] * MOST, [0] * MOST
            n = list_fitting(self.table, cause.k, state, *cause[1:], *room)
            found = self.fits[key] = list(zip(*(part[:n] for part in room), strict=True))
        return found


def first_table(known: Any) -> Any:
    """The table before the first round."""
    t = type(known)()
    start(t, [known.n, known.turns])
    return t


def told_of(known: Any, r: int, began: Any) -> Any:
    """All that a finished round depends on, besides those before it."""
    two = slice(NINJA * r, NINJA * r + 2)
    reacted = known.reacted[two]
    ends = r == known.round - 1 and known.why == IN_CHAMBER
    return (
        *known.played[two], *known.answer[two], *known.fate[two], *known.shown[two],
        *known.shown_at[two], *known.word[two], known.dead[r], known.flipped[r], known.chirps[r],
        *[laid & (MET_LAID | SMOKE_LAID) for laid in reacted],
        tuple(known.place) if ends else (),
        repr(began.values()) if _began_in(began, r) else "",
    )  # fmt: skip


def _began_in(began: Any, r: int) -> bool:
    return began is not None and began.phase == JUDGE and began.round == r


def finished_round(
    before: Any, known: Any, viewer: int, r: int, sensible: bool, began: Any
) -> tuple[Round, Any]:
    """A round that is over, and the table after it; `before` is the one before it."""
    t = before.clone()
    t.played[:] = known.played
    t.round = r
    round_ = Round(t, known, r, sensible)
    if _began_in(began, r):
        round_.began = began, viewer
    bury(t, known.dead[r])
    move_samurai(t)
    t.off |= known.flipped[r]
    for k in range(ninjas(known)):
        suffer(t, k, known.fate[NINJA * r + k])
        if known.reacted[NINJA * r + k] & SMOKE_LAID:
            t.smoke[k] = 0
    round_.aftermath = t.clone()
    round_.aftermath.phase, round_.aftermath.round = AFTER, r + 1
    for move in known.answer[GUARDS * r : GUARDS * r + GUARDS]:
        if move not in (NOTHING, NONE):
            use_special(t, move)
    round_.facts |= MEETS if t.showdown > round_.table.showdown else 0
    return round_, t


def round_under_way(before: Any, known: Any, sensible: bool) -> Round:
    t = before.clone()
    t.played[:] = known.played
    t.round = known.round
    return Round(t, known, known.round, sensible)

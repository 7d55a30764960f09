"""Bushido Breaker: answers that are awaited while a round is judged, and who may be asked.

A `spot` is what decides about the questions to a ninja: its place, its action, and whether it holds
Metsubushi; None if it is out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ryumon.games.bushido.board import (
    BLIND, ESCAPE, JUDGE, METSUBUSHI, METSUBUSHI_CARD, MET_ASKED, MET_LAID, NINJA, NO, SMOKE,
    SMOKE_ASKED, SMOKE_LAID, ninjas,
)  # fmt: skip
from ryumon.games.bushido.resolve import judge
from ryumon.games.bushido.rules import react

Spot = tuple[int, int, bool] | None


class Question(NamedTuple):
    """A moment of a round that looks to a viewer as what it knows."""

    weight: float  # of the answers given, and of the moments before that looked alike
    answers: tuple[int, ...]  # in order
    reacted: tuple[int, ...]  # by ninja, as in a state
    target: tuple[int, int]  # phase and seat


class Viewer(NamedTuple):
    """Who looks, what it knows now, and what it knew when it began to look in this very round."""

    seat: int
    known: Any
    began: Any = None


def questions(viewer: Viewer, spots: tuple[Spot, ...], lays: float) -> Iterator[Question]:
    """All moments of the round under way that look as the present one. `lays` is the chance that
    a reaction that is offered is used."""
    s = _laid(viewer.known, viewer.seat, spots)
    yield from _follow(s, viewer, lays, 1.0, (), 0)


def _laid(known: Any, seat: int, spots: tuple[Spot, ...]) -> Any:
    """The round under way when all cards lie there, and the first question is asked."""
    s = known.clone()
    for k, spot in enumerate(spots):
        at = NINJA * s.round + k
        if k == seat:
            s.special[k] |= (1 << METSUBUSHI_CARD) if s.reacted[at] & MET_LAID else 0
            s.smoke[k] |= 1 if s.reacted[at] & SMOKE_LAID else 0
        elif spot is not None:
            s.place[k], s.laid[at] = spot[0], spot[1]
            s.special[k] = 1 << METSUBUSHI_CARD if spot[2] else 0
        s.reacted[at] = 0
    judge(s)
    return s


def _follow(
    s: Any, viewer: Viewer, lays: float, weight: float, answers: tuple[int, ...], began: int
) -> Iterator[Question]:
    if s.phase not in (BLIND, ESCAPE):
        return
    k, known = s.player, viewer.known
    began += viewer.began is None or looks(s, viewer.began, viewer.seat)
    if looks(s, known, viewer.seat):
        reacted = tuple(s.reacted[NINJA * s.round : NINJA * s.round + NINJA])
        times = 1 if viewer.began is None else began
        yield Question(weight * times, answers, reacted, (s.phase, k))
    yes = METSUBUSHI if s.phase == BLIND else SMOKE
    chances = {yes: lays, NO: 1 - lays}
    if k == viewer.seat:
        told = known.reacted[NINJA * s.round + k]
        if not told & (MET_ASKED if s.phase == BLIND else SMOKE_ASKED):
            return
        chances = {reaction(s.phase, told): 1.0}
    for move, chance in chances.items():
        t = s.clone()
        react(t, move)
        yield from _follow(t, viewer, lays, weight * chance, (*answers, move), began)


def looks(s: Any, known: Any, seat: int) -> bool:
    """At a question in s: is it all the same to what this seat knows?"""
    if s.player == seat:
        return known.phase == s.phase and known.player == seat
    own = NINJA * s.round + seat
    return known.phase == JUDGE and (
        not 0 <= seat < ninjas(s) or s.reacted[own] == known.reacted[own]
    )


def moments(began: Any, seat: int, spots: tuple[Spot, ...], told: list[int]) -> int:
    """How many moments of a round that is over now looked as what the seat knew in it. What was
    laid then is told by ninja."""
    s, found = _laid(began, seat, spots), 0
    while s.phase in (BLIND, ESCAPE):
        found += looks(s, began, seat)
        react(s, reaction(s.phase, told[s.player]))
    return found


def reaction(phase: int, reacted: int) -> int:
    """The answer that a ninja gave in this phase of a round."""
    if phase == BLIND:
        return METSUBUSHI if reacted & MET_LAID else NO
    return SMOKE if reacted & SMOKE_LAID else NO

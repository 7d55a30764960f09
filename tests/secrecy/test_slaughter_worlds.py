"""`worlds` in Slaughter the Dragon against full enumeration.

In the miniature every history that a viewer cannot tell from the true one is played through the
rules, in every phase and for every viewer, whether the moves start at the beginning or at a set
position. `worlds` must give just the placements so found, and evenly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import ryumon
from ryumon import OVER, State
from ryumon.games.placing import LIES, MOST
from ryumon.games.slaughter import hidden, rules
from tests.secrecy.enumeration import (
    TooMany,
    assert_worlds,
    every_world,
    in_play,
    miniature,
    placement,
)  # fmt: skip
from tests.support import plain, viewers

SMALL = (2, "P9-12 R9-12")  # a hand of two, a scale of two
LARGER = (3, "P9-12 R9-12 B10-12")
FOUR = (2, "P8-12 R8-12")  # for four players


class Moment(NamedTuple):
    """A state, the same from a set position some moves earlier, and a viewer."""

    state: State
    from_position: State
    viewer: int
    features: tuple[Any, ...]


def features(s: Any, viewer: int) -> tuple[Any, ...]:
    """What makes a moment another case for the sampler."""
    role = "caller" if viewer == s.caller else "seat" if viewer >= 0 else "spectator"
    sucking = bool(s.advanced) and s.trump == rules.PURPLE
    gift = s.gave[viewer] if viewer >= 0 else -1
    shown = [c >= 0 and s.played >> c & 1 for c in (s.called, gift)]
    kept = viewer >= 0 and s.got[viewer] in (s.called, gift) and s.got[viewer] >= 0
    return (
        s.phase, role, viewer == s.summoner, sucking and (*shown, kept), s.led == rules.PURPLE,
        any(s.void[p] for p in range(s.n) if p != viewer),
        bool(s.second[s.caller]) if s.caller >= 0 else False, bool(s.broken),
    )  # fmt: skip


def game_moments(game: ryumon.Game, seed: int, rounds: int) -> Iterator[Moment]:
    """One game of random moves, seen by all; purple trump as often as may be."""
    rng = random.Random(seed)
    state = game.start()
    twin: State | None = None
    while state.turn != OVER and state.view(0)["round"] <= rounds:
        s = plain(state)
        legal = [
            m for m in state.legal() if s.phase != rules.TRUMP or in_play(s, "PRBG".index(m[-1]))
        ]
        move = "~trump:P" if "~trump:P" in legal else rng.choice(legal)
        if s.phase != rules.FIRST and (twin is None or rng.random() < 0.2):
            twin = game.position(state.position())
        state.play(move)
        if twin is not None:
            twin.play(move)
        after = plain(state)
        for viewer in viewers(game):
            if twin is not None and state.turn != OVER:
                yield Moment(state.copy(), twin.copy(), viewer, features(after, viewer))


def cases(game: ryumon.Game, seeds: range, rounds: int) -> Iterator[Moment]:
    """Of each sort of moment one."""
    met = set()
    for seed in seeds:
        for moment in game_moments(game, seed, rounds):
            if moment.features not in met:
                met.add(moment.features)
                yield moment


def check(moment: Moment, seed: int, most: int, patience: int) -> bool:
    """Against all worlds, if they are not too many for this test."""
    try:
        found = every_world(moment.state, moment.viewer, most, patience)
    except TooMany:
        return False
    assert placement(plain(moment.state), moment.viewer) in found
    for state in (moment.state, moment.from_position):
        assert_worlds(state, moment.viewer, seed, found)
    return True


def sweep(
    game: ryumon.Game, seeds: range, rounds: int, most: int = 40, patience: int = 8000
) -> set[tuple[Any, ...]]:
    """Check all cases; the features of those that were small enough."""
    every = enumerate(cases(game, seeds, rounds))
    return {m.features for k, m in every if check(m, k, most, patience)}


# --- the promise ----------------------------------------------------------------------------


@pytest.mark.slow
def test_worlds_are_all_that_fit_and_even():
    """Division, both halves, the called number, voids, Summoning, in every phase."""
    with miniature(*SMALL):
        done = sweep(ryumon.game("slaughter", players=3), range(3), rounds=2)
    assert {case[0] for case in done} >= {rules.DEAL, rules.PUT, rules.DIVIDE, rules.PLAY}
    assert any(case[2] for case in done if case[0] == rules.PLAY)  # the summoner, in the tricks
    assert any(case[4] and not case[7] for case in done)  # purple led from purple alone
    assert any(case[5] for case in done)  # somebody else has shown a void
    assert any(case[6] for case in done)  # a second half lies there


@pytest.mark.slow
def test_worlds_of_soul_sucking():
    """SD-7 for givers and the soul-sucker: while cards are given, while they are repaid, after."""
    with miniature(*SMALL):
        done = sweep(ryumon.game("slaughter", players=3, advanced=True), range(2), 1, most=36)
    assert {case[0] for case in done} >= {rules.GIVE, rules.REPAY, rules.PLAY}
    tricks = {case[1:4] for case in done if case[0] == rules.PLAY}
    assert {role for role, *_ in tricks} >= {"caller", "seat"}
    assert {gifts for _, _, gifts in tricks} > {(0, 0, True), (0, 1, False)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "players", "advanced", "seeds", "rounds", "most", "patience"),
    [
        (SMALL, 3, False, 2, 3, 100, 90_000),
        (SMALL, 3, True, 2, 2, 100, 20_000),
        (LARGER, 3, False, 1, 1, 220, 10_000),
        (LARGER, 3, True, 1, 1, 220, 50_000),
        (FOUR, 4, False, 1, 1, 100, 30_000),
        (FOUR, 4, True, 2, 1, 60, 80_000),
    ],
)
def test_worlds_of_larger_tables(size, players, advanced, seeds, rounds, most, patience):
    """As much patience as finds all worlds of every case that can be done: those that are left out
    have too many worlds, or more than 100,000 moves to look at."""
    with miniature(*size):
        game = ryumon.game("slaughter", players=players, advanced=advanced)
        done = sweep(game, range(seeds), rounds, most, patience)
    assert {case[1] for case in done if case[0] == rules.PLAY} >= {"caller", "seat"}


def test_worlds_are_a_function_of_the_events_and_the_generator():
    """Whatever world of the same events is asked, the answer is the same."""
    with miniature(*SMALL):
        game = ryumon.game("slaughter", players=3, advanced=True)
        for k, moment in enumerate(cases(game, range(1), rounds=2)):
            for state in (moment.state, moment.from_position):
                drawn = state.worlds(moment.viewer, random.Random(k))
                again = drawn.worlds(moment.viewer, random.Random(k))
                assert again == drawn
                assert state.worlds(moment.viewer, random.Random(k)) == drawn


# --- the checks can fail --------------------------------------------------------------------


def twice(room, luck, right=hidden.scatter):
    """Biased: of two placements the smaller."""
    drawn = []
    for _ in range(2):
        right(room, luck)
        drawn.append([room[LIES + k] for k in range(MOST)])
    for k, lot in enumerate(min(drawn)):
        room[LIES + k] = lot


MUTATIONS = {
    "ignores voids": (False, "whole_suits", lambda mask: 0),
    "forgets what the summoner returned": (False, "known_in_scale", lambda known: 0),
    "ignores who has called": (False, "tied_elsewhere", lambda known, viewer, p: 0),
    "ignores where gifts can be": (True, "tied_elsewhere", lambda known, viewer, p: 0),
    "lets two gifts come to one seat": (True, "got_two", lambda s, viewer: False),
    "is biased": (False, "scatter", twice),
}


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_wrong_sampler_is_caught(mutation, monkeypatch):
    advanced, name, wrong = MUTATIONS[mutation]
    with miniature(*SMALL):
        game = ryumon.game("slaughter", players=3, advanced=advanced)
        monkeypatch.setattr(hidden, name, wrong)
        with pytest.raises((AssertionError, ryumon.IllegalMove, RuntimeError)):
            sweep(game, range(3), rounds=2, most=20)

"""Two ninja: where they may be is exact, always; how likely, nearly.

Every pair of hidden states is carried through the rules, move by move, and kept if the viewer is
shown what it has seen. Nothing of the filter is used for that.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from ryumon import State
from ryumon.games.bushido import board, rules, sight
from ryumon.games.bushido.belief import filter as belief
from ryumon.games.bushido.belief import sample
from ryumon.games.bushido.notation import PLACES
from ryumon.games.bushido.view import Suspect, aids
from tests.secrecy.test_bushido_worlds import as_told, moments
from tests.support import seen_by, thinned

VIEWER = 2  # a samurai player: it knows the specials of its side
PATIENCE = 60_000  # moves looked at, at most
Worlds = dict[Any, tuple[Any, float]]


def every_world(state: State) -> Worlds | None:
    """All hidden states that fit what the viewer saw, with their weights; None: too many."""
    events = seen_by(state, VIEWER)
    s = type(state._plain())()
    rules.start(s, state.game._numbers)
    levels: list[Worlds] = [{} for _ in range(len(events) + 1)]  # by how many events were seen
    levels[0][hidden(s)] = s, 1.0
    looked = 0
    for seen in range(len(events) + 1):
        for s, weight, move, chance in moving(levels[seen], events[seen:]):
            looked += 1
            if looked > PATIENCE:
                return None
            after = s.clone()
            rules.apply(after, move)
            told = [one.by(VIEWER) for one in sight.narrate(s, move, after)]
            told = [event for event in told if event is not None]
            if events[seen : seen + len(told)] == told:
                level, key = levels[seen + len(told)], hidden(after)
                level[key] = after, weight * chance + (level[key][1] if key in level else 0.0)
    return levels[-1]


def moving(level: Worlds, events: list[Any]) -> Generator[tuple[Any, float, int, float]]:
    """Worlds and their moves; what everyone sees anyway only as it was. A move that is not seen
    leads to a world of the same level, which is then looked at too."""
    done: set[Any] = set()
    while len(done) < len(level):
        for key in [key for key in level if key not in done]:
            done.add(key)
            s, weight = level[key]
            room = [0] * board.MOST
            legal = room[: rules.legal(s, room)]
            for move in as_told(legal, s, events):
                yield s, weight, move, 1 / len(legal)


def hidden(s: Any) -> Any:
    """What tells two worlds apart from now on. Nobody may lay Revelation in these games."""
    now = slice(board.NINJA * s.round, board.NINJA * s.round + board.NINJA)
    laid = tuple(s.laid[now]), tuple(s.reacted[now])
    lists = (
        s.place,
        s.kunai,
        s.shuriken,
        s.smoke,
        s.diagonals,
        s.row_word,
        s.row,
        s.special,
        s.picked,
    )
    return laid, *map(tuple, lists), s.dart, s.fuse if s.dart >= 0 else 0, s.phase, s.player


def places(worlds: Worlds, k: int) -> dict[str, float]:
    found: dict[str, float] = {}
    total = sum(weight for _, weight in worlds.values())
    for s, weight in worlds.values():
        if s.out[k] == board.IN_PLAY:
            name = PLACES[s.place[k]]
            found[name] = found.get(name, 0.0) + weight / total
    return found


@contextmanager
def fresh_beliefs() -> Generator[None]:
    """Nothing is remembered from other tests, nor for them."""
    for kept in (belief._roots, belief._made, sample._kept):
        kept.clear()
    yield
    for kept in (belief._roots, belief._made, sample._kept):
        kept.clear()


def suspects(state: State) -> list[Suspect]:
    return aids(state.forgotten(VIEWER), VIEWER).suspects


def busy(turns: int, seed: int) -> list[State]:
    """The beginnings of rounds of a game in which much happens, and nobody lays Revelation."""
    found = [
        state for state in moments(4, turns, seed)
        if state._plain().phase == board.LAY and state.turn == 0
    ]  # fmt: skip
    return found[1:] if "revelation" not in found[-1].moves else []


SEEDS = [14, 17, 22]  # in which all worlds can be gone through


@cache
def exact(seed: int) -> list[tuple[State, Worlds]]:
    found = [(state, every_world(state)) for state in busy(3, seed)]
    assert found
    return [(state, worlds) for state, worlds in found if worlds is not None]


def check(seed: int, near: float) -> None:
    for state, worlds in exact(seed):
        for suspect in suspects(state):
            right = places(worlds, suspect.seat)
            assert set(suspect.places) == set(right)
            assert suspect.places == pytest.approx(right, abs=near)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("states", "near"), [(10**9, 1e-9), (0, 0.01)])
def test_places_are_those_of_all_worlds(
    states: int, near: float, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chances are exact while no cases are taken together, and nearly so when all are; what can be
    is exact in both."""
    monkeypatch.setattr(belief, "STATES", states)
    with fresh_beliefs():
        check(seed, near)


@pytest.mark.slow
def test_keeping_only_the_likeliest_cases_would_be_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the test above is worth: with a plain limit it fails."""
    whole = belief._cases
    monkeypatch.setattr(
        belief,
        "_cases",
        lambda ways, most: sorted(whole(ways, most), key=lambda case: -case.weight)[:2],
    )
    with fresh_beliefs(), pytest.raises(AssertionError):
        check_all()


def check_all() -> None:
    for seed in SEEDS:
        check(seed, near=1.0)


@pytest.mark.parametrize("seed", thinned([0, 1, 18], 18))
def test_taking_cases_together_keeps_all_places_and_nearly_their_chances(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer games: against the filter that keeps all cases."""
    for state in moments(4, 9, seed)[::9]:
        told = []
        for states in (10**9, 0):
            monkeypatch.setattr(belief, "STATES", states)
            with fresh_beliefs():
                told.append(suspects(state))
        for right, near in zip(*told, strict=True):
            assert near.places == pytest.approx(right.places, abs=0.003)
            assert (near.kunai, near.shuriken) == (right.kunai, right.shuriken)

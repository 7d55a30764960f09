"""Worlds for a search: the belief worked out from nothing, and draws from it."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import ryumon
from bench.rounds import Run, Sample
from ryumon.games.bushido import hidden
from ryumon.games.bushido.belief import filter as belief
from ryumon.games.bushido.belief import sample
from ryumon.kernel.jit import native, njit
from ryumon.kernel.machine import Machine
from ryumon.kernel.ops import OVER, world

GAMES = 8  # half of them by the rule of thumb
EVERY = 5  # of so many moments of a game one is taken
BITE = 1000  # draws from one belief


def _copy() -> Any:
    from numba.extending import register_jitable

    @register_jitable
    def copy_first(states):
        states[1] = states[0]

    return copy_first


@native(_copy)
def copy_first(states):
    states[1].assign(states[0])


@njit
def draw_worlds(states, viewer, room, luck, n):
    for _ in range(n):
        copy_first(states)
        world(states[1], viewer, room, luck)


def moments(game: ryumon.Game, made: Machine) -> list[tuple[Any, int]]:
    """What the seat to move knew, in games of random and of rule-of-thumb players."""
    found = []
    block, known = made.block(), made.states()
    states = made.array(block)
    for seed in range(GAMES):
        luck = made.luck(seed)
        made.setup(states, 0, made.integers(game._numbers))
        move = made.think if seed % 2 else made.pick_move
        for k in range(10**6):
            seat, _ = made.options(block)
            if seat == OVER:
                break
            if k % EVERY == EVERY - 1:
                made.forget_state(states, 0, known, 0, seat)
                found.append((made.to_plain(known), seat))
            made.step(block, move(states, 0, luck))
    return found


def surveys(game: ryumon.Game, made: Machine) -> Run:
    """Beliefs from nothing, as a fresh search needs them."""
    chosen = moments(game, made)

    def run(times: int, seed: int) -> Sample:
        begun = time.process_time()
        for k in range(times):
            known, seat = chosen[(k + seed) % len(chosen)]
            for kept in (belief._roots, belief._made, sample._kept):
                kept.clear()
            hidden.survey(known, seat, True)
        return {"surveys": times, "seconds": time.process_time() - begun}

    return run


def draws(game: ryumon.Game, made: Machine) -> Run:
    """States drawn from beliefs, each copied first."""
    run_many = made.linked([draw_worlds])["draw_worlds"]
    chosen = []
    for known, seat in moments(game, made):
        states = made.states(2)
        states[:1] = made.from_plain(known)
        chosen.append((states, seat, np.array(hidden.survey(known, seat, True))))

    def run(times: int, seed: int) -> Sample:
        luck = made.luck(seed)
        begun = time.process_time()
        for k in range(times):
            run_many(*chosen[(k + seed) % len(chosen)], luck, BITE)
        return {"draws": times * BITE, "seconds": time.process_time() - begun}

    return run

"""Games of the rule-of-thumb player against itself, to fit and to check what `values` foretells.

States are kept where a round has just ended and, one in `every`, at other decisions, with the
payoffs that the game then came to. Some moves are made at random, so that odd states occur too.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import ryumon
from ryumon.kernel.jit import njit
from ryumon.kernel.machine import machine
from ryumon.kernel.ops import (
    CHANCE,
    OVER,
    apply,
    deal,
    is_cutoff,
    payoffs,
    pick,
    rollout_move,
    start,
    turn,
    values,
)
from ryumon.kernel.rng import below


@njit
def watch(states, options, games, luck, every, astray, kept, rounds, results):
    """Plays in states[0]; kept[k] is a state, rounds[k] whether a round had just ended there,
    results[k] the payoffs. One move in `astray` is made at random. Returns how many were kept."""
    s = states[0]
    n = 0
    for _ in range(games):
        start(s, options)
        deal(s, luck)
        first = n
        while turn(s) != OVER:
            ended = is_cutoff(s)
            if n < len(kept) and (ended or below(luck, every) == 0):
                kept[n] = states[0]
                rounds[n] = ended
                n += 1
            if turn(s) == CHANCE:
                deal(s, luck)
            else:
                apply(s, pick(s, luck) if below(luck, astray) == 0 else rollout_move(s, luck))
        for k in range(first, n):
            payoffs(s, results[k])
    return n


@njit
def judge(states, n, results):
    """What `values` says of each of n states."""
    for k in range(n):
        values(states[k], results[k])


@cache
def _linked(kind: Any) -> dict[str, Any]:
    return machine(kind, compiled=True).linked([watch, judge])


def selfplay(
    game: ryumon.Game, games: int, seed: int, every: int = 50, astray: int = 20, most: int = 400_000
) -> tuple[Any, Any, Any, Any]:
    """The states (records), whether a round had just ended, the payoffs, and what is foretold."""
    made, linked = machine(game.spec, compiled=True), _linked(game.spec)
    kept, rounds = made.states(most), np.zeros(most, np.int8)
    results, foretold = np.zeros((most, game.players)), np.zeros((most, game.players))
    numbers = made.integers(game._numbers)
    n = linked["watch"](
        made.states(), numbers, games, made.luck(seed), every, astray, kept, rounds, results
    )
    linked["judge"](kept, n, foretold)
    return kept[:n], rounds[:n], results[:n], foretold[:n]


def softmax_fit(features: Any, results: Any, ridge: float = 1e-3, steps: int = 30) -> Any:
    """The weights of a softmax over the seats, features (games, seats, k), by Newton's method.
    Results that nobody won count for nothing."""
    games, _, k = features.shape
    weights = np.zeros(k)
    total = results.sum(axis=1, keepdims=True)
    for _ in range(steps):
        logits = features @ weights
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares = odds / odds.sum(axis=1, keepdims=True)
        mean = np.einsum("gs,gsk->gk", shares, features)
        slope = np.einsum("gs,gsk->k", results - shares * total, features) / games
        spread = features - mean[:, None, :]
        bend = np.einsum("gs,gsk,gsl->kl", shares * total, spread, spread, optimize=True) / games
        step = np.linalg.solve(bend + ridge * np.eye(k), slope - ridge * weights)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def shares_of(features: Any, weights: Any) -> Any:
    logits = features @ weights
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def surprise(shares: Any, results: Any) -> float:
    """The mean logarithmic loss: less is better."""
    return float(-(results * np.log(np.maximum(shares, 1e-9))).sum(axis=1).mean())


def calibration(shares: Any, results: Any, buckets: int = 10) -> list[tuple[float, float, int]]:
    """(foretold, actual, how many) by buckets of the share foretold."""
    told, came = shares.ravel(), results.ravel()
    place = np.minimum((told * buckets).astype(int), buckets - 1)
    rows = []
    for b in range(buckets):
        here = place == b
        if here.any():
            rows.append((float(told[here].mean()), float(came[here].mean()), int(here.sum())))
    return rows

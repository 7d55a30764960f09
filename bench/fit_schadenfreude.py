"""Fit the tables of games/schadenfreude/heuristics.py to games of thumb against itself.

python -m bench.fit_schadenfreude: half a minute; prints the tables, and how well they foretell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import ryumon
from bench.selfplay import calibration, selfplay, shares_of, softmax_fit, surprise
from ryumon.games.schadenfreude.rules import CARDS, GOAL, rank

GAMES, SEED = 40_000, 7
RANKS = np.array([rank(card) for card in range(CARDS)])


def totals(states: Any, n: int) -> Any:
    """The scores with the piles as they lie."""
    cards = states["piles"][:, :n, None] >> np.arange(CARDS) & 1
    return (states["scores"][:, :n] + cards @ RANKS).astype(float)


def standing(scores: Any) -> Any:
    """The features of STANDING."""
    x = np.clip(scores, 0, GOAL) / GOAL
    n = x.shape[1]
    y = np.stack([np.delete(x, p, axis=1).max(axis=1) for p in range(n)], axis=1)
    return np.stack([x, x**2, x**3, x * y, (x > y) * 1.0], axis=2)


def within(numbers: Any, totals: Any, left: Any, weights: Any) -> Any:
    """`values` within a round."""
    drift, astray, spread, closer, unsure = numbers
    left = left[:, None]
    over = totals + drift * left - GOAL - 0.5
    safe = 1 / (1 + np.exp(np.clip(over / (astray + spread * np.sqrt(left)), -30, 30)))
    stays = safe.prod(axis=1, keepdims=True)
    ending = safe * np.exp(np.minimum(totals, GOAL) * closer / (1 + unsure * left)) + 1e-9
    going_on = shares_of(standing(totals + drift * left), weights)
    return (1 - stays) * ending / ending.sum(axis=1, keepdims=True) + stays * going_on


def fit_within(totals: Any, left: Any, results: Any, weights: Any) -> Any:
    """By random steps: there are only five numbers."""
    rng = np.random.default_rng(SEED)
    best = np.array([0.5, 0.5, 0.8, 0.15, 0.3])
    least = surprise(within(best, totals, left, weights), results)
    for _ in range(300):
        tried = best * np.exp(rng.normal(0, 0.25, 5) * (rng.random(5) < 0.5))
        loss = surprise(within(tried, totals, left, weights), results)
        if loss < least:
            best, least = tried, loss
    return best


def main() -> None:
    for n in (3, 4, 5):
        game = ryumon.game("schadenfreude", players=n)
        states, ended, results, foretold = selfplay(game, GAMES, SEED, every=60)
        between, inside = ended == 1, np.flatnonzero(ended == 0)[:20_000]
        weights = softmax_fit(standing(totals(states[between], n)), results[between], ridge=1e-4)
        left = (10 if n == 5 else 12) - states[inside]["tricks"].astype(float)
        numbers = fit_within(totals(states[inside], n), left, results[inside], weights)
        print(f"{n} players: STANDING {np.round(weights, 3)}")
        print(f"  DRIFT, ASTRAY, SPREAD, CLOSER, UNSURE {np.round(numbers, 3)}")
        print(f"  surprise now {surprise(foretold, results):.4f}: foretold, actual, how many")
        for told, came, number in calibration(foretold, results):
            print(f"    {told:.3f} {came:.3f} {number:6d}")


if __name__ == "__main__":
    main()

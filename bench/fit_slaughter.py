"""Fit the tables of games/slaughter/heuristics.py to games of thumb against itself.

python -m bench.fit_slaughter: half a minute; prints the tables, and how well they foretell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import ryumon
from bench.selfplay import calibration, selfplay, surprise
from ryumon.games.slaughter.rules import SEATS, TOKEN
from ryumon.games.tricks import RANKS

GAMES, SEED = 12_000, 7
SAMPLE = 30_000


def facts(states: Any, n: int) -> tuple[Any, ...]:
    """Scores, tokens and poison of this round in points, rounds played, the share of the tricks of
    this one, and who leads."""
    scores = states["sheet"].reshape(len(states), SEATS, SEATS)[:, :, :n].sum(axis=1)
    purple = states["taken"][:, :n, None] >> np.arange(RANKS) & 1
    played = states["tricks"] / (9 if n == 5 else 11)
    leads = np.arange(n) == states["leader"][:, None]
    tokens, poison = TOKEN * states["tokens"][:, :n], purple @ np.arange(1, RANKS + 1)
    return scores, tokens, poison, states["round"][:, None], played[:, None], leads


def foreseen(numbers: Any, facts: tuple[Any, ...], n: int) -> Any:
    """`values`."""
    point, delta, power, token, poisoned, lead = numbers
    scores, tokens, poison, rounds, played, leads = facts
    total = scores + tokens * (token + (1 - token) * played)
    total = total - poison * (poisoned + (1 - poisoned) * played) + lead * leads * (1 - played)
    weight = point * total / (n - rounds - played + delta) ** power
    odds = np.exp(weight - weight.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def fit(facts: tuple[Any, ...], results: Any, n: int) -> Any:
    """By random steps: there are only six numbers."""
    rng = np.random.default_rng(SEED)
    best = np.array([0.08, 0.2, 0.4, 1.2, 0.6, -2.0])
    least = surprise(foreseen(best, facts, n), results)
    for _ in range(400):
        tried = best * np.exp(rng.normal(0, 0.2, 6) * (rng.random(6) < 0.5))
        loss = surprise(foreseen(tried, facts, n), results)
        if loss < least:
            best, least = tried, loss
    return best


def main() -> None:
    for n in (3, 4, 5):
        kept = []
        for advanced in (False, True):
            game = ryumon.game("slaughter", players=n, advanced=advanced)
            kept.append(selfplay(game, GAMES, SEED, every=70, astray=15))
        states, ended, results, foretold = (np.concatenate(x) for x in zip(*kept, strict=True))
        some = np.random.default_rng(SEED).permutation(len(states))[:SAMPLE]
        numbers = fit(facts(states[some], n), results[some], n)
        print(f"{n} players: POINT, SOON, POWER, TOKENS, POISON, LEAD {np.round(numbers, 3)}")
        for name, part in (("between rounds", ended == 1), ("within", ended == 0)):
            print(f"  surprise now, {name}: {surprise(foretold[part], results[part]):.4f}")
            for told, came, number in calibration(foretold[part], results[part]):
                print(f"    {told:.3f} {came:.3f} {number:6d}")


if __name__ == "__main__":
    main()

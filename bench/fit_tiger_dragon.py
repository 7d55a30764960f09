"""Fit the tables of games/tiger_dragon/heuristics.py to games of thumb against itself.

python -m bench.fit_tiger_dragon: some minutes; prints the tables, and how well they foretell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import ryumon
from bench.selfplay import calibration, selfplay, softmax_fit, surprise
from ryumon.games.tiger_dragon.battlefields import NAMES, POINTS
from ryumon.games.tiger_dragon.rules import (
    ATTACK,
    DEFEND,
    KINDS,
    LAP,
    MANY,
    answers,
)  # fmt: skip
from ryumon.games.tiger_dragon.sets import GOALS, TEAM_GOALS

GAMES, SEED = 2_000, 7
TABLES = [(2, False), (3, False), (4, False), (5, False), (4, True)]
RICHES = np.array([sum(points[1:]) / 7 - 3 for points in POINTS])


def standing(states: Any, n: int, teams: bool) -> Any:
    """The features of STANDING."""
    x = states["points"][:, :n] / (TEAM_GOALS if teams else GOALS)[0]
    riches = np.where(states["setting"] == len(NAMES) + 1, RICHES.mean(), RICHES[states["field"]])
    return np.stack([x, x**2, x**3, x * riches[:, None]], axis=2)


def racing(states: Any, n: int, teams: bool) -> Any:
    """The features of RACING."""
    seats = np.arange(n)
    size = states["sizes"][:, :n].astype(float)
    acts = seats == states["player"][:, None]
    phase = states["phase"][:, None]
    attacks = acts & (phase == ATTACK)
    waits = (seats == states["attacker"][:, None]) & ((phase == DEFEND) | (phase == LAP))
    defends = acts & (phase == DEFEND) & (states["hands"][:, :n] & states["wanted"][:, None] != 0)
    safe = np.zeros(size.shape)
    for kind in range(KINDS):
        lots = states["hands"][:, :n]
        held = lots >> 4 * kind & MANY
        against = (lots & answers(kind) != 0).astype(int)
        others = against.sum(axis=1, keepdims=True) - against
        if teams:
            others = others - np.roll(against, 2, axis=1)
        safe += held * (others == 0)
    every = [1 / size, size, attacks / size, waits / size, defends / size, safe / size]
    return np.stack([np.asarray(x, float) for x in every], axis=2)


def round_winners(states: Any, ended: Any, results: Any, teams: bool) -> Any:
    """Who went out in the round of each state: the next one where a round has ended tells, or, in
    the last round, the result; of a team it does not, so there it is -1."""
    winners = np.full(len(states), -1)
    coming = -1
    for k in range(len(states) - 1, -1, -1):
        if ended[k]:
            coming = states["old_winner"][k]  # at the beginning of a game nobody
        elif coming >= 0:
            winners[k] = coming
        elif not teams:
            winners[k] = results[k].argmax()
    return winners


def main() -> None:
    for n, teams in TABLES:
        kept, winners = [], []
        for field in NAMES:
            game = ryumon.game("tiger-dragon", players=n, teams=teams, field=field)
            states, ended, results, foretold = selfplay(game, GAMES, SEED, every=60, astray=15)
            kept.append((states, ended, results, foretold))
            winners.append(round_winners(states, ended, results, teams))
        states, ended, results, foretold = (np.concatenate(x) for x in zip(*kept, strict=True))
        winner = np.concatenate(winners)
        between, known = ended == 1, winner >= 0
        weights = softmax_fit(standing(states[between], n, teams), results[between], ridge=1e-5)
        print(f"{n} players, teams {teams}: STANDING {np.round(weights, 2)}")
        weights = softmax_fit(racing(states[known], n, teams), np.eye(n)[winner[known]], ridge=1e-5)
        print(f"  RACING {np.round(weights, 2)}")
        for name, part in (("between rounds", between), ("within", ~between)):
            print(f"  surprise now, {name}: {surprise(foretold[part], results[part]):.4f}")
            for told, came, number in calibration(foretold[part], results[part]):
                print(f"    {told:.3f} {came:.3f} {number:6d}")


if __name__ == "__main__":
    main()

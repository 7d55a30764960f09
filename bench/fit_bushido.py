"""How the numbers of `heuristics.FIT` in Bushido Breaker were found: python -m bench.fit_bushido.

Rule-of-thumb players play many games; a logistic regression finds what the clues of each position
say about who wins.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ryumon.games.bushido import GAME, heuristics
from ryumon.games.bushido.board import ENDED, LAY, NINJA_WIN, PLAY
from ryumon.kernel.machine import machine

GAMES = 4000


def positions(players: int, games: int, seed: int) -> tuple[Any, Any]:
    """The clues of positions, and whether the ninja won from there."""
    made = machine(GAME, compiled=True)
    block, luck = made.block(), made.luck(seed)
    states = made.array(block)
    clues, won = [], []
    for _ in range(games):
        made.setup(states, 0, made.integers(GAME.numbers(players, {})))
        begun = len(clues)
        while states[0]["phase"] != ENDED:
            if states[0]["phase"] in (LAY, PLAY):
                s = made.to_plain(states)
                clues.append([heuristics.clue(s, k) for k in range(heuristics.CLUES)])
            made.step(block, made.think(states, 0, luck))
        won += [float(states[0]["won"] == NINJA_WIN)] * (len(clues) - begun)
    return np.array(clues), np.array(won)


def fit(clues: Any, won: Any, rounds: int = 25, ridge: float = 3.0) -> Any:
    """Newton's method; a little ridge keeps clues that are always equal at 0."""
    found = np.zeros(clues.shape[1])
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(-clues @ found))
        slope = clues.T @ (won - chance) - ridge * found
        bend = (clues * (chance * (1 - chance))[:, None]).T @ clues + ridge * np.eye(len(found))
        found += np.linalg.solve(bend, slope)
    return found


def main(games: int) -> None:
    for players in GAME.players:
        clues, won = positions(players, games, players)
        fresh, truth = positions(players, games // 4, 100 + players)
        found = fit(clues, won)
        chance = 1 / (1 + np.exp(-fresh @ found))
        print(f"# {players} players: the ninja win {won.mean():.3f} of the positions;", end=" ")
        print(f"squared error {((chance - truth) ** 2).mean():.4f} of {truth.var():.4f}")
        print("   ", " ".join(f"{x:.3f}," for x in found))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)

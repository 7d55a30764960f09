"""Runs inside OpenSpiel's environment and knows nothing of ours: a line of JSON in, one out.

Times are seconds of CPU time. What is counted is counted outside of the clock.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

pyspiel: Any = importlib.import_module("pyspiel")  # only installed in the bench's environment

RECORDED = 40
HALFWAY = 60
Sample = dict[str, Any]


def native(game: Any, games: int, seed: int) -> Sample:
    """Whole games of its own random bots, inside its C++."""
    bots = [pyspiel.make_uniform_random_bot(p, seed + p) for p in range(game.num_players())]
    played = []
    begun = time.process_time()
    for k in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed * games + k)
        played.append(state)
    seconds = time.process_time() - begun
    return counted(played, seconds)


def from_python(game: Any, games: int, seed: int) -> Sample:
    """Whole random games driven from Python; chance is drawn as in its own examples."""
    uniform = random.Random(seed).random
    chance = np.random.RandomState(seed)
    played = []
    begun = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choice(outcomes, p=chances))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(uniform() * len(legal))])
        played.append(state)
    seconds = time.process_time() - begun
    return counted(played, seconds)


def recorded(game: Any, games: int, seed: int) -> Sample:
    """Recorded games once more, move by move: `legal_actions` and `apply_action`."""
    told = records(game)
    begun = time.process_time()
    moves = 0
    for k in range(games):
        state = game.new_initial_state()
        for action in told[k % RECORDED]:
            state.legal_actions()
            state.apply_action(action)
        moves += len(told[k % RECORDED])
    return {"moves": moves, "games": games, "seconds": time.process_time() - begun}


def copies(game: Any, times: int, seed: int) -> Sample:
    """`state.clone()` from Python, in the middle of a game."""
    state = game.new_initial_state()
    for action in records(game)[0][:HALFWAY]:
        state.apply_action(action)
    begun = time.process_time()
    for _ in range(times):
        state.clone()
    return {"copies": times, "seconds": time.process_time() - begun}


def counted(played: list[Any], seconds: float) -> Sample:
    players = [move.player for state in played for move in state.full_history()]
    return {
        "games": len(played),
        "moves": len(players),
        "decisions": sum(player >= 0 for player in players),
        "seconds": seconds,
    }


_records: dict[str, list[list[int]]] = {}


def records(game: Any) -> list[list[int]]:
    """The actions of random games."""
    name = game.get_type().short_name
    if name not in _records:
        bots = [pyspiel.make_uniform_random_bot(p, p) for p in range(game.num_players())]
        states = [game.new_initial_state() for _ in range(RECORDED)]
        for seed, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, seed)
        _records[name] = [state.history() for state in states]
    return _records[name]


def versions() -> dict[str, str]:
    return {
        "open_spiel": importlib.metadata.version("open_spiel"),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


MEASURES: dict[str, Callable[[Any, int, int], Sample]] = {
    "native": native,
    "python": from_python,
    "recorded": recorded,
    "copies": copies,
}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["what"] == "versions":
            answer: Sample = versions()
        else:
            game = pyspiel.load_game(asked["game"])
            answer = MEASURES[asked["what"]](game, asked["amount"], asked["seed"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

"""Runs inside OpenSpiel's environment and knows nothing of ours: a line of JSON in, one out.

Times are seconds of CPU time. What is counted is counted outside of the clock.
"""

from __future__ import annotations

import functools
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
EXPLORATION = 5.0  # as in its own test; from 0.5 to 26 it makes no difference to the speed
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


def kept(game: Any, times: int, seed: int) -> Sample:
    """A state to bytes and back, in the middle of a game."""
    state = game.new_initial_state()
    for action in records(game)[0][:HALFWAY]:
        if not state.is_terminal():
            state.apply_action(action)
    begun = time.process_time()
    for _ in range(times):
        game.deserialize_state(state.serialize())
    return {"states": times, "seconds": time.process_time() - begun}


def search(game: Any, times: int, seed: int, *, simulations: int, left: int) -> Sample:
    """Searches of its ISMCTS from positions with so many moves left, each simulation played to the
    end at random."""
    found = positions(game.get_type().short_name, left)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.ISMCTSBot(seed, evaluator, EXPLORATION, simulations)
    begun = time.process_time()
    for k in range(times):
        bot.step(found[(seed + k) % len(found)])
    seconds = time.process_time() - begun
    done = times * simulations
    return {"simulations": done, "moves": done * left, "seconds": seconds}


@functools.cache
def positions(name: str, left: int) -> list[Any]:
    """Moments of random games with a choice, so many moves before the end. Every simulation then
    makes exactly `left` moves: the games that are asked for last equally long in all ways."""
    game, found = pyspiel.load_game(name), []
    for told in records(game):
        state = game.new_initial_state()
        for action in told[:-left]:
            state.apply_action(action)
        if len(state.legal_actions()) > 1:
            assert all(moves_to_end(state.clone(), seed) == left for seed in range(RECORDED))
            found.append(state)
    return found


def moves_to_end(state: Any, seed: int) -> int:
    rng = random.Random(seed)
    moves = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


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


MEASURES: dict[str, Callable[..., Sample]] = {
    "native": native,
    "python": from_python,
    "recorded": recorded,
    "copies": copies,
    "kept": kept,
    "search": search,
}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["what"] == "versions":
            answer: Sample = versions()
        else:
            measure, game = MEASURES[asked["what"]], pyspiel.load_game(asked["game"])
            answer = measure(game, asked["amount"], asked["seed"], **asked["more"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

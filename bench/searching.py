"""The search of the bots: simulations inside compiled code, and the moves in them."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator
from dataclasses import replace

import ryumon
from bench.ours import interpreter
from bench.rounds import Run, Sample
from ryumon import CHANCE, OVER, State
from ryumon.bots.levels import settings_of
from ryumon.bots.search import Budget, Searcher, SearchSettings

SIMULATIONS = 4000  # of each search, here and at the peer
POSITIONS = 16  # that are searched in turn
LEFT = 44  # decisions until the round ends, where the peer is searched too


def searches(
    game: ryumon.Game,
    taste: SearchSettings,
    left: int | None,
    threads: int = 1,
    simulations: int = SIMULATIONS,
) -> Run:
    """Searches as a bot makes them, on trees that begin empty; so many simulations by a thread."""
    found, searcher = positions(game, left), Searcher()
    budget = Budget(simulations * threads, threads=threads)

    def run(times: int, seed: int) -> Sample:
        done = moves = 0
        begun = time.process_time()
        for k in range(times):
            state = found[(seed + k) % POSITIONS]
            searcher.search(state.seat(state.turn, events=False), taste, budget, seed)
            done += searcher.simulations
            moves += searcher.moves
        seconds = time.process_time() - begun
        return {"simulations": done, "moves": moves, "seconds": seconds}

    return run


def at_random(game: ryumon.Game) -> SearchSettings:
    """As in the game's own search, but simulations play on at random, as the peer's do."""
    return replace(
        settings_of(game.name), rollout_share=0, rollout_depth=-1, solve_moves=0, world_tries=1
    )


def positions(game: ryumon.Game, left: int | None) -> list[State]:
    """Moments of random games at which a seat has a choice: anywhere, or with so many decisions
    left in the first round."""
    found: list[State] = []
    for seed in itertools.count():
        rng = random.Random(seed)
        if left is None:
            chosen = [s for s in decisions(game, rng, whole=True) if len(s.legal_ids()) > 1]
            found.append(rng.choice(chosen))
        else:
            state = list(decisions(game, rng, whole=False))[-left]
            found += [state] if len(state.legal_ids()) > 1 else []
        if len(found) == POSITIONS:
            return found
    raise AssertionError


def decisions(game: ryumon.Game, rng: random.Random, whole: bool) -> Iterator[State]:
    """Every decision of a random game, or of its first round."""
    is_cutoff = game.spec.heuristics.is_cutoff
    state = game.start_on(interpreter(game))
    state.deal(rng)
    while state.turn != OVER:
        yield state.copy()
        state.play_id(rng.choice(state.legal_ids()))
        if not whole and is_cutoff(state.forgotten(0)):
            return
        if state.turn == CHANCE:
            state.deal(rng)

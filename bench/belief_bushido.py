"""Beliefs of Bushido Breaker: how long they take at most, and how far off they are with two ninja.

`python -m bench.belief_bushido` plays games of random and of rule-of-thumb players. At moments of
them it works out from nothing what the seat to move may believe (CPU time, the better of two runs);
and, for a spectator of two ninja, the chances of all places once with all cases apart and once as
they are taken together: what is possible must be the same in both.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

import ryumon
from ryumon import PUBLIC
from ryumon.games.bushido import hidden
from ryumon.games.bushido.belief import filter as belief
from ryumon.games.bushido.belief import sample
from ryumon.games.bushido.board import LAY
from ryumon.games.bushido.view import aids
from ryumon.kernel.machine import Machine
from ryumon.kernel.ops import OVER

GAMES = 30
APART = 10**9


def forget_beliefs() -> None:
    for kept in (belief._roots, belief._made, sample._kept):
        kept.clear()


def moments(made: Machine, numbers: list[int], seed: int, every: int) -> Iterator[tuple[Any, int]]:
    """States of a game and whose turn it is; with an odd seed by the rule of thumb."""
    block, luck = made.block(), made.luck(seed)
    states = made.array(block)
    made.setup(states, 0, made.integers(numbers))
    move = made.think if seed % 2 else made.pick_move
    for k in range(10**6):
        seat, _ = made.options(block)
        if seat == OVER:
            return
        if k % every == every - 1:
            yield states, seat
        made.step(block, move(states, 0, luck))


def known_to(made: Machine, states: Any, seat: int) -> Any:
    known = made.states()
    made.forget_state(states, 0, known, 0, seat)
    return made.to_plain(known)


def times(players: int, games: int) -> None:
    game = ryumon.game("bushido", players=players).compile()
    for habit in (0, 1):
        took = []
        for seed in range(habit, 2 * games, 2):
            for states, seat in moments(game.machine, game._numbers, seed, 5):
                known = known_to(game.machine, states, seat)
                took.append(min(survey_time(known, seat) for _ in range(2)))
        name = "rule-of-thumb" if habit else "random"
        told = f"median {statistics.median(took):.1f} ms, most {max(took):.1f} ms"
        print(f"{players} players, {len(took)} moments of {name} games: {told}", flush=True)


def survey_time(known: Any, seat: int) -> float:
    forget_beliefs()
    begun = time.process_time()
    hidden.survey(known, seat, True)
    return 1000 * (time.process_time() - begun)


def errors(games: int) -> None:
    game = ryumon.game("bushido", players=4).compile()
    usual = belief.STATES
    for habit in (0, 1):
        off = []
        for seed in range(habit, 2 * games, 2):
            for states, _ in moments(game.machine, game._numbers, seed, 11):
                if states[0]["phase"] == LAY:
                    off.append(difference(known_to(game.machine, states, PUBLIC), usual))
        name = "rule-of-thumb" if habit else "random"
        told = f"mean {statistics.mean(off):.6f}, most {max(off):.6f}"
        print(f"chances of places off by, in {len(off)} moments of {name} games: {told}")
    belief.STATES = usual


def difference(known: Any, usual: int) -> float:
    told = []
    for belief.STATES in (APART, usual):
        forget_beliefs()
        told.append([suspect.places for suspect in aids(known, PUBLIC).suspects])
    right, near = told
    assert [set(places) for places in right] == [set(places) for places in near]
    return max(abs(r[p] - n[p]) for r, n in zip(right, near, strict=True) for p in r)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for players in (2, 3, 4):
        times(players, number)
    errors(number)

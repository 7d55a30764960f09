"""Fit the weights by which Tatsu judges a position, or measure how well they play.

    python -m bench.fit_tatsu              the weights, from nothing (about two minutes)
    python -m bench.fit_tatsu --match      the weights in use against the rule-of-thumb player

From weights that only know what a stone is worth, games are played in which both sides take the
best whole turn, judged after it; the weights are fitted to how those games went on, and again.
What a position is worth is a mean of what followed: the evaluation one roll later, two rolls later,
..., the result, each with a share that shrinks by LATER. Equal seeds give equal weights.
"""

from __future__ import annotations

import argparse
from math import exp

import numpy as np
from numpy.typing import NDArray

from ryumon.games.tatsu.evaluation import EACH, ROWS, SCALE, TABLE, TURN, WEIGHTS, WIN, count
from ryumon.games.tatsu.heuristics import rollout_move
from ryumon.games.tatsu.rules import (
    ENDED,
    FIRST_IS,
    MOST,
    MOVE,
    NOBODY,
    ROLL,
    ROLLED,
    ROLLS,
    apply,
    deal,
    legal,
    pick,
    start,
    weight,
)  # fmt: skip
from ryumon.kernel.jit import njit
from ryumon.kernel.machine import Machine
from ryumon.kernel.rng import below
from ryumon.play.registry import find

Numbers = NDArray[np.float64]
COLUMNS = 2 * ROWS + 1
OPENING = 8  # up to so many turns are played at random first, to see many positions
LATER = 0.7
FIRST_ROUNDS, ROUNDS = 3, 8
NEARLY = 0.05
MOST_TURNS = MOST * MOST  # more than there ever are; two more rows for legal moves
RIDGE = 5.0  # holds weights of what is rarely seen near 0


# --- playing by weights ---------------------------------------------------------------------


@njit
def judged(s, p, w, x):
    """evaluation.chance before a roll, by the weights w; leaves the counts in x."""
    for k in range(2 * ROWS):
        x[k] = 0.0
    count(s, p, x, 0)
    count(s, 1 - p, x, ROWS)
    x[2 * ROWS] = 1.0
    value = 0.0
    for k in range(COLUMNS):
        value += w[k] * x[k]
    at_once = x[WIN] / EACH
    return at_once + (1.0 - at_once) / (1.0 + exp(-value))


@njit
def result(s, p):
    return 0.5 if s.winner == NOBODY else 1.0 if s.winner == p else 0.0


@njit
def worth(s, p, w, x):
    """What a state is worth to p, whose turn has just ended."""
    return result(s, p) if s.phase == ENDED else 1.0 - judged(s, 1 - p, w, x)


@njit
def list_turns(states, at, w, x, room, values):
    """All that the seat to move can do in this turn: one move or two in room[n], and what it is
    worth after them; returns how many there are."""
    p = states[at].player
    ways = 0
    for k in range(legal(states[at], room[MOST_TURNS])):
        states[at + 1] = states[at]
        one = room[MOST_TURNS, k]
        apply(states[at + 1], one)
        n = legal(states[at + 1], room[MOST_TURNS + 1]) if states[at + 1].phase == MOVE else 0
        for j in range(n):
            states[at + 2] = states[at + 1]
            two = room[MOST_TURNS + 1, j]
            apply(states[at + 2], two)
            room[ways, 0] = one
            room[ways, 1] = two
            values[ways] = worth(states[at + 2], p, w, x)
            ways += 1
        if n == 0:
            room[ways, 0] = one
            room[ways, 1] = -1
            values[ways] = worth(states[at + 1], p, w, x)
            ways += 1
    return ways


@njit
def look_ahead(states, at, p, w, x, room, values):
    """What states[at] is worth to p, whose turn has ended, after the best turn of the other: the
    mean over all rolls."""
    s = states[at]
    if s.phase == ENDED:
        return result(s, p)
    total = 0.0
    for k in range(ROLLS):
        states[at + 1] = s
        apply(states[at + 1], ROLLED + k)
        if states[at + 1].phase == MOVE:
            n = list_turns(states, at + 1, w, x, room, values)
            value = values[:n].max()
        else:
            value = worth(states[at + 1], 1 - p, w, x)
        total += value * weight(s, ROLLED + k)
    return 1.0 - total / EACH


@njit
def take_turn(states, w, x, room, values, depth):
    """Play the best turn in states[0]. With depth 2, those that look nearly best are compared by
    what the other can make of them."""
    p = states[0].player
    n = list_turns(states, 0, w, x, room[0], values[0])
    best = values[0, :n].argmax()
    if depth == 2:
        least = values[0, best] - NEARLY
        most = -1.0
        for k in range(n):
            # ways to the same position have the same value: the first will do
            if values[0, k] >= least and not (values[0, :k] == values[0, k]).any():
                states[1] = states[0]
                play(states[1], room[0, k])
                value = look_ahead(states, 1, p, w, x, room[1], values[1])
                if value > most:
                    most = value
                    best = k
    play(states[0], room[0, best])


@njit
def play(s, turn):
    apply(s, turn[0])
    if turn[1] >= 0:
        apply(s, turn[1])


# --- whole games ----------------------------------------------------------------------------


@njit
def self_play(states, options, games, luck, w, x, room, values, later, rows, now, target):
    """Games against oneself. For each roll: the counts of the seat that rolls, its chance to win as
    judged, and what it turned out to be; returns how many there are."""
    n = 0
    s = states[0]
    for _ in range(games):
        start(s, options)
        apply(s, FIRST_IS + below(luck, 2))
        opening = below(luck, OPENING + 1)
        first = n
        while s.phase != ENDED and n < len(now):
            if s.phase == MOVE and s.turns > opening:
                take_turn(states, w, x, room, values, 1)
            elif s.phase == MOVE:
                apply(s, pick(s, luck))
            else:
                if s.turns >= opening:
                    now[n] = judged(s, s.mover, w, x)
                    target[n] = s.mover
                    rows[n] = x
                    n += 1
                deal(s, luck)
        if s.phase != ENDED:
            return first  # no room for the whole game
        for k in range(n - 1, first - 1, -1):
            target[k] = result(s, target[k])
            if k + 1 < n:  # the next roll is the other's
                target[k] = 1.0 - (1.0 - later) * now[k + 1] - later * target[k + 1]
    return n


@njit
def match(states, options, games, luck, w, other, x, room, values, depth, against):
    """The share won against the rule-of-thumb player, or against other weights at depth
    `against`. Two games in four with either colour, one in which it starts."""
    won = 0.0
    s = states[0]
    for game in range(games):
        start(s, options)
        me = game % 2
        apply(s, FIRST_IS + game // 2 % 2)
        while s.phase != ENDED:
            if s.phase == ROLL:
                deal(s, luck)
            elif s.player == me:
                take_turn(states, w, x, room, values, depth)
            elif against > 0:
                take_turn(states, other, x, room, values, against)
            else:
                apply(s, rollout_move(s, luck))
        won += result(s, me)
    return won / games


# --- fitting --------------------------------------------------------------------------------


def fitted(rows: Numbers, target: Numbers, w: Numbers) -> Numbers:
    """The weights that fit best: Newton's method on the part that is not won at once."""
    at_once = rows[:, WIN] / EACH
    share = 1 - at_once
    rest = np.clip((target - at_once) / np.maximum(share, 1e-3), 0, 1)
    scale = np.array([*SCALE, *SCALE, 1])
    rows = rows / scale
    v = w * scale
    for _ in range(4):
        value = 1 / (1 + np.exp(-(rows @ v)))
        slope = rows.T @ ((value - rest) * share) + RIDGE * v
        curve = value * (1 - value) * share
        bend = (rows * curve[:, None]).T @ rows + RIDGE * np.eye(COLUMNS)
        v = v - np.linalg.solve(bend, slope)
    return v / scale


def beginning() -> Numbers:
    """A Vine is worth something, a Water twice that, a Fire three times; not to be destroyed."""
    w = np.zeros(COLUMNS)
    for at, sign in ((0, 0.2), (ROWS, -0.2)):
        for k in range(12):  # free, held or on the mat
            w[at + k] = sign * (1 + k % 3)
    return w


def in_use() -> Numbers:
    return np.array([*WEIGHTS, TURN])


class Table:
    """Room for playing, and the compiled functions."""

    def __init__(self) -> None:
        kind = find("tatsu")
        made = Machine(kind, compiled=True)
        self.options = made.integers(kind.numbers(2, {}))
        self.luck = made.luck
        self.states = made.states(5)
        self.x = np.zeros(COLUMNS)
        self.room = np.zeros((2, MOST_TURNS + 2, MOST), np.int16)
        self.values = np.zeros((2, MOST_TURNS))
        self.run = made.linked([self_play, match])

    def match(
        self, games: int, w: Numbers, depth: int, other: Numbers, against: int, seed: int = 1
    ) -> float:
        return self.run["match"](
            self.states, self.options, games, self.luck(seed), w, other, self.x, self.room,
            self.values, depth, against,
        )  # fmt: skip

    def self_play(self, w: Numbers, games: int, later: float, seed: int) -> tuple[Numbers, Numbers]:
        most = games * 150
        rows, now, target = np.zeros((most, COLUMNS)), np.zeros(most), np.zeros(most)
        n = self.run["self_play"](
            self.states, self.options, games, self.luck(seed), w, self.x, self.room, self.values,
            later, rows, now, target,
        )  # fmt: skip
        return rows[:n], target[:n]


def fit(games: int) -> Numbers:
    """First to the results alone, to get far from the beginning; the weights are then the mean of
    several rounds, stretched so that the chances are right."""
    table, w, found = Table(), beginning(), []
    for k in range(FIRST_ROUNDS + ROUNDS):
        rows, target = table.self_play(w, games, 1.0 if k < FIRST_ROUNDS else LATER, seed=k)
        w = fitted(rows, target, w)
        found.append(w)
        print(f"round {k + 1}: {len(rows):,} rolls, {table.match(1000, w, 1, w, 0):.1%} v thumb")
    w = np.mean(found[-ROUNDS // 2 :], axis=0)
    rows, target = table.self_play(w, games, 1.0, seed=FIRST_ROUNDS + ROUNDS)
    return w * stretch(rows, target, w)


def stretch(rows: Numbers, target: Numbers, w: Numbers) -> float:
    """By how much the weights fit the results best when all are made greater alike."""
    at_once, value = rows[:, WIN] / EACH, rows @ w
    factors = np.arange(0.7, 1.8, 0.02)
    chances = [at_once + (1 - at_once) / (1 + np.exp(-k * value)) for k in factors]
    return factors[np.argmin([np.mean((chance - target) ** 2) for chance in chances])]


def show(w: Numbers) -> None:
    """The weights as evaluation.TABLE."""
    for k, (name, _, _) in enumerate(TABLE):
        print(f'    ("{name}", {w[k] * SCALE[k]:.3f}, {w[ROWS + k] * SCALE[k]:.3f}),')
    print(f"TURN = {w[2 * ROWS]:.3f}")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--match", action="store_true")
    asked.add_argument("--games", type=int, default=4000)
    asked.add_argument("--depth", type=int, default=1)
    asked.add_argument("--against", type=int, default=0)
    given = asked.parse_args()
    if given.match:
        print(Table().match(given.games, in_use(), given.depth, in_use(), given.against))
    else:
        show(fit(given.games))

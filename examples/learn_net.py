"""The network of learn.py, with its gradients.

Observations are columns of few values, so that the first layer is a sum of rows of a table, and of
the last one only legal moves are worked out. That makes a decision cost some microseconds, and
minutes are enough.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

HIDDEN = 128
BINS = 32  # of a number with a wide range


class Columns:
    """Which row of the first layer's table a value of a column of the observation means."""

    def __init__(self, space: Any) -> None:
        low, high = space.low.astype(np.int64), space.high.astype(np.int64)
        self.width = -(-(high - low + 1) // BINS)
        sizes = (high - low) // self.width + 1
        self.low, self.first = low, np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self.rows = int(sizes.sum())


def network(columns: Columns, moves: int, rng: np.random.Generator) -> dict[str, Any]:
    def normal(*shape: int, scale: float) -> Any:
        return (rng.standard_normal(shape) * scale).astype(np.float32)

    return {
        "table": normal(columns.rows, HIDDEN, scale=0.1),
        "bias": np.zeros(HIDDEN, np.float32),
        "policy": normal(moves, HIDDEN, scale=0.01),
        "direct": np.zeros((columns.rows, moves), np.float32),
        "lean": np.zeros(moves, np.float32),
        "value": normal(HIDDEN, scale=0.01),
        "mean": np.zeros(1, np.float32),
    }


@njit(cache=True, fastmath=True)
def dot(one, two):
    total = np.float32(0.0)
    for k in range(len(one)):
        total += one[k] * two[k]
    return total


@njit(cache=True, fastmath=True)
def active(row, low, width, first, rows):
    """The rows of the tables that an observation means; returns how many. Most columns are 0 most
    of the time: that is what the biases stand for."""
    n = 0
    for f in range(len(row)):
        if row[f] != 0:
            rows[n] = first[f] + (row[f] - low[f]) // width[f]
            n += 1
    return n


@njit(cache=True, fastmath=True)
def hidden(rows, n, table, bias, out):
    """The first layer of one observation."""
    out[:] = bias
    for k in range(n):
        out += table[rows[k]]
    for k in range(len(out)):
        out[k] = max(out[k], np.float32(0.0))


@njit(cache=True, fastmath=True)
def softmax(h, rows, many, mask, policy, direct, lean, odds, legal):
    """The chances of the legal moves, in `odds`, in the order of `legal`; returns how many. A move
    sees the observation through the hidden layer and directly, so that it need not squeeze what
    concerns it alone, such as what lies where it ends, through a layer shared by all."""
    n = 0
    most = np.float32(-1e9)
    for move in range(len(mask)):
        if mask[move]:
            odds[n] = dot(h, policy[move]) + lean[move]
            for k in range(many):
                odds[n] += direct[rows[k], move]
            most = max(most, odds[n])
            legal[n] = move
            n += 1
    total = np.float32(0.0)
    for k in range(n):
        odds[k] = math.exp(odds[k] - most)
        total += odds[k]
    for k in range(n):
        odds[k] /= total
    return n


@njit(cache=True, fastmath=True)
def decide(
    seen, masks, low, width, first, table, bias, policy, direct, lean, value, mean, draws, moves,
    chances, expected,
):  # fmt: skip
    """For each game a move, drawn by draws[i] (below 0: the likeliest), its chance, and what the
    seat expects."""
    h = np.empty(len(bias), np.float32)
    odds = np.empty(masks.shape[1], np.float32)
    legal = np.empty(masks.shape[1], np.int64)
    rows = np.empty(seen.shape[1], np.int64)
    for i in range(len(seen)):
        many = active(seen[i], low, width, first, rows)
        hidden(rows, many, table, bias, h)
        n = softmax(h, rows, many, masks[i], policy, direct, lean, odds, legal)
        chosen = n - 1
        mark = draws[i]
        if mark < 0:
            chosen = np.argmax(odds[:n]) if n else -1
        else:
            for k in range(n):
                mark -= odds[k]
                if mark < 0:
                    chosen = k
                    break
        moves[i] = legal[chosen] if n else 0
        chances[i] = odds[chosen] if n else 1.0
        expected[i] = dot(h, value) + mean[0]


@njit(cache=True, fastmath=True)
def learn(
    seen, masks, moves, chances, advantages, returns, low, width, first, table, bias, policy,
    direct, lean, value, mean, g_table, g_bias, g_policy, g_direct, g_lean, g_value, g_mean, clip,
    entropy,
):  # fmt: skip
    """Add up the gradients of PPO's loss for these decisions."""
    size = len(bias)
    h = np.empty(size, np.float32)
    slope = np.empty(size, np.float32)
    odds = np.empty(masks.shape[1], np.float32)
    legal = np.empty(masks.shape[1], np.int64)
    rows = np.empty(seen.shape[1], np.int64)
    part = np.float32(1.0 / len(seen))
    for i in range(len(seen)):
        many = active(seen[i], low, width, first, rows)
        hidden(rows, many, table, bias, h)
        n = softmax(h, rows, many, masks[i], policy, direct, lean, odds, legal)
        error = dot(h, value) + mean[0] - returns[i]
        slope[:] = value * (error * part)
        g_value += h * (error * part)
        g_mean[0] += error * part
        chaos = np.float32(0.0)
        own = 0
        for k in range(n):
            chaos -= odds[k] * math.log(odds[k] + 1e-9)
            if legal[k] == moves[i]:
                own = k
        ratio = odds[own] / chances[i]
        gain = advantages[i]
        pull = -ratio * gain
        if (gain > 0 and ratio > 1 + clip) or (gain < 0 and ratio < 1 - clip):
            pull = np.float32(0.0)
        for k in range(n):
            d = pull * ((1.0 if k == own else 0.0) - odds[k])
            d += entropy * odds[k] * (math.log(odds[k] + 1e-9) + chaos)
            d = np.float32(d * part)
            move = legal[k]
            slope += policy[move] * d
            g_policy[move] += h * d
            g_lean[move] += d
            for r in range(many):
                g_direct[rows[r], move] += d
        for k in range(size):
            if h[k] <= 0:
                slope[k] = 0.0
        g_bias += slope
        for r in range(many):
            g_table[rows[r]] += slope


@njit(cache=True, fastmath=True)
def value_all(seen, low, width, first, table, bias, value, direct, mean, out):
    """How likely whoever made the last move wins, in each of these positions."""
    h = np.empty(len(bias), np.float32)
    rows = np.empty(seen.shape[1], np.int64)
    for i in range(len(seen)):
        many = active(seen[i], low, width, first, rows)
        hidden(rows, many, table, bias, h)
        total = dot(h, value) + mean[0]
        for k in range(many):
            total += direct[rows[k]]
        out[i] = 1.0 / (1.0 + math.exp(-total))


@njit(cache=True, fastmath=True)
def learn_values(
    seen, returns, low, width, first, table, bias, value, direct, mean, g_table, g_bias, g_value,
    g_direct, g_mean,
):  # fmt: skip
    """Add up the gradients of the logarithmic loss."""
    h = np.empty(len(bias), np.float32)
    slope = np.empty(len(bias), np.float32)
    rows = np.empty(seen.shape[1], np.int64)
    for i in range(len(seen)):
        many = active(seen[i], low, width, first, rows)
        hidden(rows, many, table, bias, h)
        total = dot(h, value) + mean[0]
        for k in range(many):
            total += direct[rows[k]]
        error = np.float32((1.0 / (1.0 + math.exp(-total)) - returns[i]) / len(seen))
        for k in range(len(h)):
            slope[k] = value[k] * error if h[k] > 0 else 0.0
        g_value += h * error
        g_mean[0] += error
        g_bias += slope
        for k in range(many):
            g_direct[rows[k]] += error
            g_table[rows[k]] += slope


class Network:
    """The parts of a network, with the state of its optimiser (Adam)."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts
        self.slopes = {k: np.zeros_like(v) for k, v in parts.items()}
        self.first = {k: np.zeros_like(v) for k, v in parts.items()}
        self.second = {k: np.zeros_like(v) for k, v in parts.items()}
        self.updates = 0

    def clear(self) -> None:
        for slope in self.slopes.values():
            slope[:] = 0

    def descend(self, rate: float) -> None:
        self.updates += 1
        unbias = math.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for name, slope in self.slopes.items():
            one, two = self.first[name], self.second[name]
            one += 0.1 * (slope - one)
            two += 0.001 * (slope * slope - two)
            self.parts[name] -= rate * unbias * one / (np.sqrt(two) + 1e-8)

"""Learn a game by playing it against oneself, and see how well it goes against rule-of-thumb.

    python examples/learn.py tatsu --minutes 5 --seeds 1 2 3 4 5 --out tatsu.json --plot tatsu.svg

One small network per run, shared by all seats: what a seat knows goes in. In a game with secrets
how much it leans to each legal move and what it expects to win come out, and it is trained by PPO
on the self-play vector environment. Where nothing is hidden, as in Tatsu, only the latter comes
out: the seat looks at what every move leads to and takes what it values most, and the values are
trained by what came of them, TD(lambda), as TD-Gammon was.

NumPy and numba only: observations are columns of few values, so that the first layer is a sum of
rows of a table, and of the last one only legal moves are worked out. That makes a decision cost
some microseconds, and minutes are enough.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

import ryumon
from ryumon.lab.charts import STYLE
from ryumon.lab.gymnasium import SelfPlayVectorEnv, ThumbVectorEnv

# game -> its options; what a run needs to be better than rule-of-thumb: 1.2 fair shares or 55 %
TABLES: dict[str, dict[str, Any]] = {
    "tatsu": {},
    "tiger-dragon": {"players": 2},
    "schadenfreude": {"players": 4},
    "slaughter": {"players": 4},
}
GAMES, STEPS = 512, 64  # side by side; steps between two updates
HIDDEN = 128
BINS = 32  # of a number with a wide range
EPOCHS, BATCH, CLIP, ENTROPY, LAMBDA = 2, 4096, 0.2, 0.01, 0.95
RATE, RATE_END = 1.5e-3, 2e-4
NOISE = 0.05  # what a move that is valued less can gain by chance in training, hardly ever so much
LOOK = 2000  # games of a measurement on the way; at the end five times as many


# --- the network ----------------------------------------------------------------------------


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


class Policy:
    """Leans to moves by what its seat knows: for games with secrets."""

    def __init__(self, env: Any, seed: int) -> None:
        self.columns = Columns(env.single_observation_space)
        self.rng = np.random.default_rng(seed)
        self.net = Network(network(self.columns, int(env.single_action_space.n), self.rng))

    def choose(self, env: Any, seen: Any, info: Any, best: bool = False) -> tuple[Any, ...]:
        """For each game a move, what is learnt from later (what was seen and done), and what the
        seat expects."""
        n, masks = len(seen), info["action_mask"]
        draws = np.full(n, -1.0) if best else self.rng.random(n)
        moves, chances = np.zeros(n, np.int64), np.zeros(n, np.float32)
        expected = np.zeros(n, np.float32)
        c, parts = self.columns, self.net.parts.values()
        given = [seen, masks, c.low, c.width, c.first, *parts, draws, moves, chances, expected]
        decide(*given)
        return moves, (seen, masks, moves, chances), expected

    def learn(self, done: list[Any], gains: Any, returns: Any, rate: float) -> None:
        gains = ((gains - gains.mean()) / (gains.std() + 1e-6)).astype(np.float32)
        c, columns = self.columns, [*done, gains, returns]
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(gains))
            for start in range(0, len(order) - BATCH + 1, BATCH):
                lot = [column[order[start : start + BATCH]] for column in columns]
                self.net.clear()
                parts, slopes = self.net.parts.values(), self.net.slopes.values()
                given = [*lot, c.low, c.width, c.first, *parts, *slopes]
                learn(*[*given, np.float32(CLIP), np.float32(ENTROPY)])
                self.net.descend(rate)


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


class Judge:
    """Values what its moves lead to: for games in which nothing is hidden."""

    def __init__(self, env: Any, seed: int) -> None:
        self.columns = Columns(env.single_observation_space)
        self.rng = np.random.default_rng(seed)
        made = network(self.columns, 1, self.rng)
        made["direct"] = made["direct"][:, 0].copy()
        wanted = ("table", "bias", "value", "direct", "mean")
        self.net = Network({name: made[name] for name in wanted})

    def choose(self, env: Any, seen: Any, info: Any, best: bool = False) -> tuple[Any, ...]:
        rows, games, moves, worth = env.peek()
        values = np.zeros(len(rows), np.float32)
        c = self.columns
        value_all(*[rows, c.low, c.width, c.first, *self.net.parts.values(), values])
        values = np.where(worth >= 0, worth, values).astype(np.float32)
        tried = values if best else values + NOISE * self.rng.random(len(rows)) ** 8
        order = np.lexsort((tried, games))
        last = order[np.append(np.flatnonzero(np.diff(games[order])), len(order) - 1)]
        return moves[last], (rows[last],), values[last]

    def learn(self, done: list[Any], gains: Any, returns: Any, rate: float) -> None:
        (seen,), c = done, self.columns
        returns = np.clip(returns, 0, 1).astype(np.float32)
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(seen))
            for start in range(0, len(order) - BATCH + 1, BATCH):
                lot = order[start : start + BATCH]
                self.net.clear()
                parts, slopes = self.net.parts.values(), self.net.slopes.values()
                learn_values(*[seen[lot], returns[lot], c.low, c.width, c.first, *parts, *slopes])
                self.net.descend(rate)


# --- self-play ------------------------------------------------------------------------------


def advantages(seats: Any, values: Any, over: Any, rewards: Any) -> tuple[Any, Any]:
    """For every decision, by (step, game): how much better it went for its seat than expected
    (GAE), and whether that is known already. The seats of a game take turns, so each of them has
    its own next decision."""
    steps, games, players = rewards.shape
    found, known = np.zeros((steps, games), np.float32), np.zeros((steps, games), bool)
    ahead = np.zeros((games, players), np.float32)  # what the seat expected at its next decision
    gained = np.zeros((games, players), np.float32)
    paid = np.zeros((games, players), np.float32)
    sure = np.zeros((games, players), bool)
    every = np.arange(games)
    for t in range(steps - 1, -1, -1):
        ended = over[t]
        ahead[ended], gained[ended], sure[ended] = 0, 0, True
        paid[ended] = rewards[t][ended]
        p = seats[t]
        delta = paid[every, p] + ahead[every, p] - values[t]
        known[t] = sure[every, p]
        found[t] = np.where(known[t], delta + LAMBDA * gained[every, p], 0)
        ahead[every, p], gained[every, p], paid[every, p] = values[t], found[t], 0
        sure[every, p] = True
    return found, known


def collect(env: Any, player: Any, seen: Any, info: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Some steps of all games; what was seen and done, and how it turned out."""
    done: list[tuple[Any, ...]] = []
    told: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        moves, kept, expected = player.choose(env, seen, info)
        seats = info["seat"]
        seen, rewards, over, _, info = env.step(moves)
        done.append(kept)
        told.append((seats, expected, over, rewards))
    seats, expected, over, rewards = (np.array(column) for column in zip(*told, strict=True))
    gains, known = advantages(seats, expected, over, rewards)
    rows = [np.array(column)[known] for column in zip(*done, strict=True)]
    return rows, gains[known], (gains + expected)[known], seen, info


def train(name: str, seed: int, minutes: float, looks: int) -> dict[str, Any]:
    """One run: the curve of its share against rule-of-thumb, by minutes of its CPU time."""
    env = SelfPlayVectorEnv(name, GAMES, **TABLES[name])
    player = (Judge if env.game.spec.is_open else Policy)(env, seed)
    seen, info = env.reset(seed=seed)
    curve = [point(name, player, seed, 0.0, 0, LOOK)]
    spent, decisions = 0.0, 0
    while spent < minutes:
        began = time.process_time()
        rate = RATE + (RATE_END - RATE) * spent / minutes
        rows, gains, returns, seen, info = collect(env, player, seen, info)
        player.learn(rows, gains, returns, rate)
        decisions += len(gains)
        spent += (time.process_time() - began) / 60
        if len(curve) - 1 < int(spent / minutes * looks) < looks:
            curve.append(point(name, player, seed, spent, decisions, LOOK))
    curve.append(point(name, player, seed, spent, decisions, 5 * LOOK))
    return {"seed": seed, "curve": curve, "parts": player.net.parts}


# --- how good it is -------------------------------------------------------------------------


def share(name: str, player: Any, seed: int, games: int) -> tuple[float, int]:
    """Its part of the wins, alone among rule-of-thumb players in a seat drawn for each game, with
    the move that it leans to most. Each place plays equally many, so short games get no favour."""
    env = ThumbVectorEnv(name, GAMES, autoreset_mode="SameStep", **TABLES[name])
    seen, info = env.reset(seed=1000 + seed)
    each = -(-games // GAMES)
    done, won = np.zeros(GAMES, int), 0.0
    while (done < each).any():
        moves, _, _ = player.choose(env, seen, info, best=True)
        seen, rewards, over, _, info = env.step(moves)
        counts = over & (done < each)
        won += float(rewards[counts].sum())
        done += over
    return won / (each * GAMES), each * GAMES


def point(
    name: str, player: Any, seed: int, minutes: float, decisions: int, games: int
) -> dict[str, Any]:
    wins, n = share(name, player, seed, games)
    error = 1.96 * math.sqrt(max(wins * (1 - wins), 1e-6) / n)
    told = {"minutes": round(minutes, 3), "decisions": decisions, "share": round(wins, 4)}
    told |= {"low": round(wins - error, 4), "high": round(wins + error, 4), "games": n}
    print(f"{name} seed {seed}: {json.dumps(told)}", flush=True)
    return told


# --- the curve ------------------------------------------------------------------------------

WIDE, HIGH, LEFT, TOP, RIGHT, LOW = 640, 320, 56, 44, 16, 40


def picture(told: dict[str, Any]) -> str:
    """The curves of all runs as SVG, with the fair share and the goal."""
    fair = 1 / len(told["seats"])
    goal = max(0.55, fair) if fair == 0.5 else 1.2 * fair
    points = [p for run in told["runs"] for p in run["curve"]]
    last = max(p["minutes"] for p in points) or 1.0
    top, title = min(1.0, max(p["high"] for p in points) + 0.05), escape(told["title"])

    def x(minutes: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * minutes / last

    def y(wins: float) -> float:
        return TOP + (HIGH - TOP - LOW) * (1 - wins / top)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img">',
        f"<style>{STYLE} .curve {{ fill: none; stroke: #b3372b; stroke-width: 2; }}</style>",
        f'<rect class="paper" width="{WIDE}" height="{HIGH}"/>',
        f'<text class="head" x="{LEFT}" y="24">{title} against rule-of-thumb</text>',
    ]
    for wins, words in ((fair, "fair"), (goal, "goal")):
        parts.append(
            f'<line class="mark" stroke-dasharray="4 4" x1="{LEFT}" x2="{WIDE - RIGHT}" '
            f'y1="{y(wins):.1f}" y2="{y(wins):.1f}"/>'
            f'<text class="soft" x="{WIDE - RIGHT - 30}" y="{y(wins) - 4:.1f}">{words}</text>'
        )
    for k in range(int(top * 10) + 1):
        if k % 2 == 0:
            parts.append(f'<text class="soft" x="12" y="{y(k / 10) + 4:.1f}">{10 * k} %</text>')
    for k in range(5):
        minutes = last * k / 4
        parts.append(
            f'<text class="soft" x="{x(minutes) - 10:.1f}" y="{HIGH - 14}">{minutes:.1f}</text>'
        )
    axis = "share of the wins by minutes of one core"
    parts.append(f'<text class="soft" x="{WIDE - 280}" y="{HIGH - 1}">{axis}</text>')
    for run in told["runs"]:
        way = " ".join(f"{x(p['minutes']):.1f},{y(p['share']):.1f}" for p in run["curve"])
        end = run["curve"][-1]
        parts.append(f'<polyline class="curve" points="{way}"/>')
        parts.append(
            f'<line class="line" x1="{x(end["minutes"]):.1f}" x2="{x(end["minutes"]):.1f}" '
            f'y1="{y(end["low"]):.1f}" y2="{y(end["high"]):.1f}"/>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=TABLES)
    parser.add_argument("--minutes", type=float, default=5.0, help="CPU time of each run")
    parser.add_argument("--seeds", type=int, nargs="*", default=[1])
    parser.add_argument("--looks", type=int, default=6, help="points of the curve")
    parser.add_argument("--join", type=Path, nargs="*", default=[], help="runs made before")
    parser.add_argument("--out", type=Path, help="write the curves there, as JSON")
    parser.add_argument("--plot", type=Path, help="draw the curves there, as SVG")
    parser.add_argument("--weights", type=Path, help="write the last run's network there (.npz)")
    given = parser.parse_args()
    game = ryumon.game(given.game, **TABLES[given.game])
    told: dict[str, Any] = {"game": game.name, "title": game.spec.title["en"]}
    told |= {"seats": list(range(game.players)), "runs": []}
    for file in given.join:
        told["runs"] += json.loads(file.read_text("utf-8"))["runs"]
    for seed in given.seeds:
        run = train(given.game, seed, given.minutes, given.looks)
        parts = run.pop("parts")
        told["runs"].append(run)
        if given.weights:
            np.savez_compressed(given.weights, **parts)
    if given.out:
        given.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if given.plot:
        given.plot.write_text(picture(told), encoding="utf-8")


if __name__ == "__main__":
    main()

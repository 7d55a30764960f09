"""Learn a game by playing it against oneself, and see how well it goes against rule-of-thumb.

    python examples/learn.py tatsu --minutes 5 --seeds 1 2 3 4 5 --out tatsu.json --plot tatsu.svg

One small network per run, shared by all seats: what a seat knows goes in. In a game with secrets
how much it leans to each legal move and what it expects to win come out, and it is trained by PPO
on the self-play vector environment. Where nothing is hidden, as in Tatsu, only the latter comes
out: the seat looks at what every move leads to and takes what it values most, and the values are
trained by what came of them, TD(lambda), as TD-Gammon was.

NumPy and numba only, see learn_net.py; what a player of Tatsu looks at is made in learn_tatsu.py.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
from learn_net import Columns, Network, decide, learn, learn_values, network, value_all
from learn_plot import picture
from learn_tatsu import Ring

import ryumon
from ryumon.lab.gymnasium import SelfPlayVectorEnv, ThumbVectorEnv

# game -> its options; what a run needs to be better than rule-of-thumb: 1.2 fair shares or 55 %
TABLES: dict[str, dict[str, Any]] = {
    "tatsu": {},
    "tiger-dragon": {"players": 2},
    "schadenfreude": {"players": 4},
    "slaughter": {"players": 4},
}
GAMES, STEPS = 512, 64  # side by side; steps between two updates
EPOCHS, BATCH, CLIP, ENTROPY, LAMBDA = 2, 4096, 0.2, 0.01, 0.95
RATE, RATE_END = 1.5e-3, 2e-4
NOISE = 0.05  # what a move that is valued less can gain by chance in training, hardly ever so much
LOOK = 2000  # games of a measurement on the way; at the end five times as many


# --- who plays ------------------------------------------------------------------------------


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


class Judge:
    """Values what its moves lead to: for games in which nothing is hidden. `eyes` says what it
    makes of an observation."""

    def __init__(self, eyes: Any, seed: int) -> None:
        self.eyes, self.columns = eyes, Columns(eyes)
        self.rng = np.random.default_rng(seed)
        made = network(self.columns, 1, self.rng)
        made["direct"] = made["direct"][:, 0].copy()
        wanted = ("table", "bias", "value", "direct", "mean")
        self.net = Network({name: made[name] for name in wanted})

    def choose(self, env: Any, seen: Any, info: Any, best: bool = False) -> tuple[Any, ...]:
        seen, games, moves, worth = env.peek()
        rows = self.eyes.rows(seen)
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
    player = Judge(Ring(env), seed) if name == "tatsu" else Policy(env, seed)
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

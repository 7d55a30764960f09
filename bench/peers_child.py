"""Runs inside the environment of the other peers and knows nothing of ours: a line of JSON in, one
out. Times are seconds of CPU time."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Sample = dict[str, Any]
PACKAGES = ("pettingzoo", "rlcard", "pgx", "jax", "numpy")


def aec(name: str, kind: str, amount: int, seed: int) -> Sample:
    """So many random legal steps of a PettingZoo environment, raw or in its wrappers."""
    return walked(
        getattr(importlib.import_module(f"pettingzoo.classic.{name}"), kind)(), amount, seed
    )


def walked(env: Any, amount: int, seed: int) -> Sample:
    """So many random legal steps: `last`, a legal action, `step`."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    steps, begun = 0, time.process_time()
    while steps < amount:
        if not env.agents:
            env.reset()
        seen, _, over, truncated, info = env.last()
        if over or truncated:
            env.step(None)
            continue
        mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
        env.step(rng.choice(mask.nonzero()[0]))
        steps += 1
    return {"steps": steps, "seconds": time.process_time() - begun}


def cards(name: str, kind: str, amount: int, seed: int) -> Sample:
    """So many whole games of RLCard, by its own random agents."""
    rlcard: Any = importlib.import_module("rlcard")
    agents: Any = importlib.import_module("rlcard.agents")
    env = rlcard.make(name, config={"seed": seed})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions)] * env.num_players)
    begun = time.process_time()
    steps = 0
    for _ in range(amount):
        told, _ = env.run(is_training=False)
        steps += sum(len(seat) // 2 for seat in told)
    return {"steps": steps, "games": amount, "seconds": time.process_time() - begun}


AT_ONCE = 32  # steps of a batch in one call of compiled code
_batches: dict[tuple[str, str], Callable[[int], int]] = {}


def batch(name: str, kind: str, amount: int, seed: int) -> Sample:
    """So many steps of a batch of Pgx, a random legal action in each game, ended ones anew; all of
    it compiled by JAX before the clock starts."""
    if (name, kind) not in _batches:
        _batches[name, kind] = batch_of(name, int(kind))
    run = _batches[name, kind]
    begun = time.process_time()
    steps = run(amount)
    return {"steps": steps * int(kind), "seconds": time.process_time() - begun}


def batch_of(name: str, n: int) -> Callable[[int], int]:
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    wrappers: Any = importlib.import_module("pgx.experimental")
    env = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, mine, theirs = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(mine, logits, axis=1)
        return (step(state, action, jax.random.split(theirs, n)), key), None

    @jax.jit
    def many(carried: Any) -> Any:
        return jax.lax.scan(one, carried, None, length=AT_ONCE)[0]

    key = jax.random.PRNGKey(1)
    held = [many((jax.vmap(env.init)(jax.random.split(key, n)), key))]
    jax.block_until_ready(held[0])

    def run(amount: int) -> int:
        calls = max(1, amount // AT_ONCE)
        for _ in range(calls):
            held[0] = many(held[0])
        jax.block_until_ready(held[0])
        return calls * AT_ONCE

    return run


MEASURES: dict[str, Callable[..., Sample]] = {"aec": aec, "cards": cards, "batch": batch}


def main() -> None:
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):  # some of them greet
        for line in sys.stdin:
            asked = json.loads(line)
            if asked["what"] == "versions":
                answer: Sample = {name: importlib.metadata.version(name) for name in PACKAGES}
            else:
                measure = MEASURES[asked["what"]]
                answer = measure(asked["game"], asked["kind"], asked["amount"], asked["seed"])
            print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()

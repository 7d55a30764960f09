"""Bots for the tests of the arena: a source of bots like ryumon.bots."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any

from ryumon import State, bots

ASLEEP = "RYUMON_TEST_ASLEEP"  # a file that `sleeper` makes when it begins to sleep


class Player:
    """Plays at random, and misbehaves as its name says."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.rng = name, random.Random(seed)
        self.closed, self.told = False, -1

    def over(self, seat: int) -> None:
        self.told = seat

    def close(self) -> None:
        self.closed = True


def make(name: str, seed: int) -> Any:
    if name.startswith(("random-", "thumb-")):  # the same bot under several names
        return bots.make(name.partition("-")[0], seed)
    if name not in (
        "lowest",
        "crash",
        "illegal",
        "seldom",
        "sleeper",
        "killed",
        "unmade",
        "absent",
    ):
        raise ValueError(f"There is no bot {name!r} in the tests.")
    if name == "absent" or (name == "unmade" and seed):
        raise OSError("no room")
    return Player(name, seed)


def over(bot: Any, state: State, seat: int) -> None:
    if isinstance(bot, Player):
        bot.over(seat)


def choose(bot: Any, state: State) -> str:
    if not isinstance(bot, Player):
        return bots.choose(bot, state)
    if bot.name == "crash":
        raise RuntimeError("oh\n  dear")
    if bot.name == "illegal":
        return "nonsense"
    if bot.name == "seldom" and bot.rng.random() < 0.01:
        raise RuntimeError("a rare case")
    if bot.name == "sleeper":
        Path(os.environ[ASLEEP]).touch()
        time.sleep(600)
    if bot.name == "killed":
        os._exit(9)
    return state.legal()[0]

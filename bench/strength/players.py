"""Who plays in the strength table: the bots, with budgets that a table can name, and the ceiling.

| name | plays |
|---|---|
| `random`, `thumb` | as everywhere |
| `tiger@1000` | the level with its softness, and so many simulations per move |
| `dragon@1s` | the level with so many seconds per move |
| `dragon@8000+inference`, `dragon@8000-inference` | with and without the hidden by behaviour |
| `ceiling@8000` | a search that sees everything; it is no bot, and for this bench alone |
"""

from __future__ import annotations

from dataclasses import replace

from ryumon import bots
from ryumon.bots import levels
from ryumon.bots.search import Budget, SearchSettings
from ryumon.kernel.machine import machine
from ryumon.play.game import Game
from ryumon.play.seat import Seat
from ryumon.play.state import State

CEILING = "ceiling"
INFERENCE = {"+inference": True, "-inference": False}
TRIES = 8  # worlds to choose from, where a game's own settings asks for no inference
WORLDS = 500  # in the pool, likewise


class Player(bots.Search):
    """A level whose settings depends on the game, but for what is measured."""

    def __init__(self, seed: int, level: str, budget: Budget, inference: bool | None) -> None:
        super().__init__(seed, level, budget)
        self.inference = inference

    def choose(self, seat: Seat) -> int:
        if self.inference is not None:
            self.settings = guessing(seat.game, self.inference)
        return super().choose(seat)


class Ceiling(bots.Search):
    """The search of a dragon on the true state: nothing is drawn, and one tree serves all."""

    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__(seed, "dragon", budget)

    def choose(self, seat: Seat) -> int:
        self.settings = replace(levels.settings_of(seat.game.name), world_tries=0, observers=False)
        return super().choose(seat)


def guessing(game: Game, inference: bool) -> SearchSettings:
    """How a game is searched with inference, or without: by a pool of worlds where what was played
    in the round can be recalled, else by several draws for each world."""
    settings = levels.settings_of(game.name)
    if not inference:
        return replace(settings, world_tries=1, pool=0)
    if hasattr(game.spec.hidden, "recall"):
        return replace(settings, pool=settings.pool or WORLDS)
    return replace(
        settings, world_tries=settings.world_tries if settings.world_tries > 1 else TRIES
    )


def make(name: str, seed: int) -> bots.Bot:
    """The player of that name; ValueError with a sentence if there is none."""
    if name in bots.SIMPLE:
        return bots.make(name, seed)
    level, _, number = name.partition("@")
    inference = None
    for ending, wanted in INFERENCE.items():
        if number.endswith(ending):
            number, inference = number.removesuffix(ending), wanted
    if level not in (*bots.LEVELS, CEILING):
        known = ", ".join((*bots.SIMPLE, *bots.LEVELS, CEILING))
        raise ValueError(f"There is no player {name!r}; there are: {known}.")
    budget = _budget(level, number)
    if level != CEILING:
        return Player(seed, level, budget, inference)
    if inference is not None:
        raise ValueError("The ceiling sees everything and has nothing to infer.")
    return Ceiling(seed, budget)


def seconds_of(name: str) -> float | None:
    """What a move takes, if the player goes by the clock."""
    return getattr(getattr(make(name, 0), "budget", None), "seconds", None)


def _budget(level: str, number: str) -> Budget:
    if number.isdecimal() and int(number) >= 1:
        return Budget(int(number))
    try:
        if number.endswith("s"):
            return Budget(seconds=float(number[:-1]))
    except ValueError:
        pass
    raise ValueError(
        f"{level}@N has N simulations per move, at least 1, {level}@Ns seconds; not {number!r}."
    )


def choose(player: bots.Bot, state: State) -> str:
    """The move for the seat to move, in notation. The ceiling alone is handed the true state."""
    legal = state.legal_ids()
    if not isinstance(player, Ceiling) or len(legal) == 1:
        return bots.choose(player, state)
    sights = list(state._made)  # it sees every move as it was made
    made = machine(state.game.spec, compiled=False)
    all_open = Seat(state.game, state.turn, made, state._plain(), legal, sights=sights)
    return state.game.spec.words.NAMES[player.choose(all_open)]

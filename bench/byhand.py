"""The same algorithm by hand in C: built here, proven to play the same games, then timed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import ryumon
from bench.rounds import Sample
from bench.talk import Child, Missing
from ryumon.kernel import rng
from ryumon.kernel.cache import root
from ryumon.kernel.machine import Machine

FLAGS = ("-O3", "-march=native", "-std=c11")


def compiler_version() -> str:
    """The first line that cc says of itself."""
    told = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False)
    return told.stdout.splitlines()[0] if told.stdout else "cc"


def build(name: str) -> Path:
    """The program made from a C file of this folder, kept in the cache until something changes."""
    if shutil.which("cc") is None:
        raise Missing(f"There is no C compiler (cc) here, so {name} could not be built.")
    source = Path(__file__).parent / name
    made_of = source.read_bytes() + " ".join((*FLAGS, compiler_version())).encode()
    stamp = hashlib.sha256(made_of).hexdigest()[:16]
    program = root() / "bench" / f"{source.stem}-{stamp}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        fresh = program.with_suffix(".new")
        subprocess.run(["cc", *FLAGS, str(source), "-o", str(fresh)], check=True)
        fresh.replace(program)
    return program


class Program(Child):
    """A running C program. It is asked with the game's options as the rules see them."""

    def __init__(self, name: str) -> None:
        super().__init__([build(name)])

    def play(self, game: ryumon.Game, games: int, seed: int) -> Sample:
        words = rng.words(seed)[: rng.DECK]
        options = game._numbers[: 1 + len(game.spec.options)]  # it knows none for research
        return self.ask(" ".join(map(str, [*options, games, *words])))


def prove(
    program: Program,
    name: str,
    tables: Iterable[Mapping[str, Any]],
    games: int,
    seeds: Iterable[int],
    made: Machine | None = None,
) -> None:
    """AssertionError unless both play the very same games: decisions and payoffs are equal."""
    for options in tables:
        game = ryumon.game(name, **options)
        for seed in seeds:
            theirs = program.play(game, games, seed)
            moves, payoffs = played(game, made or game.machine, games, seed)
            assert (moves, payoffs) == (theirs["moves"], theirs["payoffs"]), (
                f"The C program plays other games than {game!r} with seed {seed}: "
                f"{theirs['moves']} decisions and payoffs {theirs['payoffs']}, "
                f"not {moves} and {payoffs}."
            )


def played(game: ryumon.Game, made: Machine, games: int, seed: int) -> tuple[int, list[float]]:
    """As Game.playouts, on a chosen machine: the decisions, and the sum of the payoffs."""
    import numpy as np

    totals = np.zeros((2, game.players))
    dice, options = made.luck(seed), made.integers(game._numbers)
    moves = made.playouts(made.states(), 0, options, games, dice, totals)
    return int(moves), totals[0].tolist()

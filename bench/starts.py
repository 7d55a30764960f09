"""How long a fresh process takes, with bytecode as after a first run: whole processes, in seconds
of the wall clock, and beside it in CPU time, which a busy machine does not lengthen so much.

The clock starts before the process does, except for the import, which is timed inside.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.claims import Row
from bench.games import FIRST_LEGAL, FIRST_MOVE, GAMES, IMPORT, START
from bench.talk import Missing
from ryumon.kernel.cache import root

IMPORTED = """
import time
wall, cpu = time.perf_counter(), time.process_time()
import ryumon
print(time.perf_counter() - wall, time.process_time() - cpu)
"""
DEALT = """
import os, random, sys, time, ryumon
game = ryumon.game({game!r})
game.compile(background=True)
state = game.start()
state.deal(random.Random(1))
state.legal()
"""
# the compiling process is a child: its time counts when it has ended
TOLD = "print(time.time() - float(sys.argv[1]), time.process_time() + sum(os.times()[2:4]))"
FIRST = DEALT + TOLD
COMPILED = f"""{DEALT}
while not game.compiled:
    time.sleep(0.002)
{TOLD}
"""
# the first choice of a level; what is told is the time since it was asked, and of the process
ASKED = """
import random, sys, time, ryumon
from ryumon import bots
game = ryumon.game({game!r}).compile(background=True)
state, dice = game.start(), random.Random(1)
while state.turn == ryumon.CHANCE or len(state.legal()) == 1:
    state.deal(dice) if state.turn == ryumon.CHANCE else state.play(state.legal()[0])
asked = time.perf_counter()
bots.choose(bots.make({level!r}, seed=1), state)
print(time.perf_counter() - asked, time.time() - float(sys.argv[1]))
"""
BYTECODE = "import numba; numba.njit(lambda x: x + 1)(1); print(0, 0)"

Times = tuple[float, float]  # wall clock, CPU time; of a bot's move: since it was asked, in all
PATIENCE = 300  # seconds
LEVELS = ("samurai", "dragon")  # one that makes few simulations, one that uses all its time


def fresh(code: str, cache: Path) -> Times:
    """Run the code in a new process; it prints both times."""
    ours = ("PYTHONDONTWRITEBYTECODE", "RYUMON_JIT")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment["RYUMON_CACHE"] = str(cache)
    environment["PYTHONPYCACHEPREFIX"] = str(root() / "bench" / "bytecode")
    command = [sys.executable, "-c", code, str(time.time())]
    try:
        told = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        # sources that change meanwhile do that: the compiled rules belong to other ones then
        raise Missing(f"A fresh process took more than {PATIENCE} s and was ended.") from None
    wall, cpu = map(float, told.stdout.split())
    return wall, cpu


def starts(
    rounds: int, wanted: Callable[[str], bool], notes: list[str], say: Callable[[str], None]
) -> Iterator[Row]:
    """The rows of a game's start, cold (nothing compiled yet) and warm; then those of the bots."""
    names = {
        "import": "import ryumon",
        "cold": "first legal moves, nothing compiled yet",
        "warm": "first legal moves, compiled before",
        "switch": "until compiled rules are loaded",
        "compile": "until the rules are compiled in the background",
    }
    chosen = {key: what for key, what in names.items() if wanted(f"start: {what}")}
    moves = [
        (bench.game, level, state)
        for bench in GAMES
        for level in LEVELS
        for state in ("nothing compiled yet", "compiled before")
        if wanted(f"start: {first_move(bench.game, level, state)}")
    ]
    with tempfile.TemporaryDirectory(prefix="ryumon-bench-") as folder:
        try:
            if chosen or moves:
                say("starts: writing bytecode")
                fresh(FIRST.format(game=START), Path(folder) / "bytecode")
                fresh(BYTECODE, Path(folder) / "bytecode")
            if chosen:
                yield from of_the_rules(chosen, rounds, Path(folder), say)
            yield from of_the_bots(moves, rounds, Path(folder), say)
        except Missing as why:
            notes.append(str(why))


def of_the_rules(
    chosen: dict[str, str], rounds: int, folder: Path, say: Callable[[str], None]
) -> Iterator[Row]:
    found = times(START, set(chosen), rounds, folder, say)
    goals = {"import": IMPORT, "cold": FIRST_LEGAL, "warm": FIRST_LEGAL}
    for key, what in chosen.items():
        yield row(what, found[key], "in CPU time", goals.get(key))


def row(what: str, found: list[Times], peer: str, goal: float | None) -> Row:
    ours, other = (statistics.median(column) for column in zip(*found, strict=True))
    met = None if goal is None else ours < goal
    told = "" if goal is None else f"under {goal:g} s"
    return Row("start", what, "s", ours, peer, other, goal=told, met=met)


def first_move(game: str, level: str, state: str) -> str:
    return f"{game}: first move of a {level}, {state}"


def of_the_bots(
    moves: list[tuple[str, str, str]], rounds: int, folder: Path, say: Callable[[str], None]
) -> Iterator[Row]:
    """From being asked to the answer, and beside it the whole process from its start."""
    found: dict[str, list[Times]] = {first_move(*one): [] for one in moves}
    kept = folder / "kept"
    for game in sorted({game for game, _, state in moves if state == "compiled before"}):
        say(f"starts: compiling {game}")
        fresh(COMPILED.format(game=game), kept)
    for number in range(1, rounds + 1):
        for game, level, state in moves:
            what = first_move(game, level, state)
            say(f"starts: round {number} of {rounds}, {what}")
            cache = kept if state == "compiled before" else folder / f"bots-{number}-{game}-{level}"
            found[what].append(fresh(ASKED.format(game=game, level=level), cache))
    for what, both in found.items():
        yield row(what, both, "with the process", FIRST_MOVE)


def times(
    game: str, chosen: set[str], rounds: int, folder: Path, say: Callable[[str], None]
) -> dict[str, list[Times]]:
    first, compiled = FIRST.format(game=game), COMPILED.format(game=game)
    found: dict[str, list[Times]] = {key: [] for key in chosen}
    kept = folder / "kept"
    if chosen & {"compile", "warm", "switch"}:
        say("starts: compiling from nothing")
        found["compile"] = [fresh(compiled, kept)]  # long enough to need no median
    for number in range(1, rounds + 1):
        say(f"starts: round {number} of {rounds}")
        for key, code, cache in (
            ("import", IMPORTED, kept),
            ("cold", first, folder / f"cold-{number}"),
            ("warm", first, kept),
            ("switch", compiled, kept),
        ):
            if key in chosen:
                found[key].append(fresh(code, cache))
    return found

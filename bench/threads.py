"""Two threads against one, by the wall clock; beside them two C programs against one, which have
nothing in common: what the machine itself can do with two at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import ryumon
from bench.byhand import Program
from bench.claims import Row
from bench.games import GAMES, THREADS, Bench
from bench.rounds import Measure, Run, Sample, interleave, ratio
from bench.searching import searches
from bench.talk import Missing
from ryumon.bots.levels import settings_of

CONTROL = "slaughter"  # the game whose C program is run once and twice
# A tenth of a second or so: of much shorter searches, waking a second core is a good part.
SIMULATIONS = 20_000  # of each thread
BUSY = 1.85  # where two C programs do less than that together, the machine has other work


def threads(
    rounds: int,
    seconds: float,
    wanted: Callable[[str], bool],
    notes: list[str],
    say: Callable[[str], None],
) -> Iterator[Row]:
    """The rows of the games, and the control as the last one."""
    chosen = [b for b in GAMES if wanted(f"threads: search of {b.game}, two threads")]
    if not chosen:
        return
    if len(available()) < 2:
        notes.append("There is only one core here: two threads were not measured.")
        return
    pairs = {b.game: tuple(Measure(b.game, search(b, n)) for n in (2, 1)) for b in chosen}
    programs: list[Program] = []
    try:
        programs += [Program(f"{CONTROL}.c") for _ in range(2)]
        pairs["control"] = tuple(Measure("control", by_hand(programs[:n])) for n in (2, 1))
    except Missing as why:
        notes.append(str(why))
    interleave([m for pair in pairs.values() for m in pair], rounds, seconds, say)
    for program in programs:
        program.close()
    for name, (two, one) in pairs.items():
        count, goal = ("games", None) if name == "control" else ("simulations", THREADS)
        quotient = ratio(two.rates(count), one.rates(count))
        what, peer = f"search of {name}, two threads", "one thread"
        if name == "control":
            what, peer = "control: two C programs at once", "one"
            if quotient < BUSY:
                notes.append(f"The machine was busy: two C programs made {quotient:.2f} times one.")
        yield Row(
            "threads", what, f"{count}/s", two.rate(count), peer, one.rate(count), quotient,
            "" if goal is None else f"ratio {goal:g}", None if goal is None else quotient >= goal,
        )  # fmt: skip


def available() -> set[int]:
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))


def by_the_wall(run: Run) -> Run:
    """The same work, in seconds of the wall clock."""

    def timed(amount: int, seed: int) -> Sample:
        begun = perf_counter()
        sample = run(amount, seed)
        return {**sample, "seconds": perf_counter() - begun}

    return timed


def search(bench: Bench, number: int) -> Run:
    """A search with this number of threads, each of which does as much as one alone."""
    game = ryumon.game(bench.game, **bench.options).compile()
    return by_the_wall(searches(game, settings_of(game.name), None, number, SIMULATIONS))


def by_hand(programs: list[Program]) -> Run:
    """The same random games by all these programs at once."""
    game = ryumon.game(CONTROL, players=4)

    def run(games: int, seed: int) -> Sample:
        with ThreadPoolExecutor(len(programs)) as pool:
            for done in [pool.submit(p.play, game, games, seed) for p in programs]:
                done.result()
        return {"games": games * len(programs)}

    return by_the_wall(run)

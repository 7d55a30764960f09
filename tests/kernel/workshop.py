"""A copy of the package in a folder of its own, with two tiny games that compile quickly.

Tests of the kernel change rules, break caches and kill processes; they do it here. Pebbles and
marbles have the same fields and the same functions; only the worth of a piece differs, and that
stands in a file of its own, so that all callers are in other files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import ryumon

WORTH = {"pebbles": 5, "marbles": 7}

COUNTING = """
from ryumon.kernel.jit import njit

WORTH = {worth}


@njit
def worth(pieces):
    return pieces * WORTH
"""

RULES = '''
"""Two seats take one or two pieces in turn from a heap; chance says how many there are."""

import sys
from types import SimpleNamespace

from ryumon.games.{name}.counting import worth
from ryumon.kernel.fields import OPEN, TURN, Field, Number
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import below
from ryumon.kernel.ops import CHANCE, OVER, SURE
from ryumon.play.registry import GameSpec
from ryumon.play.event import Event

FIELDS = [
    Field("points", Number(0, 127), by=2, seen=OPEN),
    Field("heap", Number(0, 127), seen=OPEN),
    Field("player", TURN, seen=OPEN),
]
SEAT_MOVES, MOST = 2, 3
NAMES = ["1", "2", "~5", "~6", "~7"]
LOG = {{"en": {{"take": ("{{move}}", "")}}, "ja": {{"take": ("{{move}}", "")}}}}
RULES = {{"en": {{}}, "ja": {{}}}}


@njit
def start(s, options):
    s.heap = 0
    s.points[0] = 0
    s.points[1] = 0
    s.player = CHANCE


@njit
def turn(s):
    return s.player


@njit
def legal(s, out):
    n = 0
    if s.player == CHANCE:
        n = 3
        for k in range(3):
            out[k] = 2 + k
    elif s.player != OVER:
        n = min(2, s.heap)
        for k in range(n):
            out[k] = k
    return n


@njit
def apply(s, move):
    if s.player == CHANCE:
        s.heap = move + 3
        s.player = 0
    else:
        s.heap -= move + 1
        s.points[s.player] += worth(move + 1)
        s.player = 1 - s.player
        if s.heap == 0:
            s.player = OVER


@njit
def weight(s, move):
    return 1


@njit
def deal(s, luck):
    if s.player == CHANCE:
        apply(s, 2 + below(luck, 3))


@njit
def pick(s, luck):
    return below(luck, min(2, s.heap))


@njit
def payoffs(s, out):
    for p in range(2):
        out[p] = s.points[p]


@njit
def forget(s, known, viewer):
    known.heap = s.heap
    known.player = s.player
    for p in range(2):
        known.points[p] = s.points[p]


@njit
def rollout_move(s, luck):
    return 0


@njit
def priors(s, moves, n, out):
    for k in range(n):
        out[k] = 1.0 / n


@njit
def values(s, out):
    for p in range(2):
        out[p] = 0.5


@njit
def is_cutoff(s):
    return 0


@njit
def moves_left(s):
    return s.heap


@njit
def shows(s, move, viewer):
    return move


@njit
def prepare(known, viewer, room):
    pass


@njit
def world(s, viewer, room, luck):
    pass


@njit
def likelihood(s, viewer):
    return SURE


def score(s, p):
    return s.points[p]


def reason(s):
    return "empty"


def narrate(before, move, after):
    yield Event("take", {{"move": NAMES[move]}})


ME = sys.modules[__name__]
GAME = GameSpec(
    "{name}", {{"en": "{name}", "ja": "{name}"}}, (2,), 2, ME, ME, ME, SimpleNamespace(), ME, ME
)
'''

# Nobody searches here. To compile the search as well would take most of the time.
NO_SEARCH = """

search.GENERIC.clear()


class SearchTree:
    def __init__(self, *given):
        pass

    def __getattr__(self, name):
        return lambda *given: None
"""


def environment(**changes: str) -> dict[str, str]:
    """The environment of a process that knows nothing of pytest."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "RYUMON", "NUMBA"))}
    return env | changes


class Workshop:
    """The copy; its cache is in the same folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        source = Path(ryumon.__file__).parent
        shutil.copytree(
            source,
            folder / "ryumon",
            ignore=shutil.ignore_patterns("__pycache__"),
            dirs_exist_ok=True,
        )
        with (folder / "ryumon/play/registry.py").open("a") as registry:
            registry.write(f"\nNAMES += {list(WORTH)}\n")
        with (folder / "ryumon/kernel/machine.py").open("a") as machine:
            machine.write(NO_SEARCH)
        for name, worth in WORTH.items():
            home = folder / "ryumon/games" / name
            home.mkdir()
            (home / "__init__.py").write_text(f"from ryumon.games.{name}.rules import GAME\n")
            (home / "rules.py").write_text(RULES.format(name=name))
            self.set_worth(name, worth)

    def set_worth(self, name: str, worth: int) -> None:
        """Change a rule of a tiny game."""
        path = self.folder / "ryumon/games" / name / "counting.py"
        path.write_text(COUNTING.format(worth=worth))

    def env(self, **changes: str) -> dict[str, str]:
        paths = {"PYTHONPATH": str(self.folder), "RYUMON_CACHE": str(self.cache)}
        return environment(PYTHONDONTWRITEBYTECODE="1", **paths) | changes

    def run(self, code: str, *, how: str = "-c", **changes: str) -> str:
        """What a program prints; it must end well. `how`: given by `-c`, or on standard input."""
        command = [sys.executable, "-c", code] if how == "-c" else [sys.executable, "-"]
        done = subprocess.run(
            command,
            input=None if how == "-c" else code,
            stdin=subprocess.DEVNULL if how == "-c" else None,
            env=self.env(**changes),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def start(self, code: str, **changes: str) -> subprocess.Popen[str]:
        """A program that runs beside the test."""
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env=self.env(**changes),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )

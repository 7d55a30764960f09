"""What starting costs, counted in modules, threads and processes instead of seconds."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.kernel.workshop import environment

HEAVY = ["numpy", "numba", "llvmlite", "rich", "typer", "platformdirs"]


def told(code: str, **changes: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.strip()


LOADED = f"""
import sys, threading
print([m for m in {HEAVY} if m in sys.modules], threading.active_count())
"""
PLAY = """
import random
state = ryumon.game('slaughter').start()
state.deal(random.Random(1))
state.play(state.legal()[0])
state.view(0), state.events(0), state.log(0), state.aids(0), state.worlds(0, random.Random(1))
"""


@pytest.mark.parametrize(
    "code",
    [
        "import ryumon",
        "import ryumon, ryumon.bots; ryumon.games(); ryumon.game('slaughter', players=5)",
        "import ryumon; ryumon.game('slaughter').start().legal()",
        "import ryumon" + PLAY,
    ],
)
def test_import_and_play_load_nothing_heavy(code: str) -> None:
    assert told(code + LOADED, RYUMON_JIT="off") == "[] 1"


SERVED = """
import importlib, pkgutil, ryumon.server, ryumon.bots, ryumon.workers
for module in pkgutil.walk_packages(ryumon.server.__path__, 'ryumon.server.'):
    importlib.import_module(module.name)
import random
for name in ryumon.games():
    state = ryumon.game(name).start()
    for _ in range(20):
        state.deal(random.Random(1))
        if state.turn >= 0:
            state.play(state.legal()[0])
    state.view(0), state.events(0), state.log(0, 'ja'), state.aids(0), state.choice()
with ryumon.workers.Workers(1) as pool:
    pool.submit('ryumon.workers:cores').result()
import sys
print([m for m in ('numba', 'llvmlite') if m in sys.modules])
"""


@pytest.mark.slow
def test_the_server_never_loads_the_compiler() -> None:
    """All of its modules, and whatever a table asks of a game: it must stay small and start at
    once, and searching is for the workers."""
    assert told(SERVED) == "[]"


def test_the_import_is_fast() -> None:
    """Under 0.15 s. CPU time, the best of three: other tests run beside it."""
    code = "import time; a = time.process_time(); import ryumon; print(time.process_time() - a)"
    assert min(float(told(code)) for _ in range(3)) < 0.15


def test_import_and_games_start_nothing() -> None:
    """Nothing compiles unless somebody asks, whatever the settings: no thread, no process."""
    watched = """
import subprocess
def forbidden(*a, **k): raise SystemExit('A process was started.')
subprocess.Popen = forbidden
import ryumon
game = ryumon.game('slaughter')
state = game.start()
state.legal(), state.view(0), state.copy(), game.position(state.position())
state.play(state.legal()[0])
"""
    assert told(watched + LOADED) == "[] 1"
    assert told(watched + LOADED, RYUMON_JIT="on") == "[] 1"


def test_import_writes_nothing(tmp_path) -> None:
    code = "import ryumon; ryumon.game('slaughter').start().legal()"
    told(code, RYUMON_CACHE=str(tmp_path / "cache"), RYUMON_DATA=str(tmp_path / "data"))
    assert list(tmp_path.iterdir()) == []

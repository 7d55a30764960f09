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


def test_import_and_games_start_nothing() -> None:
    """Nothing compiles before somebody plays, whatever the settings: no thread, no process."""
    watched = """
import subprocess
def forbidden(*a, **k): raise SystemExit('A process was started.')
subprocess.Popen = forbidden
import ryumon
game = ryumon.game('slaughter')
state = game.start()
state.legal(), state.view(0), state.copy(), game.position(state.position())
"""
    assert told(watched + LOADED) == "[] 1"
    assert told(watched + LOADED, RYUMON_JIT="on") == "[] 1"


def test_import_writes_nothing(tmp_path) -> None:
    code = "import ryumon; ryumon.game('slaughter').start().legal()"
    told(code, RYUMON_CACHE=str(tmp_path / "cache"), RYUMON_DATA=str(tmp_path / "data"))
    assert list(tmp_path.iterdir()) == []

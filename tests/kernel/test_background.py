"""The compiling process: when it starts, that it is the only one, and how it ends.

All of it happens in a copy of the package, in processes that know nothing of pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ryumon.files import hold_lock, is_held
from ryumon.kernel import background
from tests.kernel.workshop import Workshop, environment

PATIENCE = 240  # seconds; on a quiet machine everything here is done in a few

# Plays at once, interpreted, and goes on while the compiler runs. The first state is finished
# after the switch. Prints each line once: whoever runs this again by accident is found out.
SWITCH = """
import sys, threading, time, ryumon
print('begins')
game = ryumon.game('pebbles')
old = game.start()
old.play('~5')
assert not game.compiled and threading.active_count() == 1
game.compile(background=True)
print([t.name for t in threading.enumerate() if t.name.startswith('ryumon')])
end = time.monotonic() + 240
while not game.compiled and time.monotonic() < end:
    time.sleep(0.05)
print(game.compiled, old._machine.compiled)
old.play(['2', '1', '1', '1'])
new = game.replay(old.moves)
print(new._machine.compiled, new.scores == old.scores, new == old, old.copy().scores)
while threading.active_count() > 1:
    time.sleep(0.05)
"""
SWITCHED = "begins\n['ryumon-compile']\nTrue False\nTrue True True [15, 10]"

# Says the number of every process that it starts.
TELLING = """
import subprocess, sys, time
class Told(subprocess.Popen):
    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        print(self.pid, flush=True)
subprocess.Popen = Told
import ryumon
ryumon.game({name!r}).compile(background=True)
"""


pytestmark = pytest.mark.slow  # not for the inner loop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("background"))


@pytest.fixture
def cold(shop: Workshop, tmp_path: Path) -> Path:
    """An empty cache for one test."""
    shop.cache = tmp_path / "cache"
    return shop.cache


def until(what: Callable[[], object], why: str) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.05)


def home(shop: Workshop) -> Path:
    """The folder of the copy's digest in the present cache."""
    return Path(shop.run("from ryumon.kernel.cache import folder; print(folder())"))


def alive(pid: int) -> bool:
    """Does a process run? One that has ended but that nobody has fetched does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


# --- it starts on the first play, and play goes on ------------------------------------------


@pytest.mark.parametrize("how", ["-c", "stdin"])
def test_play_goes_on_while_and_after_it_compiles(shop: Workshop, cold: Path, how: str) -> None:
    """In a program given by `-c` or on standard input, as notebooks run theirs: there is no file
    that a new process could run, and none may be asked for."""
    assert shop.run(SWITCH, how=how) == SWITCHED
    if how == "-c":
        assert shop.run(SWITCH) == SWITCHED, "From the cache it must be the same."


def test_a_program_without_a_guard_is_not_run_again(shop: Workshop, cold: Path) -> None:
    """As a file it could be run again, like multiprocessing does; `begins` would come twice."""
    program = shop.folder / "program.py"
    program.write_text(SWITCH)
    done = subprocess.run(
        [sys.executable, str(program)],
        env=shop.env(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout.strip() == SWITCHED
    assert done.stderr == ""


FROZEN = """
import subprocess, sys, threading, time
def forbidden(*a, **k): raise SystemExit('The program was started again.')
subprocess.Popen = forbidden
sys.frozen = True
import ryumon
state = ryumon.game('pebbles').start()
ryumon.game('pebbles').compile(background=True)
state.play('~5')
while threading.active_count() > 1:
    time.sleep(0.02)
state.play(['2', '1', '1', '1'])
print(state.scores, ryumon.game('pebbles').compiled)
"""


def test_a_frozen_program_is_not_started_again(shop: Workshop, cold: Path) -> None:
    assert shop.run(FROZEN) == "[15, 10] False"


@pytest.mark.parametrize("change", ["sys.executable = None", "sys.executable = '/no/such/python'"])
def test_without_a_python_to_start_play_goes_on(shop: Workshop, cold: Path, change: str) -> None:
    code = FROZEN.replace("sys.frozen = True", change).replace("subprocess.Popen = forbidden", "")
    assert shop.run(code) == "[15, 10] False"


COUNT = """
import ryumon, threading, sys
game = ryumon.game('pebbles').{ask}
state = game.start()
state.play('~5')
print(threading.active_count(), 'numba' in sys.modules, ryumon.game('pebbles').compiled)
"""


ASK = COUNT.format(ask="compile(background=True)")


def test_off_never_compiles(shop: Workshop, cold: Path) -> None:
    assert shop.run(ASK, RYUMON_JIT="off") == "1 False False"


@pytest.mark.parametrize("jit", ["auto", "on"])
def test_whoever_only_plays_starts_nothing(shop: Workshop, cold: Path, jit: str) -> None:
    assert shop.run(COUNT.replace(".{ask}", ""), RYUMON_JIT=jit) == "1 False False"


def test_on_compiles_at_once(shop: Workshop, cold: Path) -> None:
    assert shop.run(ASK, RYUMON_JIT="on") == "1 True True"


# --- a process that plays never compiles ----------------------------------------------------

# Counts the steps of the compiler in this very process.
COMPILES_NOTHING = """
import sys, time, ryumon
from numba.core import event
steps = []
class Watch(event.Listener):
    def on_start(self, event):
        steps.append(event)
    def on_end(self, event):
        pass
event.register('numba:run_pass', Watch())
game = ryumon.game('pebbles')
state = game.start()
game.compile(background=True)
state.play('~5')
end = time.monotonic() + 240
while not game.compiled and time.monotonic() < end:
    time.sleep(0.01)
print(game.compiled, len(steps), game.replay(['~5', '2', '1', '1', '1']).scores)
"""
NOTHING = "True 0 [15, 10]"


def test_the_steps_of_a_compiler_are_counted(shop: Workshop, cold: Path) -> None:
    """So that the tests below can fail: where it is asked to wait, this process compiles."""
    told = shop.run(COMPILES_NOTHING.replace("background=True", "")).split()
    assert told[0] == "True"
    assert int(told[1]) > 100


def test_a_second_copy_of_the_sources_does_not_compile_where_it_plays(
    shop: Workshop, cold: Path, tmp_path: Path
) -> None:
    """Another clone, or the same version installed again elsewhere, with the same cache: what the
    first has compiled is of no use to it, because numba keeps code by the path of its source."""
    assert shop.run(COMPILES_NOTHING) == NOTHING
    second = Workshop(tmp_path / "second")
    second.cache = shop.cache
    assert second.run(COMPILES_NOTHING) == NOTHING
    assert home(second) != home(shop)
    assert shop.run(COMPILES_NOTHING) == NOTHING


def remove_code(cache: Path) -> None:
    for path in cache.rglob("*.nbc"):
        path.unlink()


def damage_code(cache: Path) -> None:
    for path in cache.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:50])


@pytest.mark.parametrize("harm", [remove_code, damage_code])
def test_a_mark_that_promises_too_much_makes_nobody_compile_where_it_plays(
    shop: Workshop, cold: Path, harm: Callable[[Path], None]
) -> None:
    assert shop.run(COMPILES_NOTHING) == NOTHING
    harm(cold)
    assert (home(shop) / "pebbles.ready").exists()
    assert shop.run(COMPILES_NOTHING) == NOTHING


def test_machines_of_other_processors_can_share_a_cache(shop: Workshop, cold: Path) -> None:
    """Both kinds of code are kept: nobody compiles a third time."""
    kept: list[dict[Path, int]] = []
    for cpu in ("host", "generic", "host", "generic"):
        changes = {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""} if cpu != "host" else {}
        assert shop.run(COMPILES_NOTHING, **changes) == NOTHING
        kept.append({path: path.stat().st_mtime_ns for path in cold.rglob("*.nbc")})
    assert len(kept[1]) == 2 * len(kept[0])
    assert kept[1] == kept[2] == kept[3]


# --- a process that ends while code is being loaded -----------------------------------------

# Ends at some moment after numba has begun to be imported. What is registered first is called last:
# then no thread may be making machine code any more, because all is torn down next. A crash (signal
# 11 in LLVM) comes once in some hundred runs; the thread that causes it is there every time.
LEAVES = """
import atexit, threading
atexit.register(lambda: print([t.name for t in threading.enumerate()]))
import sys, time, ryumon
game = ryumon.game('schadenfreude')
game.compile(background=True)
end = time.monotonic() + 60
while 'llvmlite' not in sys.modules and time.monotonic() < end:
    time.sleep(0.001)
time.sleep(float(sys.argv[1]))
"""


def test_a_process_that_ends_while_code_is_being_loaded_ends_cleanly() -> None:
    """No signal, no word, no hang: at thirty moments of the second that it takes."""
    env = environment(RYUMON_CACHE=os.environ["RYUMON_CACHE"])
    compiled = "import ryumon; ryumon.game('schadenfreude').compile()"
    subprocess.run([sys.executable, "-c", compiled], env=env, check=True)
    for k in range(30):
        start = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", LEAVES, str(k * 0.03)],
            env=env, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), k
        assert done.stdout == "['MainThread']\n", k
        assert time.monotonic() - start < 30


# --- one per machine and digest -------------------------------------------------------------


def compiler(shop: Workshop, name: str = "pebbles") -> subprocess.Popen[bytes]:
    """The compiling process by itself."""
    return subprocess.Popen(
        [sys.executable, "-m", "ryumon.kernel.background", name],
        env=shop.env(),
        stdin=subprocess.PIPE,
    )


def test_a_second_compiler_leaves_at_once(shop: Workshop, cold: Path) -> None:
    lock = hold_lock(home(shop) / "pebbles.lock")
    assert lock is not None
    with compiler(shop) as second:
        assert second.wait(PATIENCE) == background.BUSY
    lock.close()


def test_who_finds_a_compiler_at_work_waits_for_its_result(shop: Workshop, cold: Path) -> None:
    """Three programs at once: one compiles, all of them switch."""
    programs = [shop.start(SWITCH) for _ in range(3)]
    for program in programs:
        told, _ = program.communicate(timeout=PATIENCE)
        assert told.strip() == SWITCHED
    assert not is_held(home(shop) / "pebbles.lock")


def test_the_lock_goes_with_its_process(shop: Workshop, tmp_path: Path) -> None:
    path = tmp_path / "some.lock"
    code = (
        "import sys, time; from pathlib import Path\n"
        "from ryumon.files import hold_lock\n"
        f"held = hold_lock(Path({str(path)!r})); print(held is not None, flush=True)\n"
        "time.sleep(600)"
    )
    holder = shop.start(code)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "True\n"
    assert is_held(path)
    holder.kill()
    holder.communicate()
    assert not is_held(path)


# --- how it runs and ends -------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows sets the priority otherwise.")
def test_it_runs_at_low_priority(shop: Workshop, cold: Path) -> None:
    code = (
        "import os\n"
        "from ryumon.kernel import background\n"
        "background.compile_now = lambda kind: print(kind.name, os.nice(0) - before, flush=True)\n"
        "before = os.nice(0)\n"
        "background.main('pebbles')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env=shop.env(),
        stdin=subprocess.PIPE,  # open until the answer is there
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == f"pebbles {background.NICE}\n"


def test_it_dies_with_its_parent(shop: Workshop, cold: Path) -> None:
    """The parent is killed without a chance to clean up; the compiler goes in mid-work."""
    code = TELLING.format(name="slaughter") + "time.sleep(600)"
    parent = shop.start(code)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    lock = home(shop) / "slaughter.lock"
    until(lock.exists, "No compiler has started.")
    time.sleep(1)
    assert alive(child)
    parent.kill()
    parent.communicate()
    until(lambda: not alive(child), "The compiler lives on.")
    # its first thread may be gone a moment before the others, which hold the file until then
    until(lambda: not is_held(lock), "The lock is held on.")
    assert not lock.with_suffix(".ready").exists(), "It has ended by finishing its work."


def test_a_program_that_ends_does_not_wait_for_it(shop: Workshop, cold: Path) -> None:
    child = int(shop.run(TELLING.format(name="slaughter") + "time.sleep(1)"))
    until(lambda: not alive(child), "The compiler lives on.")
    assert not (home(shop) / "slaughter.ready").exists()


def test_a_closed_pipe_ends_it(shop: Workshop, cold: Path) -> None:
    """What it dies by: nobody holds the other end of its standard input."""
    with compiler(shop, "slaughter") as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(PATIENCE) == 1
    assert not (home(shop) / "slaughter.ready").exists()


# --- without numba --------------------------------------------------------------------------

WITHOUT = """
import importlib.abc, random, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in {missing}:
            raise ModuleNotFoundError(f'No module named {{name!r}}', name=name)
for name in {missing}:
    assert name not in sys.modules
    sys.modules[name] = None  # what `find_spec` looks at first, and what `import` stops at
sys.meta_path.insert(0, Missing())
"""
EVERYTHING = """
import ryumon, threading
from ryumon import bots
game = ryumon.game('slaughter', players=3, advanced=True)
state, rng, bot = game.start(), random.Random(1), bots.make('thumb', 1)
while state.turn != ryumon.OVER:
    state.deal(rng)
    if state.turn >= 0:
        state.play(bots.choose(bot, state))
assert threading.active_count() == 1 and not game.compiled
assert state.result() and state.view(0) and state.events(1) and state.log(2, 'ja')
assert game.replay(state.worlds(0, rng).moves).view(0) == state.view(0)
assert game.position(state.position()).scores == state.scores
try:
    game.compile()
except RuntimeError as wrong:
    print(wrong)
"""
SENTENCE = "numba is not installed or switched off: the rules can only be interpreted."


def alone(code: str, **changes: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_numba_everything_is_interpreted() -> None:
    batch = "b = game.batch(3); b.step(b.random()); game.playouts(2)\n"
    assert alone(WITHOUT.format(missing=["numba", "llvmlite"]) + EVERYTHING + batch) == SENTENCE


def test_without_numpy_games_are_played_all_the_same() -> None:
    assert alone(WITHOUT.format(missing=["numba", "llvmlite", "numpy"]) + EVERYTHING) == SENTENCE


def test_numba_switched_off_is_as_if_it_were_not_there() -> None:
    """Uncompiled, our functions are not made for records: fields hide behind methods."""
    assert alone("import random\n" + EVERYTHING, NUMBA_DISABLE_JIT="1") == SENTENCE


def test_a_numba_that_cannot_be_imported_is_no_obstacle(shop: Workshop, cold: Path) -> None:
    """It is there, but broken: the compiling process fails, and play goes on."""
    broken = shop.folder / "broken" / "numba"
    broken.mkdir(parents=True, exist_ok=True)
    (broken / "__init__.py").write_text("raise ImportError('Numba needs another NumPy.')\n")
    code = FROZEN.replace("sys.frozen = True", "").replace("subprocess.Popen = forbidden", "")
    paths = os.pathsep.join([str(broken.parent), str(shop.folder)])
    assert shop.run(code, PYTHONPATH=paths) == "[15, 10] False"

"""The pool of worker processes: answers, fairness, and what a kill does not break."""

from __future__ import annotations

import asyncio
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from pathlib import Path
from typing import Any

import pytest

import ryumon
from ryumon import worker
from ryumon.workers import Priority, WorkerError, Workers
from tests.kernel.workshop import environment

PATIENCE = 60  # seconds; on a quiet machine everything here is done in one or two
ME = __name__

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="The tests send signals."),
    pytest.mark.slow,  # starts processes
]


# --- jobs: they run in the workers ----------------------------------------------------------

_warmed: list[str] = []


def warm_up(word: str) -> None:
    _warmed.append(word)


def warmed() -> list[str]:
    return _warmed


def cold_feet() -> None:
    raise ValueError("no room")


def add(a: int, b: int) -> int:
    return a + b


def pid(*_: Any) -> int:
    return os.getpid()


def niceness() -> int:
    return os.nice(0)


def shout() -> str:
    print("a job that prints")
    return "done"


def fail() -> None:
    ryumon.game("tatsu").start().play("nonsense")


class Awkward(Exception):
    """Can be pickled, but not restored."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def fail_awkwardly() -> None:
    raise Awkward("what", "ever")


def unsendable() -> Any:
    return lambda: None


def until_there(path: str) -> str:
    """Note that it has begun, and wait for the file."""
    Path(f"{path}.begun-{os.getpid()}").touch()
    end = time.monotonic() + PATIENCE
    while not Path(path).exists() and time.monotonic() < end:
        time.sleep(0.01)
    return "seen"


def die_once(path: str) -> str:
    """Killed the first time, as by a lack of memory."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def slow_goodbye(path: str) -> None:
    """Let something go when told to leave, as a bot that holds a program does."""
    try:
        until_there(path)
    finally:
        Path(f"{path}.let-go").touch()


def note(path: str, word: str) -> None:
    with Path(path).open("a") as file:
        file.write(word + "\n")


def choose(level: str, moves: list[str]) -> str:
    """What a server's bot does: a view goes in, a move comes out."""
    from ryumon import bots

    state = ryumon.game("tatsu").replay(moves)
    return bots.choose(bots.make(level, 1), state)


# --- tools ----------------------------------------------------------------------------------


def until(what: Callable[[], object], why: str) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.01)


def begun(path: Path) -> list[int]:
    """The processes that have begun to wait for the file."""
    return [int(p.name.rpartition("-")[2]) for p in path.parent.glob(f"{path.name}.begun-*")]


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


def error_of(future: Future[Any]) -> WorkerError:
    with pytest.raises(WorkerError) as raised:
        future.result(PATIENCE)
    return raised.value


@pytest.fixture(scope="module")
def shared() -> Iterator[Workers]:
    """Two workers for all tests that leave them alone."""
    with Workers(2, warm=[(warm_up, "tea")]) as pool:
        yield pool


@pytest.fixture
def one() -> Iterator[Workers]:
    with Workers(1) as pool:
        yield pool


# --- answers --------------------------------------------------------------------------------


def test_a_job_is_called_by_its_name_and_answers(shared: Workers) -> None:
    assert shared.submit(add, 2, 3).result(PATIENCE) == 5
    assert shared.submit(f"{ME}:add", 2, 3).result(PATIENCE) == 5


def test_many_jobs_with_large_arguments_and_answers(shared: Workers) -> None:
    texts = [str(k) * 300_000 for k in range(20)]
    futures = [shared.submit(add, text, "!") for text in texts]
    assert [future.result(PATIENCE) for future in futures] == [text + "!" for text in texts]


def test_every_worker_is_warm_before_its_first_job(shared: Workers) -> None:
    futures = [shared.submit(warmed) for _ in range(8)]
    assert all(future.result(PATIENCE) == ["tea"] for future in futures)


def test_workers_are_processes_that_stay(shared: Workers) -> None:
    pids = {shared.submit(pid).result(PATIENCE) for _ in range(12)}
    assert pids <= set(shared.pids)
    assert os.getpid() not in pids


def test_an_exception_comes_back_as_it_is(shared: Workers) -> None:
    with pytest.raises(ryumon.IllegalMove) as raised:
        shared.submit(fail).result(PATIENCE)
    assert "nonsense" in raised.value.refusal.sentence("ja")


def test_what_cannot_be_sent_comes_back_as_a_sentence(shared: Workers) -> None:
    awkward = error_of(shared.submit(fail_awkwardly))
    assert (awkward.reason, str(awkward)) == ("answer", f"{ME}:fail_awkwardly: Awkward: whatever")
    assert error_of(shared.submit(unsendable)).reason == "answer"
    assert shared.submit(add, 1, 1).result(PATIENCE) == 2, "The worker goes on."


def test_arguments_that_cannot_be_sent_are_refused_at_once(shared: Workers) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError), match=r"[Cc]an't|cannot"):
        shared.submit(add, lambda: None, 1)
    with pytest.raises(ValueError, match="must be a function of a module"):
        shared.submit(lambda: None)


def test_a_job_that_prints_does_not_disturb(shared: Workers) -> None:
    assert shared.submit(shout).result(PATIENCE) == "done"


def test_a_bot_thinks_in_a_worker_while_asyncio_goes_on(shared: Workers) -> None:
    state = ryumon.game("tatsu").start()
    state.deal(random.Random(1))

    async def several_tables() -> list[str]:
        futures = [
            shared.submit(choose, "thumb", state.moves, group=f"table {k}", seconds=PATIENCE)
            for k in range(3)
        ]
        return await asyncio.gather(*map(asyncio.wrap_future, futures))

    assert set(asyncio.run(several_tables())) <= set(state.legal())


def test_bad_numbers_of_workers_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one worker, not 0"):
        Workers(0)


# --- the queue ------------------------------------------------------------------------------


def test_groups_take_turns_and_urgent_jobs_come_first(one: Workers, tmp_path: Path) -> None:
    gate, book = tmp_path / "gate", tmp_path / "book"
    one.submit(until_there, str(gate))
    until(lambda: begun(gate), "The worker has not begun.")
    jobs = [
        *[("A", Priority.MOVE, f"A{k}") for k in range(3)],
        ("R", Priority.REVIEW, "review"),
        ("H", Priority.HINT, "hint"),
        ("B", Priority.AID, "aid"),
        *[("B", Priority.MOVE, f"B{k}") for k in range(2)],
        ("C", Priority.MOVE, "C0"),
    ]
    futures = [
        one.submit(note, str(book), word, group=group, priority=priority)
        for group, priority, word in jobs
    ]
    assert one.waiting == len(jobs)
    gate.touch()
    wait(futures, PATIENCE)
    told = book.read_text().split()
    assert told == ["A0", "B0", "C0", "A1", "B1", "A2", "aid", "hint", "review"]


def test_one_worker_is_always_left_for_moves(shared: Workers, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    try:
        reviews = [
            shared.submit(until_there, str(gate), priority=Priority.REVIEW) for _ in range(3)
        ]
        until(lambda: begun(gate), "No review has begun.")
        assert shared.submit(add, 1, 2).result(PATIENCE) == 3
        assert len(begun(gate)) == 1
    finally:
        gate.touch()
    wait(reviews, PATIENCE)
    assert shared.submit(add, 1, 2, priority=Priority.AID).result(PATIENCE) == 3


def test_a_full_queue_refuses_more(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with Workers(1, most_waiting=2) as pool:
        first = pool.submit(until_there, str(gate))
        until(first.running, "The worker has not begun.")
        kept = [pool.submit(add, k, 1) for k in range(2)]
        with pytest.raises(queue.Full, match="2 jobs are waiting already"):
            pool.submit(add, 1, 1)
        gate.touch()
        assert [future.result(PATIENCE) for future in kept] == [1, 2]


def test_a_job_that_waits_can_be_withdrawn(one: Workers, tmp_path: Path) -> None:
    gate, book = tmp_path / "gate", tmp_path / "book"
    one.submit(until_there, str(gate))
    until(lambda: begun(gate), "The worker has not begun.")
    first, second = (one.submit(note, str(book), word) for word in ("first", "second"))
    assert first.cancel()
    one.stop(second)
    gate.touch()
    assert one.submit(add, 1, 1).result(PATIENCE) == 2
    assert first.cancelled()
    assert second.cancelled()
    assert not book.exists()


# --- a kill breaks nothing ------------------------------------------------------------------


def test_a_job_whose_worker_is_killed_is_tried_again(one: Workers, tmp_path: Path) -> None:
    before = one.submit(pid).result(PATIENCE)
    assert one.submit(die_once, str(tmp_path / "died")).result(PATIENCE) == "alive"
    assert one.submit(pid).result(PATIENCE) != before


def test_a_job_that_kills_its_workers_fails_with_a_sentence(one: Workers) -> None:
    died = error_of(one.submit(die))
    assert died.reason == "died"
    assert str(died) == f"The worker process ended during {ME}:die (signal 9)."
    assert one.submit(add, 1, 1).result(PATIENCE) == 2


def test_workers_killed_while_idle_are_replaced_and_warm(tmp_path: Path) -> None:
    with Workers(2, warm=[(warm_up, "tea")]) as pool:
        wait([pool.submit(pid) for _ in range(8)], PATIENCE)
        until(lambda: len(pool.pids) == 2, "They have not started.")
        before = set(pool.pids)
        for number in before:
            os.kill(number, signal.SIGKILL)
        # tries=1: a job that a dead worker never began is not lost
        assert pool.submit(warmed, tries=1).result(PATIENCE) == ["tea"]
        until(lambda: len(set(pool.pids) - before) == 2, "They have not been replaced.")


def test_killed_again_and_again_every_job_is_done(tmp_path: Path) -> None:
    with Workers(2) as pool:
        futures = [pool.submit(add, k, 1, tries=50) for k in range(400)]
        for _ in range(12):
            for number in pool.pids[:1]:
                os.kill(number, signal.SIGKILL)
            time.sleep(0.05)
        assert [future.result(PATIENCE) for future in futures] == list(range(1, 401))


def test_a_job_that_takes_too_long_is_ended(one: Workers, tmp_path: Path) -> None:
    late = error_of(one.submit(until_there, str(tmp_path / "never"), seconds=0.2))
    assert late.reason == "time"
    assert str(late) == f"{ME}:until_there took longer than 0.2 s and was stopped."
    assert one.submit(add, 1, 1, seconds=PATIENCE).result(PATIENCE) == 2


def test_a_job_under_way_can_be_stopped(one: Workers, tmp_path: Path) -> None:
    job = one.submit(until_there, str(tmp_path / "never"))
    until(lambda: begun(tmp_path / "never"), "It has not begun.")
    one.stop(job)
    assert error_of(job).reason == "stopped"
    assert one.submit(add, 1, 1).result(PATIENCE) == 2


def test_workers_that_cannot_start_say_why() -> None:
    with Workers(1, warm=[(cold_feet,)]) as pool:
        broken = error_of(pool.submit(add, 1, 1))
    assert broken.reason == "start"
    assert str(broken) == "A worker could not be started: ValueError: no room"


# --- ending ---------------------------------------------------------------------------------


def test_close_ends_what_waits_and_what_runs(tmp_path: Path) -> None:
    never = tmp_path / "never"
    pool = Workers(1)
    running = pool.submit(slow_goodbye, str(never))
    until(lambda: begun(never), "It has not begun.")
    waiting = pool.submit(add, 1, 1)
    start = time.monotonic()
    pool.close()
    assert time.monotonic() - start < PATIENCE
    assert error_of(running).reason == "closed"
    assert Path(f"{never}.let-go").exists(), "A job must be able to let its bots go."
    with pytest.raises(CancelledError):
        waiting.result(0)
    assert all(map(gone, begun(never)))
    with pytest.raises(WorkerError, match="is closed"):
        pool.submit(add, 1, 1)
    pool.close()
    assert not any(t.name == "ryumon-worker" for t in pool._workers if t.is_alive())


def test_a_pool_can_be_closed_before_it_has_started() -> None:
    for delay in (0, 0.01, 0.1):
        pool = Workers(2)
        time.sleep(delay)
        pool.close()
        assert pool.pids == []


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows sets the priority otherwise.")
def test_low_priority_is_for_those_who_ask(one: Workers) -> None:
    usual = os.nice(0)
    assert one.submit(niceness).result(PATIENCE) == usual
    with Workers(1, low_priority=True) as pool:
        assert pool.submit(niceness).result(PATIENCE) == usual + worker.NICE


PARENT = """
import sys, time
from ryumon.workers import Workers
pool = Workers(2)
pool.submit("tests.test_workers:until_there", {path!r})
idle = pool.submit("tests.test_workers:pid").result()
print(*pool.pids, flush=True)
{rest}
"""


def parent(path: Path, rest: str) -> subprocess.Popen[str]:
    """A program without a guard, which multiprocessing would run again in each worker."""
    file = path.parent / "program.py"
    file.write_text(PARENT.format(path=str(path), rest=rest))
    root = str(Path(__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, str(file)],
        env=environment(PYTHONPATH=root),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_workers_die_with_their_parent(how: str, tmp_path: Path) -> None:
    """Idle or busy, and without a chance for the parent to say anything."""
    program = parent(tmp_path / "never", "time.sleep(600)")
    assert program.stdout is not None
    pids = [int(word) for word in program.stdout.readline().split()]
    assert len(pids) == 2
    until(lambda: begun(tmp_path / "never"), "It has not begun.")
    program.send_signal(getattr(signal, how))
    _, errors = program.communicate()
    until(lambda: all(map(gone, pids)), "A worker lives on.")
    assert errors == ""


@pytest.mark.parametrize("rest", ["", "sys.exit(3)"])
def test_a_program_that_forgets_to_close_ends_all_the_same(rest: str, tmp_path: Path) -> None:
    program = parent(tmp_path / "never", rest)
    told, errors = program.communicate(timeout=PATIENCE)
    assert (program.returncode, errors) == (3 if rest else 0, "")
    assert all(map(gone, map(int, told.split())))


def test_ctrl_c_is_for_the_program_and_not_for_its_workers(one: Workers) -> None:
    first = one.submit(pid).result(PATIENCE)
    os.kill(first, signal.SIGINT)
    assert one.submit(pid).result(PATIENCE) == first


def test_nothing_of_ours_writes_the_environment(one: Workers) -> None:
    before = dict(os.environ)
    one.submit(add, 1, 1).result(PATIENCE)
    assert dict(os.environ) == before
    assert threading.active_count() < 100

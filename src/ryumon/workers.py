"""A pool of long-lived processes for everything that takes longer than a moment.

The arena plays its games here, the server lets its bots think here. A job is a function of a
module, called by its name with arguments that can be pickled; its answer comes back as a
`concurrent.futures.Future`, which `asyncio.wrap_future` turns into something to await.

    with Workers(2) as pool:
        move = pool.submit(think, seat, group="table 7", seconds=10).result()

Jobs wait in one queue: urgent ones first, and among equals each group (a table, say) in turn, so
that nobody with a hundred jobs makes others wait. A worker that is killed is replaced, and its job
is tried once more. Workers end with the process that made them, however it ends.
"""

from __future__ import annotations

import atexit
import contextlib
import enum
import os
import pickle
import queue
import signal
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from typing import Any

from ryumon.worker import BEGUN, PATIENCE, Process, WorkerError

__all__ = ["Priority", "WorkerError", "Workers", "cores"]

Job = Callable[..., Any] | str  # a function of a module, or its name as "module:function"

LOOK = 1.0  # seconds between two looks at an idle worker: one that was killed is replaced
FAILED_STARTS = 3  # after so many in a row, jobs fail instead of waiting for a worker
PAUSE = 0.2  # seconds after a failed start, and twice as long after each further one
CLOSED = "The pool of workers was closed before {} was done."


class Priority(enum.IntEnum):
    """How urgent a job is. Only moves may take all workers: one is always left for them."""

    MOVE = 0
    AID = 1
    HINT = 2
    REVIEW = 3


@dataclass(eq=False)
class _Task:
    """A job that is waiting or under way."""

    name: str
    message: bytes
    priority: int
    group: Hashable
    seconds: float | None
    tries: int
    future: Future[Any] = field(default_factory=Future)
    worker: _Worker | None = None  # who does it now
    stopped: WorkerError | None = None  # why it shall not be done

    def stop(self, why: WorkerError) -> None:
        self.stopped = self.stopped or why
        if self.worker is not None:
            self.worker.kill()


class _Queue:
    """Tasks by priority, and among equals one of each group in turn."""

    def __init__(self, workers: int) -> None:
        self.changed = threading.Condition()  # guards everything here, and what tasks are told
        self.closed = False
        self.size = 0
        self._groups: dict[int, OrderedDict[Hashable, deque[_Task]]] = {}
        self._most_less_urgent = max(workers - 1, 1)
        self._less_urgent = 0  # tasks under way that are not moves

    def add(self, task: _Task, first: bool = False) -> None:
        """The lock is held."""
        groups = self._groups.setdefault(task.priority, OrderedDict())
        tasks = groups.setdefault(task.group, deque())
        if first:
            tasks.appendleft(task)
            groups.move_to_end(task.group, last=False)
        else:
            tasks.append(task)
        self.size += 1
        self.changed.notify_all()

    def take(self, wait: float) -> _Task | None:
        """The next task, or None if there is none within so many seconds."""
        end = time.monotonic() + wait
        with self.changed:
            while not self.closed:
                task = self._next()
                if task is not None:
                    self._less_urgent += task.priority > Priority.MOVE
                    return task
                left = end - time.monotonic()
                if left <= 0:
                    break
                self.changed.wait(left)
        return None

    def _next(self) -> _Task | None:
        for priority in sorted(self._groups):
            groups = self._groups[priority]
            late = priority > Priority.MOVE and self._less_urgent >= self._most_less_urgent
            if groups and not late:
                group, tasks = groups.popitem(last=False)
                task = tasks.popleft()
                if tasks:
                    groups[group] = tasks  # now behind all others
                self.size -= 1
                return task
        return None

    def done(self, task: _Task, again: bool = False) -> None:
        """A task is no longer under way; it may have to wait again."""
        with self.changed:
            task.worker = None
            self._less_urgent -= task.priority > Priority.MOVE
            if again:
                self.add(task, first=True)
            self.changed.notify_all()


class Workers:
    """So many worker processes; by default one for each core that this process may use.

    `warm` are calls (job, *arguments) that every worker makes before its first job. At most
    `most_waiting` jobs wait; one more is refused with `queue.Full`.
    """

    def __init__(
        self,
        number: int | None = None,
        *,
        warm: Sequence[tuple[Any, ...]] = (),
        low_priority: bool = False,
        most_waiting: int = 1000,
    ) -> None:
        self.number = cores() if number is None else number
        if self.number < 1:
            raise ValueError(f"A pool has at least one worker, not {number}.")
        if not sys.executable or getattr(sys, "frozen", False):
            raise WorkerError("start", "There is no Python that could run a worker process.")
        self._most_waiting = most_waiting
        calls = [(name_of(job), arguments) for job, *arguments in warm]
        hello = pickle.dumps((sys.path, low_priority, calls))
        self._queue = _Queue(self.number)
        self._tasks: dict[Future[Any], _Task] = {}  # all that are not finished
        self._workers = [_Worker(self._queue, hello) for _ in range(self.number)]
        atexit.register(self.close)
        for worker in self._workers:
            worker.start()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self,
        job: Job,
        *arguments: Any,
        priority: int = Priority.MOVE,
        group: Hashable = None,
        seconds: float | None = None,
        tries: int = 2,
    ) -> Future[Any]:
        """Have job(*arguments) called. The time that it may take counts from when it begins.

        What it raises comes back as it is, if it can be sent; WorkerError says why there is no
        answer. `Future.cancel` withdraws a job that has not begun; `stop` ends any.
        """
        name = name_of(job)
        task = _Task(name, pickle.dumps((name, arguments)), priority, group, seconds, tries)
        with self._queue.changed:
            if self._queue.closed:
                raise WorkerError("closed", "The pool of workers is closed.")
            if self._queue.size >= self._most_waiting:
                raise queue.Full(f"{self._queue.size} jobs are waiting already.")
            self._tasks[task.future] = task
            self._queue.add(task)
        task.future.add_done_callback(lambda done: self._tasks.pop(done, None))
        return task.future

    def stop(self, future: Future[Any]) -> None:
        """Withdraw a job, or end it if it is under way (its worker is replaced)."""
        if not future.cancel():
            with self._queue.changed:
                task = self._tasks.get(future)
                if task is not None:
                    task.stop(WorkerError("stopped", f"{task.name} was stopped."))

    @property
    def waiting(self) -> int:
        """How many jobs have not begun."""
        return self._queue.size

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that run now."""
        running = [worker.process for worker in self._workers]
        return [process.pid for process in running if process is not None and process.alive]

    def close(self) -> None:
        """End all workers. Jobs that wait are cancelled; those under way are told to end, and have
        a moment for it."""
        with self._queue.changed:
            self._queue.closed = True
            left = list(self._tasks.values())
            for task in left:
                task.stopped = task.stopped or WorkerError("closed", CLOSED.format(task.name))
            for worker in self._workers:
                if worker.process is not None:
                    worker.process.dismiss()
            self._queue.changed.notify_all()
        for task in left:
            task.future.cancel()  # if it has not begun
        limit = time.monotonic() + PATIENCE
        for worker in self._workers:
            worker.join(max(limit - time.monotonic(), 0.0))
            if worker.is_alive():
                worker.kill()
        for worker in self._workers:
            worker.join()
        for task in left:
            if task.stopped is not None:
                _fail(task, task.stopped)
        atexit.unregister(self.close)


class _Worker(threading.Thread):
    """A worker process, and the thread of ours that starts it and talks to it."""

    def __init__(self, tasks: _Queue, hello: bytes) -> None:
        super().__init__(name="ryumon-worker", daemon=True)
        self.queue, self.hello = tasks, hello
        self.process: Process | None = None

    def run(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # inherited: Ctrl-C is for whoever started us
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        failed = 0
        while not self.queue.closed:
            if self.process is None or not self.process.alive:  # killed while idle
                trouble = self._begin()
                failed = failed + 1 if trouble else 0
                if trouble:
                    self._excuse(failed, trouble)
                    continue
            task = self.queue.take(LOOK)
            if task is not None:
                self._do(task)
        self._end()

    def _begin(self) -> str:
        """Start the process and wait until it is warm. Empty, or why it could not be."""
        self._end()
        try:
            process = Process()
            with self.queue.changed:
                self.process = process
                if self.queue.closed:
                    process.dismiss()
            process.send(self.hello)
            good, what = pickle.loads(process.receive())
        except Exception as wrong:  # it may also print what is no message of ours
            return f"A worker could not be started: {str(wrong) or 'it ended at once.'}"
        return "" if good else f"A worker could not be started: {type(what).__name__}: {what}"

    def _excuse(self, failed: int, trouble: str) -> None:
        """Nobody waits for ever for a worker that cannot be started."""
        self._end()
        pause = min(PAUSE * 2**failed, 10 * LOOK)
        if failed < FAILED_STARTS:
            with self.queue.changed:
                self.queue.changed.wait_for(lambda: self.queue.closed, pause)
            return
        task = self.queue.take(pause)
        if task is not None:
            self.queue.done(task)
            _fail(task, WorkerError("start", trouble))

    def _do(self, task: _Task) -> None:
        """Have a task done; if the worker is lost, by another one."""
        if not task.future.running() and not task.future.set_running_or_notify_cancel():
            self.queue.done(task)
            return
        with self.queue.changed:
            wanted = task.stopped is None
            task.worker = self if wanted else None
        answer = self._answer(self.process, task) if wanted and self.process else None
        with self.queue.changed:
            task.worker = None
        how = self._end() if wanted and answer is None else ""
        again = answer is None and task.stopped is None and task.tries > 0
        self.queue.done(task, again)
        if not again:
            died = WorkerError("died", f"The worker process ended during {task.name} ({how}).")
            _settle(task, answer, task.stopped or died)

    def _answer(self, process: Process, task: _Task) -> bytes | None:
        """What the process answers in time; None if it was ended before, by whomever."""
        watch = None
        if task.seconds is not None:
            watch = threading.Timer(task.seconds, self._too_long, (task,))
            watch.daemon = True
            watch.start()
        try:
            process.send(task.message)
            if process.receive() == BEGUN:
                task.tries -= 1  # a job that a dying worker never took up has lost nothing
            return process.receive()
        except (OSError, EOFError):
            return None
        finally:
            if watch is not None:
                watch.cancel()

    def _too_long(self, task: _Task) -> None:
        with self.queue.changed:
            if task.worker is self:
                sentence = f"{task.name} took longer than {task.seconds:g} s and was stopped."
                task.stop(WorkerError("time", sentence))

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()

    def _end(self) -> str:
        """End the process, if there is one. How it ended."""
        process, self.process = self.process, None
        return process.end(PATIENCE) if process is not None else ""


def _settle(task: _Task, answer: bytes | None, lost: WorkerError) -> None:
    """Hand over an answer, or say why there is none."""
    if answer is None:
        _fail(task, lost)
        return
    try:
        good, what = pickle.loads(answer)
    except Exception as wrong:  # whatever restoring a strange object may do
        good, what = False, WorkerError("answer", f"{task.name}: {type(wrong).__name__}: {wrong}")
    if not good:
        _fail(task, what)
        return
    with contextlib.suppress(InvalidStateError):
        task.future.set_result(what)


def _fail(task: _Task, error: BaseException) -> None:
    with contextlib.suppress(InvalidStateError):
        task.future.set_exception(error)


def name_of(job: Job) -> str:
    """How a worker finds a function.

    >>> name_of(cores)
    'ryumon.workers:cores'
    """
    if isinstance(job, str):
        return job
    module, name = job.__module__, job.__qualname__
    if module == "__main__" or not name.isidentifier():
        raise ValueError(f"A worker cannot find {name}: it must be a function of a module.")
    return f"{module}:{name}"


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1

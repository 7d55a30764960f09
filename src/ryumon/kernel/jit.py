"""How a rule runs: as it is written, or compiled by numba.

Besides this file only `native` twins know numba (bits, scratch, search): what compiled code does
otherwise than Python. Everything else calls rules and does not see who runs them.

A rule is a plain function on a state `s`, marked with `njit`. Marking changes nothing: called as
it stands, the function is interpreted. `link` makes a second set of the same functions, in which
every name of a marked function leads to its twin, and compiles them when asked to. So both sets
live in one process: play starts at once, interpreted, and goes on compiled when that is ready.
"""

from __future__ import annotations

import threading
import types
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)


def njit(function: F) -> F:
    """Mark a function as a part of the rules: `link` follows it, numba may compile it."""
    function.__rule__ = True
    return function


def hot(function: F) -> F:
    """Mark a rule of the innermost loop: compiled, it becomes a part of whatever calls it."""
    function.__hot__ = True
    return njit(function)


def for_python(function: F) -> F:
    """Mark a rule that makes Python's own objects: it keeps Python's lock, and is only called from
    there."""
    function.__python__ = True
    return njit(function)


def native(build: Callable[[], Any]) -> Callable[[F], F]:
    """Mark a function that has a faster twin for compiled code; `build` makes it."""

    def mark(function: F) -> F:
        function.__native__ = build
        return njit(function)

    return mark


def is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and hasattr(value, "__rule__")


def link(
    roots: Iterable[Function],
    game: Mapping[str, Function],
    wrap: Callable[[types.FunctionType], Any],
) -> dict[str, Any]:
    """Twins of `roots` and of all they call, found by name.

    An open operation (an empty function marked by `operation`) is replaced by the game's function
    of that name. `wrap` turns a twin into what is called: the compiler, or nothing.
    """
    roots = list(roots)
    twins: dict[Function, Any] = {}
    worlds: dict[int, dict[str, Any]] = {}  # a module's globals -> the twins' globals

    def twin(function: Function) -> Any:
        function = game[function.__name__] if hasattr(function, "__open__") else function
        if function in twins:
            return twins[function]
        if hasattr(function, "__native__") and wrap is not interpreted:
            twins[function] = function.__native__()
            return twins[function]
        source = function.__globals__
        names = worlds.get(id(source))
        if names is None:
            names = worlds[id(source)] = dict(source)
        copy = types.FunctionType(function.__code__, names, function.__name__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        copy.__doc__, copy.__defaults__ = function.__doc__, function.__defaults__
        copy.__dict__.update(function.__dict__)
        copy.__root__ = function in roots
        twins[function] = wrap(copy)
        for name in function.__code__.co_names:
            if is_rule(source.get(name)):
                names[name] = twin(source[name])
        return twins[function]

    return {root.__name__: twin(root) for root in roots}


def operation(function: F) -> F:
    """Mark an open operation: a name that generic code calls and every game fills."""
    function.__open__ = True
    return njit(function)


def interpreted(function: types.FunctionType) -> types.FunctionType:
    return function


def compiler(cache: str | None) -> Callable[[types.FunctionType], Any]:
    """A `wrap` that compiles with numba, keeping the code in the folder `cache`.

    The folder is named by a hash of all our sources, because numba stamps only the file of the
    function itself: callers in other files would silently go on with old rules. Its place is
    fixed at decoration, so numba's own setting is put back at once. Where no file can be kept
    (read-only disk, source in an archive) the function is compiled afresh in each process.
    """
    import numba
    from numba.core import config

    def wrap(function: types.FunctionType) -> Any:
        choices: dict[str, Any] = {
            "nogil": not hasattr(function, "__python__"),
            "forceinline": hasattr(function, "__hot__"),
        }
        if not function.__root__:  # only called by compiled code: a fifth of the time is saved
            choices |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        if cache is None:
            return numba.njit(function, **choices)
        saved, config.CACHE_DIR = config.CACHE_DIR, cache
        try:
            return numba.njit(function, cache=True, **choices)
        except RuntimeError:
            return numba.njit(function, **choices)
        finally:
            config.CACHE_DIR = saved

    return wrap


class NotCached(Exception):
    """Something would have to be compiled that should be in the cache."""


@contextmanager
def only_cached() -> Generator[None]:
    """Within it this thread loads compiled code and never compiles: NotCached if it had to. Other
    threads may do as they like."""
    from numba.core import event

    here = threading.get_ident()

    class Guard(event.Listener):
        def on_start(self, event: Any) -> None:
            if threading.get_ident() == here:
                raise NotCached(str(event.data.get("dispatcher")))

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Guard()):
        yield

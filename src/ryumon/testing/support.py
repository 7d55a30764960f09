"""What the tests must be told of a game, and drivers that play it.

Every game that is tested has an entry in SUITES; the conformance tests run over all of its option
sets. `walk` plays whole games by a fixed seed, so a failure can be played again.
"""

from __future__ import annotations

import contextlib
import functools
import json
import random
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ryumon import CHANCE, OVER, PUBLIC, Game, State, bots
from ryumon.files import hold_lock
from ryumon.kernel import background, cache, fields
from ryumon.kernel.machine import Machine, machine
from ryumon.play.registry import find
from ryumon.play.sentence import LANGUAGES as LANGUAGES  # noqa: PLC0414


@dataclass(frozen=True)
class Suite:
    """What the conformance tests must be told of a game."""

    options: list[dict[str, Any]]  # every set of options that is tested
    rules: set[str]  # the ids that a refusal may name
    longest: int  # moves that no game exceeds
    kinds: set[str]  # events that random games must show, or the tests would prove too little
    letters: str = ""  # capitals that stand in its moves
    # may chance still lead from a state to this later one?
    between: Callable[[Any, Any], bool] = lambda s, later: True


SUITES: dict[str, Suite] = {}  # by the name of the game; conftest.py of its tests puts it here


def option_sets() -> list[tuple[str, dict[str, Any]]]:
    """Every option set of every game that is tested."""
    return [(name, options) for name, suite in SUITES.items() for options in suite.options]


def label(name: str, options: dict[str, Any]) -> str:
    """`slaughter-4-advanced`: a name for test ids and files."""
    words = [name]
    for option, value in options.items():
        if option == "players":
            words.append(str(value))
        elif value is True:
            words.append(option)
        elif value is not False:
            words.append(f"{option}-{value}")
    return "-".join(words)


def every_game() -> list[Any]:
    """All option sets as pytest parameters; the first of each game is for the inner loop too."""
    import pytest

    first = dict(reversed(option_sets()))
    return [
        pytest.param((n, o), id=label(n, o), marks=[] if o is first[n] else [pytest.mark.slow])
        for n, o in option_sets()
    ]


def thinned(values: Iterable[Any], *kept: Any) -> list[Any]:
    """All values as parameters of one argument; the inner loop takes only those that are kept."""
    import pytest

    return [pytest.param(v, marks=[] if v in kept else [pytest.mark.slow]) for v in values]


def only_with(name: str) -> Any:
    """For tests that show with this game that the suite bites."""
    import pytest

    return pytest.mark.skipif(name not in SUITES, reason=f"{name} is not tested here")


def viewers(game: Game) -> list[int]:
    return [*range(game.players), PUBLIC]


SHORT = 60  # moves of a game of which every moment is looked at

# --- drivers --------------------------------------------------------------------------------


def walk(game: Game, seed: int = 0, thumb: float = 0.3) -> Iterator[State]:
    """One whole game: the same state again and again, before every move and at the end.

    A seat mostly moves at random, which reaches odd corners, and now and then by rule of thumb,
    which reaches what sensible play reaches.
    """
    state = game.start()
    yield state
    for move in _walked(game, seed, thumb):
        state.play_id(move)
        yield state


def walk_with_news(game: Game, seed: int = 0) -> Iterator[tuple[State, set[int]]]:
    """A walk, with those who have seen something of the last move."""
    told = dict.fromkeys(viewers(game), 0)
    for state in walk(game, seed):
        news = {viewer: len(state.events(viewer, n)) for viewer, n in told.items()}
        told = {viewer: n + news[viewer] for viewer, n in told.items()}
        yield state, {viewer for viewer, n in news.items() if n}


def seen_by(state: State, viewer: int) -> list[dict[str, Any]]:
    """What the moves showed to a viewer, without numbers."""
    events = [event for event in state.events(viewer) if event["kind"] != "position"]
    return [{key: part for key, part in event.items() if key != "n"} for event in events]


@functools.cache
def _walked(game: Game, seed: int, thumb: float) -> list[int]:
    """The moves of a walk. Many tests go the same way; it is chosen once."""
    rng = random.Random(seed)
    sensible = bots.make("thumb", seed)
    state = start_interpreted(game)
    longest = SUITES[game.name].longest
    while state.turn != OVER:
        assert len(state.moves) < longest, f"{game!r} does not end within {longest} moves."
        step(state, rng, sensible if rng.random() < thumb else None)
    return list(state._made)


def step(state: State, rng: random.Random, bot: bots.Bot | None = None) -> None:
    """One move: an outcome of chance by its weight, a seat's move by the bot or at random."""
    if state.turn == CHANCE:
        move = rng.choices(state.legal_ids(), state.weights())[0]
    elif bot is not None:
        move = state.game.spec.ids[bots.choose(bot, state)]
    else:
        move = rng.choice(state.legal_ids())
    state.play_id(move)


def finished(game: Game, seed: int = 0, thumb: float = 0) -> State:
    """A whole game."""
    state = game.start()
    for move in _walked(game, seed, thumb):
        state.play_id(move)
    return state


def moments(game: Game, seed: int = 0, every: int = 40, most: int = 1000) -> list[State]:
    """Copies of states of one game: two of each phase of each round, some between, and the last.

    The first of a phase is its beginning, the second lies somewhere in it: deals half done,
    choices half made. With `most`, so many of them, of different phases first, and the last one.
    """
    found = _moments(game, seed, every)
    chosen = set(range(len(found)))
    if len(found) > most:
        rng = random.Random(seed * 1000 + most)
        order = rng.sample(range(len(found) - 1), len(found) - 1)
        firsts = {found[k][0]: k for k in order}  # one of each phase comes first
        order = [*rng.sample(list(firsts.values()), len(firsts)), *order]
        chosen = {len(found) - 1, *list(dict.fromkeys(order))[: most - 1]}
    return [found[k][1].copy() for k in sorted(chosen)]


@functools.cache
def _moments(game: Game, seed: int, every: int) -> list[tuple[str, State]]:
    """The states with their phases."""
    found: list[tuple[str, State]] = []
    counts: dict[Any, int] = {}
    with interpreted():
        if len(_walked(game, seed, 0.3)) < SHORT:
            every = 1
        for k, state in enumerate(walk(game, seed)):
            view = state.view(PUBLIC)
            phase = view.get("round"), view.get("phase")
            counts[phase] = counts.get(phase, 0) + 1
            if counts[phase] in (1, 3) or k % every == 0 or state.turn == OVER:
                found.append((str(phase[1]), state.copy()))
    return found


# --- looking at states ----------------------------------------------------------------------


def plain(state: State) -> Any:
    """The state as a plain object of its own."""
    return state._plain().clone()


def snapshot(state: State) -> dict[str, Any]:
    """Everything that a state answers, to be compared."""
    seats = viewers(state.game)
    return {
        "fields": plain(state).values(),
        "moves": state.moves,
        "turn": state.turn,
        "legal": state.legal(),
        "ids": list(state.legal_ids()),
        "chances": state.chances(),
        "scores": state.scores,
        "result": state.result(),
        "choice": state.choice(),
        "position": state.position(),
        "origin": state.origin,
        "events": [state.events(v) for v in seats],
        "views": [state.view(v) for v in seats],
    }


def out_of_range(s: Any, layout: list[fields.Field]) -> list[str]:
    """The fields whose numbers are not what they are said to hold. A record could not hold them:
    compiled, they would wrap in silence."""
    wrong = []
    for field in layout:
        low, high = field.holds.low, field.holds.high
        value = getattr(s, field.name)
        values = value if isinstance(value, list) else [value]
        wrong += [f"{field.name} = {x}" for x in values if not low <= x <= high]
        wrong += [f"{field.name} is {type(x).__name__}" for x in values if type(x) is not int]
        if field.by and len(values) != field.length:
            wrong.append(f"{field.name} has {len(values)} entries")
    return wrong


def through_json(data: Any) -> Any:
    """What comes back from JSON; unequal to what went in if it was not plain data."""
    return json.loads(json.dumps(data, allow_nan=False))


# --- compiled rules -------------------------------------------------------------------------


@contextlib.contextmanager
def compiled(name: str) -> Generator[None]:
    """New states of this game run compiled inside, and as before afterwards.

    The first call of a test run compiles; a lock lets other workers wait for it and load the
    result instead of compiling beside it.
    """
    kind = find(name)
    before = dict(background._ready)
    home = cache.folder()
    lock = None
    while home is not None and lock is None:
        lock = hold_lock(home / f"{name}.tests")
        if lock is None:
            time.sleep(0.2)
    try:
        background.compile_now(kind)
    finally:
        if lock is not None:
            lock.close()
    try:
        yield
    finally:
        background._ready.clear()
        background._ready.update(before)


def compiled_machine(name: str) -> Machine:
    """The compiled machine of a game, for tests that work on it by hand."""
    with compiled(name):
        return machine(find(name), compiled=True)


@contextlib.contextmanager
def interpreted() -> Generator[None]:
    """New states run interpreted inside, whatever has been compiled in this process."""
    before = dict(background._ready)
    background._ready.clear()
    try:
        yield
    finally:
        background._ready.clear()
        background._ready.update(before)


def start_interpreted(game: Game) -> State:
    return game.start_on(machine(game.spec, compiled=False))


# --- refused positions ----------------------------------------------------------------------


def refused_position(game: Game, facts: Any) -> str:
    """Why a position is refused: the sentence in English, with its rule. It must be said in
    Japanese too."""
    import pytest

    from ryumon.play.refusal import Refused

    with pytest.raises(Refused) as wrong:
        game.position(facts)
    refusal = wrong.value.refusal
    english, japanese = refusal.sentence("en"), refusal.sentence("ja")
    assert english[0] in '`"' or english[0].isupper() or english[0].isdigit() or english[0] == "-"
    assert english.endswith(".")
    assert "None" not in english
    assert japanese.endswith("。")
    assert any("\u3040" <= letter <= "\u30ff" for letter in japanese)
    return str(wrong.value)

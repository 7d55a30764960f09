"""A whole game told line by line: moves, legal moves, what everyone sees.

The moves are chosen by a hash, so they depend on nothing but the legal moves: neither on the
version of Python nor on any bot. Viewers who are told the same stand in one line; `*` is a
spectator. Of a view only what has changed is told.

    12 seat 1: R2 R5 P9                    whose turn, and the legal moves
     > R5                                  the move
       0123* play seat=1 move=R5           what these viewers saw
       * Seat 1 plays R5.                  the spectator's log, English and Japanese
       0123* | turn=2 seats.1.hand=7       what changed in their views
       1 | hand-[R5]                       (here a card is gone; `+` came to the end of a list)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import ryumon
from ryumon import CHANCE, OVER, PUBLIC, Game, State
from tests import support

HERE = Path(__file__).parent
LISTED = 13  # outcomes of chance that are named one by one; of more, the first and the last
# where the game of seed 1 shows too little, or goes on too long, another one by its label
SEEDS: dict[str, int] = {
    "tatsu-2-corners-WFWVFV": 11,
    "schadenfreude-3": 309,  # a wild is led, a second lead is drawn, nobody wins
    "schadenfreude-4": 467,  # a wild is led, a second lead is drawn, points below 0
    "schadenfreude-5": 178,  # the same
}


def chosen(label: str, seed: int, step: int, weights: list[int]) -> int:
    """The place of the chosen move: a number that only a hash decides."""
    digest = hashlib.sha256(f"{label} {seed} {step}".encode()).digest()
    mark = int.from_bytes(digest[:8], "big") % sum(weights)
    for place, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return place
    raise AssertionError("unreachable")


def story(name: str, options: dict[str, Any]) -> list[str]:
    """The lines of one file."""
    label = support.label(name, options)
    seed = SEEDS.get(label, 1)
    game = ryumon.game(name, **options)
    with support.interpreted():
        return list(_told(game, label, seed))


def _told(game: Game, label: str, seed: int) -> Iterator[str]:
    yield f"{game!r}, seed {seed}. Written by `make golden`; tests/golden/story.py explains it."
    end = _played(game, label, seed)
    logs = [end.log(PUBLIC, language) for language in support.LANGUAGES]
    state = game.start()
    views: dict[int, dict[str, Any]] = {v: {} for v in support.viewers(game)}
    yield from _changes(state, views)
    for step, move in enumerate(end.moves):
        yield f"{step} {_turn(state)}"
        seen = {v: len(state.events(v)) for v in views}
        state.play(move)
        yield f" > {move}"
        yield from _news(state, seen, logs)
        yield from _changes(state, views)
    yield f"{len(state.moves)} over: {state.result()} scores {state.scores}"


def _played(game: Game, label: str, seed: int) -> State:
    state = game.start()
    while state.turn != OVER:
        weights = state.weights() or [1] * len(state.legal())
        state.play_id(state.legal_ids()[chosen(label, seed, len(state.moves), weights)])
    return state


def _turn(state: State) -> str:
    legal, weights = state.legal(), state.weights()
    if state.turn != CHANCE:
        return f"seat {state.turn}: {' '.join(legal)}"
    many = len(set(weights)) > 1
    told = [f"{m} x{w}" if many else m for m, w in zip(legal, weights, strict=True)]
    if len(told) > LISTED:
        told = [told[0], "...", told[-1], f"({len(legal)} outcomes)"]
    return f"chance: {' '.join(told)}"


def _news(state: State, seen: dict[int, int], logs: list[list[str]]) -> Iterator[str]:
    """What the last move has shown, and how the spectator's log says it."""
    told = {v: state.events(v, since=number) for v, number in seen.items()}
    lines = {v: [_event(event) for event in events] for v, events in told.items()}
    for names, facts in _grouped(lines):
        yield from (f"   {names} {fact}" for fact in facts)
    for event in told[PUBLIC]:
        yield f"   * {' / '.join(log[event['n'] - 1] for log in logs)}"


def _event(event: dict[str, Any]) -> str:
    parts = [f"{k}={_value(v)}" for k, v in event.items() if k not in ("n", "kind")]
    return " ".join([event["kind"], *parts])


def _changes(state: State, views: dict[int, dict[str, Any]]) -> Iterator[str]:
    """What is new in the views; `views` is brought up to date."""
    told: dict[str, str] = {}  # a fact -> those who are told it
    for viewer, before in views.items():
        now = dict(_flat("", state.view(viewer)))
        for path in {**now, **before}:
            if path not in now:
                fact = f"{path}=gone"
            elif path not in before or now[path] != before[path]:
                fact = _change(path, before.get(path), now[path])
            else:
                continue
            told[fact] = told.get(fact, "") + _name(viewer)
        views[viewer] = now
    groups: dict[str, list[str]] = {}
    for fact, names in told.items():
        groups.setdefault(names, []).append(fact)
    for names, facts in groups.items():
        yield f"   {names} | {' '.join(facts)}"


def _change(path: str, before: Any, now: Any) -> str:
    """A fact; of a list only what went, or what came at its end."""
    if isinstance(before, list) and isinstance(now, list) and len(before) > 1 and now:
        if now[: len(before)] == before:
            return f"{path}+{_value(now[len(before) :])}"
        gone = [x for x in before if x not in now]
        if [x for x in before if x in now] == now:
            return f"{path}-{_value(gone)}"
    return f"{path}={_value(now)}"


def _grouped(told: dict[int, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Viewers who are told the same, together."""
    groups: dict[tuple[str, ...], str] = {}
    for viewer, lines in told.items():
        groups[tuple(lines)] = groups.get(tuple(lines), "") + _name(viewer)
    for lines, names in groups.items():
        yield names, list(lines)


def _name(viewer: int) -> str:
    return "*" if viewer == PUBLIC else str(viewer)


def _flat(path: str, data: Any) -> Iterable[tuple[str, Any]]:
    """The facts of a view, each with its path: seats.1.hand -> 11."""
    if isinstance(data, dict):
        pairs: Iterable[tuple[Any, Any]] = data.items()
    elif isinstance(data, list) and any(isinstance(x, dict | list) for x in data):
        pairs = enumerate(data)
    else:
        yield path, data
        return
    for key, value in pairs:
        yield from _flat(f"{path}.{key}" if path else str(key), value)


def _value(data: Any) -> str:
    if isinstance(data, list):
        return f"[{' '.join(_value(x) for x in data)}]"
    if isinstance(data, dict):
        return f"[{' '.join(f'{k}:{_value(v)}' for k, v in data.items())}]"
    return "-" if data is None else str(data)


def file_of(name: str, options: dict[str, Any]) -> Path:
    return HERE / f"{support.label(name, options)}.txt"

"""What secrecy means, as functions that name every way in which it is broken.

They return sentences; an empty list means that the promise holds. test_secrecy.py asks them of
honest games, test_sabotage.py of games that have been made to leak.
"""

from __future__ import annotations

import random
from typing import Any

from ryumon import PUBLIC, State, bots
from ryumon.testing import support


def sights(state: State, viewer: int) -> dict[str, Any]:
    """Everything that a viewer is ever given of a state. All that a Seat answers is worked out from
    what it holds; test_seat.py shows that a state answers the same."""
    holds = state.seat(viewer).__reduce__()[1]
    given = {"seat": holds, "events": state.events(viewer)}
    given |= present(state, viewer) | logs(state, viewer)
    return given | decision(state) if state.turn == viewer else given


def present(state: State, viewer: int) -> dict[str, Any]:
    """What a viewer is given of the present, but for its decision."""
    return {
        "view": state.view(viewer),
        "typed view": state.typed_view(viewer),
        "aids": state.aids(viewer),
        "observation": state.observe(viewer).tolist(),
        "forgotten state": state.forgotten(viewer).values(),
        "scores": state.scores,
        "result": state.result(),
        "turn": state.view(viewer)["turn"],  # whose answer is due may be hidden
    }


def logs(state: State, viewer: int) -> dict[str, list[str]]:
    return {f"log in {x}": state.log(viewer, x) for x in support.LANGUAGES}


def decision(state: State) -> dict[str, Any]:
    """What the seat to move is given besides."""
    names = state.game.spec.words.NAMES
    given: dict[str, Any] = {"legal moves": state.legal(), "choice": state.choice()}
    for language in support.LANGUAGES:
        given[f"refusals in {language}"] = [state.why(move, language) for move in names]
    for name in bots.SIMPLE:  # those that search are asked in tests/secrecy/test_bots.py
        given[f"moves of the bot {name}"] = [
            bots.choose(bots.make(name, seed), state) for seed in range(3)
        ]
    return given


def differences(true: State, world: State, viewer: int) -> list[str]:
    """What tells a viewer two states apart that it should not tell apart."""
    one, two = sights(true, viewer), sights(world, viewer)
    who = "a spectator" if viewer == PUBLIC else f"seat {viewer}"
    return [f"The {what} of {who} differ." for what in one if one[what] != two.get(what)]


def impossible(world: State) -> list[str]:
    """Why a world cannot be: it is unsound, or its record does not lead to it."""
    found = []
    fault = world.game.spec.position.fault(support.plain(world))
    if fault is not None:
        found.append(f"The world is unsound: {fault}")
    try:
        if world.origin is None:
            again = world.game.replay(world.moves)
        else:
            again = world.game.position(world.origin)
            again.play(world.moves)
    except ValueError as wrong:
        return [*found, f"The world's record does not replay: {wrong}"]
    if again != world or support.plain(again) != support.plain(world):
        found.append("The world's record leads elsewhere.")
    return found


def leaks(state: State, viewer: int, seed: int) -> list[str]:
    """All promises of `worlds` and of secrecy, for one viewer of one state."""
    before = support.plain(state)
    try:
        world = state.worlds(viewer, random.Random(seed))
        found = differences(state, world, viewer) + impossible(world)
        # the viewer cannot tell the two states apart, so with equal generators neither can this
        again = world.worlds(viewer, random.Random(seed))
    except Exception as wrong:  # whatever it is: `worlds` never fails
        return [f"No world was drawn: {type(wrong).__name__}: {wrong}"]
    if again != world or support.plain(again) != support.plain(world):
        found.append("Worlds depend on more than the events and the generator.")
    if support.plain(state) != before:
        found.append("Drawing a world has changed the state.")
    return found

"""What a game provides: the only list of it, by module of the game's folder.

Every module has two protocols. The names of the first a game must have; those of the second
(`...Defaults`) it may have, and gets from kernel/defaults.py and play/defaults.py if it has not.
`docs/add-a-game.md` walks through a whole game. Functions marked `rule` are compiled: plain
functions on a state `s`, marked with `njit`, with integers and loops and without annotations.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from ryumon.kernel.fields import Field
from ryumon.kernel.jit import interpreted, link
from ryumon.play.event import Event
from ryumon.play.refusal import Refusal
from ryumon.play.sentence import Table

# --- rules.py: what may be done, and what it does --------------------------------------------


class Rules(Protocol):
    """rules.py."""

    FIELDS: list[Field]  # the state
    MOST: int  # legal moves that there can be at one time
    SEAT_MOVES: int  # moves of the seats; they have the lowest numbers, those of chance follow

    def start(self, s: Any, options: Any, /) -> None:
        """Rule. Set up a blank state; options are integers, the number of players first."""

    def legal(self, s: Any, out: Any, /) -> int:
        """Rule. Write the legal moves into `out`, ascending; return how many there are."""
        ...

    def apply(self, s: Any, move: int, /) -> None:
        """Rule. Make a legal move, of a seat or of chance."""

    def payoffs(self, s: Any, out: Any, /) -> None:
        """Rule. Write what each seat gets of a game that is over: shares that add up to 1, or 0."""

    def score(self, s: Any, p: int, /) -> int:
        """Rule. The game's own points of a seat."""
        ...

    def reason(self, s: Any, /) -> str:
        """Why a game that is over has ended, in one word."""
        ...


class RulesDefaults(Protocol):
    """rules.py, with defaults."""

    def turn(self, s: Any, /) -> int:
        """Rule. The seat to move, CHANCE or OVER. Default: the field `player`."""
        ...

    def weight(self, s: Any, move: int, /) -> int:
        """Rule. The weight of an outcome of chance, a whole number above 0. Default: 1."""
        ...

    def deal(self, s: Any, luck: Any, /) -> None:
        """Rule. All chance up to the next decision. Default: one move after the other."""

    def pick(self, s: Any, luck: Any, /) -> int:
        """Rule. A random legal move of the seat to move. Default: one from `legal`."""
        ...


# --- sight.py: who sees what -----------------------------------------------------------------


class Sight(Protocol):
    """sight.py."""

    def narrate(self, before: Any, move: int, after: Any, /) -> Iterable[Event]:
        """What a move shows, and to whom."""
        ...


class SightDefaults(Protocol):
    """sight.py, with defaults."""

    def forget(self, s: Any, known: Any, viewer: int, /) -> None:
        """Rule. Build in `known` what a viewer knows. Default: what FIELDS say is seen."""

    def worlds(
        self, known: Any, events: list[dict[str, Any]], viewer: int, rng: random.Random,
        origin: Any, /,
    ) -> list[str]:  # fmt: skip
        """The moves of a game that this viewer cannot tell from the true one. Default: moves are
        tried until they show the same events, which only a short game can afford."""
        ...

    TALKS: str  # the side whose seats may talk in private. Default: none

    # Only where a seat is asked in secret (table/questions.py). Default: nobody ever is.
    ASKING: tuple[str, ...]  # kinds of events after which somebody may be asked

    def may_be_asked(self, view: Any, event: dict[str, Any], /) -> list[int]:
        """The seats that might be asked after this event, as far as everyone can tell."""
        ...

    def meanwhile(self, view: Any, event: dict[str, Any], /) -> Any:
        """What the viewer of this view, the one before the event, sees until they have answered."""

    def unanswered(self, legal: list[str], wish: str, /) -> str:
        """What is played for a seat that has been asked and has not answered, by its wish."""
        ...


# --- words.py: everything that is said -------------------------------------------------------


class Words(Protocol):
    """words.py."""

    NAMES: list[str]  # the moves in the notation, by number; those of chance begin with ~
    LOG: Mapping[str, Mapping[str, tuple[str, str]]]  # language -> kind of event -> said of
    #   another, said to oneself (empty: the same)
    RULES: Mapping[str, Mapping[str, str]]  # language -> rule -> the rule in short


class WordsDefaults(Protocol):
    """words.py, with defaults."""

    def say(
        self, event: dict[str, Any], viewer: int, language: str, names: list[str] | None, /
    ) -> str:
        """The sentence of an event. Default: by LOG, filled with the event, `who` and `winners`."""
        ...

    def refuse(self, s: Any, move: int, /) -> Refusal:
        """Why a move of NAMES is not legal. Default: it is not possible now."""
        ...

    def rule_of(self, s: Any, /) -> str:
        """The rule that the decision to be made comes from. Default: none."""
        ...


# --- view.py: the table as data ---------------------------------------------------------------


class ViewDefaults(Protocol):
    """view.py; all of it has defaults."""

    def view(self, s: Any, viewer: int, /) -> Any:
        """What lies before a viewer, from a forgotten state. Default: the fields that are seen."""

    def aids(self, s: Any, viewer: int, /) -> Any:
        """What a good player works out. Default: nothing."""

    def choice(self, s: Any, /) -> dict[str, Any]:
        """The decision of the seat to move. Default: pick one of the legal moves."""
        ...

    def goes_on(self, s: Any, move: int, /) -> bool:
        """Does the decision go on after this legal move? Default: as `choice` says."""
        ...

    def may_answer(self, s: Any, viewer: int, /) -> bool:
        """Does a seat that is not to move know its next decision already, so that it may make it
        in advance? It is then the decision of this state with the seat in the field `player`.
        Default: no."""
        ...


class PositionDefaults(Protocol):
    """position.py; all of it has defaults. play/position.py makes it from the fields."""

    Position: type[Any]  # a msgspec struct: a complete position

    def position(self, s: Any, /) -> Any:
        """A state as a Position. Default: all fields."""

    def set_up(self, s: Any, position: Any, /) -> None:
        """Fill a state that has been started; Refused for what cannot be read."""

    def fault(self, s: Any, /) -> Refusal | None:
        """What cannot be in a state. Default: numbers out of their range."""


# --- for bots ----------------------------------------------------------------------------------


class HeuristicsDefaults(Protocol):
    """heuristics.py; all of it has defaults."""

    def rollout_move(self, s: Any, luck: Any, /) -> int:
        """Rule. The move of a sensible player without searching. Default: a random one."""
        ...

    def priors(self, s: Any, moves: Any, n: int, out: Any, /) -> None:
        """Rule. How much such a player leans to each of n moves; the sum is 1. Default: evenly."""

    def values(self, s: Any, out: Any, /) -> None:
        """Rule. The payoff to be expected by each seat. Default: an equal share."""

    def is_cutoff(self, s: Any, /) -> int:
        """Rule. Is this a moment to stop a simulation and ask `values`? Default: never."""
        ...

    def moves_left(self, s: Any, /) -> int:
        """Rule. Moves until then or until the end, at most. Default: FAR."""
        ...


class HiddenDefaults(Protocol):
    """hidden.py; all of it has defaults, but `world` only where nothing is hidden."""

    def shows(self, s: Any, move: int, viewer: int, /) -> int:
        """Rule. What a viewer sees of a move about to be made: the move, or a negative number that
        all moves share which look alike to it. Default: a digest of what it knows afterwards."""
        ...

    def prepare(self, known: Any, viewer: int, room: Any, /) -> None:
        """Rule. Once per decision: work out in `room` (SPACE numbers) what `world` needs."""

    def world(self, s: Any, viewer: int, room: Any, luck: Any, /) -> None:
        """Rule. Fill the hidden parts of a forgotten state with one of the ways that fit. A game
        may also have `every_world(known, viewer)`, which yields all of them with their weights,
        for proofs (lab/exact.py)."""

    def likelihood(self, s: Any, viewer: int, /) -> int:
        """Rule. How well a world fits what sensible opponents did, 1 to SURE. Default: SURE."""
        ...

    def rewind(self, s: Any, seats: Any, moves: Any, n: int, /) -> None:
        """Rule. Take back the last n moves of a round in a world, so that they can be made again.
        A game that has it also has `recall(known, sights)`, which names these seats and moves, or
        None: then worlds are weighed by how likely a sensible player makes each of them."""

    def tells(self, s: Any, seat: int, /) -> int:
        """Rule. Do the moves of this seat tell anything of its hand, in a world rewound?"""
        ...


class ReasonsDefaults(Protocol):
    """reasons.py; all of it has defaults."""

    SENTENCES: Table  # language -> key -> sentence; `who` is a seat. Default: none

    def why(self, s: Any, move: int, /) -> tuple[str, dict[str, Any]] | None:
        """Why a good player would think of this legal move of the seat to move, from a forgotten
        state: the key of a sentence and what is filled in. Default: nothing is said."""


MODULES: dict[str, tuple[type[Any] | None, type[Any]]] = {
    "rules": (Rules, RulesDefaults),
    "sight": (Sight, SightDefaults),
    "words": (Words, WordsDefaults),
    "view": (None, ViewDefaults),
    "position": (None, PositionDefaults),
    "heuristics": (None, HeuristicsDefaults),
    "hidden": (None, HiddenDefaults),
    "reasons": (None, ReasonsDefaults),
}


def names_of(protocol: type[Any] | None) -> list[str]:
    """What a protocol asks for."""
    if protocol is None:
        return []
    own = {**vars(protocol).get("__annotations__", {}), **vars(protocol)}
    return [name for name in own if not name.startswith("_")]


def missing(modules: Mapping[str, Any]) -> list[str]:
    """What these modules of a game lack, or have as something else: `rules.legal`."""
    found = []
    for module, protocols in MODULES.items():
        for protocol in protocols:
            for name in names_of(protocol):
                own = getattr(modules[module], name, None)
                needed = protocol is protocols[0] and own is None
                a_function = callable(vars(protocol).get(name))
                if needed or (a_function and own is not None and not callable(own)):
                    found.append(f"{module}.{name}")
    return found


class Completed:
    """A module of a game with what it lacks from the defaults.

    Rules among the defaults call those of the game by name, which lead nowhere before they are
    linked. `rule` gives them as they are, for the kernel, which links all rules at once; as
    attributes they are linked for Python itself.
    """

    def __init__(self, module: Any, defaults: Mapping[str, Any]) -> None:
        self.module, self.defaults, self.linked = module, defaults, dict(defaults)

    def link(self, operations: Mapping[str, Any]) -> None:
        twins = link(self.defaults.values(), operations, interpreted)
        self.linked = {name: twins[rule.__name__] for name, rule in self.defaults.items()}

    def rule(self, name: str) -> Any:
        own = vars(self).get(name) or getattr(self.module, name, None)
        return own or self.defaults[name]

    def __getattr__(self, name: str) -> Any:
        if name in ("module", "defaults", "linked"):  # while it is being made or copied
            raise AttributeError(name)
        found = getattr(self.module, name, None)
        if found is None and name in self.linked:
            return self.linked[name]
        return getattr(self.module, name) if found is None else found

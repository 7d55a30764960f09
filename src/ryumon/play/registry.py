"""The games there are, and what a game must say of itself."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ryumon.play.sentence import Text

NAMES = ["bushido", "schadenfreude", "slaughter", "tatsu", "tiger-dragon"]
Sides = dict[str, tuple[int, ...]]  # those who win together, by the name of their side


@dataclass(frozen=True)
class Option:
    """A choice made when a table is set up.

    `values` are all that are allowed; `shown` says so where the list would be long, in every
    language if it needs words. The default may depend on the number of players: then it is a
    function of it.
    """

    name: str
    default: Any
    values: tuple[Any, ...]
    text: Text
    shown: str | Text = ""

    def in_short(self, language: str) -> str:
        """What is allowed, where the list would be long; else empty."""
        return self.shown if isinstance(self.shown, str) else self.shown[language]

    def number(self, value: Any) -> int:
        """The value as the rules see it: numbers and truth values as they are, words by their
        place in `values`. ValueError with a sentence for what is not allowed."""
        for k, known in enumerate(self.values):
            if type(value) is type(known) and value == known:
                return int(value) if isinstance(known, int) else k
        allowed = self.in_short("en") or "one of " + ", ".join(repr(v) for v in self.values)
        raise ValueError(f"The option {self.name} cannot be {value!r}; it is {allowed}.")

    def default_for(self, players: int) -> Any:
        return self.default(players) if callable(self.default) else self.default


def each_alone(options: dict[str, Any]) -> Sides:
    """Every seat plays for itself."""
    return {f"seat {seat}": (seat,) for seat in range(options["players"])}


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game as the library knows it: its names, its options and its modules."""

    name: str
    title: Text
    players: tuple[int, ...]
    default_players: int
    rules: Any  # the modules of the game's folder
    sight: Any
    words: Any
    view: Any
    heuristics: Any
    hidden: Any
    options: tuple[Option, ...] = ()
    check: Callable[[dict[str, Any]], str | None] = lambda _: None  # do the options go together?
    rules_version: int = 1  # goes up when an old record could become illegal or score otherwise
    sides: Callable[[dict[str, Any]], Sides] = each_alone  # who wins together, by the options
    ids: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        names: list[str] = self.words.NAMES
        object.__setattr__(self, "ids", {name: k for k, name in enumerate(names)})

    def operations(self) -> dict[str, Any]:
        """What fills the open operations of the kernel."""
        names = ("start", "turn", "legal", "apply", "weight", "deal", "pick", "payoffs")
        found = {name: getattr(self.rules, name) for name in names}
        for module, names in (
            (self.sight, ("forget",)),
            (self.heuristics, ("rollout_move", "priors", "values", "is_cutoff", "moves_left")),
            (self.hidden, ("shows", "prepare", "world", "likelihood")),
        ):
            found |= {name: getattr(module, name) for name in names}
        return found

    def settled(self, players: int | None, options: dict[str, Any]) -> dict[str, Any]:
        """All options with their values, the number of players first. ValueError if one is bad."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                has = ", ".join(["players", *known])
                raise ValueError(f"{self.title['en']} has no option {name!r}; it has: {has}.")
        n = self.default_players if players is None else players
        if type(n) is not int or n not in self.players:
            allowed = _spoken(self.players)
            raise ValueError(f"{self.title['en']} is for {allowed} players, not {n!r}.")
        settled: dict[str, Any] = {"players": n}
        for name, option in known.items():
            settled[name] = options.get(name, option.default_for(n))
            option.number(settled[name])
        wrong = self.check(settled)
        if wrong:
            raise ValueError(wrong)
        return settled

    def numbers(self, players: int | None, options: dict[str, Any]) -> list[int]:
        """The options as the rules see them."""
        values = self.settled(players, options)
        return [values["players"], *(o.number(values[o.name]) for o in self.options)]


def _spoken(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"


def find(name: str) -> GameSpec:
    """The game of that name; ValueError with a sentence if there is none."""
    if name not in NAMES:
        raise ValueError(f"There is no game {name!r}; there are: {', '.join(NAMES)}.")
    return importlib.import_module(f"ryumon.games.{name.replace('-', '_')}").GAME

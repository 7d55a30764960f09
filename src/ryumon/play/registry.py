"""The games there are, and what a game must say of itself."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from ryumon.kernel.defaults import hides
from ryumon.kernel.fields import SEAT
from ryumon.kernel.observe import Features, Observation
from ryumon.kernel.ops import MOST_MOVES
from ryumon.play import contract
from ryumon.play.defaults import complete
from ryumon.play.refusal import Refusal, Refused, refused
from ryumon.play.sentence import LANGUAGES, Text, either

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAMES = ["bushido", "schadenfreude", "slaughter", "tatsu", "tiger-dragon"]
SPELLINGS = {True: ("true", "yes", "on", "1"), False: ("false", "no", "off", "0")}
Sides = dict[str, tuple[int, ...]]  # those who win together, by the name of their side

SENTENCES = {
    "en": {
        "game": "There is no game {game!q}; available: {games}.",
        "players": "{title} is for {allowed} players, not {players!q}.",
        "option": "{title} has no option {name!q}; available: {names}.",
        "value": "The option {name} cannot be {value!q}; allowed: {allowed}.",
        "incomplete": "The game {game} is not complete; missing or of another kind: {missing}.",
        "seats": "The game {game} is for up to {number} players; there is room for {most}.",
        "moves": "The game {game} has up to {number} legal moves; there is room for {most}.",
        "broken": "The game {game} cannot be loaded. {why}",
        "raised": "The game {game} cannot be loaded: importing it failed with {why!q}.",
        "no-spec": "The game {game} cannot be loaded: {entry} is not the GameSpec of that name.",
    },
    "ja": {
        "game": "{game!q}というゲームはない。あるのは: {games}。",
        "players": "{title}は{allowed}人用であり、{players!q}人では遊べない。",
        "option": "{title}に{name!q}という設定はない。あるのは: {names}。",
        "value": "設定{name}は{value!q}にできない。選べるのは: {allowed}。",
        "incomplete": "ゲーム{game}は未完成である。足りないか、種類が違うもの: {missing}。",
        "seats": "ゲーム{game}は最大{number}人用だが、{most}人までしか扱えない。",
        "moves": "ゲーム{game}は最大{number}の合法手があるが、{most}までしか扱えない。",
        "broken": "ゲーム{game}を読み込めない。{why}",
        "raised": "ゲーム{game}を読み込めない。読み込みの誤り: {why!q}。",
        "no-spec": "ゲーム{game}を読み込めない。{entry}はその名前のGameSpecではない。",
    },
}


def typed(value: Any) -> str:
    """A value of an option as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


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

    @property
    def allowed(self) -> Text:
        """What is allowed, in words."""
        if isinstance(self.shown, dict):
            return self.shown
        if self.shown:
            return dict.fromkeys(LANGUAGES, self.shown)
        return either([typed(value) for value in self.values])

    def number(self, value: Any) -> int:
        """The value as the rules see it: numbers and truth values as they are, words by their
        place in `values`. Refused if it is not allowed."""
        for k, known in enumerate(self.values):
            if type(value) is type(known) and value == known:
                return int(value) if isinstance(known, int) else k
        raise self._refused(value)

    def read(self, text: str) -> Any:
        """The value that somebody typed. Refused if it is not allowed."""
        plain = text.strip().lower()
        for value in self.values:
            if plain in (SPELLINGS[value] if isinstance(value, bool) else (str(value).lower(),)):
                return value
        raise self._refused(text)

    def _refused(self, value: Any) -> Refused:
        return refused(SENTENCES, "value", name=self.name, value=value, allowed=self.allowed)

    def default_for(self, players: int) -> Any:
        return self.default(players) if callable(self.default) else self.default


def each_alone(options: dict[str, Any]) -> Sides:
    """Every seat plays for itself."""
    return {f"seat {seat}": (seat,) for seat in range(options["players"])}


OPERATIONS = {
    "rules": ("start", "turn", "legal", "apply", "weight", "deal", "pick", "payoffs"),
    "sight": ("forget",),
    "heuristics": ("rollout_move", "priors", "values", "is_cutoff", "moves_left"),
    "hidden": ("shows", "prepare", "world", "likelihood", "rewind", "tells"),
}


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game as the library knows it: its names, its options and its modules."""

    name: str
    title: Text
    players: tuple[int, ...]
    default_players: int
    rules: Any  # the modules of the game's folder, with the defaults for what they lack
    sight: Any
    words: Any
    view: Any = None
    heuristics: Any = None
    hidden: Any = None
    position: Any = None  # set positions as data
    reasons: Any = None  # why a move is a good one, in words
    observation: Any = None  # a table of features; without one every field is a feature
    options: tuple[Option, ...] = ()
    # options of the laboratory: no player is asked for them, and the defaults are never mentioned
    research: tuple[Option, ...] = ()
    check: Callable[[dict[str, Any]], Refusal | None] = lambda _: None  # do options go together?
    rules_version: int = 1  # goes up when an old record could become illegal or score otherwise
    sides: Callable[[dict[str, Any]], Sides] = each_alone  # who wins together, by the options
    is_open: bool = False  # nothing is ever hidden, so that all may look at one screen
    longest: int = 10_000  # neither moves, chance included, nor events of a viewer can be more
    ids: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        modules = {name: getattr(self, name) for name in contract.MODULES}
        missing = contract.missing(modules)
        if not missing and not hasattr(self.hidden, "world") and hides(self.rules.FIELDS):
            missing = ["hidden.world"]  # something is hidden, so there are several worlds
        if missing:
            raise refused(SENTENCES, "incomplete", game=self.name, missing=missing)
        self._check_limits()
        complete(self, modules)
        object.__setattr__(self, "ids", {name: k for k, name in enumerate(self.words.NAMES)})

    def _check_limits(self) -> None:
        """The kernel's arrays have fixed sizes, and compiled code would write past their ends
        without a word. (How much a field holds is checked where it is declared.)"""
        seats, moves = max(self.players), self.rules.MOST
        if seats > SEAT.count:
            raise refused(SENTENCES, "seats", game=self.name, number=seats, most=SEAT.count)
        if moves > MOST_MOVES:
            raise refused(SENTENCES, "moves", game=self.name, number=moves, most=MOST_MOVES)

    def operations(self) -> dict[str, Any]:
        """What fills the open operations of the kernel."""
        found = {
            name: getattr(self, module).rule(name)
            for module, names in OPERATIONS.items()
            for name in names
        }
        return {**found, "observe": self.observed.observe}

    @cached_property
    def observed(self) -> Observation:
        """What a viewer knows as a row of numbers: its features, and the rule that writes them."""
        fields = self.rules.FIELDS
        table = Features(fields).all() if self.observation is None else self.observation.FEATURES
        counted = any(field.name == "n" for field in fields)
        return Observation(table, "s.n" if counted else str(max(self.players)))

    @cached_property
    def usual(self) -> dict[str, Any]:
        """The options for research as they are in every game that is played."""
        return {option.name: option.default for option in self.research}

    def settled(self, players: int | None, options: dict[str, Any]) -> dict[str, Any]:
        """All options with their values, the number of players first; of those for research what
        is not the default. Refused if one is bad."""
        known = {option.name: option for option in (*self.options, *self.research)}
        for name in options:
            if name not in known:
                names = ["players", *(option.name for option in self.options)]
                raise refused(SENTENCES, "option", title=self.title, name=name, names=names)
        n = self.default_players if players is None else players
        if type(n) is not int or n not in self.players:
            allowed = either(self.players)
            raise refused(SENTENCES, "players", title=self.title, allowed=allowed, players=n)
        settled: dict[str, Any] = {"players": n}
        for name, option in known.items():
            settled[name] = options.get(name, option.default_for(n))
            option.number(settled[name])
        wrong = self.check(settled)
        if wrong:
            raise Refused(wrong)
        usual = self.usual.items()
        return {k: value for k, value in settled.items() if (k, value) not in usual}

    def read(self, options: Mapping[str, str]) -> dict[str, Any]:
        """Options that somebody typed. Refused if a value is bad; unknown ones stay as they are."""
        known = {option.name: option for option in (*self.options, *self.research)}
        return {k: known[k].read(text) if k in known else text for k, text in options.items()}

    def numbers(self, players: int | None, options: dict[str, Any]) -> list[int]:
        """The options as the rules see them."""
        values = {**self.usual, **self.settled(players, options)}
        known = (*self.options, *self.research)
        return [values["players"], *(o.number(values[o.name]) for o in known)]


def find(name: str) -> GameSpec:
    """The game of that name. Refused if there is none."""
    if name in NAMES:
        return importlib.import_module(f"ryumon.games.{name.replace('-', '_')}").GAME
    if isinstance(name, str) and name in outside():
        return _loaded(name)
    raise refused(SENTENCES, "game", game=name, games=all_names())


def all_names() -> list[str]:
    """The names of the games: ours, then those of other packages."""
    return [*NAMES, *outside()]


# --- games of other packages ------------------------------------------------------------------

GROUP = "ryumon.games"  # the entry point of a package: NAME = "its.module:GAME"


@cache
def outside() -> dict[str, EntryPoint]:
    """The games that installed packages bring along, by name; none of them is loaded by this. One
    with the name of another game is left out."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if entry.name not in NAMES:
            found.setdefault(entry.name, entry)
    return found


@cache
def _loaded(name: str) -> GameSpec:
    """A game of another package. Refused if it is broken: the other games go on."""
    entry = outside()[name]
    try:
        spec = entry.load()
    except Refused as wrong:
        raise refused(SENTENCES, "broken", game=name, why=wrong.refusal) from wrong
    except Exception as wrong:  # whatever a foreign package does when it is imported
        why = f"{type(wrong).__name__}: {wrong}"
        raise refused(SENTENCES, "raised", game=name, why=why) from wrong
    if not isinstance(spec, GameSpec) or spec.name != name:
        raise refused(SENTENCES, "no-spec", game=name, entry=entry.value)
    return spec

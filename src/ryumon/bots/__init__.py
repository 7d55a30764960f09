"""Bots: a bot is handed what its seat knows, and names a move.

A `Turn` holds no true state. What the seat cannot know has been replaced by a fixed filler, so
that equal knowledge and an equal seed give an equal move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ryumon.bots.broken import BrokenBot
from ryumon.kernel import rng

if TYPE_CHECKING:
    from ryumon.bots.external import External
    from ryumon.bots.search import Budget, SearchSettings, Tally
    from ryumon.play.game import Game
    from ryumon.play.state import State

__all__ = [
    "BOTS", "LEVELS", "Bot", "BrokenBot", "External", "Random", "Search", "Thumb", "Turn", "choose",
    "close", "exists", "make", "over",
]  # fmt: skip


class Turn(NamedTuple):
    """What a bot decides from."""

    game: Game
    seat: int
    legal: list[int]  # moves by number
    known: Any  # the plain state as the seat knows it
    events: list[dict[str, Any]] | None = None  # what it saw, for bots that say `recalls = True`
    sights: list[int] | None = None  # the same as numbers, one for each move: `follows = True`

    def view(self) -> dict[str, Any]:
        """What lies before the seat, as `State.view` gives it."""
        return _data(self.game.spec.view.view(self.known, self.seat))

    def aids(self) -> dict[str, Any]:
        """What a good player works out, as `State.aids` gives it."""
        return _data(self.game.spec.view.aids(self.known, self.seat))

    def choice(self) -> dict[str, Any]:
        """The whole decision, as `State.choice` gives it."""
        return self.game.spec.view.choice(self.known)


def _data(typed: Any) -> dict[str, Any]:
    import msgspec

    return msgspec.to_builtins(typed)


class Bot(Protocol):
    """Anything that chooses."""

    def choose(self, turn: Turn) -> int:
        """The number of one of the legal moves."""
        ...


class Random:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, turn: Turn) -> int:
        return self._rng.choice(turn.legal)


class Thumb:
    """The rule-of-thumb player of each game (its `heuristics.py`)."""

    def __init__(self, seed: int) -> None:
        self._luck = rng.words(seed)

    def choose(self, turn: Turn) -> int:
        return turn.game.spec.heuristics.rollout_move(turn.known, self._luck)


FIRST_THOUGHT = 8  # tries, shared by all moves: a soft choice is sensible even after few of them


class Search:
    """A level: a search with its budget, and how freely it chooses among good moves.

    Settings, budget and softness are those of the level in the game played, unless given.
    """

    follows = True

    def __init__(
        self,
        seed: int,
        level: str = "dragon",
        budget: Budget | None = None,
        settings: SearchSettings | None = None,
        softness: float | None = None,
    ) -> None:
        from ryumon.bots.levels import LEVELS
        from ryumon.bots.search import Searcher

        self.level, self.budget, self.settings = level, budget, settings
        self.softness = LEVELS[level].softness if softness is None else softness
        self.searcher = Searcher()
        self._rng = random.Random(seed)
        self._last: tuple[Game, int, list[int]] | None = None

    def choose(self, turn: Turn) -> int:
        from ryumon.bots.levels import budget_of, settings_of

        name = turn.game.name
        settings, budget = (
            self.settings or settings_of(name),
            self.budget or budget_of(self.level, name),
        )
        seed, path = self._rng.randrange(1 << 32), self._path(turn)
        found = self.searcher.search(
            turn.game, turn.seat, turn.legal, turn.known, settings, budget, seed, path
        )
        return self._picked(found)

    def _path(self, turn: Turn) -> list[int] | None:
        """What the seat has seen since its last decision; None if that was in another game."""
        last, sights = self._last, turn.sights
        self._last = None if sights is None else (turn.game, turn.seat, sights)
        if (
            sights is None
            or last is None
            or last[:2] != (turn.game, turn.seat)
            or sights[: len(last[2])] != last[2]
        ):
            return None
        return sights[len(last[2]) :]

    def _picked(self, found: dict[int, Tally]) -> int:
        """With softness 0 the move that was tried most. Else any, the softer the more freely; 1 is
        each as often as it was tried. What one leans to before any search counts as tries too."""
        if self.softness == 0:
            return max(found, key=lambda move: (found[move].visits, found[move].mean))
        tried = [tally.visits + FIRST_THOUGHT * tally.prior for tally in found.values()]
        most = max(tried)
        weights = [(tries / most) ** (1 / self.softness) for tries in tried]
        return self._rng.choices(list(found), weights)[0]


SIMPLE: dict[str, Callable[[int], Bot]] = {"random": Random, "thumb": Thumb}
LEVELS = ("carp", "monk", "samurai", "tiger", "dragon")
BOTS = (*SIMPLE, *LEVELS)


MOST = 10_000_000  # simulations per move that may be asked for


def make(name: str, seed: int) -> Bot:
    """The bot of that name; ValueError with a sentence if there is none.

    A level may be given its simulations per move: `dragon@500`.
    `cmd:python3 bot.py` is a program that speaks the protocol; BrokenBot if it cannot be started.

    >>> make("thumb", seed=1)  # doctest: +ELLIPSIS
    <ryumon.bots.Thumb object at ...>
    """
    if name in SIMPLE:
        return SIMPLE[name](seed)
    if name.startswith("cmd"):
        from ryumon.bots import external

        if external.is_command(name):
            return external.External.of(name, seed)
    level, at, number = name.partition("@")
    if level not in LEVELS:
        raise ValueError(f"There is no bot {name!r}; there are: {', '.join(BOTS)}.")
    if not at:
        return Search(seed, level)
    if not number.isdecimal() or not 1 <= int(number) <= MOST:
        raise ValueError(f"{level}@N has N simulations per move, 1 to {MOST}, not {number!r}.")
    from ryumon.bots.search import Budget

    return Search(seed, level, Budget(int(number)))


def exists(name: str) -> bool:
    """Is there a bot of ours of that name? Programs are none of ours, and none is started."""
    if name.startswith("cmd"):
        return False
    try:
        make(name, 0)
    except ValueError:
        return False
    return True


def choose(bot: Bot, state: State) -> str:
    """The bot's move for the seat to move, in notation."""
    seat = state.turn
    if seat < 0:
        raise ValueError("No seat is to move.")
    legal = state.legal_ids()
    move = legal[0]  # if it is forced: instant, and it says nothing about the bot
    if len(legal) > 1:
        move = bot.choose(_turn(bot, state, seat, list(legal)))
    return state.game.spec.words.NAMES[move]


def over(bot: Bot, state: State, seat: int) -> None:
    """Tell a bot how its game ended, if it wants to know."""
    result, tell = state.result(), getattr(bot, "over", None)
    if result is None:
        raise ValueError("The game is not over.")
    if tell is not None:
        tell(_turn(bot, state, seat, []), result, state.scores)


def close(bot: Bot) -> None:
    """Let a bot go that holds more than memory, such as a program that runs."""
    getattr(bot, "close", lambda: None)()


def _turn(bot: Bot, state: State, seat: int, legal: list[int]) -> Turn:
    events = state.events(seat) if getattr(bot, "recalls", False) else None
    sights = state.sights(seat) if getattr(bot, "follows", False) else None
    return Turn(state.game, seat, legal, state.forgotten(seat), events, sights)


def __getattr__(name: str) -> Any:
    if name == "External":  # brings more than `import ryumon.bots` should
        from ryumon.bots.external import External

        return External
    raise AttributeError(f"There is no {name!r} in ryumon.bots.")

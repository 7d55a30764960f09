"""Bots: a bot is handed what its seat knows, and names a move.

A `Seat` (ryumon/play/seat.py) holds no true state. What the seat cannot know has been replaced by
a fixed filler, so that equal knowledge and an equal seed give an equal move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from ryumon.bots.broken import SENTENCES, BrokenBot
from ryumon.kernel import rng
from ryumon.play.refusal import refused

if TYPE_CHECKING:
    from ryumon.bots.external import External
    from ryumon.bots.search import Budget, SearchSettings, Tally
    from ryumon.play.game import Game
    from ryumon.play.seat import Seat
    from ryumon.play.state import State

__all__ = [
    "BOTS", "LEVELS", "Bot", "BrokenBot", "External", "Random", "Search", "Thumb", "choose",
    "close", "exists", "make", "over",
]  # fmt: skip


class Bot(Protocol):
    """Anything that chooses.

    With `recalls = False` its seat comes without events, with `follows = True` with `sights`.
    """

    def choose(self, seat: Seat) -> int:
        """The number of one of the legal moves."""
        ...


class Random:
    """Any legal move, all equally likely."""

    recalls = False

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, seat: Seat) -> int:
        return self._rng.choice(seat.legal_ids())


class Thumb:
    """The rule-of-thumb player of each game (its `heuristics.py`)."""

    recalls = False

    def __init__(self, seed: int) -> None:
        self._luck = rng.words(seed)

    def choose(self, seat: Seat) -> int:
        return seat.game.spec.heuristics.rollout_move(seat.known, self._luck)


FIRST_THOUGHT = 8  # tries, shared by all moves: a soft choice is sensible even after few of them


class Search:
    """A level: a search with its budget, and how freely it chooses among good moves.

    Settings, budget and softness are those of the level in the game played, unless given.
    """

    recalls, follows = False, True

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

    def choose(self, seat: Seat) -> int:
        from ryumon.bots.levels import budget_of, settings_of

        name = seat.game.name
        settings = self.settings or settings_of(name)
        budget = self.budget or budget_of(self.level, name)
        seed, path = self._rng.randrange(1 << 32), self._path(seat)
        return self._picked(self.searcher.search(seat, settings, budget, seed, path))

    def _path(self, seat: Seat) -> list[int] | None:
        """What the seat has seen since its last decision; None if that was in another game."""
        last, sights = self._last, seat.sights
        self._last = None if sights is None else (seat.game, seat.viewer, sights)
        if (
            sights is None
            or last is None
            or last[:2] != (seat.game, seat.viewer)
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
    """The bot of that name. Refused if there is none.

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
        raise refused(SENTENCES, "bot", bot=name, bots=[*BOTS, "cmd:COMMAND"])
    if not at:
        return Search(seed, level)
    if not number.isdecimal() or not 1 <= int(number) <= MOST:
        raise refused(SENTENCES, "simulations", level=level, most=MOST, number=number)
    from ryumon.bots.search import Budget

    return Search(seed, level, Budget(int(number)))


def exists(name: str) -> bool:
    """True for a built-in bot. External programs are never built in and are not started."""
    if name.startswith("cmd"):
        return False
    try:
        make(name, 0)
    except ValueError:
        return False
    return True


def choose(bot: Bot, state: State) -> str:
    """The bot's move for the seat to move, in notation."""
    if state.turn < 0:
        raise refused(SENTENCES, "no-turn")
    legal = state.legal_ids()
    move = legal[0]  # if it is forced: instant, and it says nothing about the bot
    if len(legal) > 1:
        move = bot.choose(seat_for(bot, state, state.turn))
    return state.game.spec.words.NAMES[move]


def seat_for(bot: Bot, state: State, seat: int) -> Seat:
    """What this bot is given at this seat: with events and sights only if it uses them."""
    sights, events = getattr(bot, "follows", False), getattr(bot, "recalls", True)
    return state.seat(seat, sights=sights, events=events)


def over(bot: Bot, state: State, seat: int) -> None:
    """Tell a bot how its game ended, if it wants to know."""
    result, tell = state.result(), getattr(bot, "over", None)
    if result is None:
        raise refused(SENTENCES, "not-over")
    if tell is not None:
        tell(seat_for(bot, state, seat), result, state.scores)


def close(bot: Bot) -> None:
    """Let a bot go that holds more than memory, such as a program that runs."""
    getattr(bot, "close", lambda: None)()


def __getattr__(name: str) -> Any:
    if name == "External":  # brings more than `import ryumon.bots` should
        from ryumon.bots.external import External

        return External
    raise AttributeError(f"There is no {name!r} in ryumon.bots.")

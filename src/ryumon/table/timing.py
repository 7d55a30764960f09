"""How long bots take, so that nobody learns by the clock what is hidden.

A bot plays a forced move at once and thinks about a free one, and one that is asked in secret
thinks where otherwise nothing would happen. Both would tell a person what the bot holds. So at a
table where something is hidden every turn of a bot that thinks lasts one *beat*, forced or free,
and so does every moment in which bots might be asked in secret, asked or not.

A bot that thinks by the clock has a beat as long as it may think. For others that would be far too
long: theirs is short at first. Whatever does not fit is rounded up to whole beats, and from the
second time on the beat is longer; so a slow bot or machine tells something only in its first moves.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ryumon import bots

if TYPE_CHECKING:
    from ryumon.bots.search import Budget
    from ryumon.play.game import Game

SHORT = 0.1  # seconds: the first beat of bots that do not think by the clock
GROWTH = 1.5  # in a few steps, since each of them tells something
SPARE = 0.1  # seconds beside the thinking: to get ready, and to keep the game
THINKING = 0.9  # the part of a beat in which all answers are thought about
LONGEST = 5.0  # seconds: a beat of bots that set themselves no time
ANSWERS = 3  # questions in one moment, at most: one Metsubushi, and a Smoke Bomb of two ninja


class Sitter(NamedTuple):
    """A bot, and as what it sits there: dragon, carp@20, cmd:./bot."""

    level: str
    bot: bots.Bot


class Span(NamedTuple):
    """The seconds of a bot's beat: at first, and at most."""

    first: float
    most: float


def span_of(bot: bots.Bot, game: Game) -> Span | None:
    """None for a bot that answers at once."""
    if isinstance(bot, bots.Search):
        budget = _budget_of(bot, game)
        most = LONGEST if budget.seconds is None else budget.seconds + SPARE
        return Span(most if budget.simulations is None else SHORT, most)
    longest = getattr(bot, "longest", None)  # of a program
    return None if longest is None else Span(SHORT, longest)


def _budget_of(bot: bots.Search, game: Game) -> Budget:
    from ryumon.bots.levels import budget_of

    return bot.budget or budget_of(bot.level, game.name)


def answer_seconds(beat: float) -> float:
    """How long a bot may think about one answer, so that all of a moment fit into the beat."""
    return THINKING * beat / ANSWERS


def times_up(began: float, beat: float, now: float) -> float:
    """When something that began then may be shown: after a whole beat, or as many as it took."""
    return began + max(math.ceil((now - began) / beat), 1) * beat if beat else now


class Pace:
    """The time of bots in one game. Whoever lets bots think elsewhere asks for the `beat` first,
    tells what it `took`, and shows the move when `times_up` says."""

    def __init__(
        self,
        game: Game,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._game, self._clock, self._sleep = game, clock, sleep
        # The two longest turns of each sort of bot. The longest says little: once in a while any
        # machine is busy with something else.
        self._slowest: dict[tuple[str, bool], list[float]] = {}

    def beat(self, sitters: Sequence[Sitter]) -> float:
        """The seconds of a beat of the slowest of them; 0 if they answer at once."""
        return max(map(self._own_beat, sitters), default=0.0)

    def took(self, sitters: Sequence[Sitter], seconds: float) -> None:
        """So long a turn took of which everyone knew whose it was."""
        self._note(set(map(self._sort_of, sitters)), seconds)

    def _note(self, sorts: set[tuple[str, bool]], seconds: float) -> None:
        for sort in sorts:
            self._slowest[sort] = sorted([*self._slowest.get(sort, [0.0, 0.0]), seconds])[1:]

    @contextmanager
    def turn(self, sitters: Sequence[Sitter]) -> Generator[None]:
        """Inside, a bot moves, and everyone knows that it is to move."""
        began, beat = self._clock(), self.beat(sitters)
        sorts = set(map(self._sort_of, sitters))  # compiled rules may arrive meanwhile
        yield
        self._note(sorts, self._clock() - began)
        self._wait(began, beat)

    @contextmanager
    def moment(self, sitters: Sequence[Sitter]) -> Generator[None]:
        """Inside, these bots answer what they are asked in secret. All answers together take one
        beat, so whoever thinks by the clock has a part of it for each."""
        began, beat = self._clock(), self.beat(sitters)
        with ExitStack() as stack:
            for sitter in sitters:
                stack.enter_context(_hurried(sitter.bot, beat, self._game))
            yield
        self._wait(began, beat)

    def _own_beat(self, sitter: Sitter) -> float:
        span = span_of(sitter.bot, self._game)
        if span is None:
            return 0.0
        needed, beat = self._slowest.get(self._sort_of(sitter), [0.0])[0], span.first
        while beat < needed:
            beat *= GROWTH
        return min(beat, span.most)

    def _sort_of(self, sitter: Sitter) -> tuple[str, bool]:
        """Bots of one level take the same time; interpreted rules take more than compiled."""
        return sitter.level, self._game.compiled

    def _wait(self, began: float, beat: float) -> None:
        """Until the beat is over, or as many as were needed."""
        if beat:
            self._sleep(max(times_up(began, beat, self._clock()) - self._clock(), 0.0))


@contextmanager
def _hurried(bot: bots.Bot, beat: float, game: Game) -> Generator[None]:
    """Inside, the bot thinks so short that all answers fit into the beat. One that only counts its
    simulations, or a program, does not: the one must play alike on every machine, the other was
    told its time."""
    if not isinstance(bot, bots.Search) or _budget_of(bot, game).seconds is None:
        yield
        return
    usual = bot.budget
    bot.budget = replace(_budget_of(bot, game), seconds=answer_seconds(beat))
    try:
        yield
    finally:
        bot.budget = usual

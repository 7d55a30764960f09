"""Who drives a game: it takes moves from people, asks bots, and lets chance move.

Nothing here draws a screen, stores anything, or waits for anybody but bots that sit here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from ryumon import bots
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.refusal import IllegalMove
from ryumon.play.state import State
from ryumon.table import seats
from ryumon.table.chance import Chance
from ryumon.table.questions import Moment, is_asked, is_seen_to_move
from ryumon.table.timing import Pace, Sitter
from ryumon.table.undo import shortened

STAND_IN = "thumb"  # plays on where a program has failed
Maker = Callable[[str, int], bots.Bot]  # of a level, for a seat


def after(state: State, seat: int, moves: Sequence[str], chance: Chance) -> State:
    """The state after the moves of one decision of this seat and all chance that follows. The one
    given is unchanged. IllegalMove with a refusal that tells no more than the seat knows."""
    if len(moves) != 1 or seat != state.turn or not state.is_legal(moves[0]):
        refusal = state.seat(seat, events=False).refusal(moves)
        if refusal is not None:
            raise IllegalMove(refusal)
    ahead = state.copy()
    for move in moves:
        ahead.play(move)
    ahead.deal(chance)
    return ahead


class Table:
    """One game: who sits where, and where chance comes from.

    `sitting` has the level of a bot for each seat, PERSON where none sits, and `make` makes a bot
    of a level for a seat. Without it bots sit elsewhere: `submit` their moves as those of people.
    """

    def __init__(
        self, state: State, sitting: Sequence[str], chance: Chance, make: Maker | None = None,
        given: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.state, self.chance = state, chance
        self.sitting, self.given = list(sitting), list(given)  # the second: names of persons
        self._make = make
        self.bots: dict[int, bots.Bot] = {}
        self.failed: dict[int, bots.BrokenBot] = {}  # stand-ins play for these, as yet untold
        self._sit_down()
        # what is known of who sits there; a program has the name that it gives itself
        self.levels = [getattr(self.bots.get(p), "name", sits) for p, sits in enumerate(sitting)]
        self.pace = Pace(state.game)

    # --- who sits there ---------------------------------------------------------------------

    def _sit_down(self) -> None:
        """BrokenBot if a program cannot be started; those that could have then been ended."""
        try:
            for seat, level in enumerate(self.sitting):
                if self._make is not None and level != seats.PERSON:
                    self.bots[seat] = self._make(level, seat)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Nobody plays on: programs are ended."""
        for bot in self.bots.values():
            bots.close(bot)

    def end(self) -> None:
        """The game is over: bots that want to know are told."""
        for seat, bot in self.bots.items():
            bots.over(bot, self.state, seat)

    def names(self, viewer: int, language: str) -> seats.Names:
        return seats.names(self.levels, viewer, language, self.given)

    def recorded_names(self) -> list[str]:
        return seats.to_record(self.sitting, self.given)

    def copy(self) -> Table:
        """The same people and bots at a copy of the game, which goes its own way."""
        new = copy.copy(self)
        new.state = self.state.copy()
        return new

    # --- the game goes on -------------------------------------------------------------------

    def submit(self, seat: int, moves: Sequence[str]) -> list[str]:
        """Make the moves of one decision and all chance after it; returns all of them. IllegalMove
        if they cannot be made; then nothing has changed."""
        length = self.state.length
        self.state = after(self.state, seat, moves, self.chance)
        return self.state.moves[length:]

    def advance(self) -> list[str]:
        """Let chance do all that it does now, or one bot move; returns the moves. None are made
        where a person is to move, the game is over, or a bot has failed: its stand-in is next."""
        length = self.state.length
        if self.state.turn == CHANCE:
            self.state.deal(self.chance)
        elif self.state.turn in self.bots:
            self.let_choose(self.state.turn)
        return self.state.moves[length:]

    def run(self) -> None:
        """Until a person is to move or the game is over."""
        while self.state.turn == CHANCE or self.state.turn in self.bots:
            self.advance()

    def let_choose(self, seat: int) -> None:
        """One move of the bot at this seat."""
        try:
            self.state.play(bots.choose(self.bots[seat], self.state))
        except bots.BrokenBot as broken:
            self.stand_in(seat, broken)

    def let_answer(self, held: Moment | None, timed: Sequence[Sitter] = ()) -> None:
        """Let bots answer what they are asked in secret, if it is a moment for that."""
        called = self.called(held)
        with self.pace.moment(timed):
            while self.state.turn in called and is_asked(self.state, self.state.turn):
                self.let_choose(self.state.turn)

    def called(self, held: Moment | None) -> list[int]:
        """The bots that a moment calls."""
        return [] if held is None else sorted({*held.seats} & self.bots.keys())

    def sitters(self, called: Sequence[int]) -> list[Sitter]:
        return [Sitter(self.sitting[seat], self.bots[seat]) for seat in called]

    def stand_in(self, seat: int, broken: bots.BrokenBot) -> None:
        """A bot has failed, and the game goes on. Why is kept in `failed`, but not of a program
        that was asked in secret: what it was asked would be told by it."""
        assert self._make is not None
        if seats.people(self.sitting) and not is_seen_to_move(self.state, seat):
            broken = bots.BrokenBot("closed", bot=self.levels[seat])
        self.failed[seat] = broken
        self.sitting[seat] = STAND_IN
        self.bots[seat] = self._make(STAND_IN, seat)

    def admitted(self, seat: int) -> bots.BrokenBot:
        """Why a bot has failed, to be told now; from now on it is known who plays for it. While a
        secret question is open that must wait."""
        self.levels[seat] = STAND_IN
        return self.failed.pop(seat)

    def may_be_admitted(self, seat: int) -> bool:
        return seat in self.failed and is_seen_to_move(self.state, seat)

    def back_to(self, length: int) -> None:
        """Take back all but the first so many moves."""
        self.state = shortened(self.state, length)

    # --- what is new ------------------------------------------------------------------------

    def new_for(
        self, viewer: int, since: int, language: str = "en"
    ) -> list[tuple[dict[str, Any], str]]:
        """What this viewer saw after its event number `since`, each with its sentence."""
        seat = self.state.seat(viewer)
        said = seat.log(language, since, self.names(viewer, language).short)
        return list(zip(seat.events(since), said, strict=True))

    @property
    def over(self) -> bool:
        return self.state.turn == OVER

"""Several persons share one terminal: each sees the own seat's screen and nothing else.

Between two of them stands a screen that hides: it is empty but for what everyone may know, names
the one who is to come, and waits. When somebody comes is known to everyone at the table, so it may
depend on nothing but what everyone knows. Where a game asks in secret (table/questions.py) all who
might be asked come, one after the other, and whoever is not asked finds a screen that looks alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import groupby

from rich.text import Text

from ryumon.kernel.ops import OVER
from ryumon.play.event import PUBLIC
from ryumon.play.state import State
from ryumon.table import seats
from ryumon.table.chance import SeedChance
from ryumon.table.questions import Moment, is_asked, last_moment, moment
from ryumon.table.undo import decisions, may_undo, shortened
from ryumon.terminal.commands import Leave
from ryumon.terminal.console import Paper
from ryumon.terminal.layout import Look, flow, heading, look, screen_of
from ryumon.terminal.parsing import command_of, words_of
from ryumon.terminal.saves import Shelf
from ryumon.terminal.table import Table


def standing(state: State, names: seats.Names, language: str, width: int) -> str:
    """Where the game stands for everyone, in a few words."""
    held = last_moment(state)
    now = look(state if held is None else held.before, PUBLIC, names, language, width)
    return screen_of(state.game.spec).standing(now if held is None else meanwhile(now, held))


def meanwhile(now: Look, held: Moment) -> Look:
    """The look of somebody who is called: of the state before the move that calls."""
    return replace(now, view=held.view(now.seat.viewer))


class Shared(Table):
    """A table with several persons at one terminal."""

    def __init__(
        self, paper: Paper, state: State, sitting: Sequence[str], chance: SeedChance,
        shelf: Shelf | None, given: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(paper, state, sitting, chance, shelf, given)
        self.tellers = {seat: self.teller_for(seat) for seat in seats.people(sitting)}
        self.public_names = self.names_for(PUBLIC)
        self.notices: list[str] = []  # what is told to everyone, each on the own screen
        self._noticed = dict.fromkeys(self.tellers, 0)
        self.here: int | None = None  # who sits at the screen
        self.held: Moment | None = None
        self._resumed: Moment | None = None
        self._last: int | None = None  # after how many moves a decision fell that showed nothing
        self._looked = dict.fromkeys(self.tellers, 0)  # moves when each was last here
        self._public = dict.fromkeys(self.tellers, 0)  # what everyone saw, at that time

    def take_up(self) -> None:
        """Everyone is told again what came after the own last decision."""
        for seat, teller in self.tellers.items():
            own = [k for k in decisions(self.state, seat) if k < self.state.length]
            then = shortened(self.state, own[-1] if own else 0)
            teller.skip(then)
            self._looked[seat] = self.state.length
            self._public[seat] = len(then.events(PUBLIC))
        self._resumed = last_moment(self.state)

    # --- the game goes on -------------------------------------------------------------------

    def play(self) -> None:
        """Until the game is over. Leave, EOFError or KeyboardInterrupt if somebody goes."""
        self.keep()
        with nullcontext() if self.is_open else self.paper.hiding():
            self.let_bots_answer(self._resumed)
            if (held := self._for_us(self._resumed)) is not None:
                self._call(held)
            self._resumed = None
            while self.state.turn != OVER:
                self._go_on()
        self.keep()
        self.teller = self.teller_for(PUBLIC)
        self.teller.told = min(self._public.values())
        self.teller.tell(self.state)
        self._show_notices(min(self._noticed.values()))
        self.show_end()

    def _go_on(self) -> None:
        """One decision of a person, one move of a bot, or all that chance does."""
        before, length = self.state.copy(), self.state.length
        if before.turn not in self.tellers:
            self.others()
        elif self._hand_to(before.turn):
            self._let_decide()
        if self.state.length <= length:  # taken back, or a program has failed
            return
        held = moment(before, self.state)
        self.let_bots_answer(held)
        held = self._for_us(held)
        decided = before.turn in self.tellers
        self._last = length if decided and (held or self.may_go_back(length)) else None
        if held is not None:
            self._call(held)

    def _let_decide(self, called: bool = False) -> None:
        length = self.state.length
        self._tell(called)
        self.show_table()
        self.decide()
        if self.state.length > length and not self.is_open:
            self.paper.wipe()  # at once: what comes next may take its time

    def _tell(self, called: bool = False) -> None:
        """What the person has not seen yet. One who is called goes on to a page of its own, so
        that a question does not take one key more than none."""
        self.keep()  # what was seen is not lost
        self._show_notices(self._noticed[self.seat])
        self._noticed[self.seat] = len(self.notices)
        told, known = self.teller.told, len(self.teller.events(self.state))
        if 0 < told < known and not self.is_open:
            self.paper.show(Text(self.paper.words("missed"), "dim"))
        self.teller.tell(self.state)
        if called:
            self.paper.ask("next")
            self.paper.wipe()

    def rename(self) -> None:
        self.public_names = self.names_for(PUBLIC)
        for teller in (self.teller, *self.tellers.values()):
            teller.names = self.names_for(teller.viewer)

    def announce(self, sentence: str) -> None:
        """Tell each on the own screen, or at once where all look at it."""
        if self.is_open or self.state.turn == OVER:
            super().announce(sentence)
        else:
            self.notices.append(sentence)

    def _show_notices(self, since: int) -> None:
        for sentence in self.notices[since:]:
            super().announce(sentence)

    # --- from one to the other --------------------------------------------------------------

    def _hand_to(self, seat: int) -> bool:
        """Let this person come to the screen. False if a decision was taken back instead."""
        if seat != self.here:
            if self.is_open:
                self._catch_up(seat)
            elif not self._is_here(seat):
                return False
        self.here = self.seat = seat
        self.teller = self.tellers[seat]
        self._last = None
        self._looked[seat] = self.state.length
        self._public[seat] = self._open_events(PUBLIC)
        return True

    def _catch_up(self, seat: int) -> None:
        """Where all look at the screen, nothing is told twice."""
        self.tellers[seat].told = max(teller.told for teller in self.tellers.values())

    def _is_here(self, seat: int) -> bool:
        """Hide everything until this person says so. False if a decision was taken back."""
        paper, name = self.paper, self.public_names.short[seat]
        paper.wipe()
        self._hide_behind(name)
        paper.drop_keys()
        while True:
            key = "come" if self._last is None else "come-or-undo"
            other = self.public_names.short[self.seat]
            words = words_of(paper.read(paper.words(key, name=name, other=other)))
            command = command_of(words, {}) if words else ""
            if command == "":
                paper.wipe()
                return True
            if command == "quit":
                raise Leave
            if command == "undo" and self._last is not None:
                self.go_back(self._last)
                self.here = None
                return False
            paper.say("no-undo-here" if command == "undo" else "come-how", name=name)

    def _hide_behind(self, name: str) -> None:
        """What everyone may see while the keyboard goes from hand to hand."""
        paper = self.paper
        now = self.screen.standing(self._for_all())
        title = self.state.game.spec.title[paper.language]
        before, _, after = paper.words("pass-to", name="\0").partition("\0")
        lines = [Text(), Text.assemble(before, (name, "bold reverse"), after), Text()]
        lines.append(Text(paper.words("look-away", name=name)))
        if self.held is not None:
            lines.append(Text(paper.words("called")))
        paper.show([heading(f"{title} · {now}", paper.width), Text()])
        for line in lines:
            paper.show(flow([line], paper.width, 3) or [Text()])
        paper.show([Text(), Text()])
        if self.shelf is not None and self.shelf.trouble:
            paper.say("not-saved", path=self.shelf.path, why=self.shelf.trouble)

    def _for_all(self) -> Look:
        parts = PUBLIC, self.public_names, self.paper.language, self.paper.width
        if self.held is None:
            return look(self.state, *parts)
        return meanwhile(look(self.held.before, *parts), self.held)

    def _open_events(self, viewer: int) -> int:
        """How many events this viewer may know of now."""
        return len(self.state.events(viewer)) if self.held is None else self.held.told(viewer)

    # --- calls ------------------------------------------------------------------------------

    def _for_us(self, held: Moment | None) -> Moment | None:
        """A moment that calls a person; where it calls only bots nobody notices."""
        ours = held is not None and any(seat in self.tellers for seat in held.seats)
        return held if ours else None

    def _call(self, held: Moment) -> None:
        """Call everyone who might be asked; those who are asked answer. After each of them, asked
        or not, bots may have something to answer."""
        for seat, _ in groupby(seat for seat in held.seats if seat in self.tellers):
            self.held = held
            came = self._hand_to(seat)
            asked = came and is_asked(self.state, seat)
            if came and not asked:
                self._let_look(seat)
            self.held = None
            if not came:
                return
            if not asked:
                self.let_bots_answer(held)
            while is_asked(self.state, seat):
                self._let_decide(called=True)
                self.let_bots_answer(held)
            self._last = None  # whether there was an answer to take back is a secret

    def _let_look(self, seat: int) -> None:
        """The person is not asked, and leaves as if there had been a question."""
        self.idle, self.teller.until = True, self._open_events(seat)
        try:
            self._tell(called=True)
            self.show_table()
            self.paper.say("idle-how")
            line = self.paper.read(self.prompt())
            while words_of(line) and self.obeyed(words_of(line), line):
                line = self.paper.read(self.prompt())
            self.paper.wipe()
        finally:
            self.idle, self.teller.until = False, None

    # --- what is shown ----------------------------------------------------------------------

    def look(self) -> Look:
        if self.idle and self.held is not None:
            return meanwhile(self.teller.look(self.held.before), self.held)
        return super().look()

    def show_table(self) -> None:
        now = self.look()
        lines = [*self.screen.table(now), *self.screen.question(now)]
        self.paper.turn_page(len(lines) + self.idle)
        self.paper.show(lines)

    def prompt(self) -> str:
        return self.public_names.short[self.seat]

    # --- back -------------------------------------------------------------------------------

    def may_go_back(self, length: int) -> bool:
        """Only over moves of one's own that nobody has seen and that told nothing."""
        if self.over:
            return False
        if any(moves > length for seat, moves in self._looked.items() if seat != self.seat):
            return False
        return may_undo(self.state, length, self.seat, ())

    def go_back(self, length: int) -> None:
        super().go_back(length)
        self._last = None
        for teller in self.tellers.values():
            teller.told = min(teller.told, len(teller.events(self.state)))

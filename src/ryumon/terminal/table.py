"""A game in the terminal: a person against bots, or bots among themselves.

The person is shown nothing but the view, events, log and aids of the own seat.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from ryumon import bots
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.event import PUBLIC
from ryumon.play.refusal import Refusal, Refused
from ryumon.play.registry import GameSpec
from ryumon.play.sentence import Text as Words
from ryumon.play.state import State
from ryumon.table import seats, table
from ryumon.table.chance import SeedChance
from ryumon.table.questions import Moment, is_asked, last_moment, moment
from ryumon.table.seats import Names
from ryumon.table.timing import Sitter
from ryumon.terminal.commands import DO
from ryumon.terminal.console import Paper
from ryumon.terminal.layout import Look, flow, look, screen_of
from ryumon.terminal.parsing import alone, command_of, words_of
from ryumon.terminal.saves import Shelf
from ryumon.terminal.started import play_command, program


class Teller:
    """Tells a viewer what has happened since it was last told."""

    def __init__(self, paper: Paper, spec: GameSpec, viewer: int, names: Names) -> None:
        self.paper, self.screen = paper, screen_of(spec)
        self.viewer, self.names = viewer, names
        self.told = 0  # events
        self.until: int | None = None  # no more events than these are for the viewer yet

    def look(self, state: State) -> Look:
        paper = self.paper
        return look(state, self.viewer, self.names, paper.language, paper.width)

    def events(self, state: State) -> list[dict[str, Any]]:
        return state.events(self.viewer)[: self.until]

    def sentences(self, state: State) -> list[str]:
        return state.log(self.viewer, self.paper.language, self.names.short)[: self.until]

    def skip(self, state: State) -> None:
        """Take everything so far as known."""
        self.told = len(self.events(state))

    def tell(self, state: State, rest: bool = True) -> None:
        """Write the news; without `rest` only whole lines of it."""
        events, sentences = self.events(state), self.sentences(state)
        screen = self.screen
        line: list[str] = []
        for k in range(self.told, len(events)):
            kind = events[k]["kind"]
            if line and kind in getattr(screen, "LINE_STARTS", ()):
                self._write(line)
                line = []
                self.told = k
            if kind not in screen.QUIET:
                line.append(sentences[k])
            last = rest and k == len(events) - 1
            if last or kind in screen.LINE_ENDS or kind == screen.ROUND_END:
                self._write(line)
                line = []
                self.told = k + 1
            if kind == screen.ROUND_END:
                self._sum_up(state, events[: k + 1])

    def _write(self, sentences: list[str]) -> None:
        tinted = [self.screen.tint(sentence) for sentence in sentences]
        self.paper.show(flow(tinted, self.paper.width))

    def _sum_up(self, state: State, events: list[dict[str, Any]]) -> None:
        self.paper.show()
        self.paper.show(self.screen.summary(events, self.look(state)))
        if state.turn != OVER and len(events) < len(self.events(state)):
            self.paper.pause()
        self.paper.show()


def _maker(chance: SeedChance) -> table.Maker:
    return lambda level, seat: bots.make(level, chance.seed_of(seat))


class Table(table.Table):
    """A game at this terminal: what is shown, and where it is kept."""

    chance: SeedChance

    def __init__(
        self, paper: Paper, state: State, sitting: Sequence[str], chance: SeedChance,
        shelf: Shelf | None, given: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.paper, self.shelf = paper, shelf
        super().__init__(state, sitting, chance, _maker(chance), given)
        self.seat = self.sitting.index(seats.PERSON) if seats.PERSON in self.sitting else PUBLIC
        self.teller = self.teller_for(self.seat)
        self.screen = self.teller.screen
        self.idle = False  # is the person here without a decision?
        self._kept: State | None = None  # the game as it was last kept
        self._trouble: Words | None = None  # the last trouble with saving, not to be repeated
        self.written: set[Path] = set()  # files that `save` has made
        self.typed_at: list[int] = []  # how many moves there were when each line of moves came

    # --- who sits there ---------------------------------------------------------------------

    def names_for(self, viewer: int) -> Names:
        return self.names(viewer, self.paper.language)

    def teller_for(self, viewer: int) -> Teller:
        return Teller(self.paper, self.state.game.spec, viewer, self.names_for(viewer))

    def _admit(self, seat: int) -> None:
        """Tell that a program has failed, but not what it said if persons play: it may have named
        its cards."""
        name = self.names_for(PUBLIC).short[seat]
        broken = self.admitted(seat)
        refusal = broken.refusal if self.seat == PUBLIC else broken.public
        why = refusal.cited(self.paper.language)
        self.rename()
        self.announce(self.paper.words("stand-in", why=why, name=name))

    def rename(self) -> None:
        """Somebody else sits there now."""
        self.teller.names = self.names_for(self.seat)

    def announce(self, sentence: str) -> None:
        """Tell everyone who plays here."""
        self.paper.show(flow([sentence], self.paper.width))

    # --- the game goes on -------------------------------------------------------------------

    def take_up(self) -> None:
        """The game goes on from where it was left; `log` tells what was before."""
        self.teller.skip(self.state)

    def play(self) -> None:
        """Until the game is over. Leave, EOFError or KeyboardInterrupt if the person goes."""
        self.keep()
        held = last_moment(self.state)  # it may be here that the game was left
        self.let_bots_answer(held)
        while self.state.turn != OVER:
            held = self._go_on_from(held)
        self.keep()
        self.teller.tell(self.state)
        self.show_end()

    def watch(self, viewer: int, delay: float = 0) -> None:
        """Until the game is over, told as this viewer sees it. All seats are bots."""
        self.teller.viewer = viewer
        held = None
        while self.state.turn != OVER:
            before = self.teller.told
            held = self._go_on_from(held)
            self.teller.tell(self.state, rest=False)
            if delay and self.teller.told > before:
                time.sleep(delay)
        self.teller.tell(self.state)
        self.show_end()

    def _go_on_from(self, held: Moment | None) -> Moment | None:
        """One decision of the person, one move of a bot, or all that chance does; and then what
        bots answer in secret. Takes and returns the moment that it is, if it is one."""
        before = self.state.copy()
        if before.turn == self.seat:
            self.keep()
            self.teller.tell(self.state)
            self.show_table()
            self.decide()
        else:
            self.others()
        answered = held is not None and before.turn in held.seats and is_asked(before, before.turn)
        if self.state.length <= before.length:  # taken back, or a program has failed
            held = None
        elif not answered:
            held = moment(before, self.state)
        self.let_bots_answer(held)
        return held

    def others(self) -> None:
        """One move of a bot, or all that chance does."""
        if self.state.turn == CHANCE:
            self.advance()
        else:
            with self.pace.turn(self._timed([self.state.turn])):
                self.advance()

    def let_bots_answer(self, held: Moment | None) -> None:
        """Let bots answer what they are asked in secret, if it is a moment for that."""
        self.let_answer(held, self._timed(self.called(held)))

    def _timed(self, called: Sequence[int]) -> list[Sitter]:
        """The bots at these seats, if something is hidden in the game, and somebody plays or looks
        on who could learn it from the time that they take."""
        paper = self.paper
        somebody = paper.is_terminal if self.seat == PUBLIC else paper.interactive
        return [] if self.is_open or not somebody else self.sitters(called)

    @property
    def is_open(self) -> bool:
        """Is nothing hidden in this game, so that all may look at the screen at any time?"""
        return self.state.game.spec.is_open

    def let_choose(self, seat: int) -> None:
        if self.may_be_admitted(seat):
            self._admit(seat)
        super().let_choose(seat)

    def keep(self) -> None:
        """Keep the game as it is, if it is not. If that fails the person is told, once, and it goes
        on."""
        if self.shelf is None or (self.state == self._kept and not self._trouble):
            return
        self.shelf.keep(self.state, self.recorded_names())
        self._kept = self.state.copy()
        if self.shelf.trouble and self.shelf.trouble != self._trouble:
            self.paper.say("not-saved", path=self.shelf.path, why=self.shelf.trouble)
        self._trouble = self.shelf.trouble

    def leave(self) -> None:
        """Say good-bye, and where the game is."""
        self.keep()
        if self.shelf is None:
            return
        if self.shelf.trouble:
            self.paper.say("not-kept", path=self.shelf.path, why=self.shelf.trouble)
        else:
            self.paper.say("kept", command=play_command(self.state.game.name))

    # --- what is shown ----------------------------------------------------------------------

    def look(self) -> Look:
        return self.teller.look(self.state)

    def show_table(self) -> None:
        now = self.look()
        self.paper.show([*self.screen.table(now), *self.screen.question(now)])

    def show_end(self) -> None:
        for seat in [*self.failed]:
            self._admit(seat)
        self.end()
        self.paper.show(self.screen.sheet(self.look()))
        if self.shelf is not None and not self.shelf.trouble:
            self.shelf.put_away()
            self.paper.show()
            self.paper.say("record", path=self.shelf.path)
            self.paper.say("replay", command=program(), path=self.shelf.path)

    def refuse(self, refusal: Refusal) -> None:
        self.paper.show(Text(refusal.cited(self.paper.language), "bold"))

    # --- the person decides -----------------------------------------------------------------

    def decide(self) -> None:
        """Read lines until one is a move, or takes one back."""
        before = self.state
        length = before.length
        while self.state is before and self.state.length == length:
            line = self.paper.read(self.prompt())
            words = words_of(line)
            if not words:
                self.show_table()
            elif not self.obeyed(words, line):
                self.move(words)

    def prompt(self) -> str:
        return self.paper.words("you")

    def obeyed(self, words: list[str], line: str) -> bool:
        """Do what a command says; False if it is none."""
        command = command_of(words, self.screen.WORDS)
        if isinstance(command, list):
            which = {"word": words[0], "commands": " / ".join(command)}
            self.paper.say("which", **which)
        elif command is not None:
            DO[command](self, words, line)
        elif (lonely := alone(words, self.screen.WORDS)) is not None:
            self.paper.say("alone", command=lonely)
        else:
            return False
        return True

    def move(self, words: list[str]) -> None:
        length = self.state.length
        try:
            self.submit(self.seat, self.screen.read(words, self.look()))
            self.typed_at.append(length)
            self.keep()
        except Refused as wrong:
            self.refuse(wrong.refusal)

    def may_go_back(self, length: int) -> bool:
        """May the person take back all but the first so many moves? Against bots, always."""
        return True

    def go_back(self, length: int) -> None:
        self.back_to(length)
        self.typed_at = [before for before in self.typed_at if before < length]
        self.keep()
        self.teller.skip(self.state)

    def wrong_with(self, words: list[str]) -> Refusal | None:
        """Why what was typed cannot be played."""
        try:
            moves = self.screen.read(words, self.look())
        except Refused as wrong:
            return wrong.refusal
        return self.state.seat(self.seat, events=False).refusal(moves)

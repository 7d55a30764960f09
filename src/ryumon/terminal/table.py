"""A game in the terminal: a person against bots, or bots among themselves.

The person is shown nothing but the view, events, log and aids of the own seat.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from ryumon import bots
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.kinds import Kind
from ryumon.play.refusal import NO_RULE
from ryumon.play.seen import PUBLIC
from ryumon.play.state import State
from ryumon.terminal import seats
from ryumon.terminal.commands import DO
from ryumon.terminal.drawing import Look, flow, look
from ryumon.terminal.luck import Luck
from ryumon.terminal.paper import Paper
from ryumon.terminal.reading import Misread, command_of, refusal, words_of
from ryumon.terminal.seats import Names
from ryumon.terminal.settings import Wrong
from ryumon.terminal.shelf import Shelf

STAND_IN = "thumb"  # plays on where a program has failed


def screen_of(kind: Kind) -> Any:
    """The module that draws this game; games/slaughter/screen.py says what it has."""
    return importlib.import_module(f"{kind.rules.__package__}.screen")


class Teller:
    """Tells a viewer what has happened since it was last told."""

    def __init__(self, paper: Paper, kind: Kind, viewer: int, names: Names) -> None:
        self.paper, self.screen = paper, screen_of(kind)
        self.viewer, self.names = viewer, names
        self.told = 0  # events

    def look(self, state: State) -> Look:
        paper = self.paper
        return look(state, self.viewer, self.names, paper.language, paper.width)

    def sentences(self, state: State) -> list[str]:
        return state.log(self.viewer, self.paper.language, self.names.short)

    def skip(self, state: State) -> None:
        """Take everything so far as known."""
        self.told = len(state.events(self.viewer))

    def tell(self, state: State, rest: bool = True) -> None:
        """Write the news; without `rest` only whole lines of it."""
        events, sentences = state.events(self.viewer), self.sentences(state)
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
        if state.turn != OVER and len(events) < len(state.events(self.viewer)):
            self.paper.pause()
        self.paper.show()


class Table:
    """One game: who sits where, where its luck comes from, where it is kept."""

    def __init__(
        self, paper: Paper, state: State, sitting: Sequence[str], luck: Luck, shelf: Shelf | None
    ) -> None:
        self.paper, self.state, self.luck, self.shelf = paper, state, luck, shelf
        self.sitting = list(sitting)
        self.seat = self.sitting.index(seats.PERSON) if seats.PERSON in self.sitting else PUBLIC
        self.bots: dict[int, bots.Bot] = {}
        self._seat_bots()
        self.teller = Teller(paper, state.game.kind, self.seat, self._names())
        self.screen = self.teller.screen
        self._trouble: str | None = None  # the last sentence about saving, not to be repeated
        self.written: set[Path] = set()  # files that `save` has made

    # --- who sits there ---------------------------------------------------------------------

    def _seat_bots(self) -> None:
        try:
            for seat, level in enumerate(self.sitting):
                if level != seats.PERSON:
                    self.bots[seat] = bots.make(level, self.luck.seed_of(seat))
        except BaseException as wrong:
            self.close()
            if not isinstance(wrong, bots.BrokenBot):
                raise
            language = self.paper.language
            raise Wrong(language, "program", sentence=wrong.sentence(language)) from None

    def _names(self) -> Names:
        """What everyone is called; a program by the name that it gives itself."""
        told = [getattr(self.bots.get(p), "name", level) for p, level in enumerate(self.sitting)]
        return seats.names(told, self.seat, self.paper.language)

    def _stand_in(self, seat: int, broken: bots.BrokenBot) -> None:
        """A program has failed. The game goes on, and the person knows against whom, but not what
        the program said: it may have named its cards."""
        why = broken.sentence(self.paper.language, public=self.seat != PUBLIC)
        self.paper.say("stand-in", why=why, name=self.teller.names.short[seat])
        self.sitting[seat] = STAND_IN
        self.bots[seat] = bots.make(STAND_IN, self.luck.seed_of(seat))
        self.teller.names = self._names()

    def close(self) -> None:
        """Nobody plays on: programs are ended."""
        for bot in self.bots.values():
            bots.close(bot)

    # --- the game goes on -------------------------------------------------------------------

    def play(self) -> None:
        """Until the game is over. Leave, EOFError or KeyboardInterrupt if the person goes."""
        self.keep()
        while self.state.turn != OVER:
            if self.state.turn == self.seat:
                self.teller.tell(self.state)
                self.show_table()
                self.decide()
            else:
                self.others()
        self.teller.tell(self.state)
        self.show_end()

    def watch(self, viewer: int, delay: float = 0) -> None:
        """Until the game is over, told as this viewer sees it. All seats are bots."""
        self.teller.viewer = viewer
        while self.state.turn != OVER:
            before = self.teller.told
            self.others()
            self.teller.tell(self.state, rest=False)
            if delay and self.teller.told > before:
                time.sleep(delay)
        self.teller.tell(self.state)
        self.show_end()

    def others(self) -> None:
        """One move of a bot, or all that chance does."""
        if self.state.turn == CHANCE:
            self.luck.deal(self.state)
        else:
            seat = self.state.turn
            try:
                self.state.play(bots.choose(self.bots[seat], self.state))
            except bots.BrokenBot as broken:
                self._stand_in(seat, broken)
        self.keep()

    def keep(self) -> None:
        """Keep the game as it is. If that fails the person is told, once, and it goes on."""
        if self.shelf is None:
            return
        self.shelf.keep(self.state, seats.to_record(self.sitting))
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
            self.paper.say("kept", game=self.state.game.name)

    # --- what is shown ----------------------------------------------------------------------

    def look(self) -> Look:
        return self.teller.look(self.state)

    def show_table(self) -> None:
        now = self.look()
        self.paper.show([*self.screen.table(now), *self.screen.question(now)])

    def show_end(self) -> None:
        for seat, bot in self.bots.items():
            bots.over(bot, self.state, seat)
        self.paper.show(self.screen.sheet(self.look()))
        if self.shelf is not None and not self.shelf.trouble:
            self.shelf.put_away()
            self.paper.show()
            self.paper.say("record", path=self.shelf.path)

    def refuse(self, rule: str, sentence: str) -> None:
        self.paper.show(Text(sentence if rule == NO_RULE else f"{sentence} ({rule})", "bold"))

    # --- the person decides -----------------------------------------------------------------

    def decide(self) -> None:
        """Read lines until one is a move, or takes one back."""
        before = self.state
        length = len(before.moves)
        while self.state is before and len(self.state.moves) == length:
            line = self.paper.ask("you")
            words = words_of(line)
            if not words:
                self.show_table()
                continue
            command = command_of(words, self.screen.WORDS)
            if isinstance(command, list):
                which = {"word": words[0], "commands": " / ".join(command)}
                self.paper.say("which", **which)
            elif command is None:
                self.move(words)
            else:
                DO[command](self, words, line)

    def move(self, words: list[str]) -> None:
        wrong = self.wrong_with(words)
        if wrong is None:
            self.state.play(self.screen.read(words, self.look()))
            self.keep()
        else:
            self.refuse(*wrong)

    def wrong_with(self, words: list[str]) -> tuple[str, str] | None:
        """Why what was typed cannot be played: the rule and a sentence."""
        try:
            moves = self.screen.read(words, self.look())
        except Misread as misread:
            return misread.rule, misread.sentence
        return refusal(self.state, moves, self.paper.language)

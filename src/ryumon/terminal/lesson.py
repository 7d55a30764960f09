"""A guided first game in the terminal: the learner makes the moves of a lesson, one by one."""

from __future__ import annotations

from rich.text import Text

from ryumon import lessons
from ryumon.kernel.ops import OVER
from ryumon.play.refusal import Refused
from ryumon.table import seats
from ryumon.table.chance import SeedChance
from ryumon.terminal.console import Paper
from ryumon.terminal.layout import flow, heading
from ryumon.terminal.parsing import command_of, words_of
from ryumon.terminal.settings import wrong
from ryumon.terminal.started import play_command
from ryumon.terminal.table import Table


def lesson_of(game: str) -> lessons.Lesson:
    """The lesson of a game; refused if it has none."""
    found = lessons.lesson(game)
    if found is None:
        raise wrong("no-lesson", game=game)
    return found


class Guided(Table):
    """A lesson under way. All commands work but `undo`; nothing is kept."""

    def __init__(self, paper: Paper, taught: lessons.Lesson) -> None:
        game = taught.table()
        super().__init__(paper, game.start(), [seats.PERSON] * game.players, SeedChance(0), None)
        self.taught = taught
        self.notes = {note.at: note.text(paper.language) for note in taught.notes}
        self.seat = taught.seat
        self.teller = self.teller_for(self.seat)

    def play(self) -> None:
        """Until the lesson is over. Leave, EOFError or KeyboardInterrupt if the learner goes."""
        moves = self.taught.moves
        self.paper.say("lesson", title=self.state.game.spec.title[self.paper.language])
        while self.state.length < len(moves):
            due = self.taught.decision(self.state.length)
            if due:
                self.teller.tell(self.state)
                self.show_table()
                self._show_note()
                self.paper.say("lesson-how", moves=" ".join(due).lower().removesuffix(" done"))
                self._ask_for(due)
            else:
                if self.state.length in self.notes:
                    self.teller.tell(self.state)
                    self._show_note()
                    self.paper.pause()
                self.state.play(moves[self.state.length])
        self.teller.tell(self.state)
        if self.state.turn != OVER:
            self.show_table()
        self._show_note()
        self.paper.say("lesson-over", command=play_command(self.taught.game))

    def _show_note(self) -> None:
        note = self.notes.pop(self.state.length, None)
        if note is not None:
            width = self.paper.width
            self.paper.show([heading("", width, "dim"), *flow([Text(note)], width, 1)])

    def _ask_for(self, due: list[str]) -> None:
        """Read lines until one is what the lesson does now, or is empty: then it is done."""
        at = self.state.length
        while self.state.length == at:
            line = self.paper.read(self.prompt())
            words = words_of(line)
            if not words:
                self.state.play(due)
            elif command_of(words, self.screen.WORDS) == "undo":
                self.paper.say("lesson-no-undo")
            elif not self.obeyed(words, line):
                self._try(words, due)

    def _try(self, words: list[str], due: list[str]) -> None:
        at = self.state.length
        try:
            moves = self.screen.read(words, self.look())
        except Refused as misread:
            self.refuse(misread.refusal)
            return
        if moves == self.taught.moves[at : at + len(moves)] and len(moves) >= len(due):
            self.state.play(moves)
            return
        refusal = self.state.seat(self.seat, events=False).refusal(moves)
        if refusal is not None:
            self.refuse(refusal)
        self.paper.say("lesson-other", moves=" ".join(due).lower().removesuffix(" done"))

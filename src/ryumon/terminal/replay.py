"""A record, shown step by step or whole."""

from __future__ import annotations

from rich.text import Text

from ryumon.play.event import PUBLIC
from ryumon.play.record import Record
from ryumon.table import seats
from ryumon.terminal.console import Paper
from ryumon.terminal.layout import flow
from ryumon.terminal.parsing import words_of
from ryumon.terminal.table import Teller


class Replay:
    """A record as one viewer saw it; for PUBLIC all moves are named besides.

    A step is a move of a seat, or all that chance did in between.
    """

    def __init__(self, paper: Paper, record: Record, viewer: int) -> None:
        self.paper, self.record, self.viewer = paper, record, viewer
        players = record.header.players
        names = seats.shown(record.header.names, players, viewer, paper.language)
        self.states = list(record.states())
        self.teller = Teller(paper, self.states[0].game.spec, viewer, names)
        moves = record.moves
        self.steps = [0]  # after how many moves one stops
        for k, move in enumerate(moves, 1):
            if k == len(moves) or not (move.startswith("~") and moves[k].startswith("~")):
                self.steps.append(k)

    def whole(self) -> None:
        """Everything at once."""
        state = self.states[0].copy()  # one that goes on: its story is told only once
        for step in range(1, len(self.steps)):
            self.show_moves(step)
            for move in self.record.moves[self.steps[step - 1] : self.steps[step]]:
                state.play(move)
            self.teller.tell(state, rest=self.viewer == PUBLIC)
        self.teller.tell(state)
        self.paper.show(self.teller.screen.sheet(self.teller.look(state)))
        self.show_end()

    def walk(self) -> None:
        """One step at a time. EOFError at the end of what is typed."""
        paper, at = self.paper, 0
        paper.say("replay-help")
        self.show(at)
        while True:
            words = words_of(paper.ask("replay-ask"))
            if words and words[0] in ("q", "quit", "exit"):
                return
            to = self.target(words, at)
            if to is None:
                paper.say("no-move", all=self.steps[-1])
            elif to < 0 or to == len(self.steps):
                paper.say("at-start" if to < 0 else "at-end")
            else:
                at = to
                self.show(at)

    def target(self, words: list[str], at: int) -> int | None:
        """The step that an answer leads to from this one; None if it cannot be read."""
        if not words or words[0] in ("n", "next"):
            return at + 1
        if words[0] in ("b", "back"):
            return at - 1
        if words[0].isdecimal() and int(words[0]) <= self.steps[-1]:
            return next(k for k, moves in enumerate(self.steps) if moves >= int(words[0]))
        return None

    # --- what is shown ----------------------------------------------------------------------

    def show(self, step: int) -> None:
        """One step: the move, what it told the viewer, and the table after it."""
        state, paper = self.states[self.steps[step]], self.paper
        if step == 0:
            paper.say("start")
        else:
            before = self.states[self.steps[step - 1]]
            self.show_moves(step)
            self.teller.skip(before)
            self.teller.tell(state)
        paper.show(self.teller.screen.table(self.teller.look(state)))
        if step == len(self.steps) - 1:
            self.show_end()

    def show_moves(self, step: int) -> None:
        """Where this is in the record and, for who may see all, the moves."""
        first, last = self.steps[step - 1], self.steps[step]
        paper, total = self.paper, self.steps[-1]
        line = Text(paper.words("step", now=last, all=total), "dim")
        if self.viewer == PUBLIC:
            mover = self.states[first].turn
            name = self.teller.names.full[mover] if mover >= 0 else paper.words("chance")
            moves = " ".join(self.record.moves[first:last])
            line = Text.assemble(line, f"  {name}: ", (moves, "bold"))
        paper.show(flow([line], paper.width))

    def show_end(self) -> None:
        """How it ended, where the moves do not say so."""
        end = self.record.end
        if end.status != "finished":
            names = ", ".join(self.teller.names.short[seat] for seat in end.conceded)
            self.paper.say(f"ended-{end.status}", seats=names)

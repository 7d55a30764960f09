"""When a game is over: the same table again, a look back, or the last move taken back."""

from __future__ import annotations

from contextlib import suppress

from ryumon.play.record import Record
from ryumon.table.chance import SeedChance
from ryumon.table.undo import decisions, shortened
from ryumon.terminal import setup
from ryumon.terminal.parsing import words_of
from ryumon.terminal.replay import Replay
from ryumon.terminal.saves import Shelf
from ryumon.terminal.table import Table


def next_table(table: Table) -> Table | None:
    """The table that somebody wants to play at after this game; None if that is none, or nobody is
    there to be asked. EOFError at the end of what is typed."""
    shelf = table.shelf
    if not table.paper.interactive or shelf is None or shelf.trouble:
        return None
    last = _last_decision(table)
    asked = "after" if last is None else "after-undo"
    while True:
        answer = "".join(words_of(table.paper.ask(asked))[:1])
        if answer in ("", "q", "quit", "exit", "n", "no"):
            return None
        if answer in ("a", "again", "y", "yes"):
            return _again(table, shelf)
        if answer in ("r", "replay"):
            _replay(table, shelf)
        elif last is not None and answer in ("u", "undo"):
            return _taken_back(table, shelf, last)
        else:
            table.paper.say("after-how" if last is None else "after-how-undo")


def _last_decision(table: Table) -> int | None:
    """After how many moves the person's last decision began, if it may be taken back."""
    made = decisions(table.state, table.seat) if table.seat >= 0 else []
    return made[-1] if made and table.may_go_back(made[-1]) else None


def _again(table: Table, shelf: Shelf) -> Table:
    seated = setup.Seated(table.sitting, table.given)
    return setup.new(table.paper, table.state.game, seated, SeedChance(), shelf.reopened())


def _replay(table: Table, shelf: Shelf) -> None:
    with suppress(EOFError):
        Replay(table.paper, Record.read(shelf.path), table.seat).walk()


def _taken_back(table: Table, shelf: Shelf, length: int) -> Table:
    """Programs are started anew, for they were told that the game is over. Its record is that of a
    running game again."""
    finished, seated = shelf.path, setup.Seated(table.sitting, table.given)
    shelf = shelf.reopened(date=shelf.date)
    state = shortened(table.state, length)
    again = setup.seat_all(table.paper, state, seated, table.chance, shelf)
    again.take_up()
    again.keep()
    if not shelf.trouble:
        finished.unlink(missing_ok=True)
    table.paper.say("undone")
    return again

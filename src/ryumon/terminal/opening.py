"""From settings to a table: a new game, or one that was interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from ryumon import bots
from ryumon.bots.external import is_command
from ryumon.kernel.ops import OVER
from ryumon.play.game import Game
from ryumon.play.kinds import Kind
from ryumon.play.record import BrokenRecord, Record
from ryumon.play.state import State
from ryumon.terminal import seats
from ryumon.terminal.drawing import look
from ryumon.terminal.luck import Luck
from ryumon.terminal.paper import Paper
from ryumon.terminal.reading import words_of
from ryumon.terminal.settings import Wrong, check_seat
from ryumon.terminal.shelf import Shelf
from ryumon.terminal.table import Table, screen_of


def new(paper: Paper, game: Game, sitting: Sequence[str], luck: Luck, shelf: Shelf | None) -> Table:
    table = Table(paper, game.start(), sitting, luck, shelf)
    paper.say(
        "watching" if shelf is None else "welcome",
        title=game.kind.title[paper.language],
        players=game.players,
    )
    return table


def interrupted(
    paper: Paper, luck: Luck, shelf: Shelf, renew: bool, asked: Sequence[str] = ()
) -> Table | None:
    """The game that waits on the shelf, if there is one and the person wants it.

    `asked` is who sits where by the command line: the programs in it play again.
    """
    if not shelf.holds_unfinished():
        return None
    if renew:
        _set_aside(paper, shelf, "aside")
        return None
    try:
        record = shelf.record()
        state = record.state()
    except (BrokenRecord, OSError) as wrong:
        paper.say("broken", why=wrong)
        _set_aside(paper, shelf, "broken-aside")
        return None
    sitting = _with_programs(seats.from_record(record.header.names or []), asked)
    if not _fits(sitting, state) or not _wanted(paper, record, state, sitting):
        _set_aside(paper, shelf, "aside")
        return None
    shelf.date = record.header.date
    return _go_on(paper, state, sitting, luck, shelf)


def loaded(
    paper: Paper, path: Path, kind: Kind, luck: Luck, shelf: Shelf, seat: int | None,
    asked: Sequence[str] = (),
) -> Table:  # fmt: skip
    """The game in a file. Its bots are those that its names tell of."""
    try:
        record = Record.read(path)
        state = record.state()
    except (BrokenRecord, OSError) as wrong:
        raise Wrong(paper.language, "load", path=path, why=wrong) from None
    titles = {"theirs": state.game.kind.title[paper.language], "ours": kind.title[paper.language]}
    if state.game.kind is not kind:
        raise Wrong(paper.language, "load-game", path=path, **titles)
    if state.turn == OVER:
        raise Wrong(paper.language, "load-over", path=path)
    check_seat(state.game.players, seat, paper.language)
    sitting = seats.from_record(record.header.names or [seats.PERSON] * state.game.players)
    sitting = [
        level if bots.exists(level) or level == seats.EXTERNAL else seats.PERSON
        for level in sitting
    ]
    if seat is None and seats.PERSON not in sitting:
        raise Wrong(paper.language, "load-seat", path=path)
    seat = sitting.index(seats.PERSON) if seat is None else seat
    sitting = [seats.PERSON if p == seat else level or "thumb" for p, level in enumerate(sitting)]
    sitting = _with_programs(sitting, asked)
    if shelf.holds_unfinished():
        _set_aside(paper, shelf, "aside")
    shelf.date = record.header.date
    return _go_on(paper, state, sitting, luck, shelf)


def _with_programs(sitting: list[str], asked: Sequence[str]) -> list[str]:
    """Programs take their seats again, where they are named."""
    named = list(asked) if len(asked) == len(sitting) else sitting
    pairs = zip(sitting, named, strict=True)
    return [
        program if level == seats.EXTERNAL and is_command(program) else level
        for level, program in pairs
    ]


def _fits(sitting: list[str], state: State) -> bool:
    """Can it go on: one person, and bots that there are?"""
    levels = [level for level in sitting if level != seats.PERSON]
    return (
        state.turn != OVER
        and len(levels) == state.game.players - 1
        and all(
            bots.exists(level) or level == seats.EXTERNAL or is_command(level) for level in levels
        )
    )


def _wanted(paper: Paper, record: Record, state: State, sitting: list[str]) -> bool:
    """Ask whether to go on; without anybody to ask, go on, for nothing is lost by that."""
    seat = sitting.index(seats.PERSON)
    names = seats.names(sitting, seat, paper.language)
    standing = screen_of(state.game.kind).standing(
        look(state, seat, names, paper.language, paper.width)
    )
    begun = datetime.strptime(record.header.date, "%Y-%m-%dT%H:%M:%S%z").astimezone()
    date = f"{begun:%Y-%m-%d %H:%M}"
    paper.say("offer", players=state.game.players, heading=standing, date=date)
    if not paper.interactive:
        paper.say("offer-yes")
        return True
    while True:
        answer = words_of(paper.ask("offer-ask"))
        if not answer or answer[0] in ("y", "yes", "はい"):
            return True
        if answer[0] in ("n", "no", "new", "いいえ"):
            return False
        paper.say("offer-answer")


def _set_aside(paper: Paper, shelf: Shelf, key: str) -> None:
    path = shelf.set_aside()
    if path is not None:
        paper.say(key, path=path)


def _go_on(paper: Paper, state: State, sitting: list[str], luck: Luck, shelf: Shelf) -> Table:
    """A table where the game goes on; `log` tells what was before."""
    paper.say("goes-on")
    for seat, level in enumerate(sitting):
        if level == seats.EXTERNAL:
            sitting[seat] = "thumb"
            name = seats.names(sitting, seats.PUBLIC, paper.language).short[seat]
            paper.say("no-program", name=name)
    table = Table(paper, state, sitting, luck, shelf)
    table.teller.skip(state)
    return table

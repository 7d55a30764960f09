"""From settings to a table: a new game, or one that was interrupted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ryumon import bots
from ryumon.bots.external import is_command
from ryumon.kernel.ops import OVER
from ryumon.play.event import PUBLIC
from ryumon.play.game import Game
from ryumon.play.record import BrokenRecord, Record
from ryumon.play.registry import GameSpec
from ryumon.play.sentence import JOIN, every
from ryumon.play.state import State
from ryumon.table import STAND_IN, seats
from ryumon.table.chance import SeedChance
from ryumon.terminal import hotseat
from ryumon.terminal.console import Paper
from ryumon.terminal.layout import look, screen_of
from ryumon.terminal.parsing import words_of
from ryumon.terminal.saves import Shelf
from ryumon.terminal.settings import check_seat, wrong
from ryumon.terminal.started import play_command
from ryumon.terminal.table import Table


class Seated(NamedTuple):
    """Who sits where, and what persons are called; `chosen` if the seats were asked for."""

    sitting: list[str]
    given: list[str]
    chosen: bool = True

    @property
    def people(self) -> list[int]:
        return seats.people(self.sitting)


class Typed(NamedTuple):
    """The table that a command line asks for. `options` are those that were typed, as they were,
    by what they say: players, options, seats, names, bots, seed."""

    game: Game
    seated: Seated
    options: Mapping[str, str]


class Saved(NamedTuple):
    """A game that waits, and what is wrong with its file if only a part of it is sound."""

    record: Record
    state: State
    seated: Seated
    damage: BrokenRecord | None


def check_sharing(paper: Paper, spec: GameSpec, sitting: Sequence[str]) -> None:
    """Refused if people would see what is not theirs."""
    shared = len(seats.people(sitting)) > 1 and not spec.is_open
    if shared and not paper.can_hide:
        raise wrong("share")


def new(paper: Paper, game: Game, seated: Seated, chance: SeedChance, shelf: Shelf | None) -> Table:
    table = seat_all(paper, game.start(), seated, chance, shelf)  # first: a program may not start
    paper.say(
        "watching" if shelf is None else "welcome",
        title=game.spec.title[paper.language],
        players=game.players,
        names=JOIN[paper.language].join(table.names_for(PUBLIC).full),
    )
    return table


def seat_all(
    paper: Paper, state: State, seated: Seated, chance: SeedChance, shelf: Shelf | None
) -> Table:
    check_sharing(paper, state.game.spec, seated.sitting)
    made = hotseat.Shared if len(seated.people) > 1 else Table
    return made(paper, state, seated.sitting, chance, shelf, seated.given)


# --- a game that was interrupted ------------------------------------------------------------


def interrupted(
    paper: Paper, chance: SeedChance, shelf: Shelf, renew: bool, typed: Typed | None = None
) -> Table | None:  # fmt: skip
    """The game that waits on the shelf, if there is one and somebody wants it.

    Of the table that the command line asks for only the programs play again.
    """
    if not shelf.holds_unfinished():
        return None
    if renew:
        _set_aside(paper, shelf, "aside")
        return None
    try:
        saved = _read(shelf.path)
    except (BrokenRecord, OSError) as broken:
        paper.say("broken", why=broken)
        _set_aside(paper, shelf, "broken-aside")
        return None
    if not _fits(saved):
        _set_aside(paper, shelf, "aside")
        return None
    check_sharing(paper, saved.state.game.spec, saved.seated.sitting)
    if saved.damage is not None:
        paper.say("damaged", why=saved.damage)
    if typed is not None and "seed" in typed.options:
        shelf.release()
        raise wrong("seed-kept")
    if not _wanted(paper, saved, [] if typed is None else _ignored(saved, typed)):
        _set_aside(paper, shelf, "aside")
        return None
    # a damaged file is looked at by whoever wants more of it
    asked = [] if typed is None else typed.seated.sitting
    return _go_on(paper, saved, chance, shelf, asked, "damaged-aside" if saved.damage else None)


def _ignored(saved: Saved, typed: Typed) -> list[str]:
    """The options on the command line that a saved game does not agree with."""
    game, asked = saved.state.game, typed.seated
    sitting = saved.seated.sitting
    named_again = seats.EXTERNAL in sitting and any(map(is_command, asked.sitting))
    bots_there, bots_asked = ([s for s in who if s] for who in (sitting, asked.sitting))
    differs = {
        "players": game.players != typed.game.players,
        "options": game.options != typed.game.options,
        "seats": saved.seated.people != asked.people,
        "names": saved.seated.given != asked.given,
        "bots": bots_there != bots_asked and not named_again,
    }
    return [option for what, option in typed.options.items() if differs.get(what)]


def loaded(
    paper: Paper, path: Path, spec: GameSpec, chance: SeedChance, shelf: Shelf, asked: Seated
) -> Table:  # fmt: skip
    """The game in a file. Its persons and bots are those that its names tell of, if no seats were
    asked for."""
    try:
        saved = _read(path)
    except (BrokenRecord, OSError) as broken:
        raise wrong("load", path=path, why=broken) from None
    state = saved.state
    if state.game.spec is not spec:
        raise wrong("load-game", path=path, theirs=state.game.spec.title, ours=spec.title)
    if state.turn == OVER:
        raise wrong("load-over", path=path)
    saved = saved._replace(seated=_seated_again(path, saved, asked))
    check_sharing(paper, spec, saved.seated.sitting)
    if saved.damage is not None:
        paper.say("damaged", why=saved.damage)
    aside = "aside" if shelf.holds_unfinished() else None
    return _go_on(paper, saved, chance, shelf, asked.sitting, aside)


def _seated_again(path: Path, saved: Saved, asked: Seated) -> Seated:
    """Who sits where in a game from a file."""
    players, named = saved.state.game.players, saved.record.header.names
    sitting = [level if _plays(level) else seats.PERSON for level in saved.seated.sitting]
    people = asked.people
    if not asked.chosen:
        people = seats.people(sitting) if named else [0]
        if not people:
            raise wrong("load-seat", path=path)
    for seat in people:
        check_seat(players, seat)
    given = saved.seated.given
    if any(asked.given):
        given = [*asked.given, *[""] * players][:players]
    others = [*asked.sitting, *[seats.PERSON] * players]  # sit where the record tells of no bot
    levels = [
        seats.PERSON if p in people else sitting[p] or others[p] or STAND_IN for p in range(players)
    ]
    return Seated(levels, [given[p] if p in people else "" for p in range(players)])


def _plays(level: str) -> bool:
    """A bot that there is, or a program."""
    return level == seats.EXTERNAL or bots.exists(level)


def _read(path: Path) -> Saved:
    """What is sound of a record. BrokenRecord if that is not even a move."""
    damage = None
    try:
        record = Record.read(path)
        state = record.state()
    except BrokenRecord as broken:
        damage = broken
        record = Record.read(path, salvage=True)
        state = record.state()
        if not record.moves:
            raise broken from None
    names = record.header.names or [""] * state.game.players
    seated = Seated(seats.from_record(names), seats.given_in(names))
    return Saved(record, state, seated, damage)


def _fits(saved: Saved) -> bool:
    """Can it go on: with persons, and bots that there are?"""
    sitting = saved.seated.sitting
    levels = [level for level in sitting if level != seats.PERSON]
    return (
        saved.state.turn != OVER
        and saved.record.header.names is not None
        and len(levels) < len(sitting)
        and all(map(_plays, levels))
    )


def _wanted(paper: Paper, saved: Saved, ignored: Sequence[str]) -> bool:
    """Ask whether to go on. Without anybody to ask, go on, for nothing is lost by that; but not if
    options would be `ignored`: then a new game is what was asked for."""
    begun = datetime.strptime(saved.record.header.date, "%Y-%m-%dT%H:%M:%S%z").astimezone()
    facts = {"players": saved.state.game.players, "date": f"{begun:%Y-%m-%d %H:%M}"}
    if len(saved.seated.people) > 1:
        everyone = _names(saved, PUBLIC, paper)
        who = JOIN[paper.language].join(everyone.short[seat] for seat in saved.seated.people)
        standing = hotseat.standing(saved.state, everyone, paper.language, paper.width)
        paper.say("offer-shared", names=who, heading=standing, **facts)
    else:
        seat = saved.seated.people[0]
        now = look(saved.state, seat, _names(saved, seat, paper), paper.language, paper.width)
        paper.say("offer", heading=screen_of(saved.state.game.spec).standing(now), **facts)
    if ignored:
        paper.say("ignored", options=every(ignored))
    if not paper.interactive:
        paper.say("offer-no" if ignored else "offer-yes")
        return not ignored
    more = "-new" if ignored else ""
    while True:
        answer = words_of(paper.ask("offer-ask" + more))
        if not answer:
            return not ignored
        if answer[0] in ("y", "yes", "c", "continue", "はい"):
            return True
        if answer[0] in ("n", "no", "new", "いいえ"):
            return False
        paper.say("offer-answer" + more)


def _names(saved: Saved, viewer: int, paper: Paper) -> seats.Names:
    return seats.names(saved.seated.sitting, viewer, paper.language, saved.seated.given)


def _set_aside(paper: Paper, shelf: Shelf, key: str) -> None:
    path = shelf.set_aside()
    if path is not None:
        paper.say(key, path=path, command=play_command(shelf.game))


def _go_on(
    paper: Paper,
    saved: Saved,
    chance: SeedChance,
    shelf: Shelf,
    asked: Sequence[str],
    aside: str | None,
) -> Table:
    """A table where the game goes on. With `aside`, the words for it, what lies on the shelf gives
    way; but not before everyone sits, for a program may not start."""
    sitting = _with_programs(saved.seated.sitting, asked)
    gone = [seat for seat, level in enumerate(sitting) if level == seats.EXTERNAL]
    sitting = [STAND_IN if seat in gone else level for seat, level in enumerate(sitting)]
    table = seat_all(paper, saved.state, saved.seated._replace(sitting=sitting), chance, shelf)
    if aside:
        _set_aside(paper, shelf, aside)
    shelf.date = saved.record.header.date
    paper.say("goes-on")
    for seat in gone:
        name = seats.names(sitting, PUBLIC, paper.language).short[seat]
        table.announce(paper.words("no-program", name=name))
    table.take_up()
    return table


def _with_programs(sitting: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Programs take their seats again: the one that is named for the seat, or the only one."""
    named = {level for level in asked if is_command(level)}
    only = named.pop() if len(named) == 1 else seats.EXTERNAL
    at = asked if len(asked) == len(sitting) else [only] * len(sitting)
    programs = [level if is_command(level) else only for level in at]
    return [programs[p] if level == seats.EXTERNAL else level for p, level in enumerate(sitting)]

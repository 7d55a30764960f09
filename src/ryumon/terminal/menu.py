"""The first screen: choose a game, a table, or one of the games that wait."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ryumon.bots import LEVELS
from ryumon.play.record import BrokenRecord, Record
from ryumon.play.registry import NAMES, find
from ryumon.play.sentence import either
from ryumon.terminal.console import Paper
from ryumon.terminal.parsing import words_of
from ryumon.terminal.saves import data_folder

LEAVE = ("q", "quit", "exit", "終了")
ROLES = {"bushido": ("ninja", "samurai")}  # by seat, where two sides differ


class Waiting(NamedTuple):
    """An unfinished game and its file."""

    path: Path
    game: str
    players: int
    date: str


def waiting() -> list[Waiting]:
    """All unfinished games, the youngest first. What cannot be read is left alone."""
    found: list[tuple[float, Waiting]] = []
    for path in (data_folder() / "saved").glob("*.jsonl"):
        try:
            record = Record.read(path)
            if record.end.status == "running":
                header = record.header
                kept = Waiting(path, header.game, header.players, header.date[:16])
                found.append((path.stat().st_mtime, kept))
        except (BrokenRecord, OSError):
            continue
    return [kept for _, kept in sorted(found, key=lambda one: -one[0])]


def choose(paper: Paper) -> list[str] | None:
    """The command line that was chosen; None if nothing was. EOFError at the end of the input."""
    while True:
        kept = waiting()
        _show(paper, kept)
        words = words_of(paper.ask("menu-ask"))
        if words and words[0] in LEAVE:
            return None
        number = words[-1] if words else ""
        k = int(number) - 1 if number.isdecimal() and len(number) < 4 else -1
        one = kept[k - len(NAMES)] if len(NAMES) <= k < len(NAMES) + len(kept) else None
        if len(words) == 1 and 0 <= k < len(NAMES):
            return _table(paper, NAMES[k])
        if len(words) == 1 and one is not None:
            return _command(one)
        if len(words) == 2 and words[0] in ("d", "delete") and one is not None:
            _delete(paper, one)
        elif len(words) == 2 and words[0] in ("l", "learn") and 0 <= k < len(NAMES):
            return ["learn", NAMES[k]]
        else:
            paper.say("menu-how")


def _show(paper: Paper, kept: list[Waiting]) -> None:
    for k, name in enumerate(NAMES, 1):
        spec = find(name)
        players = either(spec.players)[paper.language]
        title = spec.title[paper.language]
        paper.say("menu-game", number=k, title=title, players=players)
    for k, one in enumerate(kept, len(NAMES) + 1):
        title = find(one.game).title[paper.language]
        paper.say("menu-kept", number=k, title=title, players=one.players, date=one.date)
    paper.say("menu-how")


def _command(one: Waiting) -> list[str]:
    """The game in its own place is offered by `play` itself; another is loaded."""
    if one.path.name == f"{one.game}.jsonl":
        return ["play", one.game]
    return ["play", one.game, "--load", str(one.path)]


def _delete(paper: Paper, one: Waiting) -> None:
    answer = words_of(paper.ask("menu-delete"))
    if answer and answer[0] in ("y", "yes", "はい"):
        one.path.unlink(missing_ok=True)
        paper.say("menu-deleted", path=one.path)


def _table(paper: Paper, game: str) -> list[str]:
    """Ask for players, role and level; Enter takes what is usual."""
    spec = find(game)
    arguments = ["play", game]
    if len(spec.players) > 1:
        players = [str(number) for number in spec.players]
        number = _pick(paper, "menu-players", players, str(spec.default_players))
        arguments += ["--players", number]
    if game in ROLES:
        role = _pick(paper, "menu-role", list(ROLES[game]), ROLES[game][0])
        last = int(arguments[-1]) - 1  # samurai sit last, ninja first
        arguments += ["--seat", "0" if role == ROLES[game][0] else str(last)]
    return [*arguments, "--bots", _pick(paper, "menu-level", list(LEVELS), "samurai")]


def _pick(paper: Paper, key: str, values: list[str], usual: str) -> str:
    """One of the values, by enough of its letters."""
    while True:
        parts = {"values": either(values), "usual": usual}
        typed = words_of(paper.read(paper.words(key, **parts)))
        found = [value for value in values if typed and value.startswith(typed[0])]
        if not typed:
            return usual
        if len(found) == 1:
            return found[0]
        paper.say("menu-one-of", values=either(values))

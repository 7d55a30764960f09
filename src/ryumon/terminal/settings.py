"""What was asked for on the command line, checked. Whatever is wrong is one sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.cells import cell_len

from ryumon import bots
from ryumon.bots.external import is_command, read, split_names
from ryumon.play.event import PUBLIC
from ryumon.play.game import Game
from ryumon.play.record_format import NAME
from ryumon.play.refusal import Refused, check_language, refused
from ryumon.play.registry import find
from ryumon.table.seats import PERSON, YOU, is_ours
from ryumon.terminal.words import WRONG

LONGEST_NAME = 16  # cells
SLOWEST = 60  # seconds between two lines
READABLE = 0.5


def wrong(key: str, **parts: object) -> Refused:
    """To be raised: a setting that is refused."""
    return refused(WRONG, key, **parts)


def language_of(asked: str | None) -> str:
    """The language asked for; else the one of the environment, else English."""
    if asked is None:
        told = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return "ja" if next(filter(None, told), "").startswith("ja") else "en"
    check_language(asked)
    return asked


def whole(option: str, text: str | None) -> int | None:
    """The whole number after an option; None if the option was not given."""
    try:
        return None if text is None else int(text)
    except ValueError:
        raise wrong("whole", option=option, text=text) from None


def number(option: str, text: str | None) -> float | None:
    """The number after an option, which may be a fraction; None if it was not given."""
    try:
        return None if text is None else float(text)
    except ValueError:
        raise wrong("number", option=option, text=text) from None


def pause_of(text: str | None, looked_at: bool) -> float:
    """Seconds between two lines while bots play: those given, else such that one can read along."""
    given = number("--delay", text)
    return given if given is not None else READABLE if looked_at else 0.0


def game_of(name: str, players: int | None, options: Mapping[str, str]) -> Game:
    """The game with its options, whose values are given as text."""
    spec = find(name)
    return Game(spec, players, spec.read(options))


def options_of(pairs: Iterable[str], advanced: bool) -> dict[str, str]:
    """Options given as name=value."""
    found = {"advanced": "true"} if advanced else {}
    for text in pairs:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise wrong("form", text=text)
        if name.strip() in found:
            raise wrong("repeated", name=name.strip())
        found[name.strip()] = value
    return found


def people_of(players: int, seat: int | None, several: str | None, watch: bool) -> list[int]:
    """The seats of persons: the one named, or several (`0,2` or `all`), or the first; none where
    one only looks on."""
    if seat is not None and several is not None:
        raise wrong("seat-or-seats")
    check_seat(players, seat)
    if watch:
        return []
    return [seat or 0] if several is None else seats_of(players, several)


def seats_of(players: int, text: str) -> list[int]:
    """The seats that a text like `0,2` names, as they stand there."""
    if text.strip().lower() in ("all", "全員"):
        return list(range(players))
    found: list[int] = []
    for word in text.split(","):
        if not re.fullmatch(r"\s*-?[0-9]{1,9}\s*", word):
            raise wrong("seats", text=text)
        if int(word) in found:
            raise wrong("seats-twice", seat=int(word))
        check_seat(players, int(word))
        found.append(int(word))
    return found


def names_of(players: int, people: Sequence[int], text: str | None) -> list[str]:
    """What the persons at these seats are called, by seat; empty for all who were not named."""
    given = [""] * players
    if text is None:
        return given
    names = [name.strip() for name in text.split(",")]
    if len(names) != len(people):
        raise wrong("names", people=len(people), number=len(names))
    for seat, name in zip(people, names, strict=True):
        if not re.fullmatch(NAME, name) or cell_len(name) > LONGEST_NAME:
            raise wrong("name", name=name, longest=LONGEST_NAME)
        if is_ours(name) or name.casefold() in {you.casefold() for you in YOU.values()}:
            raise wrong("name-ours", name=name)
        if name.casefold() in {other.casefold() for other in given}:
            raise wrong("name-twice", name=name)
        given[seat] = name
    return given


def sitting_of(players: int, people: Sequence[int], levels: str) -> list[str]:
    """Who sits where: persons at these seats, bots of these levels elsewhere."""
    places = players - len(people)
    named = split_names(levels)
    for level in named:
        check_bot(level)
    if len(named) == 1:
        named *= places
    if len(named) != places:
        key = {0: "no-bots", 1: "one-bot"}.get(places, "bots")
        raise wrong(key, places=places, number=len(named))
    others = iter(named)
    return [PERSON if seat in people else next(others) for seat in range(players)]


def check_bot(level: str) -> None:
    """Is there such a bot, or could this be a program? Whether it runs is seen at the table."""
    if is_command(level):
        read(level)
    else:
        bots.make(level, 0)


def folder_of(text: str | None) -> Path | None:
    """The folder that is named. An empty name would be the folder in which one happens to be."""
    if text is None:
        return None
    if not text.strip():
        raise wrong("out")
    return Path(text)


def check_seat(players: int, seat: int | None) -> int:
    """The viewer who sits there: PUBLIC where no seat is named."""
    if seat is None:
        return PUBLIC
    if not 0 <= seat < players:
        raise wrong("seat", seat=seat, last=players - 1)
    return seat


def check_watching(
    watch: bool, delay: float, load: object, sharing: bool
) -> None:  # fmt: skip
    if not 0 <= delay <= SLOWEST:
        raise wrong("delay", delay=delay)
    if watch and load is not None:
        raise wrong("load-watch")
    if watch and sharing:
        raise wrong("watch-seats")

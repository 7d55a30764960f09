"""What was asked for on the command line, checked. Whatever is wrong is one sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.cells import cell_len

import ryumon
from ryumon import bots
from ryumon.bots.external import is_command, read, split_names
from ryumon.play.event import PUBLIC
from ryumon.play.game import Game
from ryumon.play.record_format import NAME
from ryumon.play.registry import GameSpec, Option, find
from ryumon.play.sentence import LANGUAGES
from ryumon.terminal.seats import PERSON, YOU, is_ours
from ryumon.terminal.words import WRONG

LONGEST_NAME = 16  # cells
SLOWEST = 60  # seconds between two lines
TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class Wrong(Exception):
    """A setting that cannot be."""

    def __init__(self, language: str, key: str, **parts: object) -> None:
        super().__init__(WRONG[language][key].format(**parts))


def language_of(asked: str | None) -> str:
    """The language asked for; else the one of the environment, else English."""
    if asked is None:
        told = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return "ja" if next(filter(None, told), "").startswith("ja") else "en"
    if asked not in LANGUAGES:
        raise Wrong("en", "language", asked=asked, languages=", ".join(LANGUAGES))
    return asked


def whole(option: str, text: str | None, language: str) -> int | None:
    """The whole number after an option; None if the option was not given."""
    try:
        return None if text is None else int(text)
    except ValueError:
        raise Wrong(language, "whole", option=option, text=text) from None


def number(option: str, text: str | None, language: str) -> float | None:
    """The number after an option, which may be a fraction; None if it was not given."""
    try:
        return None if text is None else float(text)
    except ValueError:
        raise Wrong(language, "number", option=option, text=text) from None


def spec_of(name: str, language: str) -> GameSpec:
    if name not in ryumon.games():
        raise Wrong(language, "game", game=name, games=", ".join(ryumon.games()))
    return find(name)


def game_of(spec: GameSpec, players: int | None, options: Mapping[str, str], language: str) -> Game:
    """The game with its options, whose values are given as text."""
    title = spec.title[language]
    if players is not None and players not in spec.players:
        allowed = ", ".join(map(str, spec.players))
        raise Wrong(language, "players", title=title, allowed=allowed, players=players)
    known = {option.name: option for option in spec.options}
    values: dict[str, Any] = {}
    for name, text in options.items():
        if name not in known:
            names = ", ".join(["players", *known])
            raise Wrong(language, "option", title=title, name=name, names=names)
        values[name] = value_of(known[name], text, language)
    return Game(spec, players, values)


def value_of(option: Option, text: str, language: str) -> Any:
    """The value that a text means."""
    plain = text.strip().lower()
    for value in option.values:
        if isinstance(value, bool):
            if plain in (TRUE if value else FALSE):
                return value
        elif plain == str(value).lower():
            return value
    allowed = allowed_values(option, language)
    raise Wrong(language, "value", name=option.name, value=text, allowed=allowed)


def allowed_values(option: Option, language: str) -> str:
    return option.in_short(language) or ", ".join(map(typed, option.values))


def typed(value: Any) -> str:
    """A value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_of(pairs: Iterable[str], advanced: bool, language: str) -> dict[str, str]:
    """Options given as name=value."""
    found = {"advanced": "true"} if advanced else {}
    for text in pairs:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Wrong(language, "form", text=text)
        if name.strip() in found:
            raise Wrong(language, "repeated", name=name.strip())
        found[name.strip()] = value
    return found


def people_of(
    players: int, seat: int | None, several: str | None, watch: bool, language: str
) -> list[int]:
    """The seats of persons: the one named, or several (`0,2` or `all`), or the first; none where
    one only looks on."""
    if seat is not None and several is not None:
        raise Wrong(language, "seat-or-seats")
    check_seat(players, seat, language)
    if watch:
        return []
    return [seat or 0] if several is None else seats_of(players, several, language)


def seats_of(players: int, text: str, language: str) -> list[int]:
    """The seats that a text like `0,2` names, as they stand there."""
    if text.strip().lower() in ("all", "全員"):
        return list(range(players))
    found: list[int] = []
    for word in text.split(","):
        if not re.fullmatch(r"\s*-?[0-9]{1,9}\s*", word):
            raise Wrong(language, "seats", text=text)
        if int(word) in found:
            raise Wrong(language, "seats-twice", seat=int(word))
        check_seat(players, int(word), language)
        found.append(int(word))
    return found


def names_of(players: int, people: Sequence[int], text: str | None, language: str) -> list[str]:
    """What the persons at these seats are called, by seat; empty for all who were not named."""
    given = [""] * players
    if text is None:
        return given
    names = [name.strip() for name in text.split(",")]
    if len(names) != len(people):
        raise Wrong(language, "names", persons=len(people), number=len(names))
    for seat, name in zip(people, names, strict=True):
        taken = {other.casefold() for other in (*given, *YOU.values()) if other}
        fits = re.fullmatch(NAME, name) and cell_len(name) <= LONGEST_NAME
        if not fits or is_ours(name) or name.casefold() in taken:
            raise Wrong(language, "name", name=name, longest=LONGEST_NAME)
        given[seat] = name
    return given


def sitting_of(players: int, people: Sequence[int], levels: str, language: str) -> list[str]:
    """Who sits where: persons at these seats, bots of these levels elsewhere."""
    places = players - len(people)
    named = split_names(levels)
    for level in named:
        check_bot(level, language)
    if len(named) == 1:
        named *= places
    if len(named) != places:
        key = {0: "no-bots", 1: "one-bot"}.get(places, "bots")
        raise Wrong(language, key, places=places, number=len(named))
    others = iter(named)
    return [PERSON if seat in people else next(others) for seat in range(players)]


def check_bot(level: str, language: str) -> None:
    """Is there such a bot, or could this be a program? Whether it runs is seen at the table."""
    if is_command(level):
        try:
            read(level)
        except bots.BrokenBot as broken:
            raise Wrong(language, "program", sentence=broken.sentence(language)) from None
    elif not bots.exists(level):
        name, at, number = level.partition("@")
        if at and name in bots.LEVELS:  # the level is there: it is the number that is wrong
            raise Wrong(language, "simulations", level=name, most=bots.MOST, number=number)
        raise Wrong(language, "bot", bot=level, bots=", ".join([*bots.BOTS, "cmd:COMMAND"]))


def folder_of(text: str | None, language: str) -> Path | None:
    """The folder that is named. An empty name would be the folder in which one happens to be."""
    if text is None:
        return None
    if not text.strip():
        raise Wrong(language, "out")
    return Path(text)


def check_seat(players: int, seat: int | None, language: str) -> int:
    """The viewer who sits there: PUBLIC where no seat is named."""
    if seat is None:
        return PUBLIC
    if not 0 <= seat < players:
        raise Wrong(language, "seat", seat=seat, last=players - 1)
    return seat


def check_watching(
    watch: bool, delay: float, load: object, sharing: bool, language: str
) -> None:  # fmt: skip
    if not 0 <= delay <= SLOWEST:
        raise Wrong(language, "delay", delay=delay)
    if watch and load is not None:
        raise Wrong(language, "load-watch")
    if watch and sharing:
        raise Wrong(language, "watch-seats")

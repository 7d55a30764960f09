"""What was asked for on the command line, checked. Whatever is wrong is one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import ryumon
from ryumon import bots
from ryumon.bots.external import is_command, read, split_names
from ryumon.play.game import Game
from ryumon.play.kinds import LANGUAGES, Kind, Option, find
from ryumon.play.seen import PUBLIC
from ryumon.terminal.seats import PERSON
from ryumon.terminal.words import WRONG

SLOWEST = 60  # seconds between two lines
TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class Wrong(Exception):  # noqa: N818 - shown as its sentence, without a traceback
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


def kind_of(name: str, language: str) -> Kind:
    if name not in ryumon.games():
        raise Wrong(language, "game", game=name, games=", ".join(ryumon.games()))
    return find(name)


def game_of(kind: Kind, players: int | None, options: Mapping[str, str], language: str) -> Game:
    """The game with its options, whose values are given as text."""
    title = kind.title[language]
    if players is not None and players not in kind.players:
        allowed = ", ".join(map(str, kind.players))
        raise Wrong(language, "players", title=title, allowed=allowed, players=players)
    known = {option.name: option for option in kind.options}
    values: dict[str, Any] = {}
    for name, text in options.items():
        if name not in known:
            names = ", ".join(["players", *known])
            raise Wrong(language, "option", title=title, name=name, names=names)
        values[name] = value_of(known[name], text, language)
    return Game(kind, players, values)


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


def sitting_of(players: int, seat: int | None, levels: str, language: str) -> list[str]:
    """Who sits where: the person at `seat` (nowhere if None), bots of these levels elsewhere."""
    check_seat(players, seat, language)
    places = players - (seat is not None)
    named = split_names(levels)
    for level in named:
        check_bot(level, language)
    if len(named) == 1:
        named *= places
    if len(named) != places:
        raise Wrong(language, "bots", places=places, number=len(named))
    if seat is not None:
        named.insert(seat, PERSON)
    return named


def check_bot(level: str, language: str) -> None:
    """Is there such a bot, or could this be a program? Whether it runs is seen at the table."""
    if is_command(level):
        try:
            read(level)
        except bots.BrokenBot as broken:
            raise Wrong(language, "program", sentence=broken.sentence(language)) from None
    elif not bots.exists(level):
        raise Wrong(language, "bot", bot=level, bots=", ".join([*bots.BOTS, "cmd:COMMAND"]))


def check_seat(players: int, seat: int | None, language: str) -> int:
    """The viewer who sits there: PUBLIC where no seat is named."""
    if seat is None:
        return PUBLIC
    if not 0 <= seat < players:
        raise Wrong(language, "seat", seat=seat, last=players - 1)
    return seat


def check_watching(watch: bool, delay: float, load: object, language: str) -> None:
    if not 0 <= delay <= SLOWEST:
        raise Wrong(language, "delay", delay=delay)
    if watch and load is not None:
        raise Wrong(language, "load-watch")

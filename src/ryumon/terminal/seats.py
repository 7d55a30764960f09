"""Who sits where: a person, or a bot of some level, and what they are called.

A record holds names and nothing else of this, so the names are made such that they can be read
back: a resumed game has the same bots, in whichever language it goes on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ryumon.bots.external import is_command
from ryumon.play.seen import PUBLIC

PERSON = ""  # sits where no bot does; a bot is its level
# A program in a record: its command is not written down, because a record that somebody sends
# must not be able to start anything.
EXTERNAL = "external"

YOU = {"en": "You", "ja": "あなた"}
SOMEONE = {"en": "Player {seat}", "ja": "プレイヤー{seat}"}
BOT = {"en": "Bot {seat}", "ja": "ボット{seat}"}
LEVEL = " ({level})"
_BOT = re.compile(r"Bot \d+ \((?P<level>[^()]+)\)")
_SOMEONE = re.compile(r"Player \d+")


class Names(NamedTuple):
    """What everyone is called, in sentences (Bot 1) and in tables (Bot 1 (thumb))."""

    short: list[str]
    full: list[str]


def names(sitting: Sequence[str], viewer: int, language: str) -> Names:
    """What everyone is called at the table; the viewer is `You`."""
    short: list[str] = []
    for seat, level in enumerate(sitting):
        text = YOU if seat == viewer else BOT if level else SOMEONE
        short.append(text[language].format(seat=seat))
    levels = [LEVEL.format(level=level) if level else "" for level in sitting]
    return Names(short, [name + level for name, level in zip(short, levels, strict=True)])


def to_record(sitting: Sequence[str]) -> list[str]:
    """The names for a record: English, and the same for every viewer."""
    levels = [EXTERNAL if is_command(level) else level for level in sitting]
    return names(levels, PUBLIC, "en").full


def from_record(recorded: Sequence[str]) -> list[str]:
    """Who sat there when the record was written; everyone without a level is a person."""
    matches = [_BOT.fullmatch(name) for name in recorded]
    levels = [match["level"] if match else PERSON for match in matches]
    return [EXTERNAL if is_command(level) else level for level in levels]


def shown(recorded: Sequence[str] | None, players: int, viewer: int, language: str) -> Names:
    """The names of a record as a viewer reads them: ours in the language, others as they are."""
    ours = names(from_record(recorded or [""] * players), viewer, language)
    for seat, name in enumerate(recorded or []):
        if seat != viewer and not (_BOT.fullmatch(name) or _SOMEONE.fullmatch(name)):
            ours.short[seat] = ours.full[seat] = name
    return ours

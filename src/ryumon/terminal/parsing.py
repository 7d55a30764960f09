"""From what a person types to moves and commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from ryumon.play.refusal import NO_RULE, Refused, refused
from ryumon.terminal.words import COMMANDS, MISREAD, SPELLINGS, WITH_MORE


def words_of(line: str) -> list[str]:
    """The words of a line, in lower case; full-width letters are made plain."""
    plain = unicodedata.normalize("NFKC", line).lower()
    return re.findall(r"[^\s,;、。]+", "".join(c if c.isprintable() else " " for c in plain))


def command_of(words: list[str], moves: Mapping[str, Any]) -> str | list[str] | None:
    """The command that a line means, or all that it could mean, or None if it is no command."""
    word = words[0]
    if word in moves or "".join(words) in moves:  # S 7 is a card, not the saving of a file 7
        return None
    if word.startswith("?"):
        return "?"
    known = {**{command: command for command in COMMANDS}, **SPELLINGS}
    found = sorted({command for name, command in known.items() if name.startswith(word)})
    if word in known:
        found = [known[word]]
    if len(words) > 1:
        found = [command for command in found if command in WITH_MORE]
    return found if len(found) > 1 else found[0] if found else None


def alone(words: list[str], moves: Mapping[str, Any]) -> str | None:
    """The command that stands at the beginning of a line though nothing can follow it."""
    known = {**{command: command for command in COMMANDS}, **SPELLINGS}
    return known.get(words[0]) if len(words) > 1 and words[0] not in moves else None


def pick(words: list[str], moves: Mapping[str, str], choice: Any) -> list[str]:
    """The moves for a choice of the kind `pick`: some of several, in whichever order typed.

    `moves` maps what is typed to moves in notation, in ascending order. Refused if it is no such
    choice; whether the moves are legal is for the rules to say.
    """
    named: list[str] = []
    for word in words:
        if word not in moves:
            raise misread("unreadable", word=word)
        if moves[word] in named:
            raise misread("twice", choice["rule"], move=moves[word])
        named.append(moves[word])
    then, least, most = choice["then"], choice["least"], choice["most"]
    order = list(moves.values())
    if then is not None:  # ends the choice, so that the rules see to the numbers
        return [*sorted((m for m in named if m != then), key=order.index), then]
    if not least <= len(named) <= most:
        key = "one" if most == 1 else "exactly" if least == most else "between"
        number = {"number": len(named), "least": least, "most": most}
        raise misread(key, choice["rule"], **number)
    return sorted(named, key=order.index)


def shortened(word: str) -> str:
    return word if len(word) <= 20 else word[:20] + "…"


def misread(key: str, rule: str = NO_RULE, **parts: object) -> Refused:
    """To be raised: what was typed is not a move; the person is told and types again."""
    return refused(MISREAD, key, rule, **parts)

"""From what a person types to moves and commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from ryumon.play.refusal import NO_RULE
from ryumon.play.state import State
from ryumon.terminal.words import COMMANDS, SPELLINGS, WITH_MORE, say


class Misread(Exception):
    """What was typed is not a move. `rule` is the rule's id, `sentence` says why."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.rule, self.sentence = rule, sentence


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


def pick(words: list[str], moves: Mapping[str, str], choice: Any, language: str) -> list[str]:
    """The moves for a choice of the kind `pick`: some of several, in whichever order typed.

    `moves` maps what is typed to moves in notation, in ascending order. Misread if it is no such
    choice; whether the moves are legal is for the rules to say.
    """
    named: list[str] = []
    for word in words:
        if word not in moves:
            raise Misread(NO_RULE, say(language, "unreadable", word=shortened(word)))
        if moves[word] in named:
            raise Misread(choice["rule"], say(language, "twice", move=moves[word]))
        named.append(moves[word])
    then, least, most = choice["then"], choice["least"], choice["most"]
    order = list(moves.values())
    if then is not None:  # ends the choice, so that the rules see to the numbers
        return [*sorted((m for m in named if m != then), key=order.index), then]
    if not least <= len(named) <= most:
        key = "one" if most == 1 else "exactly" if least == most else "between"
        number = {"number": len(named), "least": least, "most": most}
        raise Misread(choice["rule"], say(language, key, **number))
    return sorted(named, key=order.index)


def shortened(word: str) -> str:
    return word if len(word) <= 20 else word[:20] + "…"


def refusal(state: State, moves: list[str], language: str) -> tuple[str, str] | None:
    """Why these moves may not be made one after the other; None if they may."""
    ahead = state.copy()
    for move in moves:
        wrong = ahead.why(move, language)
        if wrong is not None:
            return wrong
        ahead.play(move)
    return None

"""What the library that parses the command line complains of, in our words.

Its exceptions are told apart by the names of their classes, because the classes themselves have
moved between its versions. What is not known here is said in its own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ryumon.play.refusal import Refusal, Refused
from ryumon.play.sentence import LANGUAGES, either
from ryumon.terminal.settings import language_of
from ryumon.terminal.words import USAGE

_COMMAND = re.compile(r"No such command ['\"](?P<word>.*?)['\"]\.", re.DOTALL)
_MORE = re.compile(r"unexpected extra argument\S* \((?P<words>.*)\)", re.DOTALL)


def sentence(wrong: Exception, arguments: Sequence[str]) -> str | None:
    """One sentence; None if this is not a complaint about the command line."""
    if isinstance(wrong, Refused):
        return wrong.refusal.cited(spoken(arguments))
    complaint = getattr(wrong, "format_message", None)
    if complaint is None:
        return None
    found = _named(wrong, arguments)
    if found is None:
        return complaint()
    key, parts = found
    command = _command(wrong, arguments)
    return Refusal.of(USAGE, key, command=command, **parts).sentence(spoken(arguments))


def unwritten(wrong: OSError, arguments: Sequence[str]) -> str:
    """A sentence about output that could not be written."""
    return Refusal.of(USAGE, "output", why=wrong).sentence(spoken(arguments))


def spoken(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, however wrong it is otherwise."""
    asked = None
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        if option.startswith("--language"):
            value = option.partition("=")[2] or value
            asked = value if value in LANGUAGES else asked
    return language_of(asked)


def _named(wrong: Any, arguments: Sequence[str]) -> tuple[str, dict[str, Any]] | None:
    """The key of our sentence and its parts."""
    kind, message = type(wrong).__name__, str(getattr(wrong, "message", ""))
    if kind == "NoSuchOption":
        near = sorted(getattr(wrong, "possibilities", None) or [])
        key = "near-option" if near else "option"
        return key, {"option": wrong.option_name, "near": either(near) if near else ""}
    if kind == "BadOptionUsage":
        valued = any(given.startswith(wrong.option_name + "=") for given in arguments)
        return "flag" if valued else "value", {"option": wrong.option_name}
    if kind == "MissingParameter" and wrong.param is not None:
        return "missing", {"what": _typed(wrong.param)}
    if found := _COMMAND.search(message):
        return "word", {"word": found["word"], "commands": ", ".join(wrong.ctx.command.commands)}
    if found := _MORE.search(message):
        return "more", {"words": found["words"]}
    return None


def _typed(param: Any) -> str:
    """A parameter as it is typed: `--game NAME`, or `GAME`."""
    what = param.metavar or str(param.name).upper()
    return what if param.param_type_name == "argument" else f"{param.opts[0]} {what}"


def _command(wrong: Any, arguments: Sequence[str]) -> str:
    """`ryumon play`: what was called, and whose help tells more."""
    context = getattr(wrong, "ctx", None)
    if context is not None:
        return context.command_path
    first = next((word for word in arguments if not word.startswith("-")), "")
    return f"ryumon {first}".rstrip()

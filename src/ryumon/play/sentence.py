"""How a sentence for people is made from a template of its language and some parts.

Templates are those of `str.format`, with two additions. `{name!q}` is the value in quotation marks,
shortened where it is long: for what somebody typed. `{n:one|many}` is the first text where n is 1,
else the second: `{n} game{n:|s}`.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, TypeVar, cast

Key = TypeVar("Key")

LANGUAGES = ("en", "ja")
Text = dict[str, str]  # language -> words
Table = Mapping[str, Mapping[str, str]]  # language -> key -> template
LONGEST = 400  # characters of a sentence
LONGEST_QUOTED = 60  # of what is quoted in it

_QUOTES = {"en": ('"', '"'), "ja": ("「", "」")}
_OR = {"en": " or ", "ja": "、"}
_AND = {"en": " and ", "ja": "、"}
JOIN = {"en": ", ", "ja": "、"}

# What the operating system says in English only; other errors are said as it says them.
_ERRORS = {
    errno.EACCES: "許可がない",
    errno.EEXIST: "すでにある",
    errno.EFBIG: "ファイルが大きすぎる",
    errno.EIO: "入出力エラー",
    errno.EISDIR: "フォルダーである",
    errno.ELOOP: "シンボリックリンクが循環している",
    errno.EMFILE: "開いているファイルが多すぎる",
    errno.ENAMETOOLONG: "名前が長すぎる",
    errno.ENOENT: "そのようなファイルやフォルダーはない",
    errno.ENOEXEC: "実行できる形式ではない",
    errno.ENOSPC: "空き容量がない",
    errno.ENOTDIR: "フォルダーではない",
    errno.EPERM: "許可されていない",
    errno.EROFS: "書き込みできないファイルシステムである",
}


def fill(template: str, language: str, parts: Mapping[str, object]) -> str:
    """The sentence. A part that differs between languages is a dictionary by language; one that
    has a method `cited` (a refusal within a refusal) speaks for itself; a list is joined."""
    return _Formatter(language).vformat(template, (), parts)


def printable(text: str, longest: int = LONGEST) -> str:
    """Text that comes from elsewhere is shown in terminals: no control characters, and not
    without end."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def quoted(value: object, language: str, longest: int = LONGEST_QUOTED) -> str:
    """What somebody typed or wrote, short enough to be read; other things than texts as Python
    writes them."""
    if not isinstance(value, str):
        return printable(repr(value), longest)
    before, after = _QUOTES[language]
    return before + printable(value, longest) + after


def text_of(table: Mapping[str, Mapping[Key, str]], key: Key) -> Text:
    """What a table {language: {key: words}} says, in every language."""
    return {language: words[key] for language, words in table.items()}


def either(values: Sequence[object]) -> Text:
    """Several values of which one is to be chosen: `3, 4 or 5`."""
    return _listed(values, _OR)


def every(values: Sequence[object]) -> Text:
    """Several values, all of them: `P4, P6 and P9`."""
    return _listed(values, _AND)


def _listed(values: Sequence[object], last_by: Text) -> Text:
    *most, last = map(str, values)
    return {
        language: last_by[language].join(filter(None, [JOIN[language].join(most), last]))
        for language in LANGUAGES
    }


def os_reason(wrong: Exception) -> Text:
    """Why the operating system did not do something."""
    number = wrong.errno if isinstance(wrong, OSError) else None
    said = os.strerror(number) if number else str(wrong)
    return {"en": said, "ja": _ERRORS.get(number or 0, said)}


class _Formatter(Formatter):
    def __init__(self, language: str) -> None:
        self.language = language

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        part = super().get_value(key, args, kwargs)
        if hasattr(part, "cited"):
            return part.cited(self.language)
        if isinstance(part, dict) and part.keys() == set(LANGUAGES):
            return cast(Text, part)[self.language]
        return JOIN["en"].join(map(str, part)) if isinstance(part, list | tuple) else part

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion == "q":
            return quoted(value, self.language)
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if value == 1 else many
        return super().format_field(value, format_spec)

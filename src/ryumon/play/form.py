"""Data of the wrong form, in words: what the readers of JSON complain of, in every language."""

from __future__ import annotations

import json
import re

import msgspec

from ryumon.play.sentence import Text

# msgspec says it in English; what is not listed here is said in general.
_MISFITS = [
    (r"Expected `(.+)`, got `(.+)`", "`{1}` ではなく `{0}` でなければならない"),
    (r"Expected `(.+)` of length (.+)", "`{0}` の長さは {1} でなければならない"),
    (r"Expected `(.+)` ([<>]=?) (.+)", "`{0}` は {1} {2} でなければならない"),
    (r"Object missing required field `(.+)`", "`{0}` がない"),
    (r"Object contains unknown field `(.+)`", "`{0}` という項目はない"),
    (r"Invalid (?:enum )?value (.+)", "{0} は使えない値である"),
]
_JSON = {
    "Expecting value": "値がない",
    "Expecting ',' delimiter": "',' がない",
    "Expecting ':' delimiter": "':' がない",
    "Expecting property name enclosed in double quotes": "二重引用符で囲んだ名前がない",
    "Unterminated string starting at": "文字列が閉じられていない",
    "Invalid control character at": "使えない制御文字がある",
    "Extra data": "余分なデータがある",
}


def misfit(wrong: msgspec.ValidationError, what: str = "$") -> Text:
    """Why data could not be converted. `what` is the name of the whole."""
    said, _, place = str(wrong).partition(" - at ")
    where = place.strip("`").removeprefix("$").removeprefix(".")
    japanese = "形が正しくない"
    for pattern, words in _MISFITS:
        if found := re.fullmatch(pattern, said, re.DOTALL):
            japanese = words.format(*found.groups())
            break
    return {
        "en": f"{uncapital(said)} at `{where or what}`" if place else uncapital(said),
        "ja": f"`{where or what}`: {japanese}" if place else japanese,
    }


def bad_json(wrong: json.JSONDecodeError) -> Text:
    """Why a text is not JSON, and where."""
    return {
        "en": f"{uncapital(wrong.msg)}, column {wrong.colno}",
        "ja": f"{_JSON.get(wrong.msg, '読めない文字がある')}（{wrong.colno}文字目）",
    }


def uncapital(text: str) -> str:
    return text[:1].lower() + text[1:]

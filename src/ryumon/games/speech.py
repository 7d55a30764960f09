"""Words that the sentences of all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, TypeVar

from ryumon.play.sentence import JOIN, Table

Words = TypeVar("Words")
KEPT = 8192  # lists that are remembered, of each kind

WON = {"en": ("wins", "win"), "ja": ("", "")}  # one winner, several
YOU = {"en": "you", "ja": "あなた"}
SEAT = {"en": "Seat {seat}", "ja": "席{seat}"}


def remembered(listed: Callable[[int], list[str]]) -> Callable[[int], list[str]]:
    """The same function: what a number stands for is worked out once, for all tables and viewers.
    Each caller gets a list of its own."""

    @lru_cache(KEPT)
    def kept(number: int) -> tuple[str, ...]:
        return tuple(listed(number))

    @wraps(listed)
    def found(number: int) -> list[str]:
        return [*kept(number)]

    return found


def seat_name(seat: int, viewer: int, language: str, names: list[str] | None) -> str:
    """How a seat is called in a sentence to this viewer."""
    if seat == viewer:
        return YOU[language]
    return names[seat] if names else SEAT[language].format(seat=seat)


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def say(
    log: Mapping[str, Mapping[str, tuple[str, str]]],
    event: dict[str, Any],
    viewer: int,
    language: str,
    names: list[str] | None,
    parts: Mapping[str, Any],
    kind: str,
    mine: bool = False,
) -> str:
    """The sentence that a game's log has for an event under the key `kind`. `parts` are whatever
    stands in it besides the facts of the event; `mine`: it is said to the viewer, though the event
    names no seat."""

    def called(seat: int) -> str:
        return seat_name(seat, viewer, language, names)

    join = JOIN[language].join
    facts = dict(event)
    seat = event.get("seat")
    if seat is not None:
        facts["who"] = called(seat)
        mine = mine or seat == viewer
    for what, form in (("points", "{:+d}"), ("scores", "{}")):
        if isinstance(event.get(what), list):
            facts[what] = join(f"{called(p)} {form.format(x)}" for p, x in enumerate(event[what]))
    if "winners" in event:
        facts["winners"] = join(map(called, event["winners"]))
        alone = len(event["winners"]) == 1 and event["winners"] != [viewer]
        facts["won"] = WON[language][0 if alone else 1]
    of_another, to_oneself = log[language][kind]
    text = to_oneself if mine and to_oneself else of_another
    return capital(text.format(**{**facts, **parts}))


# what the log says in every game: (said of another, said to oneself)
_LOG = {
    "en": {
        "position": ("Play continues from a given position.", ""),
    },
    "ja": {
        "position": ("途中の局面から始まる。", ""),
    },
}

# why a move is refused, in most games
_REFUSED = {
    "en": {
        "chance": "Chance is to move now, not a seat: {move} cannot be played.",
        "not-chance": "A seat is to move now: {move} is a move of chance.",
        "gone": "{move} cannot come up now.",
        "hold": "You do not hold {move}.",
    },
    "ja": {
        "chance": "今は席の番ではない。{move}は出せない。",
        "not-chance": "今は席の番である。{move}は偶然の手である。",
        "gone": "{move}は今は起こりえない。",
        "hold": "{move}は手札にない。",
    },
}


def log_of(own: Mapping[str, Mapping[str, tuple[str, str]]]) -> dict[str, dict[str, Any]]:
    """The sentences of a game's log with those that all games share."""
    return _joined(_LOG, own)


def refusals_of(own: Table) -> dict[str, dict[str, str]]:
    """The refusals of a game with those that all games share."""
    return _joined(_REFUSED, own)


def _joined(
    shared: Mapping[str, Mapping[str, Words]], own: Mapping[str, Mapping[str, Words]]
) -> dict[str, dict[str, Words]]:
    return {language: {**shared[language], **own[language]} for language in own}

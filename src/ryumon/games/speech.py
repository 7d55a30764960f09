"""Words that the sentences of all games share."""

from __future__ import annotations

WON = {"en": ("wins", "win"), "ja": ("", "")}  # one winner, several
YOU = {"en": "you", "ja": "あなた"}
SEAT = {"en": "Seat {seat}", "ja": "席{seat}"}
JOIN = {"en": ", ", "ja": "、"}


def seat_name(seat: int, viewer: int, language: str, names: list[str] | None) -> str:
    """How a seat is called in a sentence to this viewer."""
    if seat == viewer:
        return YOU[language]
    return names[seat] if names else SEAT[language].format(seat=seat)


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]

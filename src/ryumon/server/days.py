"""Days by universal time, the same for all servers and people."""

from __future__ import annotations

from datetime import UTC, date, datetime

from ryumon.server.words import Refuse

LENGTH = 86_400.0  # seconds


def day_at(now: float) -> date:
    return datetime.fromtimestamp(now, UTC).date()


def end_of(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + LENGTH


def is_over(day: str, now: float) -> bool:
    return now >= end_of(date.fromisoformat(day))


def parsed_day(text: str) -> date:
    """A day as it stands in an address; Refuse for what is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refuse("no-day", status=404) from None

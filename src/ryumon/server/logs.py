"""Structured logs, one JSON object per line to standard error, without secrets.

What may be written: ids of tables, games, levels, numbers of connections, kinds of errors and where
they happened. Never moves, names, addresses behind a #, cookies, tokens, what is in a statement of
the database, what an exception says or what variables hold: any of it may be somebody's hand.
"""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

FRAMES = 12  # of a traceback, the innermost


def _only_where(_: Any, __: str, event: EventDict) -> EventDict:
    """Of an exception its type, and through which functions it came."""
    given = event.pop("exc_info", None)
    wrong = sys.exc_info()[1] if given is True else given
    wrong = wrong[1] if isinstance(wrong, tuple) else wrong
    if isinstance(wrong, BaseException):
        event["error"] = type(wrong).__name__
        event["where"] = _frames(wrong.__traceback__)
    return event


def _frames(trace: TracebackType | None) -> list[str]:
    found = traceback.extract_tb(trace)[-FRAMES:]
    return [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in found]


PROCESSORS: list[Processor] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _only_where,
    structlog.processors.JSONRenderer(ensure_ascii=False),
]


class _Libraries(logging.Handler):
    """What uvicorn, asyncio and others log: the text that stands in their code, and the kind of an
    exception, but nothing that is filled in."""

    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger()
        said = str(record.msg).partition("\n")[0][:200]
        log.warning(said, library=record.name, exc_info=record.exc_info)


def configure() -> None:
    structlog.configure(
        processors=PROCESSORS,
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    logging.basicConfig(handlers=[_Libraries()], level=logging.WARNING, force=True)

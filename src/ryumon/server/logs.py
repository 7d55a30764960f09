"""Structured logs, one JSON object per line to standard error, without secrets.

What may be written: ids of tables, games, levels, numbers of connections, kinds of errors. Never
moves, names, addresses behind a #, cookies, tokens or what is in a statement of the database.
"""

from __future__ import annotations

import logging
import sys

import structlog


def configure() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    logging.getLogger("uvicorn").setLevel(logging.WARNING)

"""Tables in Markdown, and the name of the machine; for all benches."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from pathlib import Path


def markdown(head: Sequence[str], lines: Iterable[Sequence[str]], right: set[str]) -> str:
    """A Markdown table that is also readable as it is."""
    rows = [list(head), *map(list, lines)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(head))]
    rule = [
        "-" * (w - 1) + ":" if name in right else "-" * w
        for name, w in zip(head, widths, strict=True)
    ]

    def aligned(row: list[str]) -> str:
        cells = [
            cell.rjust(w) if name in right else cell.ljust(w)
            for name, cell, w in zip(head, row, widths, strict=True)
        ]
        return f"| {' | '.join(cells)} |"

    return "\n".join([aligned(rows[0]), f"| {' | '.join(rule)} |", *map(aligned, rows[1:])])


def cpu() -> str:
    """The name of the processor, as far as the system tells it."""
    told = Path("/proc/cpuinfo")
    if told.exists():
        for line in told.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()

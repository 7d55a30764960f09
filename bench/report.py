"""The table, and what it was measured on."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from typing import Any

from bench.byhand import compiler_version
from bench.claims import Peers, Row, short
from bench.printing import cpu, markdown

HEAD = ("game", "what", "unit", "ours", "peer", "peer's", "ratio", "goal", "met")
RIGHT = {"ours", "peer's", "ratio"}


def cells(row: Row) -> tuple[str, ...]:
    ours = shown(row.ours, row.unit)
    missing = "missing" if row.peer else ""
    theirs = missing if row.theirs is None else shown(row.theirs, row.unit)
    quotient = "" if row.ratio is None else f"{row.ratio:.2f}"
    met = {True: "yes", False: "NO", None: "not measured" if row.goal else ""}[row.met]
    return row.game, row.what, row.unit, ours, row.peer, theirs, quotient, row.goal, met


def shown(number: float, unit: str) -> str:
    return f"{number:.3f}" if unit == "s" else short(number)


def table(rows: list[Row]) -> str:
    return markdown(HEAD, [cells(row) for row in rows], RIGHT)


def circumstances(peers: Peers) -> dict[str, Any]:
    version = importlib.metadata.version
    found: dict[str, Any] = {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "ryumon": version("ryumon"),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }
    if peers.programs:
        found["cc"] = compiler_version()
    if peers.spiel is not None:
        theirs = peers.spiel.versions
        found["OpenSpiel"] = "{open_spiel} on Python {python} with NumPy {numpy}".format(**theirs)
    if hasattr(os, "getloadavg"):
        found["load of the machine"] = round(os.getloadavg()[0], 2)
    return found

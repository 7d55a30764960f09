"""`python -m bench.load`: our server under load, over real sockets, beside boardgame.io.

Tables are made in a database of their own, a server is started on it, and this process holds all
seats. Measured is the time from a move to its acknowledgement, which comes when the move is on the
disk. Server and clients share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import platform
import resource
import sys
from pathlib import Path

import structlog

from bench.load import beside, rows
from bench.load.rows import Length, Result
from bench.printing import cpu, markdown

HEAD = ("what", "value", "unit", "goal", "met", "more")
ALL = {**rows.ROWS, **beside.ROWS}
QUICK = Length(seconds=3.0, tables=100, most=1000)


def cells(one: Result) -> tuple[str, ...]:
    met = "" if one.met is None else "yes" if one.met else "NO"
    return one.what, f"{one.value:.3g}", one.unit, one.goal, met, one.note


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--only", default=",".join(ALL), help="rows, with commas between them")
    parser.add_argument("--quick", action="store_true", help="few tables, short steps")
    parser.add_argument("--seconds", type=float, help="of one step")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--json", type=Path, help="write the results there too")
    given = parser.parse_args()
    unknown = set(given.only.split(",")) - ALL.keys()
    if unknown:
        parser.error(f"no rows {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    length = QUICK if given.quick else Length()
    if given.seconds:
        length = length._replace(seconds=given.seconds)
    if given.tables:
        length = length._replace(tables=given.tables)
    found: list[Result] = []
    for name in given.only.split(","):
        print(f"{name} ...", file=sys.stderr, flush=True)
        for one in _run(name, length):
            found.append(one)
            print("  ", *cells(one), file=sys.stderr, flush=True)
    where = {
        "cpu": cpu(), "cores": os.cpu_count(), "python": platform.python_version(),
        "load of the machine": round(os.getloadavg()[0], 2), "tables": length.tables,
        "seconds": length.seconds,
    }  # fmt: skip
    print(markdown(HEAD, map(cells, found), {"value"}))
    print("\n" + ", ".join(f"{name} {value}" for name, value in where.items()))
    if given.json:
        data = {"where": where, "rows": [one._asdict() for one in found]}
        given.json.write_text(json.dumps(data, indent=1))


def _run(name: str, length: Length) -> list[Result]:
    import uvloop

    try:
        return uvloop.run(ALL[name](length))
    except (FileNotFoundError, asyncio.CancelledError) as wrong:
        return [Result(f"{name}: missing", 0.0, "", note=str(wrong))]


if __name__ == "__main__":
    main()

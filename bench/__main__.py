"""`python -m bench`: measure everything, print one table."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

from bench.claims import Claim, Peers, Row, claims, measured
from bench.games import GAMES
from bench.report import circumstances, table
from bench.rounds import interleave
from bench.starts import starts
from bench.threads import threads


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="rounds to take the median of")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each turn")
    parser.add_argument("--quick", action="store_true", help="3 rounds of short turns")
    parser.add_argument(
        "--only", default="", metavar="WORDS", help="only rows with one of these, split by commas"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    given = parser.parse_args()
    if given.quick:
        given.rounds, given.seconds = min(given.rounds, 3), 0.05
    if given.rounds < 1 or given.seconds <= 0:
        parser.error("At least one round, and turns longer than nothing.")
    return given


def say(text: str) -> None:
    """What is going on, on one line that goes away; only for a person who watches."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:78]}", end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def one_core() -> Generator[None]:
    """Everything on one core, ours and the peers, where the system allows to choose."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def main() -> None:
    given = arguments()
    words = [word.strip().lower() for word in given.only.split(",") if word.strip()]

    def wanted(name: str) -> bool:
        return not words or any(word in name.lower() for word in words)

    peers = Peers()
    notes: list[str] = []
    chosen: list[Claim] = [c for b in GAMES for c in claims(b, peers) if wanted(c.name)]
    with one_core():
        measures = measured(chosen, notes, say)
        interleave(list(measures.values()), given.rounds, given.seconds, say)
    rows: list[Row] = [claim.row(measures) for claim in chosen]
    rows += threads(given.rounds, given.seconds, wanted, notes, say)
    rows += starts(given.rounds, wanted, notes, say)
    say("")
    about = circumstances(peers)
    peers.close()
    print(table(rows))
    print()
    print(f"Median of {given.rounds} rounds of {given.seconds:g} s of CPU time each, on one core.")
    print("; ".join(f"{name}: {value}" for name, value in about.items()))
    for note in notes:
        print(note)
    if given.json:
        told = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "rounds": given.rounds,
            "seconds": given.seconds,
            "circumstances": about,
            "rows": [row.data() for row in rows],
            "notes": notes,
        }
        given.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

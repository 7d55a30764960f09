"""`python -m bench.strength`: play the matches of the strength table, and print it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bench.strength import report
from bench.strength.judge import Finding
from bench.strength.plan import FULL, SMOKE, TABLES, plan
from bench.strength.run import Costs, Match, divide, measure, run
from ryumon.lab.arena import Here, Processes
from ryumon.workers import Workers, cores

HOURS, QUICK_HOURS = 2.0, 1 / 60
RESULT = "strength"


def arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument(
        "--hours", type=float, help=f"for everything, {HOURS:g} by default; 0: none"
    )
    parser.add_argument(
        "--only", default="", metavar="WORDS",
        help="matches with all of these words in their names; commas split wishes",
    )  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="a smoke run: they hardly think")
    parser.add_argument("--out", type=Path, default=Path("strength"), metavar="FOLDER",
        help="where the games are kept; a second run goes on from them")  # fmt: skip
    parser.add_argument(
        "--workers", type=int, default=cores(), help="processes; by default all cores"
    )
    parser.add_argument("--list", action="store_true", help="show all matches and play none")
    told = parser.parse_args(given)
    if told.hours is None:
        told.hours = QUICK_HOURS if told.quick else HOURS
    if not 0 <= told.hours < 1000:
        parser.error(f"The hours are 0 or more, and less than 1000, not {told.hours:g}.")
    if told.workers < 1:
        parser.error(f"There must be at least one worker, not {told.workers}.")
    return told


def main(given: list[str] | None = None) -> int:
    told = arguments(given)
    try:
        trials = plan([w for w in told.only.split(",") if w.strip()], SMOKE if told.quick else FULL)
        if told.list:
            print("\n".join(trial.name for trial in trials))
            return 0
        told.out.mkdir(parents=True, exist_ok=True)
        costs = read_costs(told.out / "costs.json")
        matches = [Match(trial, told.out, costs) for trial in trials]
        for match in matches:
            match.read()
        if told.hours > 0:
            play(matches, costs, told)
    except (ValueError, OSError) as wrong:
        print(f"bench.strength: {wrong}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped; a run with the same --out goes on.", file=sys.stderr)
        return 130
    print(tell(matches, told))
    return 0


def read_costs(file: Path) -> Costs:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Costs)
    except FileNotFoundError:
        return Costs({}, {})
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"{file} is not what was written there: {wrong}. Remove it.") from None


def play(matches: list[Match], costs: Costs, told: argparse.Namespace) -> None:
    say(f"{len(matches)} matches")
    measure([match.trial for match in matches if not match.over], costs, say)
    (told.out / "costs.json").write_bytes(msgspec.json.encode(costs))
    spent = sum(match.spent for match in matches) / told.workers
    seconds = max(told.hours * 3600 - spent, 0)
    deals = divide(matches, told.hours * 3600 * told.workers)
    print(report.estimate(matches, deals), flush=True)
    print(f"At most {seconds / 60:.0f} minutes with {told.workers} workers.\n", flush=True)

    def note(text: str) -> None:  # after each match, so that a kill loses nothing
        say(text)
        tell(matches, told)

    if told.workers == 1:
        run(matches, Here(), 1, told.hours, note)
        return
    with Workers(told.workers) as pool:  # for all matches, so that rules are loaded once
        run(matches, Processes(pool), told.workers, told.hours, note)


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def tell(matches: list[Match], told: argparse.Namespace) -> str:
    """The table, which is also kept beside the games, and as data."""
    findings: list[Finding] = [found for match in matches for found in match.findings]
    places = {(table.game, table.players): k for k, table in enumerate(TABLES)}
    findings.sort(key=lambda found: places[found.game, found.players])
    about = report.circumstances(told.workers)
    hours = sum(match.spent for match in matches) / 3600
    games = sum(match.findings[0].games for match in matches if match.findings)
    missing = [match.trial.name for match in matches if not match.findings]
    text = "\n".join([
        report.goals(findings), "", report.table(findings), "",
        f"{games:,} games, {hours:.2f} hours of thinking of one core.",
        "; ".join(f"{name}: {value}" for name, value in about.items()),
        f"Not played: {', '.join(missing)}." if missing else "Every match was played.",
    ])  # fmt: skip
    data = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "circumstances": about,
        "core_hours": round(hours, 3),
        "findings": [msgspec.to_builtins(found) for found in findings],
        "not_played": missing,
    }
    (told.out / f"{RESULT}.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    (told.out / f"{RESULT}.md").write_text(text + "\n", encoding="utf-8")
    return text


if __name__ == "__main__":
    sys.exit(main())

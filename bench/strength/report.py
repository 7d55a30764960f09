"""The strength table in Markdown, the goals in short, and everything as data."""

from __future__ import annotations

import importlib.metadata
import os
import platform

from bench.printing import cpu, markdown
from bench.strength.judge import Finding
from bench.strength.plan import BETWEEN, INFERENCE, LUCK, PART, RANDOM, SPOT
from bench.strength.run import Match

HEAD = ("game", "players", "match", "wins", "95 % interval", "goal", "met", "deals")
RIGHT = {"players", "wins", "deals"}
CLAIMS = {  # what is claimed, and by which matches and units it is shown
    "Each level beats the one below": (
        "carp v random", "monk v carp", "samurai v monk", "tiger v samurai", "dragon v tiger",
    ),
    "Dragon v random": (RANDOM,),
    "Dragon beats the rule-of-thumb player": (BETWEEN,),
    "Dragon beats itself at 1/16 of the budget, the tiger": ("dragon v tiger",),
    f"Dragon goes {100 * PART:.0f} % of the way from random to the ceiling": ("way",),
}  # fmt: skip


def table(findings: list[Finding]) -> str:
    """A row for every claim; at tables with two sorts of sides also for each of them."""
    return markdown(HEAD, [cells(found, findings) for found in findings], RIGHT)


def cells(found: Finding, findings: list[Finding]) -> tuple[str, ...]:
    what = named(found)
    if found.unit == "way":
        random, ceiling = (found.shares[bot] for bot in list(found.shares)[1:])
        what = "dragon between random and the ceiling"
        what += f" ({percent(random)}, {percent(found.share)}, {percent(ceiling)})"
    if found.side:
        what = f"… as {found.side}" + (what[what.index(" (") :] if found.unit == "way" else "")
    wins = f"{percent(found.value, 0)} of the way" if found.unit == "way" else percent(found.share)
    sign = ""
    if found.unit == "difference":
        sign, wins = "+", f"{wins} ({100 * found.value:+.1f})"
    low, high = (f"{100 * bound:{sign}.1f}" for bound in (found.low, found.high))
    return (
        found.game, str(found.players), what, wins, f"{low} to {high} %", aim(found),
        verdict(found, findings), f"{found.deals:,}",
    )  # fmt: skip


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def named(found: Finding) -> str:
    first, second = found.first, found.second
    if found.match == SPOT:
        first = first.replace("@", " at ").replace("s", " s")
    return f"{first} v {second}"


def aim(found: Finding) -> str:
    if found.goal is None or found.match == INFERENCE:
        return ""
    if found.unit == "way":
        return percent(found.goal, 0)
    if found.match in (RANDOM, LUCK):
        return percent(found.goal, 0) if found.match != LUCK else ""
    return "more than the other" if found.side else f"over {percent(found.goal, 0)}"


def verdict(found: Finding, findings: list[Finding]) -> str:
    if found.match == INFERENCE:
        return {"yes": "helps", "NO": "harms", "unclear": "no clear difference", "": ""}[found.met]
    if found.match == LUCK:
        return ""
    if found.match == RANDOM and found.met == "NO" and not reachable(found, findings):
        return "NO, nor does the ceiling"
    return found.met


def reachable(found: Finding, findings: list[Finding]) -> bool:
    """May the ceiling reach what this dragon does not?"""
    same = [
        f for f in findings
        if f.match == LUCK and (f.game, f.players, f.side) == (found.game, found.players, "")
    ]  # fmt: skip
    return not any(f.met == "NO" for f in same)


def goals(findings: list[Finding]) -> str:
    """For every goal, where it is met, where not, and where that is not clear."""
    lines = []
    for claim, matches in CLAIMS.items():
        mine = [
            f for f in findings
            if f.goal is not None
            and (f.unit in matches or (f.match in matches and f.unit != "way"))
        ]  # fmt: skip
        lines.append([claim, *(_where(mine, met) for met in ("yes", "NO", "unclear"))])
    return markdown(("goal", "yes", "NO", "unclear"), lines, set())


def _where(findings: list[Finding], met: str) -> str:
    """How many; and unless it is the good news, which ones."""
    found = [f for f in findings if f.met == met]
    if met == "yes":
        return f"{len(found)} of {len(findings)}"
    many = len({f.match for f in findings}) > 1
    told = [
        f"{f.game} {f.players}{': ' + f.match if many else ''}{', ' + f.side if f.side else ''}"
        for f in found
    ]
    return "; ".join(told)


def estimate(matches: list[Match], deals: list[int]) -> str:
    """What each match may take at first, before it is played. Most end long before, and what they
    leave over goes to those that are not clear."""
    lines = [
        (
            m.trial.table.name, m.trial.sort.name, f"{m.each:.2f}", str(n),
            f"{n * m.each / 60:.1f}",
        )
        for m, n in zip(matches, deals, strict=True)
    ]  # fmt: skip
    head = ("table", "match", "s/deal", "deals", "minutes of a core")
    return markdown(head, lines, set(head[2:]))


def circumstances(workers: int) -> dict[str, object]:
    version = importlib.metadata.version
    return {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "workers": workers,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "ryumon": version("ryumon"),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }

"""The results as a picture: shares, ratings and differences, each with its interval.

Written as SVG by hand: a library for plots would be several times as large as this whole package,
for dots and lines. Light or dark as the reader's system is, and no font is loaded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from ryumon.lab.arena.results import Estimate, Results
from ryumon.lab.arena.words import side_name
from ryumon.play.registry import find

WIDTH, LEFT, RIGHT = 760, 200, 150  # room for the names and for the numbers
ROW, HEAD, FOOT, TOP = 26, 34, 40, 76
NAME = 24  # characters of a name that fit

WORDS = {
    "en": {
        "about": "{players} players · {games} games · seed {seed}",
        "share": "Share of a game in % (dashed: fair; rings: seat by seat)",
        "share-two": "Share of a game in % (dashed: fair)",
        "rating": "Rating (Elo; the mean is 0)",
        "difference": "Difference of shares in % of a game",
        "interval": "Lines are {confidence} % intervals, by deals.",
    },
    "ja": {
        "about": "{players}人 · {games}局 · シード{seed}",
        "share": "1局あたりの取り分、%（破線: 公平、輪: 席別）",
        "share-two": "1局あたりの取り分、%（破線: 公平）",
        "rating": "レーティング（Elo、平均0）",
        "difference": "取り分の差、%",
        "interval": "線は配りごとの{confidence}%区間。",
    },
}

STYLE = """
  svg { color: #1d1b18; font: 13px system-ui, sans-serif; } .paper { fill: #fbf8f1; }
  text { fill: currentColor; font-variant-numeric: tabular-nums; }
  .soft { opacity: .65; font-size: 12px; }
  .title { font-size: 18px; font-weight: 600; } .head { font-weight: 600; }
  .grid { stroke: currentColor; opacity: .12; } .mark { stroke: currentColor; opacity: .55; }
  .line { stroke: #b3372b; stroke-width: 2.5; stroke-linecap: round; } .dot { fill: #b3372b; }
  .ring { fill: none; stroke: #b3372b; opacity: .6; } .part { opacity: .55; }
  @media (prefers-color-scheme: dark) {
    svg { color: #ece7dc; } .paper { fill: #191817; }
    .line, .ring { stroke: #f0776a; } .dot { fill: #f0776a; }
  }
"""


class Row(NamedTuple):
    name: str
    value: Estimate
    told: str  # the number as text
    rings: tuple[float, ...] = ()
    part: bool = False  # of the row above


class Panel(NamedTuple):
    title: str
    rows: list[Row]
    low: float
    high: float
    mark: float  # where a line is drawn across
    unit: float = 1.0  # what an axis shows of 1


def svg(results: Results, language: str = "en") -> str:
    """The whole picture."""
    words = WORDS[language]
    panels = [panel for panel in _panels(results, language) if panel.rows]
    body, y = [], TOP
    for panel in panels:
        body += _drawn(panel, y)
        y += HEAD + ROW * len(panel.rows) + FOOT
    settings = results.settings
    about = {"players": settings.options["players"], "seed": settings.seed}
    interval = words["interval"].format(confidence=f"{100 * results.confidence:g}")
    size = f'viewBox="0 0 {WIDTH} {y + 20}" width="{WIDTH}" height="{y + 20}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        _text(20, 32, find(settings.game).title[language], "title"),
        _text(20, 52, words["about"].format(games=f"{results.games:,}", **about), "soft"),
        *body,
        _text(20, y + 4, interval, "soft"),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _panels(results: Results, language: str) -> Iterator[Panel]:
    words = WORDS[language]
    title = words["share-two" if len(results.sides) == 2 else "share"]
    yield Panel(title, list(_shares(results, language)), 0, 1, results.standings[0].fair, 100)
    ratings = [Row(s.bot, s.rating, f"{s.rating.value:+.0f}") for s in results.standings]
    yield Panel(words["rating"], ratings, *_reach([row.value for row in ratings]), 0)
    pairs = [
        Row(f"{d.first} − {d.second}", value, f"{100 * value.value:+.1f} %")
        for match in results.matches
        for d in match.differences
        for value in [d.fixed if results.intervals == "fixed" else d.sequence]
    ]
    yield Panel(words["difference"], pairs, *_reach([row.value for row in pairs]), 0, 100)


def _shares(results: Results, language: str) -> Iterator[Row]:
    """A row for each bot. Two sides have rows of their own, more are rings on that of the bot."""
    for standing in results.standings:
        two = len(standing.sides) == 2
        rings = () if two else tuple(share.value for share in standing.sides.values())
        yield Row(standing.bot, standing.share, _percent(standing.share), rings)
        for side, share in standing.sides.items() if two else ():
            yield Row(side_name(side, language), share, _percent(share), part=True)


def _percent(share: Estimate) -> str:
    return f"{100 * share.value:.1f} %"


def _reach(values: list[Estimate]) -> tuple[float, float]:
    """The ends of an axis that shows all intervals and 0."""
    low = min([0.0, *(value.low for value in values)])
    high = max([0.0, *(value.high for value in values)])
    room = (high - low) * 0.04 or 1.0
    return low - room, high + room


def _drawn(panel: Panel, top: float) -> Iterator[str]:
    """A panel whose upper edge is at `top`."""
    begin, end = top + HEAD - 8, top + HEAD + ROW * len(panel.rows)

    def x(value: float) -> float:
        inside = (value - panel.low) / (panel.high - panel.low)
        return round(LEFT + min(max(inside, 0), 1) * (WIDTH - LEFT - RIGHT), 1)

    yield _text(20, top + 12, panel.title, "head")
    for tick in _ticks(panel.low, panel.high):
        yield _line(x(tick), begin, x(tick), end, "grid")
        yield _text(x(tick), end + 16, f"{tick * panel.unit:g}", "soft", "middle")
    dashes = ' stroke-dasharray="4 3"'
    yield _line(x(panel.mark), begin, x(panel.mark), end, "mark", dashes)
    for k, row in enumerate(panel.rows):
        y = top + HEAD + ROW * k + 8
        name = row.name if len(row.name) <= NAME else row.name[: NAME - 1] + "…"
        part = "part" if row.part else ""
        yield f'<g class="{part}">'
        yield _text(LEFT - 14, y + 4, name, "", "end", row.name)
        yield _line(x(row.value.low), y, x(row.value.high), y, "line")
        for ring in row.rings:
            yield f'<circle class="ring" cx="{x(ring)}" cy="{y}" r="6"/>'
        yield f'<circle class="dot" cx="{x(row.value.value)}" cy="{y}" r="4.5"/>'
        yield _text(WIDTH - RIGHT + 90, y + 4, row.told, anchor="end")
        yield "</g>"


def _ticks(low: float, high: float) -> list[float]:
    """About five round numbers from low to high.

    >>> _ticks(-130, 130)
    [-100.0, -50.0, 0.0, 50.0, 100.0]
    """
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.8)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(step * k, 9) + 0.0 for k in range(first, last + 1)]


def _text(
    x: float, y: float, words: str, style: str = "", anchor: str = "start", whole: str = ""
) -> str:
    title = f"<title>{escape(whole)}</title>" if whole and whole != words else ""
    kind = f' class="{style}"' if style else ""
    said = escape(words.replace("-", "−") if words[:1] == "-" else words)  # of numbers
    return f'<text{kind} x="{x}" y="{y}" text-anchor="{anchor}">{title}{said}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, style: str, more: str = "") -> str:
    return f'<line class="{style}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{more}/>'

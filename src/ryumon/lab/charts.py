"""Charts as SVG: values with their intervals, and bars.

Written by hand: a library for plots would be several times as large as this whole package, for
dots and lines. Light or dark as the reader's system is, and no font is loaded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from ryumon.lab.arena.results import Estimate

WIDTH, LEFT, RIGHT = 760, 200, 150  # room for the names and for the numbers
ROW, HEAD, FOOT = 26, 34, 40
NAME = 24  # characters of a name that fit

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

    @property
    def height(self) -> int:
        return HEAD + ROW * len(self.rows) + FOOT


def picture(body: Iterable[str], height: float, label: str = "") -> str:
    """A whole drawing."""
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    told = f' aria-label="{escape(label)}"' if label else ""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"{told}>',
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def reach(values: list[Estimate]) -> tuple[float, float]:
    """The ends of an axis that shows all intervals and 0."""
    low = min([0.0, *(value.low for value in values)])
    high = max([0.0, *(value.high for value in values)])
    room = (high - low) * 0.04 or 1.0
    return low - room, high + room


def drawn(panel: Panel, top: float) -> Iterator[str]:
    """A panel whose upper edge is at `top`."""
    begin, end = top + HEAD - 8, top + HEAD + ROW * len(panel.rows)

    def x(value: float) -> float:
        inside = (value - panel.low) / (panel.high - panel.low)
        return round(LEFT + min(max(inside, 0), 1) * (WIDTH - LEFT - RIGHT), 1)

    yield text(20, top + 12, panel.title, "head")
    for tick in ticks(panel.low, panel.high):
        yield line(x(tick), begin, x(tick), end, "grid")
        yield text(x(tick), end + 16, f"{tick * panel.unit:g}", "soft", "middle")
    dashes = ' stroke-dasharray="4 3"'
    yield line(x(panel.mark), begin, x(panel.mark), end, "mark", dashes)
    for k, row in enumerate(panel.rows):
        y = top + HEAD + ROW * k + 8
        name = row.name if len(row.name) <= NAME else row.name[: NAME - 1] + "…"
        part = "part" if row.part else ""
        yield f'<g class="{part}">'
        yield text(LEFT - 14, y + 4, name, "", "end", row.name)
        yield line(x(row.value.low), y, x(row.value.high), y, "line")
        for ring in row.rings:
            yield f'<circle class="ring" cx="{x(ring)}" cy="{y}" r="6"/>'
        yield f'<circle class="dot" cx="{x(row.value.value)}" cy="{y}" r="4.5"/>'
        yield text(WIDTH - RIGHT + 90, y + 4, row.told, anchor="end")
        yield "</g>"


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers from low to high.

    >>> ticks(-130, 130)
    [-100.0, -50.0, 0.0, 50.0, 100.0]
    """
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.8)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(step * k, 9) + 0.0 for k in range(first, last + 1)]


def text(
    x: float, y: float, words: str, style: str = "", anchor: str = "start", whole: str = ""
) -> str:
    title = f"<title>{escape(whole)}</title>" if whole and whole != words else ""
    kind = f' class="{style}"' if style else ""
    said = escape(words.replace("-", "−") if words[:1] == "-" else words)  # of numbers
    return f'<text{kind} x="{x}" y="{y}" text-anchor="{anchor}">{title}{said}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str, more: str = "") -> str:
    return f'<line class="{style}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{more}/>'


BAR_HEIGHT, BAR_FOOT = 120, 30


def histogram(title: str, bars: Sequence[tuple[float, int]], top: float) -> Iterator[str]:
    """Bars whose upper edge is at `top`; each with where it begins, and how high it is."""
    base, most = top + HEAD + BAR_HEIGHT, max(n for _, n in bars) or 1
    step = (WIDTH - 40) / len(bars)
    yield text(20, top + 12, title, "head")
    every = -(-len(bars) // 12)  # no more labels than there is room for
    for k, (begin, n) in enumerate(bars):
        height = round(BAR_HEIGHT * n / most, 1)
        x = round(20 + step * k, 1)
        hover = f"<title>{begin:g}: {n:,}</title>"
        size = f'x="{x + 1}" y="{base - height}" width="{round(step - 2, 1)}" height="{height}"'
        yield f'<rect class="dot" {size}>{hover}</rect>'
        if k % every == 0:
            yield text(x + round(step / 2, 1), base + 16, f"{begin:g}", "soft", "middle")
    yield line(20, base, WIDTH - 20, base, "mark")


def histogram_height() -> int:
    return HEAD + BAR_HEIGHT + BAR_FOOT

"""Draws tatsu.svg, the board of Tatsu at the start: python docs/images/make_tatsu.py

Everything comes from the tables of the rules: segments, corners, entries and the first stones.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path
from typing import Any

import ryumon

SIZE, MIDDLE = 640, 320
EDGE, BETWEEN, INSIDE = 250, 200, 150  # radii: the ring, between its places, within it
NUMBERS, SIGNS = 268, 292
PAPER, INK, FAINT = "#f6f1e5", "#2b2730", "#b9b0a0"
TYPES = {"V": "#4d7c3a", "W": "#2f6fb0", "F": "#c0442f"}
NAMES = {"V": "Vine", "W": "Water", "F": "Fire"}
SIDES = {"b": ("#1d1a20", "#f6f1e5"), "w": ("#ffffff", "#2b2730")}  # a stone, and its letter
FONT = "font-family='system-ui, sans-serif' text-anchor='middle' dominant-baseline='central'"


def angle(segment: float) -> float:
    """Segment 1 begins at the top; clockwise."""
    return (segment - 0.5) * 2 * pi / 24 - pi / 2


def point(segment: float, radius: float) -> tuple[float, float]:
    return MIDDLE + radius * cos(angle(segment)), MIDDLE + radius * sin(angle(segment))


def wedge(segment: int, near: float, far: float, fill: str) -> str:
    """A piece of the ring."""
    (a, b), (c, d) = point(segment - 0.5, far), point(segment + 0.5, far)
    (e, f), (g, h) = point(segment + 0.5, near), point(segment - 0.5, near)
    way = (
        f"M{a:.1f} {b:.1f}A{far} {far} 0 0 1 {c:.1f} {d:.1f}"
        f"L{e:.1f} {f:.1f}A{near} {near} 0 0 0 {g:.1f} {h:.1f}Z"
    )
    return f"<path d='{way}' fill='{fill}' stroke='{INK}' stroke-width='1.2'/>"


def text(at: tuple[float, float], words: str, size: int, fill: str = INK, more: str = "") -> str:
    x, y = at
    return f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' fill='{fill}' {more}>{words}</text>"


def stone(segment: int, name: str, place: int) -> str:
    """A stone with its letter, on the inner (0) or outer (1) place."""
    fill, letter = SIDES[name[0]]
    x, y = point(segment, (INSIDE + BETWEEN) / 2 if place == 0 else (BETWEEN + EDGE) / 2)
    disc = f"<circle cx='{x:.1f}' cy='{y:.1f}' r='15' fill='{fill}'"
    ring = f"{disc} stroke='{TYPES[name[1]]}' stroke-width='4'/>"
    return ring + text((x, y), name[1], 14, letter, "font-weight='bold'")


def segments(view: dict[str, Any]) -> list[str]:
    found: list[str] = []
    entries = {n: (seat, die + 1) for seat, gates in enumerate(view["entries"])
               for die, n in enumerate(gates)}  # fmt: skip
    for n in range(1, 25):
        corner = view["corners"].get(str(n))
        fill = TYPES[corner] if corner else "none"
        found.append(wedge(n, INSIDE, BETWEEN, fill).replace("/>", " fill-opacity='.35'/>"))
        found.append(wedge(n, BETWEEN, EDGE, fill).replace("/>", " fill-opacity='.18'/>"))
        found.append(text(point(n, NUMBERS), str(n), 15, INK, "font-weight='bold'"))
        if corner:
            found.append(text(point(n, SIGNS), NAMES[corner], 13, TYPES[corner]))
        if n in entries:
            seat, die = entries[n]
            found.append(text(point(n, SIGNS), f"{('Black', 'White')[seat]} {die}", 12))
        found += [stone(n, s, k) for k, s in enumerate(view["arena"].get(str(n), []))]
    return found


def arrow(radius: int, clockwise: bool) -> str:
    """A quarter of a circle within the ring, with a head."""
    start, end = (21.5, 27.5) if clockwise else (15.5, 9.5)
    (a, b), (c, d) = point(start, radius), point(end, radius)
    sweep = int(clockwise)
    return (
        f"<path d='M{a:.1f} {b:.1f}A{radius} {radius} 0 0 {sweep} {c:.1f} {d:.1f}' fill='none' "
        f"stroke='{INK}' stroke-width='2.5' marker-end='url(#head)'/>"
    )


def picture(
    view: dict[str, Any] | None = None,
    title: str = "The board of Tatsu at the start",
    middle: str = "inner places, then outer places",
) -> str:
    view = view or ryumon.game("tatsu").start().view(ryumon.PUBLIC)
    legend = [f"<tspan fill='{TYPES[t]}'>{NAMES[t]} ({t})</tspan>" for t in "VWF"]
    box = f"viewBox='0 0 {SIZE} {SIZE}' role='img' aria-label='{title}'"
    head = "id='head' viewBox='0 0 8 8' refX='5' refY='4' markerWidth='5' markerHeight='5'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {box}>",
        f"<defs><marker {head} orient='auto'>",
        f"<path d='M0 0L8 4L0 8Z' fill='{INK}'/></marker></defs>",
        f"<rect width='{SIZE}' height='{SIZE}' rx='18' fill='{PAPER}'/>",
        f"<g {FONT}>",
        *segments(view),
        arrow(112, clockwise=True),
        text((MIDDLE, MIDDLE - 64), "Black moves clockwise", 14),
        arrow(112, clockwise=False),
        text((MIDDLE, MIDDLE + 64), "White moves anticlockwise", 14),
        text((MIDDLE, MIDDLE - 14), " ".join(legend), 14, INK, "font-weight='bold'"),
        text((MIDDLE, MIDDLE + 14), middle, 13),
        "</g></svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    Path(__file__).with_name("tatsu.svg").write_text(picture(), "utf-8")

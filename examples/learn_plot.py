"""The curves of learn.py as a picture."""

from __future__ import annotations

from html import escape
from typing import Any

from ryumon.lab.charts import STYLE

WIDE, HIGH, LEFT, TOP, RIGHT, LOW = 640, 320, 56, 44, 16, 40


def picture(told: dict[str, Any]) -> str:
    """The curves of all runs as SVG, with the fair share and the goal."""
    fair = 1 / len(told["seats"])
    goal = max(0.55, fair) if fair == 0.5 else 1.2 * fair
    points = [p for run in told["runs"] for p in run["curve"]]
    last = max(p["minutes"] for p in points) or 1.0
    top, title = min(1.0, max(p["high"] for p in points) + 0.05), escape(told["title"])

    def x(minutes: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * minutes / last

    def y(wins: float) -> float:
        return TOP + (HIGH - TOP - LOW) * (1 - wins / top)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img">',
        f"<style>{STYLE} .curve {{ fill: none; stroke: #b3372b; stroke-width: 2; }}</style>",
        f'<rect class="paper" width="{WIDE}" height="{HIGH}"/>',
        f'<text class="head" x="{LEFT}" y="24">{title} against rule-of-thumb</text>',
    ]
    for wins, words in ((fair, "fair"), (goal, "goal")):
        parts.append(
            f'<line class="mark" stroke-dasharray="4 4" x1="{LEFT}" x2="{WIDE - RIGHT}" '
            f'y1="{y(wins):.1f}" y2="{y(wins):.1f}"/>'
            f'<text class="soft" x="{WIDE - RIGHT - 30}" y="{y(wins) - 4:.1f}">{words}</text>'
        )
    for k in range(int(top * 10) + 1):
        if k % 2 == 0:
            parts.append(f'<text class="soft" x="12" y="{y(k / 10) + 4:.1f}">{10 * k} %</text>')
    for k in range(5):
        minutes = last * k / 4
        parts.append(
            f'<text class="soft" x="{x(minutes) - 10:.1f}" y="{HIGH - 14}">{minutes:.1f}</text>'
        )
    axis = "share of the wins by minutes of one core"
    parts.append(f'<text class="soft" x="{WIDE - 280}" y="{HIGH - 1}">{axis}</text>')
    for run in told["runs"]:
        way = " ".join(f"{x(p['minutes']):.1f},{y(p['share']):.1f}" for p in run["curve"])
        end = run["curve"][-1]
        parts.append(f'<polyline class="curve" points="{way}"/>')
        parts.append(
            f'<line class="line" x1="{x(end["minutes"]):.1f}" x2="{x(end["minutes"]):.1f}" '
            f'y1="{y(end["low"]):.1f}" y2="{y(end["high"]):.1f}"/>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"

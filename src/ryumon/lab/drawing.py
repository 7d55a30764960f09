"""A view as lines of text, as a plain picture (SVG), and that picture as pixels.

It knows no game: every part of the view is a line. People play on the boards of the browser.
"""

from __future__ import annotations

from html import escape
from typing import Any

WIDTH, LINE, MARGIN, NAMES = 960, 22, 24, 170
PAPER, INK, FAINT, BAND, MARK = "#f6f1e4", "#22262b", "#6c6a61", "#ece4d0", "#a5342d"
FONT = 'font-family="DejaVu Sans, Noto Sans, sans-serif" font-size="15"'
LONGEST = 92  # letters of a line

Lines = list[tuple[str, str]]


def lines(view: dict[str, Any]) -> Lines:
    """The parts of a view, by name, long ones broken."""
    found: Lines = []
    for name, value in view.items():
        words, line = _said(value).split(" "), ""
        label = name.replace("_", " ")
        for word in words:
            if line and len(line) + len(word) >= LONGEST:
                found.append((label, line))
                label, line = "", ""
            line = f"{line} {word}" if line else word
        found.append((label, line))
    return found


def _said(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_said(one)}" for name, one in value.items())
    if isinstance(value, list):
        nested = any(isinstance(one, dict | list) for one in value)
        return (" | " if nested else " ").join(_said(one) for one in value) or "-"
    return str(value)


def text(title: str, shown: Lines) -> str:
    return "\n".join([title, *(f"{name:<16} {line}" for name, line in shown)])


def svg(title: str, shown: Lines) -> str:
    """As large as the lines need."""
    height = 3 * MARGIN + LINE * (len(shown) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" {FONT}>',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<rect width="8" height="{height}" fill="{MARK}"/>',
        _text(MARGIN, MARGIN + LINE, title, INK, ' font-size="20" font-weight="bold"'),
    ]
    for k, (name, line) in enumerate(shown):
        y = 2 * MARGIN + LINE * (k + 2)
        if k % 2 == 0:
            parts.append(
                f'<rect x="{MARGIN - 8}" y="{y - LINE + 6}" width="{WIDTH - 2 * MARGIN + 16}" '
                f'height="{LINE}" fill="{BAND}"/>'
            )
        parts += [_text(MARGIN, y, name, FAINT), _text(MARGIN + NAMES, y, line, INK)]
    return "\n".join([*parts, "</svg>"])


def _text(x: int, y: int, said: str, colour: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}"{more}>{escape(said)}</text>'


def pixels(picture: str) -> Any:
    """An array (height, width, 3) of uint8."""
    import io

    import numpy as np
    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=picture))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))

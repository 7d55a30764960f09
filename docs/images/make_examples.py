"""Draws a moment of each guided first game for the game pages: python docs/images/make_examples.py

Cards, tiles and their order come from the lessons (src/ryumon/lessons), so that page, terminal and
browser show the same game.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, NamedTuple

from ryumon.lessons import Lesson, lesson

HERE = Path(__file__).parent
PAPER, INK, GOLD, FAINT = "#f6f1e5", "#2b2730", "#a87b1e", "#8b8377"
SUITS = {
    "P": ("#6b3f86", "purple"), "R": ("#b23a2e", "red"), "B": ("#2f6fb0", "blue"),
    "G": ("#3f7a3a", "green"), "S": ("#33506e", "Sword"), "F": ("#b23a2e", "Flag"),
    "H": ("#3f7a3a", "Shield"), "K": ("#6b3f86", "Knight"), "W": ("#8a6a1e", "wild"),
}  # fmt: skip
WIDE, HIGH, GAP, MARGIN = 76, 104, 22, 24
FONT = "font-family='system-ui, sans-serif' text-anchor='middle' dominant-baseline='central'"


class Piece(NamedTuple):
    """A card or tile, what stands above and below it, and whether it is the one that counts."""

    name: str
    above: str
    below: str = ""
    wins: bool = False
    gone: bool = False


def text(x: float, y: float, words: str, size: int, fill: str = INK, more: str = "") -> str:
    return f"<text x='{x:.0f}' y='{y:.0f}' font-size='{size}' fill='{fill}' {more}>{words}</text>"


def drawn(piece: Piece, x: float) -> list[str]:
    top, middle = MARGIN + 26, x + WIDE / 2
    colour, suit = SUITS.get(piece.name[0], (INK, ""))
    number = piece.name[1:].replace("-", "−") if suit else piece.name
    frame = f"stroke='{GOLD}' stroke-width='4'" if piece.wins else f"stroke='{INK}'"
    box = f"<rect x='{x:.0f}' y='{top}' width='{WIDE}' height='{HIGH}' rx='9' fill='#fffdf7'"
    parts = [
        text(middle, MARGIN + 8, piece.above, 14),
        f"{box} {frame}/>",
        text(middle, top + 46, number, 38, colour, "font-weight='bold'"),
        text(middle, top + 84, suit, 14, colour),
        text(middle, top + HIGH + 20, piece.below, 13, GOLD if piece.wins else FAINT),
    ]
    if piece.gone:
        line = f"x1='{x + 6:.0f}' y1='{top + HIGH - 6}' x2='{x + WIDE - 6:.0f}' y2='{top + 6}'"
        parts.append(f"<line {line} stroke='{INK}' stroke-width='3'/>")
    return parts


def row(title: str, pieces: list[Piece]) -> str:
    width = 2 * MARGIN + len(pieces) * (WIDE + GAP) - GAP
    height = 2 * MARGIN + HIGH + 44
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'",
        f"width='{width}' role='img' aria-label='{title}'>",
        f"<rect width='{width}' height='{height}' rx='14' fill='{PAPER}'/>",
        f"<g {FONT}>",
    ]
    for k, piece in enumerate(pieces):
        parts += drawn(piece, MARGIN + k * (WIDE + GAP))
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def taught(game: str) -> Lesson:
    found = lesson(game)
    assert found is not None
    return found


def seat(n: int) -> str:
    return "You" if n == 0 else f"Seat {n}"


def slaughter() -> str:
    """The first trick: a small trump wins, because the blue cards lie in the second half."""
    cards = taught("slaughter").moves[52:56]
    pieces = [
        Piece(card, seat((1 + k) % 4), "led" if k == 0 else "") for k, card in enumerate(cards)
    ]
    pieces[-1] = pieces[-1]._replace(below="trump wins", wins=True)
    return row("A trick of Slaughter the Dragon: blue 1, 2 and 5, and the trump green 1", pieces)


def schadenfreude() -> str:
    """Swords -3, 3, 6 and 5: the second highest wins."""
    cards = taught("schadenfreude").moves[53:57]
    pieces = [Piece(card, seat((1 + k) % 4), "discarded") for k, card in enumerate(cards)]
    pieces[2] = pieces[2]._replace(below="highest")
    pieces[3] = pieces[3]._replace(below="second: wins", wins=True)
    return row("A trick of Schadenfreude: the second highest Sword wins", pieces)


def cancelled() -> str:
    """The pile after the sixth trick: the two -2 cancel each other."""
    played = taught("schadenfreude")
    state = played.table().replay(played.moves[:73])
    took = [card for e in state.events(0) if e["kind"] == "trick" and e["seat"] == 0
            for card in e["cards"]]  # fmt: skip
    ranks = [card[1:] for card in took]
    pieces = [
        Piece(card, "", "cancelled" if gone else "counts", gone=gone)
        for card, gone in ((card, ranks.count(card[1:]) % 2 == 0) for card in took)
    ]
    return row("A score pile: two cards of the same rank cancel each other", pieces)


def tiger_dragon() -> str:
    """Attack, three passes, a tile face down, attack again."""
    return row(
        "An attack of Tiger and Dragon that nobody answers",
        [
            Piece("2", "You attack", "unanswered", wins=True),
            Piece("6", "lap bonus", "face down"),
            Piece("4", "attack again", ""),
            Piece("4", "Seat 1", "defends"),
            Piece("6", "and attacks", ""),
        ],
    )


def tatsu() -> str:
    """The board before the last turn of the lesson."""
    spec = importlib.util.spec_from_file_location("make_tatsu", HERE / "make_tatsu.py")
    assert spec is not None
    assert spec.loader is not None
    board: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(board)
    played = taught("tatsu")
    view = played.table().replay(played.moves[:55]).view(0)
    return board.picture(view, "Tatsu before the winning turn", "You roll 2 and 4")


PICTURES = {
    "slaughter-trick": slaughter,
    "schadenfreude-trick": schadenfreude,
    "schadenfreude-pile": cancelled,
    "tiger-dragon-lap": tiger_dragon,
    "tatsu-fires": tatsu,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / f"{name}.svg").write_text(draw(), "utf-8")

"""What a screen is drawn from, and the drawing of lines that fit the terminal.

All widths are in cells: a Japanese character takes two.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ryumon.play.registry import GameSpec
from ryumon.play.seat import Seat
from ryumon.play.sentence import fill
from ryumon.play.state import State
from ryumon.table.seats import Names

Cell = str | Text


def screen_of(spec: GameSpec) -> Any:
    """The module that draws this game; terminal/screens/slaughter.py says what it has. A game of
    another package may bring one in its folder, `screen`. One without is drawn plainly."""
    folder = str(spec.rules.__package__)
    ours = f"ryumon.terminal.screens.{folder.removeprefix('ryumon.games.')}"
    name = ours if folder.startswith("ryumon.games.") else f"{folder}.screen"
    if importlib.util.find_spec(name) is not None:
        return importlib.import_module(name)
    from ryumon.terminal.plain import PlainScreen

    return PlainScreen(spec)


@dataclass(frozen=True)
class Look:
    """What a viewer sees of a state: all that a screen is given."""

    seat: Seat
    view: Any  # the struct `View` of the game's view module
    names: list[str]  # for sentences: Bot 1
    full_names: list[str]  # for tables: Bot 1 (thumb)
    language: str
    width: int

    @cached_property
    def aids(self) -> dict[str, Any]:
        return self.seat.aids()

    @cached_property
    def choice(self) -> dict[str, Any] | None:
        return self.seat.choice()

    @cached_property
    def legal(self) -> list[str]:
        return self.seat.legal()


def look(state: State, viewer: int, names: Names, language: str, width: int) -> Look:
    seat = state.seat(viewer, events=False)
    return Look(seat, seat.typed_view(), names.short, names.full, language, width)


def texts(table: Mapping[str, Mapping[str, str]]) -> Callable[..., str]:
    """A function that says the sentences of a screen in the language of a look."""

    def said(look: Look, key: str, **parts: object) -> str:
        return fill(table[look.language][key], look.language, parts)

    return said


def tinted(sentence: str, pattern: re.Pattern[str], style: Callable[[re.Match[str]], str]) -> Text:
    """The sentence, with whatever the pattern finds in the style that it has."""
    text = Text(sentence)
    for found in pattern.finditer(sentence):
        text.stylize(style(found), *found.span())
    return text


def in_trick(look: Look, p: int, styles: Mapping[str, str]) -> Text:
    """The card of a seat in a trick; a star marks the one that is winning."""
    card = look.view.seats[p].card
    if card is None:
        return Text("-", "dim")
    best = look.aids["winning"] == p
    return Text(card + (" *" if best else ""), styles[card[0]] + (" bold" if best else ""))


def grid(rows: Sequence[Sequence[Cell]], align: str, width: int, gives: int = 0) -> list[Text]:
    """The rows as lines with straight columns, two cells between them, or one where it is tight.

    `align` has an `l` or `r` for each column. The column `gives` is cut if even that is too wide.
    """
    wide = [max(_cells(row[k]) for row in rows) for k in range(len(align))]
    gap = 2 if sum(wide) + 2 * (len(wide) - 1) <= width else 1
    over = sum(wide) + gap * (len(wide) - 1) - width
    if over > 0:
        wide[gives] = max(wide[gives] - over, 1)
    lines: list[Text] = []
    confused = over > 0 and _are_confused([row[gives] for row in rows], wide[gives])
    fitted = _told_apart if confused else _fitted
    for row in rows:
        line = Text()
        for k, cell in enumerate(row):
            text = fitted(Text(cell) if isinstance(cell, str) else cell, wide[k])
            space = " " * (wide[k] - text.cell_len)
            line.append(" " * gap if k else "")
            line.append(space if align[k] == "r" else "").append_text(text)
            line.append(space if align[k] == "l" else "")
        line.rstrip()
        lines.append(line)
    return lines


def _cells(cell: Cell) -> int:
    return cell_len(cell) if isinstance(cell, str) else cell.cell_len


def _fitted(text: Text, width: int) -> Text:
    if text.cell_len <= width:
        return text
    return Text(set_cell_size(text.plain, width - 1).rstrip() + "…", text.style)


def _are_confused(cells: Sequence[Cell], width: int) -> bool:
    """Would different cells look the same when they are cut?"""
    whole = {str(cell) for cell in cells}
    return len({_fitted(Text(cell), width).plain for cell in whole}) < len(whole)


def _told_apart(text: Text, width: int) -> Text:
    """Cut in the middle of a name, of which what stands in brackets is dropped: B…1."""
    if text.cell_len <= width:
        return text
    name = re.sub(r"\s*[(（].*[)）]$", "", text.plain)
    if cell_len(name) > width:
        name = set_cell_size(name, max(width - 2, 0)).rstrip() + "…" + name[-1:]
    return Text(name, text.style) if cell_len(name) <= width else _fitted(text, width)


def signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def heading(title: Cell, width: int, style: str = "bold") -> Text:
    """A line across the terminal that carries a title."""
    line = Text("── ", style).append_text(Text(title) if isinstance(title, str) else title)
    line.append(" ")
    return line.append("─" * max(width - line.cell_len, 2))


def flow(sentences: Iterable[Cell], width: int, indent: int = 0) -> list[Text]:
    """Sentences one after the other, as many on a line as fit. A long one is wrapped."""
    lines: list[Text] = []
    room = width - indent
    for sentence in sentences:
        text = Text(sentence) if isinstance(sentence, str) else sentence
        if lines and lines[-1].cell_len + 1 + text.cell_len <= room:
            lines[-1].append(" ").append_text(text)
        else:
            lines += wrapped(text, room)
    return [Text(" " * indent).append_text(line) for line in lines]


_NEVER_FIRST, _NEVER_LAST = "、。）」！？ー", "（「"  # on a line, in Japanese


def wrapped(text: Text, width: int, whole_words: bool = False) -> list[Text]:
    """A text in lines of at most this width; a longer word is cut, or left `whole`."""
    plain, cuts = text.plain, [0]
    end, used = 0, 0  # where a line may end, and the width of this one
    for k, character in enumerate(plain):
        if k and _parts(plain[k - 1], character):
            end = k
        used += cell_len(character)
        if used > width and character != " " and (end > cuts[-1] or not whole_words):
            cuts.append(end if end > cuts[-1] else k)
            used = cell_len(plain[cuts[-1] : k + 1])
    lines = list(text.divide(cuts[1:]))
    for line in lines:
        line.rstrip()
    return lines


def _parts(left: str, right: str) -> bool:
    """May a line end between these characters?"""
    if right == " " or right in _NEVER_FIRST or left in _NEVER_LAST:
        return False
    return left == " " or cell_len(left) > 1 or cell_len(right) > 1

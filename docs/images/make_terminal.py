"""Draws terminal.svg, the picture in the README: python docs/images/make_terminal.py

A thumb bot plays in the person's place up to a moment of a fixed game; from there on what is typed
is TYPED.
"""

from __future__ import annotations

import io
import re
from contextlib import suppress
from pathlib import Path

from rich.terminal_theme import TerminalTheme

import ryumon
from ryumon import bots
from ryumon.table.chance import SeedChance
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.table import Table

SEED, DECISIONS = 6, 20
TYPED = ["why {illegal}", ""]
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', monospace"
# ink and paper, dark: black, red, green, yellow, blue, magenta, cyan, white, then the bright ones
INK = TerminalTheme(
    (24, 22, 28),
    (226, 221, 210),
    [(24, 22, 28), (232, 102, 90), (128, 190, 110), (224, 190, 100), (110, 150, 230),
     (208, 130, 220), (110, 190, 190), (226, 221, 210)],
    [(120, 115, 120), (240, 130, 120), (150, 210, 130), (240, 210, 130), (130, 170, 250),
     (220, 150, 235), (140, 210, 210), (250, 246, 238)],
)  # fmt: skip


class Pictured:
    """Types for the person, and clears the picture when the moment has come."""

    def __init__(self) -> None:
        self.console = open_console(
            io.StringIO(), record=True, width=80, height=40, force_terminal=True,
            color_system="truecolor", legacy_windows=False,
        )  # fmt: skip
        self.paper = Paper("en", self.console, self.typed, interactive=False)
        luck = SeedChance(SEED)
        sitting = ["", "thumb", "thumb", "thumb"]
        state = ryumon.game("slaughter", players=4).start()
        self.table = Table(self.paper, state, sitting, luck, None)
        self.helper = bots.make("thumb", 1)
        self.decisions = 0

    def typed(self, prompt: str) -> str:
        self.decisions += 1
        if self.decisions < DECISIONS:
            if self.decisions == DECISIONS - 2:
                self.console.export_text()  # forgets what was before
            line = self.next_moves()
        else:
            line = TYPED[self.decisions - DECISIONS].format(**self.cards())
        self.console.print(prompt + line)
        if not line:
            raise EOFError
        return line

    def next_moves(self) -> str:
        """The whole decision as the helper would make it."""
        ahead, moves = self.table.state.copy(), []
        while not moves or (ahead.turn == self.table.seat and (ahead.choice() or {})["chosen"]):
            moves.append(bots.choose(self.helper, ahead))
            ahead.play(moves[-1])
        return " ".join(moves).lower()

    def cards(self) -> dict[str, str]:
        legal = self.table.state.legal()
        hand: list[str] = self.table.state.view(self.table.seat)["hand"]
        illegal = [card for card in hand if card not in legal]
        return {"legal": legal[0].lower(), "illegal": (illegal or legal)[0].lower()}

    def svg(self) -> str:
        with suppress(EOFError):
            self.table.play()
        svg = self.console.export_svg(title="ryumon play slaughter", theme=INK, unique_id="ryumon")
        # rich's picture loads a font from elsewhere
        svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
        svg = svg.replace("Fira Code, monospace", FONTS)
        return svg.replace("font-family: arial", "font-family: system-ui, sans-serif")


if __name__ == "__main__":
    Path(__file__).with_name("terminal.svg").write_text(Pictured().svg() + "\n")

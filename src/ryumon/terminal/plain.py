"""The screen of a game that has none of its own: all that is seen, line by line, and the moves by
their notation. terminal/screens/slaughter.py says what a screen has."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.text import Text

from ryumon.play.registry import GameSpec
from ryumon.terminal.layout import Cell, Look, flow, grid, heading
from ryumon.terminal.parsing import pick

TEXTS = {
    "en": {"turn": "{who} to move", "chance": "chance is to move", "over": "the game is over",
           "score": "score", "moves": "Moves: {moves} ({rule})", "nothing": "Nothing to work out."},
    "ja": {"turn": "{who}の番", "chance": "偶然の番", "over": "ゲーム終了",
           "score": "得点", "moves": "手: {moves}（{rule}）", "nothing": "分かることはない。"},
}  # fmt: skip
HEAD = ("game", "players", "viewer", "turn")  # what the heading says, or everyone knows


class PlainScreen:
    """Has the names that a `screen` module has."""

    LINE_ENDS: frozenset[str] = frozenset()
    QUIET: frozenset[str] = frozenset()
    ROUND_END = ""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        names = [name for name in spec.words.NAMES if not name.startswith("~")]
        self.WORDS = {name.lower(): name for name in names}

    def tint(self, sentence: str) -> Text:
        return Text(sentence)

    def standing(self, look: Look) -> str:
        texts, turn = TEXTS[look.language], look.view.turn
        title = self.spec.title[look.language]
        if turn is not None and turn >= 0:
            return f"{title} · " + texts["turn"].format(who=look.names[turn])
        return f"{title} · {texts['over' if turn == -2 else 'chance']}"

    def table(self, look: Look) -> list[Text]:
        view = msgspec.to_builtins(look.view)
        rows: list[list[Cell]] = []
        for name, value in view.items():
            if name not in HEAD:
                rows.append([f" {name.replace('_', ' ')}", _shown(value)])
        return [heading(self.standing(look), look.width), *grid(rows, "ll", look.width)]

    def question(self, look: Look) -> list[Text]:
        if look.choice is None:
            return []
        parts = {"moves": "  ".join(look.legal), "rule": look.choice["rule"]}
        return flow([Text(TEXTS[look.language]["moves"].format(**parts), "bold")], look.width, 1)

    def read(self, words: list[str], look: Look) -> list[str]:
        return pick(words, self.WORDS, look.choice)

    def rules_now(self, look: Look) -> tuple[str, ...]:
        known = tuple(self.spec.words.RULES[look.language])
        rule = look.choice["rule"] if look.choice else ""
        return (rule,) if rule in known else known[:1]

    def summary(self, events: list[dict[str, Any]], look: Look) -> list[Text]:
        return []

    def sheet(self, look: Look) -> list[Text]:
        known = look.seat.known
        rows: list[list[Cell]] = [["", Text(TEXTS[look.language]["score"], "dim")]]
        for p, name in enumerate(look.full_names):
            rows.append([f"  {name}", str(self.spec.rules.score(known, p))])
        return grid(rows, "lr", look.width)

    def aids(self, look: Look) -> list[Text]:
        rows: list[list[Cell]] = [[f"  {name}", _shown(value)] for name, value in look.aids.items()]
        return grid(rows, "ll", look.width) if rows else [
            Text("  " + TEXTS[look.language]["nothing"])
        ]  # fmt: skip


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "  ".join(_shown(one) for one in value)
    return "?" if value is None else str(value)

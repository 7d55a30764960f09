"""Tatsu in the terminal; terminal/screens/slaughter.py says what such a module has.

The ring is drawn as a rectangle with eight segments above and below and four at each side, so that
clockwise is clockwise. The inner place of a segment lies towards the middle.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from rich.text import Text

from ryumon.games.tatsu.rules import LETTERS, SEATS
from ryumon.games.tatsu.view import SIDES
from ryumon.games.tatsu.words import COLOUR, NAMES, PROMPT, REFUSED, STONE
from ryumon.play.refusal import refused
from ryumon.terminal.layout import Cell, Look, flow, grid, heading, texts, tinted
from ryumon.terminal.parsing import misread

STYLES = {"V": "green", "W": "bright_blue", "F": "red"}
WORDS = {name.lower(): name for name in NAMES if not name.startswith("~")}
LINE_ENDS = {"first", "end"}
LINE_STARTS = {"roll"}
ROUND_END = ""  # there are no rounds
QUIET: set[str] = set()

TOP = (21, 22, 23, 24, 1, 2, 3, 4)  # from left to right, as BOTTOM
RIGHT = (5, 6, 7, 8)  # from above, as LEFT
BOTTOM = (16, 15, 14, 13, 12, 11, 10, 9)
LEFT = (20, 19, 18, 17)
PLACE = 4  # cells for a stone at a side: bV*
LABEL = 6  # cells for the number of a segment at a side: 8 (F)

_STONE = re.compile(r"(?<![A-Za-z])[bw]([VWF])(?![A-Za-z])")
_NAMED = {name: letter for words in STONE.values() for letter, name in words.items()}
_TYPED = str.maketrans({STONE["ja"][letter][0]: letter.lower() for letter in LETTERS})

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "turn-of": "Turn {number} of {turns:,}", "first": "who starts?",
        "to-roll": "{who} to roll", "to-move": "{who} to move", "over": "the game is over",
        "arena": "arena", "mat": "mat", "tray": "tray", "dead": "dead zone",
        "dice": "Dice: {dice}", "no-dice": "Dice: -",
        "black": "b Black, clockwise", "white": "w White, anticlockwise",
        "types": "V Vine  W Water  F Fire",
        "how": "Type both in one line, such as: {example}", "with": "with {die}",
        "escapes": "escape",
        "entangle": "entangles {on}", "expel": "expels {on}", "destroy": "destroys {on}",
        "hold": "onto {on}", "recruit": "+{stone}", "win": "wins!",
        "danger": "If the enemy rolls now, these are hit:",
        "targets": "If you roll now, you can hit:",
        "chance": "{stone} by {rolls} of 36 ({share}).", "safe": "Safe: {stones}.",
        "nothing": "Nothing to work out.",
        "won": "won", "drawn": "draw",
    },
    "ja": {
        "turn-of": "手番{number}/{turns}", "first": "先手を決める",
        "to-roll": "{who}が振る番", "to-move": "{who}の番", "over": "ゲーム終了",
        "arena": "盤上", "mat": "マット", "tray": "トレイ", "dead": "破壊した石",
        "dice": "ダイス: {dice}", "no-dice": "ダイス: -",
        "black": "b 黒、時計回り", "white": "w 白、反時計回り",
        "types": "V 蔓  W 水  F 火",
        "how": "1行でまとめて入力できる。例: {example}", "with": "{die}の目",
        "escapes": "脱出",
        "entangle": "{on}を絡める", "expel": "{on}を追い返す", "destroy": "{on}を破壊",
        "hold": "{on}の上", "recruit": "+{stone}", "win": "勝ち",
        "danger": "今すぐ敵が振ると打たれる石:",
        "targets": "今すぐ振ると打てる石:",
        "chance": "{stone}は36通り中{rolls}（{share}）。", "safe": "安全: {stones}。",
        "nothing": "分かることはない。",
        "won": "勝ち", "drawn": "引き分け",
    },
}  # fmt: skip

_t = texts(TEXTS)


def tint(sentence: str) -> Text:
    text = tinted(sentence, _STONE, lambda found: STYLES[found[1]])
    for name, letter in _NAMED.items():
        for found in re.finditer(name, sentence):
            text.stylize(STYLES[letter], *found.span())
    return text


# --- the table ------------------------------------------------------------------------------


def standing(look: Look) -> str:
    view = look.view
    if view.phase == "over":
        return _t(look, "over")
    turn = _t(look, "turn-of", number=view.number + (view.phase != "move"), turns=view.of_turns)
    if view.mover is None:
        return f"{turn} · {_t(look, 'first')}"
    key = "to-move" if view.phase == "move" else "to-roll"
    return f"{turn} · {_t(look, key, who=COLOUR[look.language][view.mover])}"


def table(look: Look) -> list[Text]:
    return [heading(standing(look), look.width), *_ring(look), *_seats(look)]


def _ring(look: Look) -> list[Text]:
    cell = min((look.width - 2) // len(TOP), 9)
    middle = [Text(line) for line in _middle(look)]
    room = cell * len(TOP) - 2 * (LABEL + 2 * PLACE)
    lines = [_row([_label(look, k) for k in TOP], cell)]
    lines += [_row([_stone(look, k, place) for k in TOP], cell) for place in (1, 0)]
    for left, text, right in zip(LEFT, middle, RIGHT, strict=True):
        line = Text()
        for part, width in (
            (_label(look, left), LABEL), (_stone(look, left, 1), PLACE),
            (_stone(look, left, 0), PLACE), (_cut(text, room), room),
            (_stone(look, right, 0), PLACE), (_stone(look, right, 1), PLACE),
            (_label(look, right), LABEL),
        ):  # fmt: skip
            line.append_text(_centred(part, width))
        lines.append(line)
    lines += [_row([_stone(look, k, place) for k in BOTTOM], cell) for place in (0, 1)]
    lines.append(_row([_label(look, k) for k in BOTTOM], cell))
    for line in lines:
        line.rstrip()
    return [Text(" ").append_text(line) for line in lines]


def _row(parts: list[Text], width: int) -> Text:
    line = Text()
    for part in parts:
        line.append_text(_centred(part, width))
    return line


def _centred(part: Text, width: int) -> Text:
    space = max(width - part.cell_len, 0)
    return Text(" " * (space // 2)).append_text(part).append(" " * (space - space // 2))


def _cut(text: Text, width: int) -> Text:
    short = text.copy()
    short.truncate(width)
    return short


def _middle(look: Look) -> list[str]:
    """What stands inside the ring: the dice, used ones in brackets, and what the letters mean."""
    view = look.view
    left = list(view.left)
    shown = []
    for die in view.dice:
        shown.append(str(die) if die in left else f"({die})")
        if die in left:
            left.remove(die)
    dice = _t(look, "dice", dice="  ".join(shown)) if shown else _t(look, "no-dice")
    return [dice, _t(look, "black"), _t(look, "white"), _t(look, "types")]


def _label(look: Look, segment: int) -> Text:
    """The number of a segment; a corner with what it recruits, an entry with its owner and die."""
    letter = look.view.corners.get(str(segment))
    if letter:
        return Text.assemble((f"{segment} ", "dim"), (f"({letter})", STYLES[letter]))
    for seat, gates in enumerate(look.view.entries):
        if segment in gates:
            return Text(f"{segment} {SIDES[seat]}{gates.index(segment) + 1}", "dim")
    return Text(str(segment), "dim")


def _stone(look: Look, segment: int, place: int) -> Text:
    """The stone on the inner (0) or outer (1) place; a star if it may be moved now."""
    stones = look.view.arena.get(str(segment), [])
    if len(stones) <= place:
        return Text(" . ", "dim")
    stone = stones[place]
    outside = place == len(stones) - 1
    start = f"{'' if outside else 'x'}{segment}-"
    may = any(move.startswith(start) for move in look.legal)
    own = look.view.viewer >= 0 and stone[0] == SIDES[look.view.viewer]
    return Text(stone + ("*" if may and own else " "), STYLES[stone[1]] + (" bold" if own else ""))


def _seats(look: Look) -> list[Text]:
    view, over = look.view, look.view.phase == "over"
    heads = ["", "arena", "mat", "tray", "dead"]
    rows: list[list[Cell]] = [[Text(_t(look, key) if key else "", "dim") for key in heads]]
    for p, seat in enumerate(view.seats):
        turn = "> " if p == view.mover and not over else "  "
        name = Text(f"{turn}{COLOUR[look.language][p]} {look.full_names[p]}")
        if p == view.viewer:
            name.stylize("bold")
        if p in view.winners:
            name.append(f" ({_t(look, 'won' if len(view.winners) == 1 else 'drawn')})")
        piles = [_pile(pile) for pile in (seat.mat, seat.tray, seat.dead)]
        rows.append([name, str(seat.arena), *piles])
    return grid(rows, "lrlll", look.width)


def _pile(counts: dict[str, int]) -> Text:
    """Stones beside the ring: VV W."""
    pile = Text()
    for letter, number in counts.items():
        if number:
            pile.append(" " if pile else "").append(letter * number, STYLES[letter])
    return pile or Text("-", "dim")


# --- the decision ---------------------------------------------------------------------------


def question(look: Look) -> list[Text]:
    choice = look.choice
    if choice is None:
        return []
    rule = choice["rule"]
    sentences: list[Cell] = [Text(f"{PROMPT[look.language][rule]} ({rule})", "bold")]
    two = next((branch for branch in choice["which"] if branch["then"]), None)
    if two is not None:
        example = f"{two['move']} {two['then'][0]['move']}".lower()
        sentences.append(_t(look, "how", example=example))
    return flow(sentences, look.width, 1) + _options(look)


def _options(look: Look) -> list[Text]:
    """All moves with what they would do, by die."""
    lines: list[Text] = []
    choice = look.choice or {}
    for die in sorted(set(choice["left"])):
        uses = [b for b in choice["which"] if b["die"] == die and b["kind"] != "escape"]
        lines += _listed(_t(look, "with", die=die), uses, look)
    escapes = [b for b in choice["which"] if b["kind"] == "escape"]
    return lines + _listed(_t(look, "escapes"), escapes, look)


def _listed(title: str, branches: list[dict[str, Any]], look: Look) -> list[Text]:
    if not branches:
        return []
    told = [Text(f"{title}:", "dim")]
    for branch in branches:
        effects = [_t(look, branch["effect"], on=branch["on"])] if branch["effect"] else []
        if branch["recruit"]:
            effects.append(_t(look, "recruit", stone=branch["recruit"]))
        if branch["win"]:
            effects.append(_t(look, "win"))
        text = Text(branch["move"].lower(), "bold")
        if effects:
            text.append_text(tint(f" ({' '.join(effects)})"))
        told.append(text)
    return flow(told, look.width, 1)


def read(words: list[str], look: Look) -> list[str]:
    """Moves as they stand, or a stone's whole way: 2-5-8 is 2-5 and 5-8."""
    moves: list[str] = []
    for word in words:
        parts = word.translate(_TYPED).split("-")  # 水-3 is w-3
        steps = ["-".join(pair) for pair in pairwise(parts)] or [word]
        for step in steps:
            if step not in WORDS:
                if re.fullmatch(r"\d+-\d+", step):
                    raise refused(REFUSED, "far", "TA-3")
                raise misread("unreadable", word=word)
            moves.append(WORDS[step])
    return moves


def rules_now(look: Look) -> tuple[str, ...]:
    if look.choice is None:
        return ("TA-3", "TA-12")
    kinds = {branch["kind"] for branch in look.choice["which"]}
    more = [rule for kind, rule in (("enter", "TA-9"), ("escape", "TA-10")) if kind in kinds]
    return ("TA-11", "TA-3", "TA-4", "TA-6", *more)


# --- the end, and what a good player works out ----------------------------------------------


def summary(events: list[dict[str, Any]], look: Look) -> list[Text]:
    """There are no rounds to sum up."""
    return []


def sheet(look: Look) -> list[Text]:
    return _seats(look)


def aids(look: Look) -> list[Text]:
    """How likely each stone is hit, the most endangered first."""
    lines: list[Text] = []
    for key in ("danger", "targets"):
        risks = sorted(look.aids[key], key=lambda risk: -risk["rolls"])
        told = [_risk(look, risk) for risk in risks if risk["rolls"]]
        safe = [_where(risk) for risk in risks if not risk["rolls"]]
        if safe:
            told.append(_t(look, "safe", stones=" ".join(safe)))
        if told:
            lines += flow([Text(_t(look, key), "dim"), *map(tint, told)], look.width, 1)
    return lines or [Text(" " + _t(look, "nothing"))]


def _where(risk: dict[str, Any]) -> str:
    return f"{SIDES[risk['seat']]}{risk['stone']}:{risk['segment']}"


def _risk(look: Look, risk: dict[str, Any]) -> str:
    share = f"{risk['chance']:.0%}"
    return _t(look, "chance", stone=_where(risk), rolls=risk["rolls"], share=share)


assert sorted(TOP + RIGHT + BOTTOM + LEFT) == list(range(1, 25))
assert len(SIDES) == SEATS

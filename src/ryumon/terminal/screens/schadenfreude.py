"""Schadenfreude in the terminal. terminal/screens/slaughter.py says what a screen has."""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text

from ryumon.games.schadenfreude.words import NAMES, SUIT_WORDS, WILD, prompt
from ryumon.play.sentence import JOIN
from ryumon.terminal.layout import (
    Cell,
    Look,
    flow,
    grid,
    heading,
    in_trick,
    signed,
    texts,
    tinted,
    wrapped,
)  # fmt: skip
from ryumon.terminal.parsing import pick

STYLES = {"S": "bright_blue", "F": "red", "H": "green", "K": "yellow", "W": "magenta"}
WORDS = {name.lower(): name for name in NAMES if not name.startswith("~")}
LINE_ENDS = {"first", "deal", "trick"}
ROUND_END = "score"
QUIET = {"score"}

_CARD = re.compile(r"(?<![A-Za-z0-9])(?:[SFHK](?:-[1-3]|[1-9])|W(?:10|0))(?![0-9])")
_APART = re.compile(r"\b([sfhkw]) (-?\d+)\b")  # s 7
_TYPED = {"−": "-", "ワイルド": "w", **{w: suit.lower() for suit, w in SUIT_WORDS["ja"].items()}}
_RELATED = {"SF-2": ("SF-2", "SF-4", "SF-5", "SF-6"), "SF-3": ("SF-3", "SF-4", "SF-5", "SF-6")}

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "round": "Round {round}", "trick-of": "trick {trick} of {tricks}", "first": "the lead",
        "deal": "the deal", "over": "the game is over", "follow-suit": "{suit} ({letter}) led",
        "trick": "trick", "hand": "hand", "pile": "pile", "worth": "value", "score": "score",
        "then": "if now", "to-goal": "to 40", "last": "last", "total": "total",
        "led": "Led by {who}: {card}.", "no-suit": "The suit is not set yet.",
        "winning": "Second highest so far: {card} by {who}, who would take {cards}.",
        "left-over": "Left over, unseen: {number} cards.",
        "yours": "Your hand", "round-over": "Round {round} is over", "taken": "pile",
        "this-round": "points", "out": "out", "wild": "wild",
        "if-now": "If the round ended now", "cancels": "cancels", "unseen": "Still out",
        "void": "{who}: surely no {suits}.", "nothing": "Nothing to work out yet.",
        "ahead": "With these scores {who} would be closest.",
        "nobody-ahead": "With these scores nobody would be alone closest.",
    },
    "ja": {
        "round": "第{round}ラウンド", "trick-of": "トリック{trick}/{tricks}", "first": "リード決め",
        "deal": "札配り", "over": "ゲーム終了", "follow-suit": "リードは{suit}（{letter}）",
        "trick": "場札", "hand": "手札", "pile": "得点札", "worth": "札の点", "score": "得点",
        "then": "加算後", "to-goal": "40まで", "last": "前回", "total": "合計",
        "led": "リード: {who}の{card}。", "no-suit": "スートはまだ決まっていない。",
        "winning": "今2番目に大きいのは{who}の{card}（取る札: {cards}）。",
        "left-over": "伏せた余り札: {number}枚。",
        "yours": "手札", "round-over": "第{round}ラウンド終了", "taken": "得点札",
        "this-round": "得点", "out": "超過", "wild": "ワイルド",
        "if-now": "今ラウンドが終わると", "cancels": "打ち消す数", "unseen": "まだ出ていない札",
        "void": "{who}は{suits}を持っていない。", "nothing": "まだ分かることはない。",
        "ahead": "この得点なら{who}が最も近い。",
        "nobody-ahead": "この得点なら単独で最も近い人はいない。",
    },
}  # fmt: skip

_t = texts(TEXTS)


def tint(sentence: str) -> Text:
    return tinted(sentence, _CARD, lambda found: STYLES[found[0][0]])


# --- the table ------------------------------------------------------------------------------


def standing(look: Look) -> str:
    view = look.view
    if view.phase == "over":
        return _t(look, "over")
    part = _t(look, view.phase) if view.phase != "tricks" else _t(
        look, "trick-of", trick=view.tricks + 1, tricks=view.of_tricks
    )  # fmt: skip
    return f"{_t(look, 'round', round=view.round)} · {part}"


def table(look: Look) -> list[Text]:
    title = Text(standing(look))
    if look.view.led:
        letter = look.view.led
        suit = SUIT_WORDS[look.language][letter]
        title.append(" · ")
        title.append(_t(look, "follow-suit", suit=suit, letter=letter), STYLES[letter])
    lines = [heading(title, look.width), *_seats(look)]
    lines += flow(_facts(look), look.width, 1)
    if look.view.hand:
        lines += [Text(), *_hand(look)]
    return lines


def _seats(look: Look) -> list[Text]:
    """One row for each seat: the trick, the pile, and where the score would be with it."""
    view, aids = look.view, look.aids
    columns: dict[str, list[Cell]] = {
        "trick": [in_trick(look, p, STYLES) for p in range(view.players)],
        "hand": [str(seat.hand) for seat in view.seats],
        "pile": [_ranks([int(card[1:]) for card in seat.pile]) for seat in view.seats],
        "worth": [signed(worth) for worth in aids["worth"]],
        "score": [Text(str(seat.score), "bold") for seat in view.seats],
        "then": [str(score) for score in aids["scores"]],
        "to-goal": [_to_goal(look, left) for left in aids["to_goal"]],
    }
    if view.phase == "over":
        columns = {key: columns[key] for key in ("pile", "worth", "score", "to-goal")}
    rows: list[list[Cell]] = [["", *(Text(_t(look, key), "dim") for key in columns)]]
    for p, name in enumerate(look.full_names):
        turn = "> " if p == view.turn else "  "
        style = "bold" if p == view.viewer else ""
        rows.append([Text(turn + name, style), *(cells[p] for cells in columns.values())])
    left = {"trick", "pile"}
    return grid(rows, "l" + "".join("l" if key in left else "r" for key in columns), look.width)


def _to_goal(look: Look, left: int) -> str:
    return str(left) if left >= 0 else _t(look, "out")


def _ranks(ranks: list[int]) -> str:
    """Numbers in ascending order, three or more in a row as a range: -3..-1 2 9."""
    runs: list[list[int]] = []
    for number in sorted(ranks):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [f"{r[0]}..{r[-1]}" if len(r) > 2 else " ".join(map(str, r)) for r in runs]
    return " ".join(parts) or "-"


def _facts(look: Look) -> list[Text]:
    view, winner = look.view, look.aids["winning"]
    found: list[str] = []
    if winner is not None:
        found.append(
            _t(look, "led", card=view.seats[view.leader].card, who=look.names[view.leader])
        )
        if view.led is None:
            found.append(_t(look, "no-suit"))
        parts = {"card": view.seats[winner].card, "cards": " ".join(look.aids["takes"])}
        found.append(_t(look, "winning", who=look.names[winner], **parts))
    if view.left_over and view.phase == "tricks":
        found.append(_t(look, "left-over", number=view.left_over))
    return [tint(sentence) for sentence in found]


def _hand(look: Look) -> list[Text]:
    """The cards by suit; those that may not be played now stand in brackets."""
    allowed = set(look.view.hand if look.choice is None else look.legal)
    label = Text(" " + _t(look, "yours"), "bold")
    lines = wrapped(_cards(look.view.hand, allowed), look.width - label.cell_len - 2)
    rows = [[label if k == 0 else Text(), line] for k, line in enumerate(lines)]
    return grid(rows, "ll", look.width)


def _cards(cards: list[str], allowed: set[str]) -> Text:
    line = Text()
    for k, card in enumerate(cards):
        if k:
            line.append(" " if card[0] == cards[k - 1][0] else "   ")
        may = card in allowed
        line.append(card if may else f"({card})", STYLES[card[0]] + (" bold" if may else " dim"))
    return line


# --- the decision ---------------------------------------------------------------------------


def question(look: Look) -> list[Text]:
    if look.choice is None:
        return []
    rule = look.choice["rule"]
    asked = f"{prompt(rule, look.view.led, look.view.hand, look.language)} ({rule})"
    return flow([Text(asked, "bold")], look.width, 1)


def read(words: list[str], look: Look) -> list[str]:
    line = " ".join(words)
    for typed, meant in _TYPED.items():  # 剣3 is s3
        line = line.replace(typed, meant)
    return pick(_APART.sub(r"\1\2", line).split(), WORDS, look.choice)


def rules_now(look: Look) -> tuple[str, ...]:
    return _RELATED[look.choice["rule"]] if look.choice else ("SF-1", "SF-8", "SF-9")


# --- rounds and scores ----------------------------------------------------------------------


def summary(events: list[dict[str, Any]], look: Look) -> list[Text]:
    """The last round of these events: what lies in the piles, and what it counts."""
    n, last = look.view.players, events[-1]
    piles = [set[int]() for _ in range(n)]
    for event in events:
        if event["kind"] == "deal":
            piles = [set() for _ in range(n)]
        elif event["kind"] == "position":
            seats = event["view"]["seats"]
            piles = [{int(card[1:]) for card in seat["pile"]} for seat in seats]
        elif event["kind"] == "trick":
            for card in event["cards"]:
                piles[event["seat"]] ^= {int(card[1:])}  # SF-7: equal ranks go in pairs
    heads = [_t(look, key) for key in ("taken", "this-round", "total", "to-goal")]
    rows: list[list[Cell]] = [["", *(Text(head, "dim") for head in heads)]]
    for p in range(n):
        name = Text("  " + look.full_names[p], "bold" if p == look.view.viewer else "")
        points, score = Text(signed(last["points"][p]), "bold"), last["scores"][p]
        left = _to_goal(look, look.view.goal - score)
        rows.append([name, _ranks(list(piles[p])), points, str(score), left])
    title = _t(look, "round-over", round=last["round"])
    return [heading(title, look.width), *grid(rows, "llrrr", look.width)]


def sheet(look: Look) -> list[Text]:
    heads = [_t(look, key) for key in ("last", "total", "to-goal")]
    rows: list[list[Cell]] = [["", *(Text(head, "dim") for head in heads)]]
    for p, seat in enumerate(look.view.seats):
        name = Text("  " + look.full_names[p], "bold" if p == look.view.viewer else "")
        left = _to_goal(look, look.view.goal - seat.score)
        rows.append([name, signed(seat.points), Text(str(seat.score), "bold"), left])
    return grid(rows, "lrrr", look.width)


# --- what a good player works out -----------------------------------------------------------


def aids(look: Look) -> list[Text]:
    if look.view.phase != "tricks":
        return [Text("  " + _t(look, "nothing"))]
    told, names = look.aids, look.names
    heads = ["worth", "total", "to-goal", "cancels"]
    rows: list[list[Cell]] = [["  " + _t(look, "if-now"), *(_t(look, head) for head in heads)]]
    for p, name in enumerate(names):
        left = _to_goal(look, told["to_goal"][p])
        then = [signed(told["worth"][p]), str(told["scores"][p]), left]
        rows.append([f"  {name}", *then, _ranks(told["cancels"][p])])
    lines = grid(rows, "lrrrl", look.width)
    unseen = {letter: cards for letter, cards in told["unseen"].items() if cards}
    rows = [["  " + _t(look, "unseen"), ""]]
    for letter, cards in unseen.items():
        suit = SUIT_WORDS[look.language].get(letter) or _t(look, "wild")
        rows.append(["  " + suit, _cards(cards, set(cards))])
    lines += grid(rows, "ll", look.width)
    return lines + flow([tint(sentence) for sentence in _sure(look)], look.width, 2)


def _sure(look: Look) -> list[str]:
    """Voids that have been shown, and who is closest to 40."""
    told, names = look.aids, look.names
    found: list[str] = []
    for p, letters in enumerate(told["void"]):
        if letters and p != look.view.viewer:
            suits = JOIN[look.language].join(SUIT_WORDS[look.language][x] for x in letters)
            found.append(_t(look, "void", who=names[p], suits=suits))
    ahead = told["ahead"]
    if ahead is None:
        return [*found, _t(look, "nobody-ahead")]
    return [*found, _t(look, "ahead", who=names[ahead])]


assert WILD in STYLES

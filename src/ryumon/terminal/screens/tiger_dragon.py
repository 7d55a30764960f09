"""Tiger & Dragon in the terminal. terminal/screens/slaughter.py says what a screen has."""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text

from ryumon.games.tiger_dragon.words import (
    HIDDEN,
    NAMES,
    TILES,
    field_word,
    prompt,
    tile_word,
)  # fmt: skip
from ryumon.terminal.layout import Cell, Look, flow, grid, heading, signed, texts
from ryumon.terminal.parsing import pick

RED, BLUE = "red", "bright_blue"  # Dragon and Tiger
STYLES = {tile: RED if tile in "1357D" else BLUE for tile in TILES} | {HIDDEN: "dim"}
WORDS = {name.lower(): name for name in NAMES if not name.startswith("~")} | {
    "p": "pass", "none": "foretell:none",
}  # fmt: skip
LINE_ENDS = {"first", "field", "deal", "defend", "lap", "last"}
ROUND_END = "score"
QUIET = {"reveal", "score"}
WIDE = 76  # cells: from here on there is a space between tiles

# where a sentence names tiles: other numbers in it are seats, rounds and points
_TOLD = re.compile(
    r"(?:\bwith|\bforetells?|\blays?|\bhold) ([1-8TD](?: [1-8TD])*)\b"
    r"|(the (?:Tiger|Dragon) Mystery|[虎龍]のミステリー)"
    r"|([1-8])(?=で攻撃|で防御|を予告|を裏向き|を表向き)|手牌: ([1-8TD](?: [1-8TD])*)"
)
_TYPED = {"虎": "t", "龍": "d", "竜": "d", "パス": "pass", "なし": "none", "foretell ": "foretell:"}
_RELATED = {
    "TD-2": ("TD-2", "TD-3", "TD-5"), "TD-3": ("TD-3", "TD-2", "TD-4"),
    "TD-4": ("TD-4", "TD-3", "TD-5"), "TD-5": ("TD-5", "TD-6", "TD-11"),
    "TD-6": ("TD-6", "TD-7", "TD-11"), "TD-12": ("TD-12", "TD-11"),
}  # fmt: skip

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "round": "Round {round}", "first": "the start", "field": "the battlefield",
        "deal": "the deal", "foretelling": "foretelling", "attack": "attack",
        "defence": "defence", "lap": "lap bonus", "over": "the game is over",
        "points": "points", "hand": "hand", "laid": "played", "says": "foretold", "none": "none",
        "passed": "pass", "richi": "Richi!", "goal": "{goal} points win.",
        "worth": "Last tile:", "stop": ".", "foretold": "Foretold, 2 to 8 are worth {points}.",
        "bonus": "Each of your face-down tiles: +{bonus}.",
        "bonus-all": "Each face-down tile of anybody: +{bonus}.", "no-bonus": "No bonus for two.",
        "attacked": "{who} attacks with {tile}.", "left-over": "Left over, unseen: {left}.",
        "yours": "Your hand", "yours-down": "Face down", "down": "face down",
        "partner": "Your partner: {who}.",
        "how-TD-3": "Type a tile, or pass (p).", "how-TD-12": "Type a tile, or none.",
        "round-over": "Round {round} is over", "this-round": "points", "total": "total",
        "over-left": "Left over: {left}.", "last": "last round",
        "went-out": "{who} went out with {tile} ({field}): {points}.",
        "unseen": "Unseen", "answers": "Unseen that defend",
        "finishes": "Points as last tile",
        "against": "Unseen tiles that defend against this attack: {number}.",
    },
    "ja": {
        "round": "第{round}ラウンド", "first": "親決め", "field": "戦場",
        "deal": "配牌", "foretelling": "予告", "attack": "攻撃",
        "defence": "防御", "lap": "1周ボーナス", "over": "ゲーム終了",
        "points": "得点", "hand": "手牌", "laid": "場の牌", "says": "予告", "none": "なし",
        "passed": "パス", "richi": "リーチ！", "goal": "{goal}点で勝ち。",
        "worth": "最後の牌:", "stop": "。", "foretold": "予告した2から8は{points}点。",
        "bonus": "自分の裏向きの牌1枚につき+{bonus}。",
        "bonus-all": "全員の裏向きの牌1枚につき+{bonus}。", "no-bonus": "2人ではボーナスなし。",
        "attacked": "{who}の攻撃: {tile}。", "left-over": "伏せた残り: {left}枚。",
        "yours": "手牌", "yours-down": "裏向き", "down": "裏向き", "partner": "味方: {who}。",
        "how-TD-3": "牌か pass（p）を入力する。", "how-TD-12": "牌か none を入力する。",
        "round-over": "第{round}ラウンド終了", "this-round": "得点", "total": "合計",
        "over-left": "残りの牌: {left}。", "last": "前回",
        "went-out": "{who}が{tile}で上がり（{field}）: {points}点。",
        "unseen": "見えていない牌", "answers": "防御できる見えていない牌",
        "finishes": "最後の牌としての点",
        "against": "この攻撃を防御できる見えていない牌: {number}枚。",
    },
}  # fmt: skip

_t = texts(TEXTS)


def tint(sentence: str) -> Text:
    text = Text(sentence)
    for found in _TOLD.finditer(sentence):
        group = found.lastindex or 0
        if group == 2:
            dragon = "龍" in found[2] or "Dragon" in found[2]
            text.stylize(RED if dragon else BLUE, *found.span(2))
            continue
        for k, tile in enumerate(found[group], found.start(group)):
            if tile != " ":
                text.stylize(STYLES[tile], k, k + 1)
    return text


def _tiles(tiles: list[str], look: Look, none: str = "-") -> Text:
    """Tiles in a row, closer together where the terminal is narrow."""
    line = Text()
    for k, tile in enumerate(tiles):
        line.append(" " if k and look.width >= WIDE else "").append(tile, STYLES[tile])
    return line if tiles else Text(none, "dim")


# --- the table ------------------------------------------------------------------------------


def standing(look: Look) -> str:
    view = look.view
    if view.phase == "over":
        return _t(look, "over")
    return f"{_t(look, 'round', round=view.round)} · {_t(look, view.phase)}"


def table(look: Look) -> list[Text]:
    title = standing(look)
    if look.view.battlefield is not None:
        title += f" · {field_word(look.view.battlefield.name, look.language)}"
    lines = [heading(title, look.width), *_seats(look)]
    lines += flow(_worth(look), look.width, 1) + flow(_facts(look), look.width, 1)
    if look.view.hand:
        lines += [Text(), *_hand(look)]
    return lines


def _seats(look: Look) -> list[Text]:
    """One row for each seat: points, tiles in the hand, and what was laid, in order."""
    view = look.view
    columns: dict[str, list[Cell]] = {
        "points": [Text(str(seat.score), "bold") for seat in view.seats],
        "hand": [str(seat.hand) for seat in view.seats],
    }
    if any(seat.foretold for seat in view.seats):
        columns["says"] = [_foretold(look, seat.foretold) for seat in view.seats]
    columns["laid"] = [_laid(look, p) for p in range(view.players)]
    columns[""] = [_mark(look, seat) for seat in view.seats]
    heads = [Text(_t(look, key) if key else "", "dim") for key in columns]
    rows: list[list[Cell]] = [["", *heads]]
    for p, name in enumerate(look.full_names):
        turn = "> " if p == view.turn else "  "
        style = "bold" if p == view.viewer else ""
        rows.append([Text(turn + name, style), *(cells[p] for cells in columns.values())])
    return grid(rows, "lrr" + "l" * (len(columns) - 2), look.width)


def _foretold(look: Look, tile: str | None) -> Text:
    if tile in STYLES:
        return Text(tile, STYLES[tile])
    return Text("" if tile is None else _t(look, "none"), "dim")


def _laid(look: Look, p: int) -> Text:
    """The row of a seat; a star marks the attack under way."""
    line = _tiles(look.view.seats[p].row, look)
    return line.append("*", "bold") if p == look.view.attacker else line


def _mark(look: Look, seat: Any) -> Text:
    words = [_t(look, "passed")] if seat.passed else []
    words += [_t(look, "richi")] if seat.richi else []
    return Text(" ".join(words), "bold" if seat.richi else "dim")


def _worth(look: Look) -> list[Text]:
    """The battlefield: what the last tile is worth."""
    card = look.view.battlefield
    if card is None or look.view.phase == "over":
        return []
    line = Text(_t(look, "worth"))
    for tile, points in card.points.items():
        line.append(" ").append(tile, STYLES[tile]).append(f"={points}")
    found = [line.append(_t(look, "stop"))]
    if card.foretold is not None:
        found.append(Text(_t(look, "foretold", points=card.foretold)))
    key = "no-bonus" if not card.bonus else "bonus-all" if card.everyones else "bonus"
    return [*found, Text(_t(look, key, bonus=card.bonus))]


def _facts(look: Look) -> list[Text]:
    view = look.view
    found: list[str] = []
    if view.attack is not None and view.attacker != view.viewer:
        tile = tile_word(view.attack, look.language)
        found.append(_t(look, "attacked", who=look.names[view.attacker], tile=tile))
    if view.phase != "over":
        found.append(_t(look, "left-over", left=view.left))
        found.append(_t(look, "goal", goal=view.goal))
    if view.teams and view.viewer >= 0:
        found.append(_t(look, "partner", who=look.names[(view.viewer + 2) % 4]))
    return [tint(sentence[:1].upper() + sentence[1:]) for sentence in found]


def _hand(look: Look) -> list[Text]:
    """The tiles; those that may not be played now stand in brackets."""
    view = look.view
    allowed = set(view.hand)
    if look.choice is not None and view.phase != "foretelling":
        allowed = set(look.legal)
    line = Text()
    for k, tile in enumerate(view.hand):
        may = tile in allowed
        line.append(" " if k else "")
        line.append(tile if may else f"({tile})", STYLES[tile] + (" bold" if may else " dim"))
    rows: list[list[Cell]] = [[Text(" " + _t(look, "yours"), "bold"), line]]
    if view.down:
        rows.append([" " + _t(look, "yours-down"), _tiles(view.down, look)])
    return grid(rows, "ll", look.width)


# --- the decision ---------------------------------------------------------------------------


def question(look: Look) -> list[Text]:
    if look.choice is None:
        return []
    rule = look.choice["rule"]
    asked = f"{prompt(rule, look.view.phase, look.language)} ({rule})"
    sentences: list[Cell] = [Text(asked, "bold")]
    if f"how-{rule}" in TEXTS[look.language]:
        sentences.append(_t(look, f"how-{rule}"))
    return flow(sentences, look.width, 1)


def read(words: list[str], look: Look) -> list[str]:
    line = " ".join(words)
    for typed, meant in _TYPED.items():
        line = line.replace(typed, meant)
    named = line.split()
    if look.view.phase == "foretelling":  # a tile alone will do
        named = [f"foretell:{word}" if word.upper() in TILES else word for word in named]
    return pick(named, WORDS, look.choice)


def rules_now(look: Look) -> tuple[str, ...]:
    return _RELATED[look.choice["rule"]] if look.choice else ("TD-1", "TD-7", "TD-8")


# --- rounds and scores ----------------------------------------------------------------------


def summary(events: list[dict[str, Any]], look: Look) -> list[Text]:
    """The last round of these events: every tile, who went out, and the points."""
    shown = next(event for event in reversed(events) if event["kind"] == "reveal")
    score = events[-1]
    out = _t(
        look, "went-out", who=look.names[score["seat"]], points=score["points"],
        tile=tile_word(score["tile"], look.language),
        field=field_word(score["field"], look.language),
    )  # fmt: skip
    heads = [_t(look, key) for key in ("hand", "down", "this-round", "total")]
    rows: list[list[Cell]] = [["", *(Text(head, "dim") for head in heads)]]
    for p, name in enumerate(look.full_names):
        got = score["points"] if _shares(look, p, score["seat"]) else 0
        mine = Text("  " + name, "bold" if p == look.view.viewer else "")
        hand, down = _tiles(shown["hands"][p], look), _tiles(shown["down"][p], look)
        rows.append([mine, hand, down, Text(signed(got), "bold"), str(score["scores"][p])])
    lines = flow([tint(out[:1].upper() + out[1:])], look.width, 1)
    lines += grid(rows, "lllrr", look.width)
    lines += flow([_t(look, "over-left", left=" ".join(shown["left"]))], look.width, 1)
    return [heading(_t(look, "round-over", round=score["round"]), look.width), *lines]


def _shares(look: Look, p: int, winner: int) -> bool:
    """Does this seat get the points of the one who went out?"""
    return p == winner or (look.view.teams and (p - winner) % 2 == 0)


def sheet(look: Look) -> list[Text]:
    view = look.view
    rows: list[list[Cell]] = [["", *(Text(_t(look, key), "dim") for key in ("last", "total"))]]
    for p, seat in enumerate(view.seats):
        name = Text("  " + look.full_names[p], "bold" if p == view.viewer else "")
        old = view.previous
        got = "-" if old is None else signed(old.points if _shares(look, p, old.seat) else 0)
        rows.append([name, got, Text(str(seat.score), "bold")])
    return [*grid(rows, "lrr", look.width), Text("  " + _t(look, "goal", goal=view.goal))]


# --- what a good player works out -----------------------------------------------------------


def aids(look: Look) -> list[Text]:
    """For each kind: copies unseen, unseen tiles that defend against it, points as last tile."""
    told = look.aids
    rows: list[list[Cell]] = [["", *(Text(tile, STYLES[tile]) for tile in TILES)]]
    for key in ("unseen", "answers", "finishes"):
        if told[key]:
            rows.append(["  " + _t(look, key), *(str(told[key].get(t, "")) for t in TILES)])
    lines = grid(rows, "l" + "r" * len(TILES), look.width)
    if told["against"] is not None:
        lines += flow([_t(look, "against", number=told["against"])], look.width, 2)
    return lines

"""Slaughter the Dragon in the terminal.

Every game's folder has a `screen` module with the same names. They are given a `Look` (what one
viewer sees) and return lines of at most `look.width` cells; nothing may be told by colour alone.

    WORDS        what a person types, in lower case -> the move, in ascending order of the moves
    LINE_ENDS    kinds of events after which the telling begins a new line
    LINE_STARTS  kinds of events before which it does (may be left out)
    ROUND_END    the kind of event at which `summary` is shown
    QUIET        kinds of events that are left to `log`: the summary or the table tells them
    tint         a sentence of the log with its cards, tiles or stones in colour
    standing     where the game stands, in a few words
    table        the table, with the viewer's own things
    question     what the viewer is to decide, and how it is typed
    read         the words typed -> moves in notation; Refused if they are not moves
    summary      a round that is over, from the viewer's events up to its end
    sheet        the score sheet
    aids         what a good player works out, in words
    rules_now    the ids of the rules that matter now; words.RULES has their text
"""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text

from ryumon.games.slaughter.rules import RANKS, TOKEN
from ryumon.games.slaughter.words import COLOUR_WORDS, MOON, NAMES, PROMPT
from ryumon.play.sentence import JOIN
from ryumon.terminal.layout import Cell, Look, flow, grid, heading, in_trick, signed, texts, tinted
from ryumon.terminal.parsing import pick

STYLES = {"P": "magenta", "R": "red", "B": "bright_blue", "G": "green"}
WORDS = {name.lower(): name for name in NAMES if not name.startswith("~")}
LINE_ENDS = {"first", "trump", "returned", "call", "divided", "take", "trick", "pick-up"}
ROUND_END = "score"
QUIET = {"scale", "score", "divide", "return"}

_CARD = re.compile(r"(?<![A-Za-z0-9])[PRBG](?:1[0-2]|[1-9])(?![0-9])")
_APART = re.compile(r"\b([prbg]) (\d+)\b")  # r 7
_COLOUR_TYPED = str.maketrans({word: c.lower() for c, word in COLOUR_WORDS["ja"].items()})
# what is shown first when the rules of a decision are asked for
_RELATED = {
    "SD-4": ("SD-4", "SD-12"), "SD-5": ("SD-5", "SD-6"), "SD-7": ("SD-7",),
    "SD-8": ("SD-8", "SD-10", "SD-11", "SD-13"), "SD-9": ("SD-9", "SD-10", "SD-11", "SD-13"),
}  # fmt: skip

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "round": "Round {round} of {rounds}", "trick-of": "trick {trick} of {tricks}",
        "first": "the deal", "deal": "the deal", "trump": "the trump",
        "summoning": "Summoning", "returning": "Summoning", "division": "Division",
        "giving": "Soul-Sucking", "repaying": "Soul-Sucking", "over": "the game is over",
        "trump-is": "trump {colour} ({letter})",
        "trick": "trick", "tokens": "tokens", "hand": "hand", "purple": "purple", "now": "round",
        "total": "total", "nth": "#{round}", "nth-round": "round {round}",
        "jutsu-division": "Division", "jutsu-soul-sucking": "Soul-Sucking",
        "called": "Called {card}: {who} ({jutsu}).", "summoned": "Summoned: {who}.",
        "scale": "Inverted Scale: {number} cards.", "returned": "You put back {cards}.",
        "gave": "You gave {gifts}.", "got": "You got {gifts}.",
        "gave-one": "{card} to {who}", "got-one": "{card} from {who}",
        "closed": "Purple may not be led yet.", "open": "Purple may be led.",
        "led": "Led by {who}: {card}.", "winning": "Winning: {card} by {who}.",
        "led-winning": "Led by {who}: {card} (winning).",
        "poison": "Poison in the trick: {points}.",
        "yours": "Your hand", "second": "Second half", "none": "none",
        "how-SD-4": "Type both in one line, such as: {example}",
        "how-SD-5": "Type them in one line, such as: {example}. The rest are played first.",
        "to": "For {to}.",
        "round-over": "Round {round} is over",
        "revealed": "Inverted Scale: {cards}. Its purple goes to {who} for the last trick.",
        "revealed-clean": "Inverted Scale: {cards}, no purple.",
        "this-round": "points",
        "if-now": "If the round ended now",
        "only": "Only {who} can still take all purple (SD-14).",
        "unseen": "Still out", "void": "{who}: surely no {colours}.",
        "void-first": "{who}: no {colours} in the first half.",
        "free": "You have no {colour}: play any card.",
        "in-scale": "Surely in the Inverted Scale: {cards}.", "nothing": "Nothing to work out yet.",
    },
    "ja": {
        "round": "第{round}ラウンド（全{rounds}）", "trick-of": "トリック{trick}/{tricks}",
        "first": "札配り", "deal": "札配り", "trump": "切り札",
        "summoning": "口寄せの術", "returning": "口寄せの術", "division": "分身の術",
        "giving": "吸魂の術", "repaying": "吸魂の術", "over": "ゲーム終了",
        "trump-is": "切り札は{colour}（{letter}）",
        "trick": "場札", "tokens": "龍", "hand": "手札", "purple": "紫", "now": "今回",
        "total": "合計", "nth": "#{round}", "nth-round": "第{round}",
        "jutsu-division": "分身の術", "jutsu-soul-sucking": "吸魂の術",
        "called": "宣言: {who}の{card}（{jutsu}）。", "summoned": "口寄せ: {who}。",
        "scale": "逆鱗: {number}枚。", "returned": "逆鱗に戻した札: {cards}。",
        "gave": "渡した札: {gifts}。", "got": "受け取った札: {gifts}。",
        "gave-one": "{who}に{card}", "got-one": "{who}から{card}",
        "closed": "紫はまだリードできない。", "open": "紫をリードできる。",
        "led": "リード: {who}の{card}。", "winning": "今の勝ち札: {who}の{card}。",
        "led-winning": "リードで今の勝ち札: {who}の{card}。",
        "poison": "場の毒: {points}点。",
        "yours": "手札", "second": "後半", "none": "なし",
        "how-SD-4": "2枚を1行で入力する。例: {example}",
        "how-SD-5": "1行で入力する。例: {example}。残りが前半になる。",
        "to": "渡す相手: {to}。",
        "round-over": "第{round}ラウンド終了",
        "revealed": "逆鱗は{cards}。最後のトリックを取った{who}がその紫を引き取る。",
        "revealed-clean": "逆鱗は{cards}。紫はなかった。",
        "this-round": "得点",
        "if-now": "今ラウンドが終わると",
        "only": "紫をすべて取れるのは{who}だけ（SD-14）。",
        "unseen": "まだ出ていない札", "void": "{who}は{colours}を持っていない。",
        "void-first": "{who}の前半に{colours}はない。",
        "free": "{colour}は手札にない。何を出してもよい。",
        "in-scale": "確実に逆鱗にある札: {cards}。", "nothing": "まだ分かることはない。",
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
    if view.phase == "tricks":
        part = _t(look, "trick-of", trick=view.tricks + 1, tricks=view.of_tricks)
    else:
        part = _t(look, view.phase)
    return f"{_t(look, 'round', round=view.round, rounds=view.rounds)} · {part}"


def table(look: Look) -> list[Text]:
    title = Text(standing(look))
    if look.view.trump and look.view.phase != "over":
        letter = look.view.trump
        colour = COLOUR_WORDS[look.language][letter]
        title.append(" · ")
        title.append(_t(look, "trump-is", colour=colour, letter=letter), STYLES[letter])
    lines = [heading(title, look.width), *_seats(look)]
    lines += flow(_round_facts(look), look.width, 1) + flow(_trick_facts(look), look.width, 1)
    if look.view.hand or look.view.second:
        lines += [Text(), *_hand(look)]
    return lines


def _seats(look: Look) -> list[Text]:
    """One row for each seat: this round on the left, the score sheet on the right."""
    view, over = look.view, look.view.phase == "over"
    done = range(len(view.seats[0].points))
    heads = ["", "trick", "tokens", "hand", "purple", "now"]
    shown = [_t(look, key) if key else "" for key in (heads[:1] if over else heads)]
    shown += [_t(look, "nth", round=r + 1) for r in done] + [_t(look, "total")]
    rows: list[list[Cell]] = [[Text(head, "dim") for head in shown]]
    for p, seat in enumerate(view.seats):
        turn = "> " if p == view.turn else "  "
        row: list[Cell] = [Text(turn + look.full_names[p], "bold" if p == view.viewer else "")]
        if not over:
            hand = f"{seat.hand}+{seat.second}" if seat.second else str(seat.hand)
            now = signed(look.aids["points"][p])
            row += [in_trick(look, p, STYLES), str(seat.tokens), hand, _numbers(seat.purple), now]
        row += [signed(points) for points in seat.points]
        rows.append([*row, Text(str(seat.score), "bold")])
    return grid(rows, "l" + ("" if over else "lrllr") + "r" * (len(done) + 1), look.width)


def _numbers(purple: list[str]) -> Text:
    """Purple cards by their numbers, three or more in a row as a range: 1-3 5 9 10."""
    runs: list[list[int]] = []
    for number in (int(card[1:]) for card in purple):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [f"{r[0]}-{r[-1]}" if len(r) > 2 else " ".join(map(str, r)) for r in runs]
    return Text(" ".join(parts), STYLES["P"])


def _round_facts(look: Look) -> list[Text]:
    """What happened before the tricks, which one would otherwise have to remember."""
    view, names = look.view, look.names
    found: list[str] = []
    if view.called:
        parts = {"card": f"{view.trump}{view.called.number}", "who": names[view.called.seat]}
        jutsu = _t(look, f"jutsu-{view.called.jutsu}")
        found.append(_t(look, "called", **parts, jutsu=jutsu))
    if view.summoner is not None:
        found.append(_t(look, "summoned", who=names[view.summoner]))
    if view.scale:
        found.append(_t(look, "scale", number=view.scale))
    if view.returned:
        found.append(_t(look, "returned", cards=" ".join(view.returned)))
    for key, other in (("got", "giver"), ("gave", "to")):
        gifts = [
            (g.card, getattr(g, other)) for g in view.gifts if getattr(g, other) != view.viewer
        ]
        told = [_t(look, f"{key}-one", card=card, who=names[p]) for card, p in gifts]
        if told:
            found.append(_t(look, key, gifts=JOIN[look.language].join(told)))
    return [tint(sentence) for sentence in found]


def _trick_facts(look: Look) -> list[Text]:
    view, winner = look.view, look.aids["winning"]
    if view.phase != "tricks":
        return []
    lies: list[tuple[str, int]] = []
    if winner is not None:
        lies = [("led", view.leader), ("winning", winner)]
        if winner == view.leader:
            lies = [("led-winning", winner)]
    found = [_t(look, key, card=view.seats[p].card, who=look.names[p]) for key, p in lies]
    if look.aids["poison"]:
        found.append(_t(look, "poison", points=look.aids["poison"]))
    found.append(_t(look, "open" if view.purple_taken else "closed"))
    return [tint(sentence) for sentence in found]


def _hand(look: Look) -> list[Text]:
    """The cards by colour; those that may not be played now stand in brackets."""
    allowed = set(look.view.hand)
    if look.choice is not None and look.view.phase == "tricks":
        allowed = set(look.legal)
    rows = [[Text(" " + _t(look, "yours"), "bold"), _cards(look.view.hand, allowed)]]
    if look.view.second:
        second = _cards(look.view.second, set(look.view.second))
        rows.append([Text(" " + _t(look, "second")), second])
    if max(label.cell_len + 2 + cards.cell_len for label, cards in rows) <= look.width:
        return grid(rows, "ll", look.width)
    return [line for label, cards in rows for line in (label, *flow([cards], look.width, 2))]


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
    choice = look.choice
    if choice is None:
        return []
    rule = choice["rule"]
    sentences: list[Cell] = [Text(f"{_asked(look, rule)} ({rule})", "bold")]
    if choice["to"] is not None:
        sentences.append(_t(look, "to", to=look.names[choice["to"]]))
    if f"how-{rule}" in TEXTS[look.language]:
        example = " ".join(choice["which"][:2]).lower()
        sentences.append(_t(look, f"how-{rule}", example=example))
    return flow(sentences, look.width, 1)


def _asked(look: Look, rule: str) -> str:
    led = look.view.seats[look.view.leader].card if rule == "SD-9" else None
    if led is None or any(card[0] == led[0] for card in look.view.hand):
        return PROMPT[look.language][rule]
    return _t(look, "free", colour=COLOUR_WORDS[look.language][led[0]])


def read(words: list[str], look: Look) -> list[str]:
    line = " ".join(words).translate(_COLOUR_TYPED)  # 紫3 is p3
    return pick(_APART.sub(r"\1\2", line).split(), WORDS, look.choice)


def rules_now(look: Look) -> tuple[str, ...]:
    return _RELATED[look.choice["rule"]] if look.choice else ("SD-2", "SD-3")


# --- rounds and scores ----------------------------------------------------------------------


def summary(events: list[dict[str, Any]], look: Look) -> list[Text]:
    """The last round of these events: who took what, and what it counts."""
    score, scale = events[-1], next(e for e in reversed(events) if e["kind"] == "scale")
    poisonous = any(card[0] == "P" for card in scale["cards"])
    parts = {"cards": " ".join(scale["cards"]), "who": look.names[scale["seat"]]}
    revealed = _t(look, "revealed" if poisonous else "revealed-clean", **parts)
    heads = [_t(look, key) for key in ("tokens", "purple", "this-round", "total")]
    rows: list[list[Cell]] = [["", *(Text(head, "dim") for head in heads)]]
    for p, (tokens, purple) in enumerate(_taken(events, look.view.players)):
        name = Text("  " + look.full_names[p], "bold" if p == look.view.viewer else "")
        minus = -sum(int(card[1:]) for card in purple)
        cards = Text(f"({minus}) ").append_text(_numbers(purple)) if minus else Text("-", "dim")
        points = Text(signed(score["points"][p]), "bold")
        won = f"{tokens} ({TOKEN * tokens:+d})"
        rows.append([name, won, cards, points, str(score["scores"][p])])
    lines = [heading(_t(look, "round-over", round=score["round"]), look.width)]
    lines += flow([tint(revealed)], look.width, 1) + grid(rows, "lrlrr", look.width)
    if score["moon"] is not None:
        who = look.names[score["moon"]]
        lines.append(Text(" " + MOON[look.language].format(who=who).strip(), "bold"))
    return lines


def _taken(events: list[dict[str, Any]], n: int) -> list[tuple[int, list[str]]]:
    """The tokens and the purple cards of each seat in the last round of these events."""
    tokens, purple = [0] * n, [set[str]() for _ in range(n)]
    for event in events:
        seat = event.get("seat", 0)
        if event["kind"] == "deal":
            tokens, purple = [0] * n, [set[str]() for _ in range(n)]
        elif event["kind"] == "position":  # what lay there already
            tokens = [facts["tokens"] for facts in event["view"]["seats"]]
            purple = [set(facts["purple"]) for facts in event["view"]["seats"]]
        elif event["kind"] == "trick":
            tokens[seat] += 1
            purple[seat].update(event["cards"])
        elif event["kind"] == "scale":
            purple[seat].update(card for card in event["cards"] if card[0] == "P")
    return [(tokens[p], sorted(purple[p], key=NAMES.index)) for p in range(n)]


def sheet(look: Look) -> list[Text]:
    seats = look.view.seats
    done = range(len(seats[0].points))
    heads = [_t(look, "nth-round", round=r + 1) for r in done] + [_t(look, "total")]
    rows: list[list[Cell]] = [["", *(Text(head, "dim") for head in heads)]]
    for p, seat in enumerate(seats):
        name = Text("  " + look.full_names[p], "bold" if p == look.view.viewer else "")
        points = [signed(points) for points in seat.points]
        rows.append([name, *points, Text(str(seat.score), "bold")])
    return grid(rows, "l" + "r" * (len(done) + 1), look.width)


# --- what a good player works out -----------------------------------------------------------


def aids(look: Look) -> list[Text]:
    told, names = look.aids, look.names
    lines: list[Text] = []
    if look.view.phase == "tricks":
        rows: list[list[Cell]] = [["  " + _t(look, "if-now"), "", _t(look, "total")]]
        for p, name in enumerate(names):
            rows.append([f"  {name}", signed(told["points"][p]), str(told["scores"][p])])
        lines += grid(rows, "lrr", look.width)
    unseen = {letter: cards for letter, cards in told["unseen"].items() if cards}
    if unseen:
        rows = [["  " + _t(look, "unseen"), ""]]
        rows += [
            ["  " + COLOUR_WORDS[look.language][letter], _cards(cards, set(cards))]
            for letter, cards in unseen.items()
        ]
        lines += grid(rows, "ll", look.width)
    sentences: list[str] = []
    for p, letters in enumerate(told["void"]):
        if letters and p != look.view.viewer:
            colours = JOIN[look.language].join(
                COLOUR_WORDS[look.language][letter] for letter in letters
            )
            key = "void-first" if look.view.seats[p].second else "void"
            sentences.append(_t(look, key, who=names[p], colours=colours))
    if told["in_scale"]:
        sentences.append(_t(look, "in-scale", cards=" ".join(told["in_scale"])))
    if told["moon"] is not None:
        sentences.append(_t(look, "only", who=names[told["moon"]]))
    lines += flow([tint(sentence) for sentence in sentences], look.width, 2)
    return lines or [Text("  " + _t(look, "nothing"))]


assert RANKS == 12  # _CARD

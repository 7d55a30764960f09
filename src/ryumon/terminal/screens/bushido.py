"""Bushido Breaker in the terminal. The names are those of every game's `screen` module."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rich.text import Text

from ryumon.games.bushido.words import CARD_WORDS, NAMES, PLACE_WORDS, PROMPT, spell
from ryumon.play.refusal import NO_RULE
from ryumon.play.sentence import JOIN, either
from ryumon.terminal.layout import Cell, Look, flow, grid, heading, texts, tinted
from ryumon.terminal.parsing import misread, pick, shortened

WORDS = {name: name for name in NAMES}
LINE_ENDS = {"gate", "play", "round", "shown", "deaths", "alarms", "chirp", "after", "begin"}
ROUND_END = "end"
ROUND_START = "begin"
QUIET = {"begin"}

ROOMY = 76  # cells, from which on the levels of bots are shown
LAID_OPEN = {"guards", "judging", "metsubushi", "smoke"}  # when cards of this round lie there

_MAN = re.compile(r"(?<![A-Za-z0-9])s[1-7](?![0-9])")
_PARTS = [re.split("[:,]", name) for name in NAMES]
MOST_NAMED = 6  # of the moves that something typed could mean
_RELATED = {
    "BB-1": ("BB-1",), "BB-2": ("BB-5", "BB-6", "BB-7", "BB-8", "BB-10"),
    "BB-3": ("BB-3", "BB-11", "BB-12", "BB-13", "BB-14", "BB-15", "BB-16"),
    "BB-21": ("BB-21",), "BB-22": ("BB-22",), "BB-27": ("BB-27", "BB-28"),
}  # fmt: skip
_SPECIAL_RULES = {
    "shurikens": "BB-24", "diagonal": "BB-25", "blowgun": "BB-26", "metsubushi": "BB-21",
    "reinforcements": "BB-27", "repair": "BB-27", "showdown": "BB-28", "revelation": "BB-27",
}  # fmt: skip
# rows of the maps, from the top
MAPS = {
    2: [["", "chamber", ""], ["", "corridor", ""], ["", "castle", ""], ["west", "dojo", "east"]],
    3: [
        ["", "chamber", ""], ["", "corridor", ""], ["dojo", "castle", "dining"],
        ["west", "daimyo", "east"],
    ],
}  # fmt: skip
TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "round": "Round {round} of {turns}", "over": "the game is over", "showdown": "showdown",
        "specials": "specials", "gates": "gates", "actions": "ninja: choose an action",
        "guards": "samurai: play a card", "metsubushi": "resolving the round",
        "smoke": "resolving the round", "judging": "resolving the round",
        "between": "after the round",
        "alarms": "Alarms disabled: {off}; the Chamber opens at {needed}.",
        "on": "alarm", "off": "no alarm", "you": "YOU", "in play": "in play", "killed": "killed",
        "captured": "captured", "ninja": "ninja", "samurai": "samurai", "notices": "notices",
        "face-up": "face up", "special": "special", "laid": "used", "unknown": "?",
        "cards": "Your cards: {cards}.", "notepad": "Your notepad: {pages}.",
        "dart": "{man} is poisoned and dies in {fuse} round{fuse:|s}.",
        "played": "Played in this round: {cards}.", "how": "Choose one: type its number or words.",
        "floor": "* Nightingale Floor: a ninja who arrives there is heard.",
        "level": "level: {level}",
        "end": "Result", "won": "won", "lost": "lost",
        "suspect": "{who} may be at: {places}.", "may-hold": "{who} may have: {cards}.",
        "missing": "Alarms still to be disabled: {missing}.", "none": "none",
    },
    "ja": {
        "round": "第{round}ラウンド（全{turns}）", "over": "ゲーム終了", "showdown": "決戦",
        "specials": "特殊札", "gates": "門", "actions": "忍者の番", "guards": "侍の番",
        "metsubushi": "判定中", "smoke": "判定中", "judging": "判定中",
        "between": "ラウンドの後",
        "alarms": "破壊された警報: {off}。将軍の間が開くのは{needed}。",
        "on": "警報", "off": "警報なし", "you": "自分", "in play": "健在", "killed": "死亡",
        "captured": "捕縛", "ninja": "忍者", "samurai": "侍側", "notices": "発見",
        "face-up": "表向き", "special": "特殊札", "laid": "使用済み", "unknown": "？",
        "cards": "手札: {cards}。", "notepad": "記録帳: {pages}。",
        "dart": "{man}は毒を受け、あと{fuse}ラウンドで死ぬ。",
        "played": "このラウンドの札: {cards}。", "how": "番号か言葉で1つ選ぶ。",
        "floor": "* 鶯張り: ここに来た忍者は音で知られる。",
        "level": "レベル: {level}",
        "end": "結果", "won": "勝ち", "lost": "負け",
        "suspect": "{who}の居場所: {places}。", "may-hold": "{who}の特殊札: {cards}。",
        "missing": "まだ破壊が要る警報: {missing}。", "none": "なし",
    },
}  # fmt: skip

_t = texts(TEXTS)


def tint(sentence: str) -> Text:
    return tinted(sentence, _MAN, lambda _: "cyan")


# --- the table ------------------------------------------------------------------------------


def standing(look: Look) -> str:
    view = look.view
    if view.phase == "over":
        return _t(look, "over")
    number = view.round - (view.phase == "between")  # after a round it is that one
    parts = [_t(look, "round", round=number, turns=view.turns), _t(look, view.phase)]
    return " · ".join([*parts, *([_t(look, "showdown")] if view.showdown else [])])


def table(look: Look) -> list[Text]:
    view = look.view
    lines = [heading(standing(look), look.width), *_map(look), Text()]
    lines += _sides(look)
    alarms = _t(look, "alarms", off=view.disabled, needed=view.needed)
    played = view.rounds[-1].played if view.phase in LAID_OPEN else []
    facts = [alarms, _t(look, "floor")]
    if played:
        told = JOIN[look.language].join(spell(move, look.language) for move in played)
        facts.append(_t(look, "played", cards=told))
    lines += flow([tint(fact) for fact in facts], look.width, 1)
    return lines + (_own(look) if view.own else [])


def _map(look: Look) -> list[Text]:
    """Four rows of three places: the name, the alarm, who stands there."""
    spots = {place.name: place for place in look.view.places}
    rows: list[list[Cell]] = []
    for row in MAPS[2 if look.view.players == 2 else 3]:
        rows.append([Text(_name(look, name), "bold") for name in row])
        rows.append([_content(look, spots[name]) if name else "" for name in row])
    return grid(rows, "lll", look.width)


def _name(look: Look, place: str) -> str:
    floor = "*" if place == "corridor" else ""  # BB-9
    return f"[{PLACE_WORDS[look.language][place]}{floor}]" if place else ""


def _content(look: Look, place: Any) -> Text:
    text = Text(" ")
    if place.alarm is not None:
        text.append(_t(look, "on" if place.alarm else "off"), "" if place.alarm else "dim")
    for man in place.samurai:
        text.append(f" {man}", "cyan")
    own = look.view.own
    if own is not None and own.place == place.name:
        text.append(f" {_t(look, 'you')}", "bold magenta")
    for ninja in look.view.ninja:
        if ninja.place == place.name and ninja.seat != look.view.viewer:
            text.append(f" {look.names[ninja.seat]}", "magenta")
    return text


def _sides(look: Look) -> list[Text]:
    view = look.view
    rows: list[list[Cell]] = []
    for ninja in view.ninja:
        shown = JOIN[look.language].join(CARD_WORDS[look.language][c] for c in ninja.face_up)
        facts = f"{_t(look, ninja.state)} · {_t(look, 'notices')} {ninja.notices}"
        faces = f"{_t(look, 'face-up')}: {shown or _t(look, 'none')}"
        rows.append([_who(look, ninja.seat), _t(look, "ninja"), facts, faces])
    for guard in view.samurai:
        words = CARD_WORDS[look.language]
        facts = f"{words['katana']} {guard.katana} · {words['yumi']} {guard.yumi}"
        special = words[guard.special] if guard.special else _t(look, "unknown")
        told = "" if view.players == 3 else f"{_t(look, 'special')}: {special}"
        told += f" ({_t(look, 'laid')})" if guard.laid else ""
        rows.append([_who(look, guard.seat), _t(look, "samurai"), facts, told])
    return grid(rows, "llll", look.width)


def _who(look: Look, seat: int) -> Text:
    turn = "> " if seat == look.view.turn else "  "
    name = look.names[seat]
    more = look.full_names[seat].removeprefix(name).strip(" ()")
    if more and look.width >= ROOMY:
        # a bot of the level samurai may play a ninja
        told = more if seat == look.view.viewer else _t(look, "level", level=more)
        name = f"{name} ({told})"
    return Text(turn + name, "bold" if seat == look.view.viewer else "")


def _own(look: Look) -> list[Text]:
    """The ninja's own cards and notepad."""
    own, words, join = look.view.own, CARD_WORDS[look.language], JOIN[look.language].join
    cards = [f"{words[c]} {getattr(own, c)}" for c in ("kunai", "shuriken", "smoke")]
    cards += [words[c] + (f" {own.diagonals}" if c == "diagonal" else "") for c in own.specials]
    pages = join(spell(move, look.language) for move in own.notepad) or _t(look, "none")
    facts = [_t(look, "cards", cards=join(cards)), _t(look, "notepad", pages=pages)]
    if own.dart:
        facts.append(_t(look, "dart", man=own.dart, fuse=own.fuse))
    return flow([tint(fact) for fact in facts], look.width, 1)


# --- the decision ---------------------------------------------------------------------------


def question(look: Look) -> list[Text]:
    choice = look.choice
    if choice is None:
        return []
    rule = choice["rule"]
    sentences: list[Cell] = [Text(f"{PROMPT[look.language][rule]} ({rule})", "bold")]
    sentences.append(_t(look, "how"))
    return flow(sentences, look.width, 1) + _numbered(look, choice["which"])


def _numbered(look: Look, moves: list[str]) -> list[Text]:
    """The moves with their numbers; those that begin alike together, a samurai on each line."""
    groups: dict[str, list[str]] = {}
    for k, move in enumerate(moves, 1):
        *begin, end = re.split(r"(?<=[:,])", move, maxsplit=1)
        groups.setdefault("".join(begin), []).append(f"{k})\u00a0{end}")
    lines: list[Text] = []
    for begin, numbered in groups.items():
        cells: list[Cell] = [Text(begin, "cyan")] if begin else []
        lines += flow([*cells, *numbered], look.width, 2)
    return [Text(line.plain.replace("\u00a0", " ")) for line in lines]


def read(words: list[str], look: Look) -> list[str]:
    """A move in full; its number in the list; or enough of its words that one is meant."""
    if len(words) == 1 and words[0].isdecimal() and look.choice is not None:
        which, number = look.choice["which"], int(words[0])
        if not 0 < number <= len(which):
            raise misread("no-number", number=shortened(words[0]), last=len(which))
        return [which[number - 1]]
    parts = re.split(r"[\s:,]+", " ".join(words).strip(" :,"))
    if parts in _PARTS:
        return [NAMES[_PARTS.index(parts)]]
    meant = _meant(parts, look.legal)
    if len(meant) > 1:
        moves = either(meant[:MOST_NAMED])
        raise misread("several", look.choice["rule"] if look.choice else NO_RULE,
                      word=" ".join(words), moves=moves)  # fmt: skip
    return meant or pick(words, WORDS, look.choice)


def _meant(typed: list[str], legal: list[str]) -> list[str]:
    """The moves that have all these words in this order, else those with words that begin so."""
    for same in (str.__eq__, str.startswith):
        found = [move for move in legal if _holds(re.split("[:,]", move), typed, same)]
        if found:
            return found
    return []


def _holds(parts: list[str], typed: list[str], same: Callable[[str, str], bool]) -> bool:
    left = iter(parts)
    return all(any(same(part, word) for part in left) for word in typed)


def rules_now(look: Look) -> tuple[str, ...]:
    if look.choice is None:
        return ("BB-23", "BB-30")
    words = {word for move in look.choice["which"] for word in re.split("[:,]", move)}
    specials = {rule for word, rule in _SPECIAL_RULES.items() if word in words}
    return tuple(dict.fromkeys([*_RELATED[look.choice["rule"]], *sorted(specials)]))


# --- the end --------------------------------------------------------------------------------


def summary(events: list[dict[str, Any]], look: Look) -> list[Text]:
    """The game is over: who won."""
    winners = events[-1]["winners"]
    rows: list[list[Cell]] = [
        [_who(look, p), _t(look, "won" if p in winners else "lost")]
        for p in range(look.view.players)
    ]
    return [heading(_t(look, "end"), look.width), *grid(rows, "ll", look.width)]


def sheet(look: Look) -> list[Text]:
    return _sides(look)


# --- what a good player works out -----------------------------------------------------------


def aids(look: Look) -> list[Text]:
    join, words = JOIN[look.language].join, CARD_WORDS[look.language]
    found = [_t(look, "missing", missing=look.aids["missing"])]
    for suspect in look.aids["suspects"]:
        who = look.names[suspect["seat"]]
        where = PLACE_WORDS[look.language]
        places = [f"{where[p]} {_percent(x)}" for p, x in suspect["places"].items()]
        if places:
            found.append(_t(look, "suspect", who=who, places=join(places)))
        cards = [f"{words[c]} {_percent(x)}" for c, x in suspect["specials"].items()]
        found.append(_t(look, "may-hold", who=who, cards=join(cards)))
    for seat, chances in look.aids["guards"].items():
        cards = [f"{words[c]} {_percent(x)}" for c, x in chances.items()]
        if len(cards) > 1:
            found.append(_t(look, "may-hold", who=look.names[int(seat)], cards=join(cards)))
    return flow([tint(sentence) for sentence in found], look.width, 2)


def _percent(chance: float) -> str:
    return "<1%" if 0 < chance < 0.005 else f"{chance:.0%}"

"""Bushido Breaker: every sentence in English and Japanese."""

from __future__ import annotations

from typing import Any

from ryumon.games.bushido.board import (
    AFTER, BLIND, CARDS, ESCAPE, GATE, GUARD, KATANA, KUNAI, LAY, METSUBUSHI, MOVE, NEVER, NONE,
    PICK, PLAY, REINFORCE, REPAIR, REVELATION, SAMURAI,
    START, YUMI, alive, near, needed, ninjas, word_of,
)  # fmt: skip
from ryumon.games.bushido.choices import may_repeat
from ryumon.games.bushido.notation import ACTIONS, MEN, NAMES, PLACES, SPECIALS
from ryumon.games.bushido.rulebook import RULES
from ryumon.games import speech
from ryumon.games.speech import log_of
from ryumon.play.refusal import Refusal
from ryumon.play.sentence import JOIN, text_of

__all__ = ["NAMES", "RULES", "refuse", "say"]

PLACE_WORDS = {
    "en": {
        "chamber": "Shogun's Chamber", "corridor": "Shogun's Corridor",
        "castle": "Shogun's Castle", "dojo": "Dojo", "west": "West Gate", "east": "East Gate",
        "daimyo": "Daimyo's Castle", "dining": "Dining Room",
    },
    "ja": {
        "chamber": "将軍の間", "corridor": "将軍の廊下", "castle": "将軍の城", "dojo": "道場",
        "west": "西門", "east": "東門", "daimyo": "大名の城", "dining": "食事の間",
    },
}  # fmt: skip
CARD_WORDS = {
    "en": {
        "kunai": "Kunai", "shuriken": "Shuriken", "sabotage": "Sabotage Alarm", "move": "Move",
        "hide": "Hide", "shurikens": "Shurikens", "diagonal": "Move Diagonally",
        "blowgun": "Blowgun", "metsubushi": "Metsubushi", "smoke": "Smoke Bomb",
        "reinforcements": "Reinforcements", "repair": "Repair Alarms", "showdown": "Showdown",
        "revelation": "Revelation", "katana": "Katana", "yumi": "Yumi", "search": "Search Room",
        "alarm": "Check Alarm", "exits": "Check Exits", "gate": "Gate", "special": "Special",
        "reinforce": "Reinforcements",
    },
    "ja": {
        "kunai": "苦無", "shuriken": "手裏剣", "sabotage": "警報破壊", "move": "移動",
        "hide": "隠れる", "shurikens": "双手裏剣", "diagonal": "斜め移動", "blowgun": "吹き矢",
        "metsubushi": "目潰し", "smoke": "煙玉", "reinforcements": "増援", "repair": "警報修理",
        "showdown": "決戦", "revelation": "露見", "katana": "刀", "yumi": "弓",
        "search": "部屋の捜索", "alarm": "警報の点検", "exits": "出口の見張り", "gate": "門",
        "special": "特殊札", "reinforce": "増援",
    },
}  # fmt: skip
TO = {"en": "{card} to the {places}", "ja": "{card}（{places}）"}
BOTH_TO = {"en": "{card}, both to the {place}", "ja": "{card}（2人とも{place}）"}
AT = {"en": "{card} against {men}", "ja": "{card}（標的{men}）"}
BY = {"en": "{card} for {man}", "ja": "{man}の{card}"}
AND = {"en": " and ", "ja": "と"}


def spell(move: str, language: str) -> str:
    """A move in words: `shurikens:s2,s5` is "Shurikens against s2 and s5"."""
    cards, where = CARD_WORDS[language], PLACE_WORDS[language]
    man, _, rest = move.partition(":")
    if man in MEN:
        return BY[language].format(man=man, card=spell(rest, language))
    word, _, rest = move.partition(":")
    card = cards.get(word, word)
    if not rest:
        return card
    if word == "special":
        return cards[rest]
    parts = rest.split(",")
    join = AND[language].join
    if parts[0] in MEN:
        return AT[language].format(card=card, men=join(parts))
    if len(parts) > len(set(parts)):
        return BOTH_TO[language].format(card=card, place=where[parts[0]])
    return TO[language].format(card=card, places=join(where[p] for p in parts))


# --- the log: (said of another, said to oneself) --------------------------------------------

LOG = log_of({
    "en": {
        "special": ("{who} picks a special.", "You pick {card}."),
        "special-seen": ("{who} picks {card}.", ""),
        "gate": ("{who} chooses a gate.", "You begin at the {card}."),
        "lay": ("{who} lays an action face down.", "You lay {card}."),
        "play": ("{who} plays {card}.", "You play {card}."),
        "asked-metsubushi": ("", "Your Kunai meets its target's Katana: you may lay Metsubushi."),
        "asked-smoke": ("", "You are about to be killed or captured: you may lay the Smoke Bomb."),
        "asked-special": ("", "The round is over: you may lay your special."),
        "answer": ("", "You answer: {card}."),
        "begin": ("Round {round} begins.", ""),
        "round": ("Round {round} resolved; turns left: {left}.", ""),
        "blinded": ("{who} blinds the target of {card} with Metsubushi.",
                    "You blind the target of {card} with Metsubushi."),
        "blocked": ("{who}'s {card} is blocked.", "Your {card} is blocked."),
        "dodged": ("{who}'s {card} is dodged.", "Your {card} is dodged."),
        "noticed": ("{who} is noticed at the {at}: {card}.",
                    "You are noticed at the {at}: {card}."),
        "captured": ("{who} is noticed again and captured at the {at}: {card}.",
                     "You are noticed again and captured at the {at}: {card}."),
        "killed": ("{who} is killed: {card}.", "You are killed: {card}."),
        "smoked": ("{who} escapes by a Smoke Bomb: {card}.",
                   "You escape by your Smoke Bomb: {card}."),
        "deaths": ("Dead: {samurai}.", ""),
        "alarms": ("Disabled: the alarm of the {places}.", ""),
        "chirp": ("Chirp! {who} is on the Nightingale Floor.",
                  "Chirp! You are on the Nightingale Floor."),
        "reinforce": ("{who} lays {card}.", "You lay {card}."),
        "repair": ("{who} lays {card}.", "You lay {card}."),
        "showdown": ("{who} calls for a Showdown: all are in the Shogun's Corridor.",
                     "You call for a Showdown: all are in the Shogun's Corridor."),
        "revelation": ("{who} lays Revelation: {words}.", "You lay Revelation: {words}."),
        "end": ("The game is over: {winners} {won}. {reason}", ""),
    },
    "ja": {
        "special": ("{who}は特殊札を選んだ。", "あなたは{card}を選んだ。"),
        "special-seen": ("{who}は{card}を選んだ。", ""),
        "gate": ("{who}は門を選んだ。", "あなたは{card}から始める。"),
        "lay": ("{who}は行動を伏せた。", "あなたは{card}を伏せた。"),
        "play": ("{who}は{card}を出した。", ""),
        "asked-metsubushi": ("", "苦無が標的の刀に出会った。目潰しを使うか。"),
        "asked-smoke": ("", "討たれるか捕まるところだ。煙玉を使うか。"),
        "asked-special": ("", "ラウンドが終わった。特殊札を使うか。"),
        "answer": ("", "あなたの答え: {card}。"),
        "begin": ("第{round}ラウンドが始まる。", ""),
        "round": ("第{round}ラウンドの判定。残り{left}ターン。", ""),
        "blinded": ("{who}は{card}の標的に目潰しを使った。", ""),
        "blocked": ("{who}の{card}は防がれた。", ""),
        "dodged": ("{who}の{card}はかわされた。", ""),
        "noticed": ("{who}は{at}で気付かれた: {card}。", ""),
        "captured": ("{who}は{at}で再び気付かれ、捕まった: {card}。", ""),
        "killed": ("{who}は討たれた: {card}。", ""),
        "smoked": ("{who}は煙玉で逃れた: {card}。", ""),
        "deaths": ("死亡: {samurai}。", ""),
        "alarms": ("警報が破壊された: {places}。", ""),
        "chirp": ("鶯張りが鳴いた。{who}が踏んだ。", ""),
        "reinforce": ("{who}は{card}を使った。", ""),
        "repair": ("{who}は{card}を使った。", ""),
        "showdown": ("{who}は決戦を挑んだ。全員が将軍の廊下に集まる。", ""),
        "revelation": ("{who}は露見を使った: {words}。", ""),
        "end": ("ゲーム終了。勝者: {winners}。{reason}", ""),
    },
})  # fmt: skip
BLINDED = {"en": " Metsubushi had been laid.", "ja": "目潰しを使っていた。"}
REASONS = {
    "en": {
        "out": "No ninja is left.", "dead": "No samurai is left.",
        "chamber": "A ninja is in the Shogun's Chamber: {ninja}.",
        "turns": "The notepad is full.",
    },
    "ja": {
        "out": "忍者は残っていない。", "dead": "侍は残っていない。",
        "chamber": "忍者が将軍の間に入った（{ninja}）。", "turns": "記録帳が埋まった。",
    },
}  # fmt: skip
DECLINED = {"en": "no", "ja": "使わない"}


def say(event: dict[str, Any], viewer: int, language: str, names: list[str] | None = None) -> str:
    """One sentence for an event, as this viewer saw it."""

    def called(seat: int) -> str:
        return speech.seat_name(seat, viewer, language, names)

    kind, where, join = event["kind"], PLACE_WORDS[language], JOIN[language].join
    parts = {"card": _told(event.get("move") or event.get("action") or "", language)}
    if kind == "asked":
        kind = f"asked-{event['question']}"
    elif kind == "special" and event["seat"] != viewer and "move" in event:
        kind = "special-seen"
    elif kind == "gate" and "move" in event:
        parts["card"] = where[event["move"].removeprefix("gate:")]
    elif kind == "shown":
        kind = event.get("fate", "blinded")
        parts["at"] = where[event["at"]] if "at" in event else ""
    elif kind == "deaths":
        parts["samurai"] = join(event["samurai"])
    elif kind == "alarms":
        parts["places"] = join(where[place] for place in event["places"])
    elif kind == "after" and "words" not in event:
        kind = event["move"].partition(":")[0]
    elif kind == "after":
        kind = "revelation"
        parts["words"] = "; ".join(
            f"{called(p)}: {join(CARD_WORDS[language][w] for w in words)}"
            for p, words in event["words"]
        )
    elif kind == "end":
        ninja = join(map(called, event["chamber"]))
        parts["reason"] = REASONS[language][event["reason"]].format(ninja=ninja)
    also = BLINDED[language] if event.get("metsubushi") and "fate" in event else ""
    return speech.say(LOG, event, viewer, language, names, parts, kind) + also


def _told(move: str, language: str) -> str:
    if move in ("no", "none"):
        return DECLINED[language]
    return spell(move, language) if move else ""


# --- what is being decided ------------------------------------------------------------------

DECISIONS = {
    PICK: "BB-1", START: "BB-1", LAY: "BB-2", PLAY: "BB-3", BLIND: "BB-21", ESCAPE: "BB-22",
    AFTER: "BB-27",
}  # fmt: skip


def rule_of(s: Any) -> str:
    """The rule that the decision to be made comes from."""
    return DECISIONS[s.phase]


PROMPT = {
    "en": {
        "BB-1": "Choose in secret: your special, then the ninja's gate.",
        "BB-2": "Lay an action face down.",
        "BB-3": "Play a card for one of the samurai.",
        "BB-21": "Your Kunai meets the Katana of its target: lay Metsubushi or not.",
        "BB-22": "You are about to be killed or captured: lay the Smoke Bomb or not.",
        "BB-27": "The round is over: lay your special or not.",
    },
    "ja": {
        "BB-1": "特殊札を、忍者は続いて門を、ひそかに選ぶ。",
        "BB-2": "行動を1枚伏せる。",
        "BB-3": "侍1人に札を1枚使う。",
        "BB-21": "苦無が標的の刀に出会った。目潰しを使うか。",
        "BB-22": "討たれるか捕まるところだ。煙玉を使うか。",
        "BB-27": "ラウンドが終わった。特殊札を使うか。",
    },
}

# --- refusals -------------------------------------------------------------------------------

REFUSED: dict[str, dict[str, str]] = {
    "en": {
        "not-now": "{move} cannot be chosen now: {prompt}",
        "side": "{move} is a special of the other side.",
        "taken": "{move} has been taken already.",
        "ascending": "Two specials are named in ascending order; {move} cannot come now.",
        "dead": "That samurai is not alive.",
        "not-here": "A Kunai reaches only samurai at your own place.",
        "not-beside": "A Shuriken reaches only samurai at adjacent places.",
        "gone": "You have no such card left.",
        "disabled": "The alarm here is disabled already.",
        "no-way": "That place is not adjacent.",
        "no-diagonal": "That place is not a diagonal neighbour.",
        "row": "Move and Hide may each be laid only twice in a row.",
        "alarms": "The Shogun's Chamber may be entered only when {needed} alarms are disabled.",
        "two-places": "The two targets must be at two different adjacent places.",
        "showdown": "In a showdown nobody leaves the Shogun's Corridor.",
        "used": "Your partner has used that samurai in this round.",
        "chamber": "Samurai never enter the Shogun's Chamber.",
        "too-many": "Reinforcements come only while at most 4 samurai are alive.",
        "no-place": "That place is not on this map.",
        "not-disabled": "Two disabled alarms are repaired, or the only one.",
        "not-two": "A showdown needs exactly 2 living samurai.",
        "corridor": "In a showdown reinforcements come to the Shogun's Corridor.",
        "no-repair": "In a showdown alarms are not repaired.",
    },
    "ja": {
        "not-now": "今は{move}を選べない。{prompt}",
        "side": "{move}は相手側の特殊札である。",
        "taken": "{move}はもう取られている。",
        "ascending": "2枚の特殊札は昇順に選ぶ。{move}は今は選べない。",
        "dead": "その侍は生きていない。",
        "not-here": "苦無が届くのは自分のいる場所の侍だけである。",
        "not-beside": "手裏剣が届くのは隣の場所の侍だけである。",
        "gone": "その札はもうない。",
        "disabled": "ここの警報はもう破壊されている。",
        "no-way": "そこは隣ではない。",
        "no-diagonal": "そこは斜め隣ではない。",
        "row": "移動と隠れるは、それぞれ2回まで続けられる。",
        "alarms": "将軍の間に入るには、警報が{needed}つ破壊されていなければならない。",
        "two-places": "2つの標的は、異なる2つの隣の場所にいなければならない。",
        "showdown": "決戦では誰も将軍の廊下を離れない。",
        "used": "その侍はこのラウンドで仲間が使った。",
        "chamber": "侍は将軍の間に入らない。",
        "too-many": "増援は、生きている侍が4人以下のときだけ来る。",
        "no-place": "その場所はこの地図にない。",
        "not-disabled": "修理するのは破壊された警報2つ、または唯一の1つである。",
        "not-two": "決戦には、生きている侍がちょうど2人でなければならない。",
        "corridor": "決戦では増援は将軍の廊下に来る。",
        "no-repair": "決戦では警報を修理できない。",
    },
}


def refuse(s: Any, move: int) -> Refusal:
    """Why a readable move is not legal. It says nothing that the seat to move does not know."""
    rule, why = _reason(s, move)
    prompt = text_of(PROMPT, rule_of(s))
    return Refusal.of(REFUSED, why, rule, move=NAMES[move], prompt=prompt, needed=needed(s))


def _reason(s: Any, move: int) -> tuple[str, str]:
    if move >= NEVER:
        return _no_chamber(s, move - NEVER)
    if s.phase == PICK and move < GATE:
        return "BB-1", _no_pick(s, move)
    if s.phase == LAY and KUNAI <= move < GUARD:
        return _no_action(s, move)
    if s.phase == PLAY and GUARD <= move < METSUBUSHI:
        return _no_card(s, (move - GUARD) // CARDS, (move - GUARD) % CARDS)
    if s.phase == AFTER and REINFORCE <= move < NONE:
        return _no_special(s, move)
    return rule_of(s), "not-now"


def _no_chamber(s: Any, k: int) -> tuple[str, str]:
    """Samurai never enter the Chamber, and it has no alarm."""
    if k < SAMURAI:
        if s.phase != PLAY:
            return rule_of(s), "not-now"
        return ("BB-3", "dead") if s.post[k] < 0 else ("BB-13", "chamber")
    if s.phase != AFTER:
        return rule_of(s), "not-now"
    return "BB-27", "chamber" if k < SAMURAI + len(PLACES) else "not-disabled"


def _no_pick(s: Any, move: int) -> str:
    if (move < 4) != (s.player < ninjas(s)):
        return "side"
    return "ascending" if s.n == 3 else "taken"


def _no_action(s: Any, move: int) -> tuple[str, str]:
    k, word = s.player, ACTIONS[word_of(move)]
    target = int(NAMES[move].rpartition("s")[2]) - 1 if ":s" in NAMES[move] else -1
    if word == "kunai":
        if s.kunai[k] == 0:
            return "BB-2", "gone"
        return "BB-5", "dead" if s.post[target] < 0 else "not-here"
    if word == "shuriken":
        if s.shuriken[k] == 0:
            return "BB-2", "gone"
        return "BB-5", "dead" if s.post[target] < 0 else "not-beside"
    if word == "sabotage":
        return "BB-6", "disabled"
    if word == "hide":
        return "BB-7", "row"
    if word == "move":
        return _no_way(s, move - MOVE)
    if not s.special[k] >> SPECIALS.index(word) & 1:
        return "BB-2", "gone"
    if word == "blowgun":
        return "BB-26", "dead"
    if s.showdown:
        return "BB-28", "showdown"
    return ("BB-24", "two-places") if word == "shurikens" else ("BB-25", "no-diagonal")


def _no_way(s: Any, to: int) -> tuple[str, str]:
    if s.showdown and to != 1:
        return "BB-28", "showdown"
    if not s.showdown and not near(s, s.place[s.player]) >> to & 1:
        return "BB-7", "no-way"
    if not may_repeat(s, s.player, 3):
        return "BB-7", "row"
    return "BB-8", "alarms"


def _no_card(s: Any, x: int, card: int) -> tuple[str, str]:
    if s.post[x] < 0:
        return "BB-3", "dead"
    if (s.played[2 * s.round] - GUARD) // CARDS == x:
        return "BB-3", "used"
    if card in (KATANA, YUMI):
        return "BB-3", "gone"
    if s.showdown:
        return "BB-28", "showdown"
    return "BB-13", "no-way"


def _no_special(s: Any, move: int) -> tuple[str, str]:
    held = s.special[s.player]
    kind = 4 if move < REPAIR else 5 if move < REVELATION else 7 if move == REVELATION else 6
    if not held >> kind & 1:
        return "BB-27", "gone"
    if kind == 4:
        if alive(s) > 4:
            return "BB-27", "too-many"
        return ("BB-28", "corridor") if s.showdown else ("BB-27", "no-place")
    if kind == 5:
        return ("BB-28", "no-repair") if s.showdown else ("BB-27", "not-disabled")
    return "BB-27", "not-two"

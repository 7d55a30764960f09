"""Slaughter the Dragon: notation, and every sentence in English and Japanese."""

from __future__ import annotations

from typing import Any

from ryumon.games.slaughter.rules import (
    DEAL, DIVIDE, DONE, DRAW, FIRST, GIVE, MOVES, PLAY, PUT, RANKS, REPAY, SEATS, SUMMONED, TRUMP,
)  # fmt: skip
from ryumon.games import speech
from ryumon.games.speech import capital, log_of, refusals_of
from ryumon.kernel.bits import members
from ryumon.play.refusal import Refusal
from ryumon.play.sentence import JOIN, every, text_of

COLOURS = "PRBG"
_CARDS = [f"{colour}{number}" for colour in COLOURS for number in range(1, RANKS + 1)]

# the moves in the order of their numbers (rules.py)
NAMES = [
    *_CARDS,
    "done",
    *(f"~first:{seat}" for seat in range(SEATS)),
    *(f"~trump:{colour}" for colour in COLOURS),
    *(f"~{card}" for card in _CARDS),
]
IDS = {name: k for k, name in enumerate(NAMES)}
CARD_OF = {f"~{card}": k for k, card in enumerate(_CARDS)}


@speech.remembered
def cards(mask: int) -> list[str]:
    return [NAMES[card] for card in members(mask)]


def number_of(card: int) -> int:
    return card % RANKS + 1


def name_of_colour(colour: int) -> str:
    return COLOURS[colour]


COLOUR_WORDS = {
    "en": {"P": "purple", "R": "red", "B": "blue", "G": "green"},
    "ja": {"P": "紫", "R": "赤", "B": "青", "G": "緑"},
}

# --- the log: (said of another, said to oneself) --------------------------------------------

LOG = log_of({
    "en": {
        "first": ("{who} leads first.", "You lead first."),
        "deal": ("Round {round} is dealt.", "Round {round} is dealt; you hold {cards}."),
        "trump": ("Trump is {colour}.", ""),
        "summon": ("{who} takes a card of the Inverted Scale.",
                   "You take {card} from the Inverted Scale."),
        "return": ("", "You put {card} back."),
        "returned": ("{who} has put two cards back.", "You have put two cards back."),
        "call-division": ("{who} has the {number} of trump and divides the hand.",
                          "You have the {number} of trump, the highest, and divide your hand."),
        "call-soul-sucking": ("{who} has the {number} of trump and practises Soul-Sucking.",
                              "You have the {number} of trump and practise Soul-Sucking."),
        "divide": ("", "You lay {card} into the second half."),
        "divided": ("{who} has divided the hand: {first} first, {second} second.",
                    "You have divided your hand: {first} first, {second} second."),
        "give": ("{who} gives a card to {to}.", "You give {card} to {to}."),
        "take": ("", "You take the gifts: {gifts}."),
        "repay": ("{who} gives a card to {to}.", "You give {card} to {to}."),
        "repaid": ("{who} gives you {card}.", ""),
        "play": ("{who} plays {card}.", "You play {card}."),
        "trick": ("{who} wins the trick.", "You win the trick."),
        "spoils": ("{who} wins the trick and takes {spoils}.",
                   "You win the trick and take {spoils}."),
        "pick-up": ("{who} picks up the second half ({cards}).",
                    "You pick up your second half ({cards})."),
        "scale": ("{who} reveals the Inverted Scale: {cards}.",
                  "You reveal the Inverted Scale: {cards}."),
        "score": ("Round {round}: {points}. Total: {scores}.{moon}", ""),
        "end": ("The game is over: {winners} {won}.", ""),
    },
    "ja": {
        "first": ("最初のリードは{who}。", ""),
        "deal": ("第{round}ラウンドの札が配られた。", "第{round}ラウンド。あなたの手札: {cards}。"),
        "trump": ("切り札は{colour}。", ""),
        "summon": ("{who}は逆鱗から1枚取った。", "あなたは逆鱗から{card}を取った。"),
        "return": ("", "あなたは{card}を戻した。"),
        "returned": ("{who}は2枚を戻した。", ""),
        "call-division": ("{who}が切り札の{number}を持ち、分身の術を使う。", ""),
        "call-soul-sucking": ("{who}が切り札の{number}を持ち、吸魂の術を使う。", ""),
        "divide": ("", "あなたは{card}を後半に置いた。"),
        "divided": ("{who}は手札を前半{first}枚、後半{second}枚に分けた。", ""),
        "give": ("{who}は{to}に1枚渡した。", "あなたは{to}に{card}を渡した。"),
        "take": ("", "あなたは札を受け取った: {gifts}。"),
        "repay": ("{who}は{to}に1枚渡した。", "あなたは{to}に{card}を渡した。"),
        "repaid": ("{who}はあなたに{card}を渡した。", ""),
        "play": ("{who}は{card}を出した。", ""),
        "trick": ("{who}がトリックを取った。", ""),
        "spoils": ("{who}がトリックを取り、{spoils}を得た。", ""),
        "pick-up": ("{who}は後半の{cards}枚を手札にした。", ""),
        "scale": ("{who}が逆鱗を公開: {cards}。", ""),
        "score": ("第{round}ラウンド: {points}。合計: {scores}。{moon}", ""),
        "end": ("ゲーム終了。勝者: {winners}。", ""),
    },
})  # fmt: skip
HEAD = {"en": "the Dragon Head", "ja": "龍の頭"}
MOON = {"en": " {who} shot the moon!", "ja": "{who}がシュート・ザ・ムーン！"}
NOTHING = {"en": "none", "ja": "なし"}


def say(event: dict[str, Any], viewer: int, language: str, names: list[str] | None = None) -> str:
    """One sentence for an event, as this viewer saw it."""

    def called(seat: int) -> str:
        return speech.seat_name(seat, viewer, language, names)

    kind = event["kind"]
    parts = {"card": event.get("move", "").removeprefix("~")}
    if "to" in event:
        parts["to"] = called(event["to"])
    if kind == "call":
        kind = f"call-{event['jutsu']}"
    elif kind == "repay" and event["to"] == viewer:
        kind = "repaid"
    elif kind == "trick" and (spoils := _spoils(event, language)):
        kind, parts["spoils"] = "spoils", every(spoils)[language]
    elif kind == "take":
        parts["gifts"] = JOIN[language].join(f"{called(p)} {card}" for p, card in event["cards"])
    elif kind in ("deal", "scale"):
        parts["cards"] = " ".join(event.get("cards", [])) or NOTHING[language]
    elif kind == "trump":
        parts["colour"] = COLOUR_WORDS[language][event["trump"]]
    elif kind == "score":
        shot = event["moon"]
        parts["moon"] = "" if shot is None else MOON[language].format(who=capital(called(shot)))
    mine = kind == "deal" and "cards" in event
    return speech.say(LOG, event, viewer, language, names, parts, kind, mine)


def _spoils(event: dict[str, Any], language: str) -> list[str]:
    """What a trick brings besides a plain token."""
    return [*event["cards"], *([HEAD[language]] if event["token"] == "head" else [])]


# --- what is being decided ------------------------------------------------------------------

# the rule and the question of each decision
DECISIONS: dict[int, str] = {
    FIRST: "SD-1", DEAL: "SD-2", TRUMP: "SD-1", DRAW: "SD-4", PUT: "SD-4", DIVIDE: "SD-5",
    GIVE: "SD-7", REPAY: "SD-7",
}  # fmt: skip


def rule_of(s: Any) -> str:
    """The rule that the decision to be made comes from."""
    if s.phase == PLAY:
        return "SD-9" if s.in_trick else "SD-8"
    return DECISIONS[s.phase]


PROMPT = {
    "en": {
        "SD-4": "Put two cards back into the Inverted Scale, face down.",
        "SD-5": "Divide your hand: name the cards of the second half.",
        "SD-7": "Soul-Sucking: give one card away.",
        "SD-8": "Lead a card. Purple only after somebody has taken purple, or from purple alone.",
        "SD-9": "Follow the colour led if you can; else play any card.",
    },
    "ja": {
        "SD-4": "逆鱗に2枚を裏向きで戻す。",
        "SD-5": "手札を分ける。後半に置く札を選ぶ。",
        "SD-7": "吸魂の術: 1枚渡す。",
        "SD-8": "リードする。紫は、誰かが紫を取った後か、手札が紫だけのときに限る。",
        "SD-9": "リードの色があれば出す。なければ何でもよい。",
    },
}

# what `?` shows: every rule in short, in the words of docs/games
RULES = {
    "en": {
        "SD-1": "The first leader is random. Each round one indicator is turned up; "
                "its colour is trump. Every colour has two indicators, and none comes back.",
        "SD-2": "A round: the deal, with the cards left over face down as the Inverted Scale; the "
                "trump; the Summoning; the Division or Soul-Sucking; the tricks; the score.",
        "SD-3": "The game is over when somebody stands at -100 or lower after a round, or after as "
                "many rounds as there are players. The highest score wins; ties share the win.",
        "SD-4": "Summoning, from round 2 on: whoever won the last trick of the round before draws "
                "two cards of the Inverted Scale and puts any two cards of the hand back.",
        "SD-5": "Division: whoever holds the highest trump of all hands splits the hand into a "
                "first half, played first, and a second half, face down. Each has at least one "
                "card. All learn who divides, the number called and both sizes.",
        "SD-6": "The second half becomes the hand once the trick that used up the first half is "
                "complete. Until then it counts for nothing: one need not follow from it.",
        "SD-7": "Soul-Sucking (advanced game, purple trump) replaces the Division: everybody gives "
                "a card face down to the holder of the highest purple, who then gives each of them "
                "one card, any card.",
        "SD-8": "Purple may not be led until somebody has taken a purple card in a trick of this "
                "round, except from a hand of purple alone. It may be thrown in at any time by "
                "anyone who cannot follow.",
        "SD-9": "Clockwise, everyone follows the colour led; anyone with none of it may play "
                "any card.",
        "SD-10": "The highest trump wins the trick; without trumps, the highest card of the colour "
                 "led.",
        "SD-11": "The winner gets a token (the last trick gives the Dragon Head), takes the purple "
                 "cards of the trick, and leads next.",
        "SD-12": "Whoever wins the last trick reveals the Inverted Scale, takes the purple in it, "
                 "and leads and summons in the next round.",
        "SD-13": "Tokens score +5 each; purple cards score minus their number.",
        "SD-14": "Shooting the moon: whoever ends the round with all twelve purple cards scores "
                 "+60 and everybody else -20, whatever else was taken.",
    },
    "ja": {
        "SD-1": "ゲーム最初のリードは無作為に決まる。ラウンドごとに切り札表示を1枚めくり、その色が"
                "切り札になる。表示は各色2枚で、使ったものは戻らない。",
        "SD-2": "ラウンドの流れ: 札を配り、残りを裏向きで逆鱗とする。切り札、口寄せの術、分身の術"
                "（または吸魂の術）、トリック、得点計算の順に進む。",
        "SD-3": "ラウンド終了時に誰かが-100点以下になるか、人数と同じ数のラウンドを終えるとゲーム"
                "終了。最高得点の人が勝ち、同点なら勝ちを分け合う。",
        "SD-4": "口寄せの術（第2ラウンドから）: 前のラウンドの最後のトリックを取った人が、逆鱗から"
                "2枚を引き、手札から好きな2枚を裏向きで戻す。",
        "SD-5": "分身の術: 全員の中で最も大きい切り札を持つ人が、手札を先に使う前半と裏向きに置く"
                "後半に分ける。どちらも1枚以上。誰が分けたか、呼ばれた数字、枚数は公開される。",
        "SD-6": "前半を使い切ったトリックが終わると、後半が手札になる。それまで後半は手札では"
                "なく、そこからフォローする義務はない。",
        "SD-7": "吸魂の術（上級ルールで切り札が紫のとき、分身の術の代わり）: 最も大きい紫を持つ人に"
                "他の全員が1枚ずつ裏向きで渡し、その人が全員に好きな1枚ずつを渡す。",
        "SD-8": "このラウンドで誰かがトリックで紫を取るまで、紫はリードできない（手札が紫だけなら"
                "よい）。フォローできないときは、いつでも紫を出せる。",
        "SD-9": "時計回りに、リードの色を持っていれば必ず出す。なければどの札でもよい。",
        "SD-10": "最も大きい切り札がトリックを取る。切り札がなければ、リードの色で最も大きい札。",
        "SD-11": "取った人はトークンを1つ（最後のトリックは龍の頭）と、トリックの紫の札をすべて"
                 "受け取り、次のリードをする。",
        "SD-12": "最後のトリックを取った人が逆鱗を公開し、その中の紫を引き取る。次のラウンドの"
                 "リードと口寄せの術もその人が行う。",
        "SD-13": "トークンは1つ+5点。紫の札は数字の分だけ減点。",
        "SD-14": "シュート・ザ・ムーン: 紫12枚をすべて取った人は+60点、他の全員は-20点。"
                 "トークンと紫の点は数えない。",
    },
}  # fmt: skip

# --- refusals -------------------------------------------------------------------------------

REFUSED = refusals_of({
    "en": {
        "card": "A card is to be named here, not {move}.",
        "later": "{move} is in your second half, which is not in your hand yet.",
        "follow": "You hold {colour}, the colour led, and must follow it.",
        "purple": "Purple may not be led before somebody has taken a purple card, "
                  "unless your hand is all purple.",
        "order": "The cards are named in ascending order: {move} comes before {last}.",
        "greatest": "Two cards go back in ascending order: {move}, your highest, "
                    "cannot be the first.",
        "second-empty": "The second half needs at least one card.",
        "first-empty": "The first half must keep at least one card.",
    },
    "ja": {
        "card": "ここで選ぶのは札であり、{move}ではない。",
        "later": "{move}は後半にあり、まだ手札ではない。",
        "follow": "リードの色（{colour}）を持っているので、それを出さなければならない。",
        "purple": "誰かが紫を取るまで、紫はリードできない（手札が紫だけの場合を除く）。",
        "order": "札は昇順に選ぶ。{move}は{last}より前である。",
        "greatest": "2枚は昇順に戻す。最大の{move}を先に戻すことはできない。",
        "second-empty": "後半には少なくとも1枚が要る。",
        "first-empty": "前半に少なくとも1枚を残す。",
    },
})  # fmt: skip


def refuse(s: Any, move: int) -> Refusal:
    """Why a readable move is not legal."""
    parts: dict[str, object] = {"move": NAMES[move]}
    if s.led >= 0:
        parts["colour"] = text_of(COLOUR_WORDS, COLOURS[s.led])
    if s.last >= 0:
        parts["last"] = NAMES[s.last]
    return Refusal.of(REFUSED, _reason(s, move), rule_of(s), **parts)


def _reason(s: Any, move: int) -> str:
    if s.phase in (FIRST, DEAL, TRUMP, DRAW):
        return "gone" if move > DONE else "chance"
    if move > DONE:
        return "not-chance"
    hand = s.hands[s.player]
    if move == DONE:
        return "second-empty" if s.phase == DIVIDE else "card"
    if not hand >> move & 1:
        return "later" if s.second[s.player] >> move & 1 else "hold"
    if s.phase == PLAY:
        return "follow" if s.in_trick else "purple"
    if s.phase == PUT and s.todo == SUMMONED:
        return "greatest"
    return "order" if move < s.last else "first-empty"


assert NAMES.index("done") == DONE
assert len(NAMES) == MOVES

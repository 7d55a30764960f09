"""Schadenfreude: notation, and every sentence in English and Japanese."""

from __future__ import annotations

from typing import Any

from ryumon.games.schadenfreude.rules import CARDS, DEAL, FIRST, MOVES, PLAY, RANKS, SEATS, rank
from ryumon.games import speech
from ryumon.games.speech import log_of, refusals_of
from ryumon.kernel.bits import members
from ryumon.play.refusal import NO_RULE, Refusal
from ryumon.play.sentence import JOIN, text_of

SUITS = "SFHK"
WILD = "W"
_CARDS = [f"{(SUITS + WILD)[card // RANKS]}{rank(card)}" for card in range(CARDS)]

# the moves in the order of their numbers (rules.py)
NAMES = [*_CARDS, *(f"~first:{seat}" for seat in range(SEATS)), *(f"~{card}" for card in _CARDS)]


@speech.remembered
def cards(mask: int) -> list[str]:
    return [NAMES[card] for card in members(mask)]


SUIT_WORDS = {
    "en": {"S": "Sword", "F": "Flag", "H": "Shield", "K": "Knight"},
    "ja": {"S": "剣", "F": "旗", "H": "盾", "K": "騎士"},
}

# --- the log: (said of another, said to oneself) --------------------------------------------

LOG = log_of({
    "en": {
        "first": ("{who} leads first.", "You lead first."),
        "deal": ("Round {round} is dealt; {leader} {leads}.",
                 "Round {round} is dealt; {leader} {leads}. You hold {cards}."),
        "play": ("{who} plays {card}.", "You play {card}."),
        "trick": ("{who} wins the trick and takes {cards}.", "You win the trick and take {cards}."),
        "cancel": ("{who} wins the trick and takes {cards}. Cancelled: {pairs}.",
                   "You win the trick and take {cards}. Cancelled: {pairs}."),
        "score": ("Round {round}: {points}. Total: {scores}.", ""),
        "end": ("The game is over: {winners} {won}.", ""),
        "nobody": ("The game is over: nobody wins.", ""),
    },
    "ja": {
        "first": ("最初のリードは{who}。", ""),
        "deal": ("第{round}ラウンドの札が配られた。リードは{leader}。",
                 "第{round}ラウンド。リードは{leader}。あなたの手札: {cards}。"),
        "play": ("{who}は{card}を出した。", ""),
        "trick": ("{who}がトリックに勝ち、{cards}を取った。", ""),
        "cancel": ("{who}がトリックに勝ち、{cards}を取った。打ち消し: {pairs}。", ""),
        "score": ("第{round}ラウンド: {points}。合計: {scores}。", ""),
        "end": ("ゲーム終了。勝者: {winners}。", ""),
        "nobody": ("ゲーム終了。勝者なし。", ""),
    },
})  # fmt: skip
PAIR = {"en": "{rank} with {rank}", "ja": "{rank}と{rank}"}
LEADS = {"en": ("leads", "lead"), "ja": ("", "")}


def say(event: dict[str, Any], viewer: int, language: str, names: list[str] | None = None) -> str:
    """One sentence for an event, as this viewer saw it."""
    kind = event["kind"]
    parts = {"card": event.get("move", ""), "cards": " ".join(event.get("cards", []))}
    if kind == "deal":
        leader = event["leader"]
        parts["leader"] = speech.seat_name(leader, viewer, language, names)
        parts["leads"] = LEADS[language][leader == viewer]
    elif kind == "trick" and "cancelled" in event:
        kind = "cancel"
        pairs = [PAIR[language].format(rank=rank) for rank in event["cancelled"]]
        parts["pairs"] = JOIN[language].join(pairs)
    elif kind == "end" and not event["winners"]:
        kind = "nobody"
    mine = kind == "deal" and "cards" in event
    return speech.say(LOG, event, viewer, language, names, parts, kind, mine)


# --- what is being decided ------------------------------------------------------------------


def rule_of(s: Any) -> str:
    """The rule that the decision to be made comes from. No rule speaks of the deal."""
    if s.phase == PLAY:
        return "SF-3" if s.in_trick and s.led < 0 else "SF-2"
    return "SF-1" if s.phase == FIRST else NO_RULE


PROMPT = {
    "en": {
        "lead": "Lead any card.",
        "follow": "Follow {suit} if you can, or play a wild; without {suit} play any card.",
        "void": "You have no {suit}: play any card.",
        "free": "A wild was led: play any card. The first one that is not a wild sets the suit.",
    },
    "ja": {
        "lead": "好きな札をリードする。",
        "follow": "{suit}があれば{suit}かワイルドを出す。なければ何でもよい。",
        "void": "{suit}は手札にない。何を出してもよい。",
        "free": "ワイルドのリード。何を出してもよい。ワイルド以外の最初の札がスートを決める。",
    },
}


def prompt(rule: str, led: str | None, hand: list[str], language: str) -> str:
    """What the seat to move is asked, by the rule of the decision and the suit to follow."""
    if led is not None:
        key = "follow" if any(card[0] == led for card in hand) else "void"
        return PROMPT[language][key].format(suit=SUIT_WORDS[language][led])
    return PROMPT[language]["free" if rule == "SF-3" else "lead"]


# what `?` shows: every rule in short, in the words of docs/games
RULES = {
    "en": {
        "SF-1": "The first leader is random. Later the lowest score leads; if several share it, "
                "one of them at random.",
        "SF-2": "The leader plays any card. Clockwise, everyone follows the suit or plays a wild; "
                "anyone with none of the suit may play any card, and need not play a wild.",
        "SF-3": "If a wild is led, the first card that is not a wild sets the suit. Until then "
                "anything may be played.",
        "SF-4": "A wild always counts as a card of the suit led, with its rank 0 or 10. In the "
                "hand it has no suit: it does not oblige you to follow.",
        "SF-5": "The second highest card of the suit led wins the trick, wilds included. If only "
                "one card followed, it wins.",
        "SF-6": "The winner takes their own card and every card that did not follow into an open "
                "score pile, and leads next. The rest are discarded.",
        "SF-7": "In a score pile equal ranks cancel in pairs, whatever their suits: both go.",
        "SF-8": "When all hands are played, everyone adds the sum of the pile to the score. A "
                "score below 0 becomes 0.",
        "SF-9": "If anyone is above 40 the game is over and all above 40 are out. Whoever of the "
                "rest is closest to 40 wins; those who are equally close cancel, and the next "
                "closest wins; if nobody stands alone, nobody wins.",
        "SF-10": "After 50 rounds the game is over and judged by SF-9.",
    },
    "ja": {
        "SF-1": "最初のラウンドのリードは無作為に決まる。次からは得点の最も低い人がリードする。"
                "同点なら、その中から無作為に選ぶ。",
        "SF-2": "リードは何を出してもよい。時計回りに、同じスートかワイルドを出す。そのスートが"
                "なければ何でもよく、ワイルドを出す義務はない。",
        "SF-3": "ワイルドがリードされたら、ワイルド以外の最初の札がスートを決める。それまでは何を"
                "出してもよい。",
        "SF-4": "ワイルドは常にリードのスートの札として数え、ランクは0か10。手札の中ではスートが"
                "なく、フォローの義務を生まない。",
        "SF-5": "リードのスート（ワイルドを含む）で2番目に大きい札がトリックに勝つ。1枚だけなら"
                "その札が勝つ。",
        "SF-6": "勝った人は自分の札とフォローしなかった札をすべて取り、公開の得点札にする。次の"
                "リードもその人。残りの札は捨てる。",
        "SF-7": "得点札の中で同じランクの2枚は、スートにかかわらず打ち消し合って捨てられる。",
        "SF-8": "全員の手札がなくなったら、得点札の合計を得点に加える。0より低くなれば0にする。",
        "SF-9": "誰かが40点を超えたらゲーム終了。40点を超えた人は全員負け。残りで40点に最も近い人"
                "が勝つ。同点の人は打ち消し合い、次に近い人が勝つ。一人も残らなければ勝者なし。",
        "SF-10": "50ラウンドでゲームは終わり、SF-9で判定する。",
    },
}  # fmt: skip

# --- refusals -------------------------------------------------------------------------------

REFUSED = refusals_of({
    "en": {
        "follow": "You hold {suit}, the suit to follow: play it, or a wild.",
    },
    "ja": {
        "follow": "フォローすべきスート（{suit}）を持っているので、それかワイルドを出す。",
    },
})  # fmt: skip


def refuse(s: Any, move: int) -> Refusal:
    """Why a readable move is not legal."""
    if s.phase in (FIRST, DEAL):
        reason = "chance" if move < CARDS else "gone"
    elif move >= CARDS:
        reason = "not-chance"
    else:
        reason = "follow" if s.hands[s.player] >> move & 1 else "hold"
    parts = {"suit": text_of(SUIT_WORDS, SUITS[s.led])} if s.led >= 0 else {}
    return Refusal.of(REFUSED, reason, rule_of(s), move=NAMES[move], **parts)


assert len(NAMES) == MOVES

"""Slaughter the Dragon: what cannot be in a set position.

Each function yields refusals on one sort of invariant: conservation, sizes, what has been shown.
Whether real play could have led to a position is not decided.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.faults import Faults, first, in_words_of, misplaced, no
from ryumon.games.slaughter.rules import (
    DEAL, DIVIDE, DRAW, ENDED, FIRST, GIVE, LOST, MOON, MOON_OTHERS, NOBODY, PLAY, PURPLE, PUT,
    RANKS, REPAY, SEATS, SUIT, SUMMONED, TOKEN, TRUMP, above, colours, hand_size, points_so_far,
    unheld_trumps, whole_deck,
)  # fmt: skip
from ryumon.games.slaughter.words import COLOURS as LETTERS
from ryumon.games.slaughter.words import NAMES, cards
from ryumon.kernel.bits import bits_of, highest, members, popcount
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.refusal import Refusal

POISON = RANKS * (RANKS + 1) // 2  # all purple cards together

SENTENCES = {
    "en": {
        "first-lead": "The first lead is drawn only once, before the first round.",
        "trump": "There is a trump from the turn of its indicator to the end of the round only.",
        "summoning": "The Summoning is part of every round except the first.",
        "summoner": "The summoner is the leader of the round.",
        "call": "From the call on, and only then, somebody has called a number.",
        "sucking": "Soul-Sucking is only for the advanced game with purple trump.",
        "division": "With purple trump the advanced game has Soul-Sucking instead of Division.",
        "taken": "The purple cards taken are those played to finished tricks.",
        "all-purple": "At the end all purple is taken; the leader has that of the Inverted Scale.",
        "played": "{want} card{want:|s} should have been played, not {played}.",
        "dealt": "{dealt} card{dealt:|s} cannot have been dealt yet.",
        "rest": "Once the hands are dealt the rest is the Inverted Scale.",
        "tokens": "{tricks} trick{tricks:|s} give as many tokens, not {tokens}.",
        "no-trick": "Seat {seat} has taken purple but no trick.",
        "led": "The colour led is that of the leader's card.",
        "early-void": "Seat {seat} cannot have shown anything before the tricks.",
        "strayed": "Seat {seat} did not follow and must be void in {colour}.",
        "purple-lead": "Seat {seat} could lead purple only from a hand of purple alone.",
        "second": "Seat {seat} cannot have a second half now.",
        "undivided": "Seat {seat} has divided the hand and must have a second half.",
        "no-first": "Seat {seat} has a second half but no first.",
        "last": "The last card named must be the highest one named in the choice under way.",
        "left": "There cannot be {n} card{n:|s} left to draw or return now.",
        "returned": "The summoner should have returned {want} card{want:|s}, not {n}.",
        "in-scale": "What the summoner returned must be in the Inverted Scale.",
        "ascending": "Two cards are returned in ascending order; no higher card is left.",
        "no-trump": "{card} is no trump.",
        "higher": "{card} is higher than the trump that was called.",
        "called": "Seat {seat} has called {card} and must have it.",
        "gift-order": "Cards are given and received clockwise from the soul-sucker.",
        "same-gift": "Each gift must be another card, and none may be the called trump.",
        "gift-gone": "A card that was given must be with the soul-sucker or have been passed on.",
        "got": "Seat {seat} received {card} and must have it.",
        "not-got": "Seat {seat} did not receive {card} and cannot have it.",
        "indicators": "There should be {want} indicators left, not {n}.",
        "indicator": "An indicator of {colour} is face up, so at most one is left.",
        "was-over": "A score was at -100 before round {round}: the game was over.",
        "sum": "The points of round {round} sum to {sum}, not {total}.",
        "points": "The points of round {round} cannot be made.",
        "end": "The game ends at -100 or after the last round, and only then.",
        "last-points": "The points of the last round must follow from its tokens and purple cards.",
    },
    "ja": {
        "first-lead": "最初のリードする人を決めるのは、第1ラウンドの前に一度だけである。",
        "trump": "切り札があるのは、指示札をめくってからラウンドの終わりまでである。",
        "summoning": "口寄せの術は、第1ラウンドを除く各ラウンドで行う。",
        "summoner": "口寄せをするのは、そのラウンドのリードする人である。",
        "call": "数字が宣言されているのは、宣言の後に限る。",
        "sucking": "吸魂の術は、上級ルールで切り札が紫のときだけである。",
        "division": "切り札が紫のとき、上級ルールでは分身の術の代わりに吸魂の術を使う。",
        "taken": "取られた紫の札は、終わったトリックに出されたものである。",
        "all-purple": "最後には紫はすべて取られていて、逆鱗の紫はリードする人のものである。",
        "played": "場に出た札は{played}枚ではなく{want}枚のはずである。",
        "dealt": "この時点で{dealt}枚が配られていることはない。",
        "rest": "手札を配り終えたら、残りはすべて逆鱗である。",
        "tokens": "{tricks}トリックならトークンも同じ数で、{tokens}個ではない。",
        "no-trick": "席{seat}は紫を取っているのに、トリックを取っていない。",
        "led": "リードの色は、リードする人の札の色である。",
        "early-void": "トリックの前に席{seat}が何かを示すことはない。",
        "strayed": "席{seat}はフォローしなかったので、{colour}を持たないはずである。",
        "purple-lead": "席{seat}が紫をリードできたのは、手札が紫だけの場合に限る。",
        "second": "席{seat}に今、後半があることはない。",
        "undivided": "席{seat}は手札を分けたので、後半があるはずである。",
        "no-first": "席{seat}には後半があるのに、前半がない。",
        "last": "最後に名指した札は、選択中に名指した中で最も大きいものである。",
        "left": "引くか戻す札が今{n}枚残っていることはない。",
        "returned": "口寄せで戻した札は{n}枚ではなく{want}枚のはずである。",
        "in-scale": "口寄せで戻した札は逆鱗にあるはずである。",
        "ascending": "2枚は小さい順に戻すが、より大きい札が残っていない。",
        "no-trump": "{card}は切り札ではない。",
        "higher": "{card}は宣言された切り札より大きい。",
        "called": "席{seat}は{card}を宣言したので、持っているはずである。",
        "gift-order": "札は吸魂の使い手から時計回りに渡し、受け取る。",
        "same-gift": "渡す札はそれぞれ別のもので、宣言された切り札ではない。",
        "gift-gone": "渡された札は吸魂の使い手の手元にあるか、そこから渡ったものである。",
        "got": "席{seat}は{card}を受け取ったので、持っているはずである。",
        "not-got": "席{seat}は{card}を受け取っておらず、持っているはずがない。",
        "indicators": "残りの指示札は{n}枚ではなく{want}枚のはずである。",
        "indicator": "{colour}の指示札が1枚表になっているので、残りは1枚以下である。",
        "was-over": "ラウンド{round}の前に-100に達していて、ゲームは終わっていた。",
        "sum": "ラウンド{round}の得点の合計は{sum}ではなく{total}である。",
        "points": "ラウンド{round}の得点はありえない。",
        "end": "ゲームは-100に達するか最終ラウンドが終わったときに限り終わる。",
        "last-points": "最終ラウンドの得点は、そのトークンと紫の札から決まる。",
    },
}
fault_of = in_words_of(SENTENCES)


def fault(s: Any) -> Refusal | None:
    """The first invariant that a state breaks; None for a sound one."""
    return first(
        s, _turn, _stage, _cards, _sizes, _tricks, _voids, _halves, _returns, _call, _gifts,
        _indicators, _scores,
    )  # fmt: skip


def _sucks(s: Any) -> bool:
    """Is this a round of Soul-Sucking (SD-7)?"""
    return bool(s.advanced) and s.trump == PURPLE


def _clockwise(s: Any) -> list[int]:
    """The seats other than the caller, in the order in which they give and get."""
    return [(s.caller + k) % s.n for k in range(1, s.n)]


def _turn(s: Any) -> Faults:
    if s.phase in (FIRST, DEAL, TRUMP, DRAW):
        right = s.player == CHANCE
    elif s.phase == ENDED:
        right = s.player == OVER
    elif s.phase == PUT:
        right = s.player == s.summoner
    elif s.phase in (DIVIDE, REPAY):
        right = s.player == s.caller
    elif s.phase == GIVE:
        given = sum(card >= 0 for card in s.gave)
        right = s.caller >= 0 and s.player == (s.caller + 1 + given) % s.n != s.caller
    else:
        right = s.leader >= 0 and s.player == (s.leader + s.in_trick) % s.n
    if not right:
        yield no("turn", seat=s.player)


def _stage(s: Any) -> Faults:
    """What is settled at which point of a round (SD-2)."""
    if s.phase == FIRST and s.round > 0:
        yield fault_of("first-lead", "SD-1")
    if (s.leader == NOBODY) != (s.phase == FIRST):
        yield no("leader", "SD-1")
    if (s.trump >= 0) != (s.phase > TRUMP):
        yield fault_of("trump", "SD-1")
    later_round = s.round > (s.phase == ENDED)
    if (s.summoner >= 0) != (later_round and s.phase > TRUMP):
        yield fault_of("summoning", "SD-4")
    elif s.summoner >= 0 and s.phase < PLAY and s.summoner != s.leader:
        yield fault_of("summoner", "SD-12")
    if not (s.called >= 0) == (s.caller >= 0) == (s.phase >= DIVIDE):
        yield fault_of("call", "SD-5")
    if s.phase in (GIVE, REPAY) and not _sucks(s):
        yield fault_of("sucking", "SD-7")
    if s.phase == DIVIDE and _sucks(s):
        yield fault_of("division", "SD-7")


def _cards(s: Any) -> Faults:
    """Every card lies in one place."""
    lots = [*s.hands, *s.second, s.scale, s.deck, s.played]
    if s.phase == GIVE:
        lots += [1 << card for card in s.gave if card >= 0]
    yield from misplaced(lots, whole_deck(s), s.n, cards)
    on_table = bits_of([card for card in s.trick if card >= 0])
    if on_table & ~s.played:
        yield no("in-trick", "SD-9")
    taken = 0
    for lot in s.taken:
        if taken & lot:
            yield no("taken-twice", "SD-11", cards=" ".join(cards(taken & lot)))
        taken |= lot
    if s.phase != ENDED and taken != s.played & SUIT & ~on_table:
        yield fault_of("taken", "SD-11")
    if s.phase == ENDED and (taken != SUIT or s.scale & SUIT & ~s.taken[s.leader]):
        yield fault_of("all-purple", "SD-12")


def _sizes(s: Any) -> Faults:
    dealt = popcount(whole_deck(s)) - popcount(s.deck)
    for p in range(s.n):
        want = _should_have(s, p, dealt)
        held = popcount(s.hands[p]) + popcount(s.second[p])
        if held != want:
            yield no("size", "SD-2", seat=p, want=want, held=held)
    played = s.n * s.tricks + s.in_trick
    if popcount(s.played) != played:
        yield fault_of("played", "SD-9", want=played, played=popcount(s.played))
    if s.phase in (FIRST, DEAL):
        if dealt >= s.n * hand_size(s) or (s.phase == FIRST and dealt):
            yield fault_of("dealt", "SD-2", dealt=dealt)
    elif s.deck:
        yield fault_of("rest", "SD-2")


def _should_have(s: Any, p: int, dealt: int) -> int:
    """How many cards, both halves together."""
    size = hand_size(s)
    if s.phase in (FIRST, DEAL):  # one hand after the other
        return min(max(dealt - p * size, 0), size)
    if s.phase == DRAW and p == s.summoner:
        return size + SUMMONED - s.todo
    if s.phase == PUT and p == s.summoner:
        return size + s.todo
    if s.phase == GIVE:
        return size - (s.gave[p] >= 0)
    if s.phase == REPAY:
        repaid = sum(card >= 0 for card in s.got)
        return size + s.n - 1 - repaid if p == s.caller else size - (s.got[p] < 0)
    return size - s.tricks - (s.trick[p] >= 0)


def _tricks(s: Any) -> Faults:
    size = hand_size(s)
    least, most = (0, size - 1) if s.phase == PLAY else (size, size) if s.phase == ENDED else (0, 0)
    if not least <= s.tricks <= most:
        yield no("tricks", "SD-11", tricks=s.tricks)
    if sum(s.tokens) != s.tricks or min(s.tokens) < 0:
        yield fault_of("tokens", "SD-11", tricks=s.tricks, tokens=sum(s.tokens))
    for p in range(s.n):
        if s.taken[p] and not s.tokens[p]:
            yield fault_of("no-trick", "SD-11", seat=p)
    if s.in_trick >= (s.n if s.phase == PLAY else 1):
        yield no("too-long", "SD-9")
    for k in range(s.n):
        p = (s.leader + k) % s.n
        if (s.trick[p] >= 0) != (k < s.in_trick):
            yield no("clockwise", "SD-9")
    if s.led != (s.trick[s.leader] // RANKS if s.in_trick else -1):
        yield fault_of("led", "SD-9")


def _voids(s: Any) -> Faults:
    """What hands have shown not to have."""
    for p in range(s.n):
        if s.void[p] and s.phase < PLAY:
            yield fault_of("early-void", "SD-9", seat=p)
        for c in members(s.void[p]):
            if s.hands[p] & SUIT << c * RANKS:
                yield no("void", "SD-9", seat=p, colour=LETTERS[c])
        strays = s.trick[p] >= 0 and s.trick[p] // RANKS != s.led
        if strays and not s.void[p] >> s.led & 1:
            yield fault_of("strayed", "SD-9", seat=p, colour=LETTERS[s.led])
    others = (1 << colours(s)) - 2
    if s.led == PURPLE and not s.broken and s.void[s.leader] & others != others:
        yield fault_of("purple-lead", "SD-8", seat=s.leader)


def _halves(s: Any) -> Faults:
    divides = s.phase in (DIVIDE, PLAY) and not _sucks(s)
    for p in range(s.n):
        if s.second[p] and not (divides and p == s.caller):
            yield fault_of("second", "SD-5", seat=p)
    if divides:
        first, second = s.hands[s.caller], s.second[s.caller]
        if s.phase == PLAY and s.tricks == 0 and not second:
            yield fault_of("undivided", "SD-5", seat=s.caller)
        if second and not first and s.trick[s.caller] < 0:
            yield fault_of("no-first", "SD-6", seat=s.caller)
    named = s.second[s.caller] if s.phase == DIVIDE else s.put if s.phase == PUT else 0
    if s.last != (highest(named) if named else -1):
        yield fault_of("last")


def _returns(s: Any) -> Faults:
    """SD-4: what the summoner draws and puts back."""
    under_way = s.phase in (DRAW, PUT)
    if not (0 < s.todo <= SUMMONED if under_way else s.todo == 0):
        yield fault_of("left", "SD-4", n=s.todo)
    want = SUMMONED if s.summoner >= 0 and s.phase >= DIVIDE else 0
    if s.phase == PUT:
        want = SUMMONED - s.todo
    if popcount(s.put) != want:
        yield fault_of("returned", "SD-4", want=want, n=popcount(s.put))
    if s.put & ~s.scale:
        yield fault_of("in-scale", "SD-4")
    if s.phase == PUT and s.put and not above(s.hands[s.summoner], s.last):
        yield fault_of("ascending", "SD-4")


def _call(s: Any) -> Faults:
    """SD-5: what the number called says."""
    if s.called < 0:
        return
    if s.called // RANKS != s.trump:
        yield fault_of("no-trump", "SD-5", card=NAMES[s.called])
    higher = unheld_trumps(s) & ~s.scale
    if higher:
        yield fault_of("higher", "SD-5", card=NAMES[highest(higher)])
    has = s.played | s.hands[s.caller] | s.second[s.caller]
    if s.called not in s.got and not has >> s.called & 1:
        yield fault_of("called", "SD-5", seat=s.caller, card=NAMES[s.called])


def _gifts(s: Any) -> Faults:
    """SD-7: who has given and got, and where those cards can be."""
    order = _clockwise(s) if s.phase >= GIVE and _sucks(s) else []
    gave = [p for p in order if s.gave[p] >= 0]
    got = [p for p in order if s.got[p] >= 0]
    done = len(order) if s.phase >= REPAY else len(gave)
    back = len(order) if s.phase >= PLAY else min(len(got), s.n - 2) if s.phase == REPAY else 0
    if gave != order[:done] or got != order[:back] or _noted(s) != (done, back):
        yield fault_of("gift-order", "SD-7")
        return
    given, repaid = [s.gave[p] for p in gave], [s.got[p] for p in got]
    if len({*given}) < done or len({*repaid}) < back or s.called in given:
        yield fault_of("same-gift", "SD-7")
    if s.phase >= REPAY and order:
        near = s.hands[s.caller] | s.played | bits_of(repaid)
        if bits_of(given) & ~near:
            yield fault_of("gift-gone", "SD-7")
    for p in order:
        if p in got and not (s.hands[p] | s.played) >> s.got[p] & 1:
            yield fault_of("got", "SD-7", seat=p, card=NAMES[s.got[p]])
        passed = [c for c in (s.called, *given) if c != s.got[p] and s.hands[p] >> c & 1]
        if passed:
            yield fault_of("not-got", "SD-7", seat=p, card=NAMES[passed[0]])


def _noted(s: Any) -> tuple[int, int]:
    return sum(card >= 0 for card in s.gave), sum(card >= 0 for card in s.got)


def _indicators(s: Any) -> Faults:
    turned = s.round + (TRUMP < s.phase < ENDED)
    want = 2 * colours(s) - turned
    if sum(s.indicators) != want:
        yield fault_of("indicators", "SD-1", want=want, n=sum(s.indicators))
    if s.trump >= 0 and s.indicators[s.trump] > 1:
        yield fault_of("indicator", "SD-1", colour=LETTERS[s.trump])


def _scores(s: Any) -> Faults:
    total = TOKEN * hand_size(s) - POISON
    totals, row = [0] * s.n, []
    for r in range(s.round):
        if min(totals) <= LOST:
            yield fault_of("was-over", "SD-3", round=r + 1)
        row = [s.sheet[r * SEATS + p] for p in range(s.n)]
        totals = [a + b for a, b in zip(totals, row, strict=True)]
        if sorted(row) == [MOON_OTHERS] * (s.n - 1) + [MOON]:  # SD-14
            continue
        if sum(row) != total:
            yield fault_of("sum", "SD-13", round=r + 1, sum=sum(row), total=total)
        if not -POISON < min(row) <= max(row) < TOKEN * hand_size(s):
            yield fault_of("points", "SD-13", round=r + 1)
    if (s.phase == ENDED) != (min(totals) <= LOST or s.round == s.n):
        yield fault_of("end", "SD-3")
    elif s.phase == ENDED and row != [points_so_far(s, p) for p in range(s.n)]:
        yield fault_of("last-points", "SD-13")

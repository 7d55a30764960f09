"""Tatsu: notation, and every sentence in English and Japanese."""

from __future__ import annotations

from typing import Any, NamedTuple

from ryumon.games.tatsu.rules import (
    BLACK, BOTH, DICE, DRAWN, ENTER, ENTRIES, ESCAPE, FACES, FIRST, FIRST_IS, GATES, LETTERS, MOVE,
    MOVES, SEATS, SEGMENTS, TYPES, entangled, free, full, inner_of, one_die, other_die,
    target,
)  # fmt: skip
from ryumon.games import speech
from ryumon.games.speech import log_of, refusals_of
from ryumon.play.refusal import Refusal
from ryumon.play.sentence import text_of


class Step(NamedTuple):
    """What the name of a move says: segments are counted from 1, `start` is 0 for an entry."""

    kind: str  # "move", "enter", "escape"
    seat: int
    die: int
    start: int
    to: int
    type: int  # of an entering stone, else -1


def _steps(kind: str) -> list[Step]:
    return [
        Step(kind, seat, die, segment + 1, target(segment, seat, die) + 1, -1)
        for seat in range(SEATS)
        for die in range(1, FACES + 1)
        for segment in range(SEGMENTS)
    ]


def _entries() -> list[Step]:
    return [
        Step("enter", seat, die, 0, ENTRIES[seat * GATES + die - 1], t)
        for seat in range(SEATS)
        for die in range(1, GATES + 1)
        for t in range(TYPES)
    ]


def _name(step: Step) -> str:
    if step.kind == "enter":
        return f"{LETTERS[step.type]}-{step.to}"
    return f"{'x' if step.kind == 'escape' else ''}{step.start}-{step.to}"


# the moves in the order of their numbers (rules.py)
STEPS = [*_steps("move"), *_entries(), *_steps("escape")]
NAMES = [
    *map(_name, STEPS),
    *(f"~first:{seat}" for seat in range(SEATS)),
    *(f"~{low}-{high}" for low, high in DICE),
]

# --- the log: (said of another, said to oneself) --------------------------------------------

STONE = {
    "en": {"V": "Vine", "W": "Water", "F": "Fire"},
    "ja": {"V": "蔓の龍", "W": "水の龍", "F": "火の龍"},
}
COLOUR = {"en": ("Black", "White"), "ja": ("黒", "白")}
WHOSE = {"en": ("{who}'s", "your"), "ja": ("{who}の", "あなたの")}

LOG = log_of({
    "en": {
        "first": ("{who} starts.", "You start."),
        "roll": ("{who} rolls {one} and {two}.", "You roll {one} and {two}."),
        "roll-passes": ("{who} rolls {one} and {two}, can use neither and passes.",
                        "You roll {one} and {two}, can use neither and pass."),
        "move": ("{who} moves the {stone} on {from} to {to}.",
                 "You move the {stone} on {from} to {to}."),
        "move-lost": ("{who} moves the {stone} on {from} to {to} and cannot use the {lost}.",
                      "You move the {stone} on {from} to {to} and cannot use the {lost}."),
        "enter": ("{who} enters a {stone} on {to}.", "You enter a {stone} on {to}."),
        "enter-lost": ("{who} enters a {stone} on {to} and cannot use the {lost}.",
                       "You enter a {stone} on {to} and cannot use the {lost}."),
        "escape": ("{who} escapes with the {stone} on {from} to {to}.",
                   "You escape with the {stone} on {from} to {to}."),
        "escape-lost": ("{who} escapes with the {stone} on {from} to {to}, which costs the {lost}.",
                        "You escape with the {stone} on {from} to {to}, which costs the {lost}."),
        "free": ("{whose} {stone} on {segment} is free again.", ""),
        "hold": ("{whose} {stone} on {segment} is held beneath it.", ""),
        "entangle": ("{whose} {stone} on {segment} is entangled.", ""),
        "expel": ("{whose} {stone} on {segment} is sent back to the tray.", ""),
        "destroy": ("{whose} {stone} on {segment} is destroyed.", ""),
        "recruit": ("{who} recruits a {stone}.", "You recruit a {stone}."),
        "end-type": ("The game is over: {winners} {won}, every enemy {stone} is destroyed.", ""),
        "end-battle": ("The game is over: {winners} {won}, no enemy stone is left in battle.", ""),
        "end-turns": ("The game is over: a draw after {turns} turns.", ""),
    },
    "ja": {
        "first": ("先手は{who}。", ""),
        "roll": ("{who}のダイスは{one}と{two}。", ""),
        "roll-passes": ("{who}のダイスは{one}と{two}。どちらも使えず、パス。", ""),
        "move": ("{who}は{from}の{stone}を{to}へ動かした。", ""),
        "move-lost": ("{who}は{from}の{stone}を{to}へ動かした。{lost}の目は使えない。", ""),
        "enter": ("{who}は{stone}を{to}に投入した。", ""),
        "enter-lost": ("{who}は{stone}を{to}に投入した。{lost}の目は使えない。", ""),
        "escape": ("{who}は{from}の{stone}を{to}へ脱出させた。", ""),
        "escape-lost": ("{who}は{from}の{stone}を{to}へ脱出させた。{lost}の目は失われる。", ""),
        "free": ("{segment}にある{whose}{stone}は再び自由になった。", ""),
        "hold": ("{segment}にある{whose}{stone}は下に押さえられた。", ""),
        "entangle": ("{segment}にある{whose}{stone}は絡め取られた。", ""),
        "expel": ("{segment}にある{whose}{stone}はトレイへ追い返された。", ""),
        "destroy": ("{segment}にある{whose}{stone}は破壊された。", ""),
        "recruit": ("{who}は{stone}を1個補充した。", ""),
        "end-type": ("ゲーム終了。勝者: {winners}。相手の{stone}がすべて破壊された。", ""),
        "end-battle": ("ゲーム終了。勝者: {winners}。相手の石は戦場に残っていない。", ""),
        "end-turns": ("ゲーム終了。{turns}手番が過ぎ、引き分け。", ""),
    },
})  # fmt: skip


def say(event: dict[str, Any], viewer: int, language: str, names: list[str] | None = None) -> str:
    """One sentence for an event, as this viewer saw it."""
    kind, seat = event["kind"], event.get("seat", -1)
    names = names or list(COLOUR[language])
    parts: dict[str, Any] = {}
    if kind == "end":
        kind = f"end-{event['reason']}"
        parts["turns"] = f"{DRAWN:,}" if language == "en" else DRAWN
    elif event.get("passes"):
        kind = "roll-passes"
    elif event.get("lost"):
        kind += "-lost"
    if seat >= 0:
        who = speech.seat_name(seat, viewer, language, names)
        parts["whose"] = WHOSE[language][seat == viewer].format(who=who)
    if event.get("stone"):
        parts["stone"] = STONE[language][event["stone"]]
    if "dice" in event:
        parts["one"], parts["two"] = event["dice"]
    return speech.say(LOG, event, viewer, language, names, parts, kind)


# --- what is being decided ------------------------------------------------------------------


def rule_of(s: Any) -> str:
    """The rule that the decision to be made comes from."""
    return "TA-1" if s.phase == FIRST else "TA-11" if s.phase == MOVE else "TA-3"


PROMPT = {
    "en": {"TA-11": "Use a die: move a stone, enter one from the mat, or escape."},
    "ja": {"TA-11": "ダイスを使う: 石を動かす、マットから投入する、または脱出する。"},
}

# what `?` shows: every rule in short, in the words of docs/games/tatsu.md
RULES = {
    "en": {
        "TA-1": "Each player starts with three Vines on their entry segments and one Vine, three "
                "Waters and two Fires in the tray. Who starts is random.",
        "TA-2": "Six of the 24 segments are corners; each type has two of them.",
        "TA-3": "A turn: roll two dice. Each die moves one stone, or enters one; one stone may "
                "take both, one after the other, never their sum as one move. Doubles give "
                "nothing more. Black moves clockwise, White anticlockwise.",
        "TA-4": "A segment holds two stones at most; the second one lies on the outer place. Full "
                "segments may be passed and are counted, but no move ends there.",
        "TA-5": "Ending on a lone stone of one's own holds it: it cannot move until the outer one "
                "has left. Powers do nothing to friends.",
        "TA-6": "Ending on a lone enemy stone uses the power: a Vine entangles it (it is held), a "
                "Water sends it to its owner's tray, a Fire destroys it.",
        "TA-7": "When one of two stones leaves a segment, the other one lies on the inner place "
                "and is free.",
        "TA-8": "Ending a die's move on a corner recruits a stone of its type from the tray to the "
                "mat, if there is one. Passing over a corner does not.",
        "TA-9": "A die of 1, 2 or 3 may put a stone from the mat onto the entry segment of that "
                "number, where it lands like any other.",
        "TA-10": "An entangled stone may escape with the smaller die, as the only move of the "
                 "turn; the other die is lost. A stone that a friend holds cannot.",
        "TA-11": "A die that can be used must be used. The order of the dice is free, even if the "
                 "second one cannot be used by that.",
        "TA-12": "You win at once when the enemy has no stone on the arena or the mat, or when all "
                 "enemy stones of one type are destroyed (4 Vines, 3 Waters or 2 Fires).",
        "TA-13": "After 1,000 turns without a winner the game is a draw.",
    },
    "ja": {
        "TA-1": "各自、自分の入口3区画に蔓の龍を1個ずつ置いて始める。トレイには蔓1個、水3個、"
                "火2個。先手は無作為に決まる。",
        "TA-2": "24区画のうち6つが角で、各種類に2つずつある。",
        "TA-3": "手番ではダイスを2個振る。1個につき、石を1つ動かすか投入する。同じ石に続けて両方"
                "使ってもよいが、合計を一度に動かすことはできない。ゾロ目に追加の手はない。"
                "黒は時計回り、白はその逆に動く。",
        "TA-4": "1区画に置ける石は2個まで。後から来た石は外側に置く。いっぱいの区画は通過でき"
                "（1歩と数える）、そこで止まることはできない。",
        "TA-5": "自分の石が1個ある区画で止まると、その石は押さえられ、外側の石が離れるまで"
                "動けない。味方に力は働かない。",
        "TA-6": "敵の石が1個ある区画で止まると力が働く。蔓は絡め取り（動けなくなる）、水は"
                "持ち主のトレイへ追い返し、火は破壊する。",
        "TA-7": "2個のうち1個が離れると、残った石は内側に移り、自由になる。",
        "TA-8": "ダイス1個の移動を角で終えると、その種類の石をトレイからマットへ1個補充する"
                "（あれば）。通過では補充しない。",
        "TA-9": "1、2、3の目では、マットの石を1個、その番号の入口に投入できる。着地は普通の"
                "移動と同じ。",
        "TA-10": "絡め取られた石は、小さい方の目で脱出できる。その手番のただ一つの手となり、"
                 "もう一つのダイスは失われる。味方に押さえられた石は脱出できない。",
        "TA-11": "使えるダイスは使わなければならない。順番は自由で、その結果2個目が使えなく"
                 "なってもよい。",
        "TA-12": "敵の石がアリーナにもマットにもなくなるか、敵の1種類（蔓4個、水3個、火2個）を"
                 "すべて破壊すると、その場で勝ち。",
        "TA-13": "1,000手番で勝者がいなければ引き分け。",
    },
}  # fmt: skip

# --- refusals -------------------------------------------------------------------------------

# the rule and the sentence of each
BROKEN = {
    "starting": "TA-1", "chance": "TA-3", "not-chance": "TA-3", "gone": "TA-3",
    "direction": "TA-3", "empty": "TA-3", "not-yours": "TA-3", "die": "TA-3", "far": "TA-3",
    "full": "TA-4", "entangled": "TA-6", "gate": "TA-9", "mat": "TA-9", "entry-die": "TA-9",
    "not-held": "TA-10", "friend": "TA-10", "late": "TA-10", "smaller": "TA-10",
    "escape-full": "TA-10",
}  # fmt: skip
REFUSED = refusals_of({
    "en": {
        "starting": "Who starts is random: {move} cannot be played.",
        "chance": "The dice are to be rolled now: {move} cannot be played.",
        "direction": "Black moves clockwise, to higher numbers; White anticlockwise.",
        "empty": "There is no stone on {start}.",
        "not-yours": "There is no stone of yours on {start}.",
        "die": "No die that is left shows {die}.",
        "far": "One die moves a stone 1 to 6 segments. Both dice are two moves, one after the "
               "other, never their sum: type each, such as 1-4 4-9.",
        "full": "Segment {to} already holds two stones.",
        "entangled": "The stone on {start} is entangled; it can only escape ({escape}).",
        "gate": "You enter on your own segments: {gates}.",
        "mat": "There is no {stone} on your mat.",
        "entry-die": "To enter on {to} a die must show {die}.",
        "not-held": "No stone of yours is entangled on {start}.",
        "friend": "A stone that one's own stone holds cannot escape; move the outer one first.",
        "late": "An escape is the only move of its turn; a die has been used already.",
        "smaller": "An escape uses the smaller die, {low}.",
        "escape-full": "Segment {to} already holds two stones, so this stone cannot escape.",
    },
    "ja": {
        "starting": "先手を決めるのは偶然である。{move}は指せない。",
        "chance": "今はダイスを振る番である。{move}は指せない。",
        "direction": "黒は時計回り（番号の増える向き）、白はその逆に動く。",
        "empty": "{start}に石はない。",
        "not-yours": "{start}にあなたの石はない。",
        "die": "残りのダイスに{die}の目はない。",
        "far": "1つのダイスで動けるのは1から6区画。2つは合計ではなく2手であり、1-4 4-9 のように"
               "それぞれ入力する。",
        "full": "{to}にはすでに石が2個ある。",
        "entangled": "{start}の石は絡め取られている。脱出しかできない（{escape}）。",
        "gate": "投入できるのは自分の入口だけである: {gates}。",
        "mat": "マットに{stone}がない。",
        "entry-die": "{to}に投入するには{die}の目が要る。",
        "not-held": "{start}に絡め取られた自分の石はない。",
        "friend": "味方に押さえられた石は脱出できない。先に外側の石を動かす。",
        "late": "脱出はその手番のただ一つの手である。すでにダイスを使っている。",
        "smaller": "脱出には小さい方のダイス（{low}）を使う。",
        "escape-full": "{to}にはすでに石が2個あり、この石は脱出できない。",
    },
})  # fmt: skip


def refuse(s: Any, move: int) -> Refusal:
    """Why a readable move is not legal."""
    reason = _reason(s, move)
    parts: dict[str, Any] = {"move": NAMES[move], "low": s.low}
    if move < FIRST_IS:
        step = STEPS[move]
        gates = ENTRIES[s.player * GATES : (s.player + 1) * GATES] if s.player >= BLACK else ()
        parts |= step._asdict()
        parts["escape"] = _name(step._replace(kind="escape"))
        parts["stone"] = text_of(STONE, LETTERS[step.type])
        parts["gates"] = ", ".join(map(str, gates))
    return Refusal.of(REFUSED, reason, BROKEN[reason], **parts)


def _reason(s: Any, move: int) -> str:
    if s.phase != MOVE:
        if move >= FIRST_IS:
            return "gone"
        return "starting" if s.phase == FIRST else "chance"
    if move >= FIRST_IS:
        return "not-chance"
    step = STEPS[move]
    if step.kind == "enter":
        return _why_not_enter(s, step)
    if step.seat != s.player:
        return "direction"
    lying = 1 << step.start - 1
    if not (inner_of(s, 0) | inner_of(s, 1)) & lying:
        return "empty"
    if step.kind == "escape":
        return _why_not_escape(s, step, lying)
    if not free(s, s.player) & lying:
        return "entangled" if entangled(s, s.player) & lying else "not-yours"
    return "full" if step.die in (one_die(s), other_die(s)) else "die"


def _why_not_enter(s: Any, step: Step) -> str:
    if step.seat != s.player:
        return "gate"
    if s.mat[s.player * TYPES + step.type] == 0:
        return "mat"
    return "full" if step.die in (one_die(s), other_die(s)) else "entry-die"


def _why_not_escape(s: Any, step: Step, lying: int) -> str:
    if not entangled(s, s.player) & lying:
        return "friend" if inner_of(s, s.player) & full(s) & lying else "not-held"
    if s.left != BOTH:
        return "late"
    return "escape-full" if step.die == s.low else "smaller"


assert len(STEPS) == FIRST_IS
assert STEPS[ENTER].kind == "enter"
assert STEPS[ESCAPE].kind == "escape"
assert len(NAMES) == len(set(NAMES)) == MOVES

"""Tiger & Dragon: notation, and every sentence in English and Japanese."""

from __future__ import annotations

from typing import Any

from ryumon.games.tiger_dragon import battlefields
from ryumon.games.tiger_dragon.rules import (
    ATTACK, DEAL, DEFEND, DOWN, FIELD, FIRST, FIRST_IS, FORETELL, FORETELLS, FORETELLS_NONE,
    KINDS, LAP, MANY, MOVES, NUMBERS, PASS, SEATS, number,
)  # fmt: skip
from ryumon.games import speech
from ryumon.games.speech import capital, log_of, refusals_of
from ryumon.play.refusal import Refusal
from ryumon.play.sentence import LANGUAGES

TILES = [*(str(n) for n in range(1, NUMBERS + 1)), "T", "D"]

# the moves in the order of their numbers (rules.py)
NAMES = [
    *TILES,
    "pass",
    *(f"foretell:{tile}" for tile in TILES),
    "foretell:none",
    *(f"~first:{seat}" for seat in range(SEATS)),
    *(f"~field:{field}" for field in battlefields.NAMES),
    *(f"~{tile}" for tile in TILES),
]
KIND = {tile: kind for kind, tile in enumerate(TILES)}
FIELD_WORDS: dict[str, dict[str, str]] = {
    language: dict(zip(battlefields.NAMES, titles, strict=True))
    for language, titles in battlefields.TITLES.items()
}
HIDDEN = "?"  # a tile that lies face down, in a row


@speech.remembered
def tiles(lot: int) -> list[str]:
    """A lot as a list, in the order of the kinds."""
    return [tile for kind, tile in enumerate(TILES) for _ in range(number(lot, kind))]


def lot_of(named: list[str]) -> int:
    return sum(1 << 4 * KIND[tile] for tile in named)


@speech.remembered
def row_tiles(row: int) -> list[str]:
    """A row in the order in which it was laid."""
    found = []
    while row:
        found.append(HIDDEN if row & MANY == DOWN else TILES[(row & MANY) - 1])
        row >>= 4
    return found[::-1]


def row_of(named: list[str]) -> int:
    row = 0
    for tile in named:
        row = row << 4 | (DOWN if tile == HIDDEN else KIND[tile] + 1)
    return row


# --- the log: (said of another, said to oneself) --------------------------------------------

LOG = log_of({
    "en": {
        "first": ("{who} starts first.", "You start first."),
        "field": ("The battlefield is the {field}.", ""),
        "deal": ("Round {round} is dealt; {starter} {starts}.",
                 "Round {round} is dealt; {starter} {starts}. You hold {tiles}."),
        "foretell": ("{who} foretells {tile}.", "You foretell {tile}."),
        "foretell-none": ("{who} foretells nothing.", "You foretell nothing."),
        "attack": ("{who} attacks with {tile}.", "You attack with {tile}."),
        "pass": ("{who} passes.", "You pass."),
        "defend": ("{who} defends with {tile}.", "You defend with {tile}."),
        "lap": ("{who} lays a tile face down as a lap bonus.",
                "You lay {tile} face down as a lap bonus."),
        "last": ("{who} lays {tile}, the last tile, face up.",
                 "You lay {tile}, your last tile, face up."),
        "richi": ("{who} has one tile left: Richi!", "You have one tile left: Richi!"),
        "reveal": ("All tiles are shown. {all}.", ""),
        "score": ("{who} goes out with {tile} in round {round}: {points} points. Total: {scores}.",
                  "You go out with {tile} in round {round}: {points} points. Total: {scores}."),
        "score-one": ("{who} goes out with {tile} in round {round}: 1 point. Total: {scores}.",
                      "You go out with {tile} in round {round}: 1 point. Total: {scores}."),
        "end": ("The game is over: {winners} {won}.", ""),
    },
    "ja": {
        "first": ("最初の親は{who}。", ""),
        "field": ("戦場は{field}。", ""),
        "deal": ("第{round}ラウンドの牌が配られた。親は{starter}。",
                 "第{round}ラウンド。親は{starter}。あなたの手牌: {tiles}。"),
        "foretell": ("{who}は{tile}を予告した。", ""),
        "foretell-none": ("{who}は予告しなかった。", ""),
        "attack": ("{who}は{tile}で攻撃した。", ""),
        "pass": ("{who}はパスした。", ""),
        "defend": ("{who}は{tile}で防御した。", ""),
        "lap": ("{who}は1周ボーナスの牌を裏向きに置いた。",
                "あなたは1周ボーナスとして{tile}を裏向きに置いた。"),
        "last": ("{who}は最後の牌{tile}を表向きに置いた。", ""),
        "richi": ("{who}は残り1枚。リーチ！", ""),
        "reveal": ("すべての牌を公開。{all}。", ""),
        "score": ("第{round}ラウンド: {who}が{tile}で上がり、{points}点。合計: {scores}。", ""),
        "score-one": ("第{round}ラウンド: {who}が{tile}で上がり、1点。合計: {scores}。", ""),
        "end": ("ゲーム終了。勝者: {winners}。", ""),
    },
})  # fmt: skip
MYSTERIES = {
    "en": {"T": "the Tiger Mystery", "D": "the Dragon Mystery"},
    "ja": {"T": "虎のミステリー", "D": "龍のミステリー"},
}
STARTS = {"en": ("starts", "start"), "ja": ("", "")}
HAND = {"en": "{who}: {hand}", "ja": "{who}: {hand}"}
HAND_DOWN = {"en": "{who}: {hand}, face down {down}", "ja": "{who}: {hand}・裏 {down}"}
LEFT = {"en": "left over: {left}", "ja": "残り: {left}"}
NONE = {"en": "none", "ja": "なし"}
JOIN_HANDS = {"en": "; ", "ja": "／"}


def tile_word(tile: str, language: str) -> str:
    return MYSTERIES[language].get(tile, tile)


def field_word(field: str, language: str) -> str:
    return FIELD_WORDS[language][field]


def say(event: dict[str, Any], viewer: int, language: str, names: list[str] | None = None) -> str:
    """One sentence for an event, as this viewer saw it."""

    def called(seat: int) -> str:
        return speech.seat_name(seat, viewer, language, names)

    kind = event["kind"]
    parts = {"tile": tile_word(event.get("tile") or event.get("move", ""), language)}
    if kind == "foretell" and event["tile"] is None:
        kind = "foretell-none"
    elif kind == "field":
        parts["field"] = field_word(event["field"], language)
    elif kind == "deal":
        parts["starter"] = called(event["starter"])
        parts["starts"] = STARTS[language][event["starter"] == viewer]
        parts["tiles"] = " ".join(event.get("tiles", []))
    elif kind == "reveal":
        parts["all"] = _all_tiles(event, called, language)
    elif kind == "score" and event["points"] == 1:
        kind = "score-one"
    mine = kind == "deal" and "tiles" in event
    return speech.say(LOG, event, viewer, language, names, parts, kind, mine)


def _all_tiles(event: dict[str, Any], called: Any, language: str) -> str:
    """TD-10: every hand with the tiles that lay face down, and what was left over."""
    said = []
    for p, hand in enumerate(event["hands"]):
        down = " ".join(event["down"][p])
        form = (HAND_DOWN if down else HAND)[language]
        shown = " ".join(hand) or NONE[language]
        said.append(form.format(who=called(p), hand=shown, down=down))
    said.append(LEFT[language].format(left=" ".join(event["left"])))
    return JOIN_HANDS[language].join(said)


# --- what is being decided ------------------------------------------------------------------

DECISIONS: dict[int, str] = {
    FIRST: "TD-1", FIELD: "TD-1", DEAL: "TD-1", FORETELL: "TD-12", DEFEND: "TD-3",
}  # fmt: skip


def rule_of(s: Any) -> str:
    """The rule that the decision to be made comes from."""
    if s.phase == LAP:
        return "TD-6" if s.sizes[s.player] == 1 else "TD-5"
    if s.phase == ATTACK:  # at the start, again after a lap bonus, or after defending
        row = s.rows[s.player]
        return "TD-2" if row == 0 else "TD-5" if row & MANY == DOWN else "TD-4"
    return DECISIONS[s.phase]


PROMPT = {
    "en": {
        "TD-2": "You start: attack with a tile.",
        "TD-3": "Defend with a matching tile, or pass.",
        "TD-4": "You have defended: attack with a tile.",
        "TD-5": "Nobody defended: lay a tile face down as a lap bonus.",
        "TD-5-attack": "Attack again with a tile.",
        "TD-6": "Nobody defended: lay your last tile face up.",
        "TD-12": "Foretell a kind of tile that you hold, or none.",
    },
    "ja": {
        "TD-2": "親の番: 牌を1枚出して攻撃する。",
        "TD-3": "合う牌で防御するか、パスする。",
        "TD-4": "防御したので、牌を1枚出して攻撃する。",
        "TD-5": "誰も防御しなかった: 1周ボーナスとして1枚を裏向きに置く。",
        "TD-5-attack": "もう一度、牌を1枚出して攻撃する。",
        "TD-6": "誰も防御しなかった: 最後の牌を表向きに置く。",
        "TD-12": "手牌にある種類を1つ予告するか、しない。",
    },
}


def prompt(rule: str, phase: str, language: str) -> str:
    """What the seat to move is asked; `phase` as the view calls it."""
    return PROMPT[language]["TD-5-attack" if (rule, phase) == ("TD-5", "attack") else rule]


# what `?` shows: every rule in short, in the words of docs/games/tiger-dragon.md
RULES = {
    "en": {
        "TD-1": "A battlefield card says what the last tile is worth. The first start player "
                "is random; then the start passes to the left each round, whoever won.",
        "TD-2": "The start player attacks with one tile, face up. Clockwise, each other player "
                "defends or passes, once. Passing is always allowed, also with a matching tile.",
        "TD-3": "The same number defends against a number, and so does the Mystery of its parity: "
                "T against even numbers, D against odd ones. Any even number defends against T, "
                "any odd one against D; no Mystery against the other.",
        "TD-4": "Whoever defends attacks next, with any tile.",
        "TD-5": "If everyone else passes, the attacker must lay one tile face down as a lap bonus, "
                "and attacks again. Nobody else knows it until the round ends.",
        "TD-6": "The round ends the moment a hand is empty. The last tile is always face up: if a "
                "lap returns to a player with one tile, it is laid face up and ends the round.",
        "TD-7": "Only the player who went out scores: the last tile by the battlefield, and the "
                "bonus for own face-down tiles. With two players there is no bonus.",
        "TD-8": "10 points or more win. In teams, partners sit opposite and share their points; "
                "15 or more win, and hands stay secret from the partner.",
        "TD-9": "One tile left is announced to all: Richi. It has no effect.",
        "TD-10": "At the end of a round all hands, face-down tiles and left-over tiles are shown.",
        "TD-11": "Last tile: 1 is worth 10 on every battlefield, plus the bonus; a Mystery exactly "
                 "1, without bonus; for 2 to 8 the battlefield says it. The bonus is 1 for each "
                 "own face-down tile; Volcano 2; Cave 1 for every player's.",
        "TD-12": "Clifftop: after the deal, from the start player on, each may foretell one kind "
                 "of tile in the hand, or none. Going out with that kind scores 6 instead of 3, "
                 "for 2 to 8.",
    },
    "ja": {
        "TD-1": "戦場カードが最後の牌の得点を決める。最初の親は無作為に決まり、その後は誰が"
                "上がってもラウンドごとに左隣へ移る。",
        "TD-2": "親が牌を1枚表向きに出して攻撃する。他の人は時計回りに1回ずつ、防御するかパスする。"
                "合う牌があっても、いつでもパスできる。",
        "TD-3": "数字は同じ数字か、偶数なら虎のミステリー（T）、奇数なら龍のミステリー（D）で防御"
                "する。Tの攻撃は偶数、Dの攻撃は奇数で防御できるが、もう一方のミステリーではできない。",
        "TD-4": "防御した人が、好きな牌で次の攻撃をする。",
        "TD-5": "他の全員がパスしたら、攻撃した人は必ず1枚を1周ボーナスとして裏向きに置き、もう一度"
                "攻撃する。その牌はラウンドの終わりまで本人しか知らない。",
        "TD-6": "誰かの手牌がなくなるとすぐにラウンドが終わる。最後の牌は必ず表向きで、残り1枚で"
                "1周したときも表向きに置いて終わる。",
        "TD-7": "得点するのは上がった人だけ: 最後の牌の点（戦場による）と、自分の裏向きの牌の"
                "ボーナス。2人のときボーナスはない。",
        "TD-8": "10点以上で勝ち。チーム戦では向かい合う2人が得点を共有し、15点以上で勝ち。手牌は"
                "味方にも見せない。",
        "TD-9": "残り1枚になると全員に「リーチ」と知らされる。ルール上の効果はない。",
        "TD-10": "ラウンドの終わりに、全員の手牌、裏向きの牌、残りの牌がすべて公開される。",
        "TD-11": "最後の牌: 1はどの戦場でも10点とボーナス、ミステリーはちょうど1点でボーナスなし、"
                 "2から8は戦場による。ボーナスは自分の裏向きの牌1枚につき1点、火山では2点、洞窟では"
                 "全員の裏向きの牌1枚につき1点。",
        "TD-12": "崖の上: 配牌の後、親から順に、手牌にある種類を1つ予告してもよい。予告した種類の"
                 "2から8で上がると3点ではなく6点。",
    },
}  # fmt: skip

# --- refusals -------------------------------------------------------------------------------

REFUSED = refusals_of({
    "en": {
        "hold": "You do not hold {tile}.",
        "match": "{tile_first} does not defend against {attack}.",
        "foretelling": "Tiles are foretold before the first attack of a round on the Clifftop, "
                       "and only then.",
        "foretell": "A kind of tile is to be foretold here, or none: {move} is no foretelling.",
        "attack": "You must attack with a tile.",
        "lap": "The lap bonus is compulsory: a tile must be laid.",
        "last": "The last tile must be laid.",
    },
    "ja": {
        "hold": "{tile}は手牌にない。",
        "match": "{tile_first}では{attack}の攻撃を防御できない。",
        "foretelling": "予告は、戦場が崖の上のとき、ラウンドの最初の攻撃の前にだけする。",
        "foretell": "ここでは牌の種類を予告するか、しないかである。{move}は予告ではない。",
        "attack": "牌を1枚出して攻撃しなければならない。",
        "lap": "1周ボーナスは必須である。牌を1枚置かなければならない。",
        "last": "最後の牌を置かなければならない。",
    },
})  # fmt: skip


def refuse(s: Any, move: int) -> Refusal:
    """Why a readable move is not legal."""
    tile = {x: tile_word(NAMES[move].rpartition(":")[2], x) for x in LANGUAGES}
    parts = {"tile": tile, "tile_first": {x: capital(word) for x, word in tile.items()}}
    if s.attack >= 0:
        parts["attack"] = {x: tile_word(TILES[s.attack], x) for x in LANGUAGES}
    return Refusal.of(REFUSED, _reason(s, move), rule_of(s), move=NAMES[move], **parts)


def _reason(s: Any, move: int) -> str:
    if s.phase in (FIRST, FIELD, DEAL):
        return "gone" if move >= FIRST_IS else "chance"
    if move >= FIRST_IS:
        return "not-chance"
    if s.phase == FORETELL:
        return "hold" if move >= FORETELLS else "foretell"
    if move >= FORETELLS:
        return "foretelling"
    if move == PASS:
        return "attack" if s.phase == ATTACK else "last" if s.sizes[s.player] == 1 else "lap"
    if s.phase == DEFEND and not number(s.wanted, move):
        return "match"
    return "hold"


assert NAMES.index("pass") == PASS == KINDS
assert NAMES.index("foretell:none") == FORETELLS_NONE
assert len(NAMES) == MOVES

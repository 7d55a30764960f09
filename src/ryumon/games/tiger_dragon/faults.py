"""Tiger & Dragon: what every position obeys. A set position that breaks it is refused."""

from __future__ import annotations

from typing import Any

from ryumon.games.faults import Faults, first, in_words_of, no
from ryumon.games.tiger_dragon.battlefields import FORETOLD, SETTINGS
from ryumon.games.tiger_dragon.rules import (
    ATTACK, DEAL, DEFEND, ENDED, FIELD, FIRST, FORETELL, KINDS, LAP, MANY, NOBODY, NOTHING,
    RANDOM, all_tiles, goal, hand_size, in_row, number, size,
)  # fmt: skip
from ryumon.games.tiger_dragon.words import HIDDEN, TILES, row_tiles
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play.refusal import Refusal


SENTENCES = {
    "en": {
        "starter": "Before the first start player is drawn there is none; afterwards there is one.",
        "attacker": "There is an attacker while an attack is answered, and only then.",
        "newest": "Seat {seat} attacks with the newest tile of the row.",
        "first-round": "The first start player is drawn in the first round.",
        "field": "With the option field={setting} this battlefield cannot be in play.",
        "tiles": "There must be {want} of {tile}, not {n}.",
        "early-row": "Nothing is laid before all tiles are dealt.",
        "deal-order": "Seat {seat} cannot have {n} tile{n:|s} now: seat 0 is dealt first.",
        "early-foretold": "Nothing is foretold before all tiles are dealt.",
        "early-pass": "Nobody passes before all tiles are dealt.",
        "size": "Seat {seat} should have {n} tiles in the hand and in the row.",
        "down": "Seat {seat} has laid {n} tile{n:|s} face down, not {told}.",
        "down-place": "Seat {seat} can lay a tile face down only after an attack.",
        "last-tile": "The last tile of seat {seat} must be face up.",
        "empty": "A hand is empty at the end of the round, and only then.",
        "even": "Seat {seat} must have an even number of tiles now.",
        "odd": "Seat {seat} must have an odd number of tiles now.",
        "foretell-first": "Tiles are foretold before the first attack.",
        "clifftop": "Tiles are foretold on the Clifftop only.",
        "foretell-order": "Each player foretells in turn, from the start player on.",
        "foretold": "Seat {seat} has foretold {tile} and must have had it.",
        "partners": "Partners share their points.",
        "end": "The game ends at {goal} points, and only then.",
        "previous": "From the second round on, and only then, there is a previous one.",
        "early-points": "Nobody has points before the first round is over.",
        "old-points": "Seat {seat} cannot have got {points} points in the previous round.",
        "reached": "Only the player who went out can have reached the goal.",
        "old-field": "The battlefield is the same in all rounds.",
        "old-tiles": "There were too many of {tile} in the previous round.",
        "old-hands": "The hand of the player who went out was empty, and only that one.",
        "old-left": "The number of tiles left over in the previous round is wrong.",
        "old-table": "At the end the previous round must be the one on the table.",
    },
    "ja": {
        "starter": "最初の親が決まるまで親はなく、決まった後は必ずいる。",
        "attacker": "攻撃する人がいるのは、攻撃に答える間だけである。",
        "newest": "席{seat}は列の最も新しい牌で攻撃する。",
        "first-round": "最初の親を決めるのは第1ラウンドである。",
        "field": "オプションfield={setting}では、この戦場はありえない。",
        "tiles": "{tile}は{n}枚ではなく{want}枚でなければならない。",
        "early-row": "配り終えるまで牌は出されない。",
        "deal-order": "席{seat}の牌が今{n}枚ということはない。席0から順に配る。",
        "early-foretold": "配り終えるまで予告はない。",
        "early-pass": "配り終えるまでパスはない。",
        "size": "席{seat}の手牌と列は合わせて{n}枚のはずである。",
        "down": "席{seat}が裏向きに置いた牌は{told}枚ではなく{n}枚である。",
        "down-place": "席{seat}が牌を裏向きに置けるのは、攻撃の後だけである。",
        "last-tile": "席{seat}の最後の牌は表向きのはずである。",
        "empty": "手牌がなくなるのは、ラウンドの終わりだけである。",
        "even": "席{seat}の手牌は今、偶数枚のはずである。",
        "odd": "席{seat}の手牌は今、奇数枚のはずである。",
        "foretell-first": "予告は最初の攻撃の前に行う。",
        "clifftop": "予告をするのは断崖だけである。",
        "foretell-order": "予告は親から順に行う。",
        "foretold": "席{seat}は{tile}を予告したので、持っていたはずである。",
        "partners": "仲間の得点は共通である。",
        "end": "ゲームは{goal}点に達したときに限り終わる。",
        "previous": "前のラウンドがあるのは、第2ラウンドからである。",
        "early-points": "第1ラウンドが終わるまで得点はない。",
        "old-points": "席{seat}が前のラウンドで{points}点を得ることはない。",
        "reached": "目標に達するのは、上がった人だけである。",
        "old-field": "戦場はすべてのラウンドで同じである。",
        "old-tiles": "前のラウンドの{tile}が多すぎる。",
        "old-hands": "手牌がなかったのは上がった人だけである。",
        "old-left": "前のラウンドの余りの牌の数が合わない。",
        "old-table": "終了時の前のラウンドは、場にあるラウンドである。",
    },
}
fault_of = in_words_of(SENTENCES)


def fault(s: Any) -> Refusal | None:
    """The first invariant that a state breaks; None for a sound one."""
    return first(s, _faults)


def _faults(s: Any) -> Faults:
    yield from _turn_faults(s)
    yield from _field_faults(s)
    yield from _tile_faults(s)
    if s.phase <= DEAL:
        yield from _deal_faults(s)
    else:
        yield from _row_faults(s)
        yield from _hand_faults(s)
        yield from _foretold_faults(s)
    yield from _score_faults(s)


def _turn_faults(s: Any) -> Faults:
    if s.phase <= DEAL:
        right = s.player == CHANCE
    elif s.phase == ENDED:
        right = s.player == OVER
    elif s.phase == FORETELL:
        said = sum(kind != NOTHING for kind in s.foretold)
        right = s.player == (s.starter + said) % s.n and said < s.n
    elif s.phase == ATTACK:
        right = s.player >= 0
    else:
        right = s.player >= 0 and (s.phase == LAP) == (s.player == s.attacker)
    if not right:
        yield no("turn", seat=s.player)
    if (s.starter == NOBODY) != (s.phase == FIRST):
        yield fault_of("starter", "TD-1")
    if (s.attacker == NOBODY) == (s.phase in (DEFEND, LAP)):
        yield fault_of("attacker", "TD-2")
    elif s.attacker != NOBODY and s.attack == NOTHING:
        yield fault_of("newest", "TD-2", seat=s.attacker)
    if s.phase == FIRST and s.round:
        yield fault_of("first-round", "TD-1")


def _field_faults(s: Any) -> Faults:
    if s.setting < RANDOM:
        right = s.field == s.setting and s.phase != FIELD
    else:
        right = (s.field == NOTHING) == (s.phase in (FIRST, FIELD))
        if s.setting == RANDOM:
            right = right and (s.phase != FIELD or s.round == 0)
    if not right:
        yield fault_of("field", "TD-1", setting=SETTINGS[s.setting])


def _tile_faults(s: Any) -> Faults:
    seats = range(s.n)
    lots = [s.left]
    for p in seats:
        lots += [s.hands[p], in_row(s.rows[p]), in_row(s.laps[p])]
    for kind, name in enumerate(TILES):
        found = sum(number(lot, kind) for lot in lots)
        if found != number(all_tiles(s), kind):
            yield fault_of("tiles", want=number(all_tiles(s), kind), tile=name, n=found)


def _deal_faults(s: Any) -> Faults:
    whole = hand_size(s)
    if any(s.rows) or any(s.laps) or (s.phase != DEAL and s.dealt):
        yield fault_of("early-row", "TD-2")
    for p in range(s.n):
        if s.sizes[p] != min(max(s.dealt - p * whole, 0), whole):
            yield fault_of("deal-order", "TD-1", seat=p, n=s.sizes[p])
    if any(kind != NOTHING for kind in s.foretold):
        yield fault_of("early-foretold", "TD-12")
    if any(s.spared):
        yield fault_of("early-pass", "TD-2")


def _row_faults(s: Any) -> Faults:
    """Rows take turns: an attack, then a defence or a lap bonus; all but the start player's begin
    with a defence."""
    for p in range(s.n):
        row = row_tiles(s.rows[p])
        whole = hand_size(s) + (p == s.starter)
        if s.sizes[p] + len(row) != whole:
            yield fault_of("size", "TD-2", seat=p, n=whole)
        down = [k for k, tile in enumerate(row) if tile == HIDDEN]
        if len(down) != s.down[p]:
            yield fault_of("down", "TD-5", seat=p, n=len(down), told=s.down[p])
        if any(k == 0 or k % 2 != (p == s.starter) for k in down):
            yield fault_of("down-place", "TD-5", seat=p)
        if not s.sizes[p] and row[-1] == HIDDEN:
            yield fault_of("last-tile", "TD-6", seat=p)


def _hand_faults(s: Any) -> Faults:
    """TD-6: odd hands, but for that of a seat which is to attack."""
    empty = [p for p in range(s.n) if s.sizes[p] == 0]
    if empty != ([s.old_winner] if s.phase == ENDED else []):
        yield fault_of("empty", "TD-6")
    for p in range(s.n):
        attacks = p == s.starter if s.phase == FORETELL else s.phase == ATTACK and p == s.player
        if s.sizes[p] % 2 == attacks and s.sizes[p]:
            yield fault_of("even" if attacks else "odd", "TD-6", seat=p)
    if s.phase == FORETELL and s.shown:
        yield fault_of("foretell-first", "TD-12")


def _foretold_faults(s: Any) -> Faults:
    if not FORETOLD[s.field]:
        if s.phase == FORETELL or any(kind != NOTHING for kind in s.foretold):
            yield fault_of("clifftop", "TD-12")
        return
    for k in range(s.n):
        p = (s.starter + k) % s.n
        said = k < (s.player - s.starter) % s.n if s.phase == FORETELL else True
        kind = s.foretold[p]
        if (kind != NOTHING) != said:
            yield fault_of("foretell-order", "TD-12")
        elif 0 <= kind < KINDS:
            had = s.hands[p], in_row(s.rows[p]), in_row(s.laps[p])
            if not any(number(lot, kind) for lot in had):
                yield fault_of("foretold", "TD-12", seat=p, tile=TILES[kind])


def _score_faults(s: Any) -> Faults:
    points = s.points[: s.n]
    if s.teams and points[:2] != points[2:]:
        yield fault_of("partners", "TD-8")
    if (max(points) >= goal(s)) != (s.phase == ENDED):
        yield fault_of("end", "TD-8", goal=goal(s))
    if (s.old_winner == NOBODY) != (s.round == 0):
        yield fault_of("previous")
    elif s.old_winner == NOBODY:
        if any(points):
            yield fault_of("early-points")
    else:
        yield from _previous_faults(s, points)


def _previous_faults(s: Any, points: list[int]) -> Faults:
    winner = s.old_winner
    if not 0 <= s.old_points <= points[winner]:
        yield fault_of("old-points", "TD-7", seat=winner, points=s.old_points)
    best = [p for p in range(s.n) if points[p] >= goal(s)]
    if best and best != [p for p in range(s.n) if p == winner or (s.teams and p % 2 == winner % 2)]:
        yield fault_of("reached", "TD-7")
    if s.setting < RANDOM and s.old_field != s.setting:
        yield fault_of("old-field", "TD-1")
    shown = [s.old_left, *s.old_hands, *s.old_laps]
    for kind, name in enumerate(TILES):
        if sum(number(lot, kind) for lot in [*shown, 1 << 4 * s.old_tile]) > number(
            all_tiles(s), kind
        ):
            yield fault_of("old-tiles", tile=name)
    if s.old_hands[winner] or not all(s.old_hands[p] for p in range(s.n) if p != winner):
        yield fault_of("old-hands", "TD-6")
    if size(s.old_left) != size(all_tiles(s)) - s.n * hand_size(s) - 1:
        yield fault_of("old-left")
    if s.phase == ENDED:
        laps = [in_row(s.laps[p]) for p in range(s.n)]
        now = [s.left, s.old_tile + 1, *s.hands[: s.n], *laps]
        last = s.rows[winner] & MANY
        if now != [s.old_left, last, *s.old_hands[: s.n], *s.old_laps[: s.n]]:
            yield fault_of("old-table")

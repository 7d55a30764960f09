"""All endings with at most eight tiles in hands, of two and three players, solved twice over.

`Ending` is a second, slow implementation of TD-2 to TD-7 that shares nothing with the engine. Both
are walked together through every line of play: at every decision the legal moves must agree, at
every attack the hands and whose turn it is, at every end who goes out and the points. On the way
each ending is solved: which seat can make sure to go out first, whatever the others do?

Which endings: all hands at the moment of an attack, by parity (TD-6) an even hand against odd ones,
seen from the seat that is to attack. Numbers of one parity differ in nothing but their points and
how many there are, so one ending stands for all that come from it by renaming such numbers; a
test below checks that renaming changes nothing. Of the numbers that have enough copies the
representative has the smallest. That leaves 4,736 endings of two players and 66,898 of three.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import ryumon
from ryumon.games.tiger_dragon import rules
from ryumon.games.tiger_dragon.words import NAMES, lot_of
from ryumon.kernel.machine import machine
from tests.rules.tiger_dragon.scene import BAG, TILES

MOST = 8
DOJO = {"1": 10, "2": 2, "3": 2, "4": 3, "5": 3, "6": 3, "7": 4, "8": 4, "T": 1, "D": 1}
RED, BLUE = "1357", "2468"
ROOM = [0] * rules.MOST
Vector = tuple[int, ...]
Hands = tuple[str, ...]
Solved = dict[Hands, int]  # hands, the attacker's first -> the seat that can force it, or -1


# --- the slow implementation ----------------------------------------------------------------


class Ending(NamedTuple):
    hands: Hands
    turn: int = 0
    attacker: int = -1
    attack: str = ""  # to be answered; empty: an attack is to be made
    lap: int = -1  # who has just laid a tile face down

    def moves(self) -> list[str]:
        hand = sorted(set(self.hands[self.turn]), key=TILES.index)
        if self.attack and self.turn != self.attacker:
            return [tile for tile in hand if defends(tile, self.attack)] + ["pass"]
        return hand

    def play(self, move: str) -> Ending:
        following = (self.turn + 1) % len(self.hands)
        if move == "pass":
            return self._replace(turn=following)
        hands = list(self.hands)
        hands[self.turn] = hands[self.turn].replace(move, "", 1)
        if not self.attack:
            return Ending(tuple(hands), following, self.turn, move)
        lap = self.turn if self.turn == self.attacker else -1
        return Ending(tuple(hands), self.turn, lap=lap)


def defends(tile: str, attack: str) -> bool:
    if attack in "TD":
        return tile.isdigit() and int(tile) % 2 == (attack == "D")
    return tile in (attack, "D" if int(attack) % 2 else "T")


# --- the engine -----------------------------------------------------------------------------


def engine(hands: Hands) -> Any:
    """A state of the rules with these hands, seat 0 to attack; what lay before does not matter."""
    s = machine(ryumon.game("tiger-dragon").spec, compiled=False).plain()
    rules.start(s, [len(hands), 0, 0, 0])
    for p, hand in enumerate(hands):
        s.hands[p], s.sizes[p] = lot_of(list(hand)), len(hand)
    s.phase, s.player, s.starter = rules.ATTACK, 0, 0
    return s


def solve(hands: Hands, solved: Solved) -> int:
    """The seat that can make sure to go out first, counted from the attacker; -1: none can."""
    if hands not in solved:
        solved[hands] = walk(Ending(hands), engine(hands), solved)
    return solved[hands]


def walk(ending: Ending, s: Any, solved: Solved) -> int:
    """One attack with all answers, in both implementations."""
    moves = ending.moves()
    numbers = ROOM[: rules.legal(s, ROOM)]
    assert [NAMES[number] for number in numbers] == moves, ending
    assert s.player == ending.turn
    forced = set()
    for move, number in zip(moves, numbers, strict=True):
        after, then = ending.play(move), s.clone()
        rules.apply(then, number)
        if not after.hands[ending.turn]:
            assert then.round == 1, (ending, move)
            assert (then.old_winner, then.old_points) == (ending.turn, DOJO[move])
            forced.add(ending.turn)
        elif after.attack:
            forced.add(walk(after, then, solved))
        else:
            forced.add(next_attack(after, then, solved))
    if ending.turn in forced:
        return ending.turn
    return forced.pop() if len(forced) == 1 else -1


def next_attack(ending: Ending, s: Any, solved: Solved) -> int:
    """The engine stands where the slow implementation does; from there it is an ending again."""
    n, p = len(ending.hands), ending.turn
    assert (s.player, s.phase, s.round) == (p, rules.ATTACK, 0), ending
    assert s.hands[:n] == [lot_of(list(hand)) for hand in ending.hands]
    assert s.down[:n] == [int(q == ending.lap) for q in range(n)]
    found = solve(representative(ending.hands[p:] + ending.hands[:p]), solved)
    return -1 if found < 0 else (found + p) % n


# --- all endings ----------------------------------------------------------------------------


def below(vector: Vector) -> Iterator[Vector]:
    return itertools.product(*(range(x + 1) for x in vector))


@functools.cache
def partitions(total: Vector, numbers: str) -> list[list[str]]:
    """All ways to make up a number of tiles for each seat from the numbers of one parity, as hands;
    of each class under renaming one."""
    found = []

    def go(left: Vector, bound: Vector, vectors: list[Vector]) -> None:
        if not any(left):
            hands = named(vectors, numbers, len(total))
            if hands is not None:
                found.append(hands)
        elif len(vectors) < len(numbers):
            for vector in below(left):
                if any(vector) and vector <= bound:
                    rest = tuple(a - b for a, b in zip(left, vector, strict=True))
                    go(rest, vector, [*vectors, vector])

    go(total, (MOST,) * len(total), [])
    return found


def named(vectors: list[Vector], numbers: str, seats: int) -> list[str] | None:
    """Hands with so many of a number for each seat; the smallest numbers that have enough copies.
    None if there are not enough."""
    free = list(numbers)
    hands = [""] * seats
    for vector in sorted(vectors, key=lambda v: (sum(v), v)):
        number = next((n for n in free if int(n) >= sum(vector)), None)
        if number is None:
            return None
        free.remove(number)
        for p, count in enumerate(vector):
            hands[p] += number * count
    return hands


@functools.cache
def representative(hands: Hands) -> Hands:
    """The ending that stands for this one."""
    parts = [["".join(tile for tile in hand if tile in "TD") for hand in hands]]
    for numbers in (RED, BLUE):
        vectors = [tuple(hand.count(number) for hand in hands) for number in numbers]
        found = named([v for v in vectors if any(v)], numbers, len(hands))
        assert found is not None
        parts.append(found)
    return tuple("".join(sorted("".join(hand))) for hand in zip(*parts, strict=True))


def sizes_of(players: int) -> list[Vector]:
    """TD-6: whoever is to attack has an even hand, the others odd ones."""
    odd, even = range(1, MOST, 2), range(2, MOST, 2)
    sizes = itertools.product(even, *[odd] * (players - 1))
    return [vector for vector in sizes if sum(vector) <= MOST]


def endings(players: int) -> Iterator[Hands]:
    for sizes in sizes_of(players):
        for tiger, dragon in itertools.product([None, *range(players)], repeat=2):
            mysteries = ["T" * (p == tiger) + "D" * (p == dragon) for p in range(players)]
            rest = tuple(size - len(m) for size, m in zip(sizes, mysteries, strict=True))
            for red in below(rest) if min(rest) >= 0 else ():
                blue = tuple(a - b for a, b in zip(rest, red, strict=True))
                for lots in itertools.product(partitions(red, RED), partitions(blue, BLUE)):
                    parts = zip(mysteries, *lots, strict=True)
                    yield tuple("".join(sorted("".join(hand))) for hand in parts)


def solve_all(players: int, number: int) -> None:
    found = list(endings(players))
    assert len(found) == len(set(found)) == number
    assert all(representative(hands) == hands for hands in found)
    solved: Solved = {}
    for hands in found:
        solve(hands, solved)
    assert set(solved) == set(found)  # what they lead to is among them
    assert set(solved.values()) == {-1, *range(players)} - ({-1} if players == 2 else set())


@pytest.mark.slow
def test_all_endings_of_two_players():
    """Somebody can always force it: it is a game of two with open hands."""
    solve_all(2, 4736)


@pytest.mark.slow
def test_all_endings_of_three_players():
    solve_all(3, 66898)


def test_every_ending_of_two_players_with_three_tiles_under_every_name():
    """Without renaming, and with the points of every tile: all pairs against all single tiles."""
    met = set()
    for a, b in itertools.combinations(range(len(BAG)), 2):
        for c in set(range(len(BAG))) - {a, b}:
            hands = (BAG[a] + BAG[b], BAG[c])
            if hands not in met:
                met.add(hands)
                walk(Ending(hands), engine(hands), {})
    assert len(met) == 52 * 10 - 28  # of 1, T, D and 2 there are too few for some


def test_what_can_be_forced_by_hand():
    """Three small endings that a person can check."""
    solved: Solved = {}
    assert solve(("12", "3"), solved) == 0  # nothing defends against a 1 or a 2
    assert solve(("22", "T"), solved) == 1  # the Tiger Mystery defends against a 2
    assert solve(("22", "T", "3"), solved) == 1
    assert solve(("44", "4", "4"), solved) == 1  # the next seat is asked first


def test_renaming_numbers_of_a_parity_changes_nothing_but_the_names():
    """What the representatives stand for: the engine treats numbers of one parity alike."""
    rng = random.Random(2)
    for _ in range(300):
        hands = ["".join(rng.choices(TILES, k=size)) for size in (4, 3, 3)]
        red, blue = rng.sample(RED, 4), rng.sample(BLUE, 4)
        name = dict(zip(RED + BLUE, red + blue, strict=True))
        one = engine(tuple(hands))
        two = engine(tuple("".join(name.get(tile, tile) for tile in hand) for hand in hands))
        while one.round == 0:
            moves = [NAMES[move] for move in ROOM[: rules.legal(one, ROOM)]]
            renamed = [name.get(move, move) for move in moves]
            theirs = [NAMES[move] for move in ROOM[: rules.legal(two, ROOM)]]
            assert sorted(renamed) == sorted(theirs)
            k = rng.randrange(len(moves))
            rules.apply(one, NAMES.index(moves[k]))
            rules.apply(two, NAMES.index(renamed[k]))
            assert one.round == two.round
            assert one.round or (one.player, one.phase) == (two.player, two.phase)
        assert one.old_winner == two.old_winner

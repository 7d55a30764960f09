"""Where chance comes from: it can be repeated, it is fair, and an undo meets the same luck."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter

import pytest

import ryumon
from ryumon import CHANCE, OVER, State
from ryumon.table.chance import KEY_BITS, Chance, KeyChance, SeedChance, SystemChance
from ryumon.table.undo import shortened
from tests import support

KEY = bytes(range(32))
SOURCES = {"key": lambda: KeyChance(KEY), "seed": lambda: SeedChance(7)}
WITH_CHANCE = [name for name in ryumon.games() if name != "bushido"]


def played(name: str, chance: Chance, seed: int = 1, most: int = 200) -> State:
    state, rng = ryumon.game(name).start(), random.Random(seed)
    while state.turn != OVER and len(state.moves) < most:
        state.deal(chance)
        if state.turn >= 0:
            state.play(rng.choice(state.legal()))
    return state


@pytest.mark.parametrize("name", WITH_CHANCE)
@pytest.mark.parametrize("source", SOURCES)
def test_what_chance_does_follows_from_the_source_and_the_chance_before(
    name: str, source: str
) -> None:
    """From any moment on, in the midst of a deal too, a fresh source goes on alike; so an undo
    meets the same luck, and a crash cannot draw again."""
    state = played(name, SOURCES[source]())
    for length in range(0, len(state.moves), 7):
        then = shortened(state, length)
        if then.turn == CHANCE:
            assert then.legal()[SOURCES[source]().draw(then)] == state.moves[length]


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_one_source_serves_two_games_at_once(name: str) -> None:
    """As a server's does, or a search that looks ahead: what one game draws changes no other."""
    source, one, two = SeedChance(7), ryumon.game(name).start(), ryumon.game(name).start()
    while one.turn == CHANCE:
        for state in (one, two):
            state.play(state.legal()[source.draw(state)])
    assert one.moves == two.moves == played(name, SeedChance(7), most=1).moves[: one.length]


def repeated(key: bytes, k: int, weights: list[int]) -> int:
    """The draw of docs/fairness.md, written from the page and not from the code."""
    total, tries = sum(weights), 0
    while True:
        digest = hmac.new(key, f"{k}.{tries}".encode("ascii"), hashlib.sha256).hexdigest()
        x = int(digest[:12], 16)
        if x < 2**48 - 2**48 % total:
            break
        tries += 1
    mark = x % total
    for place, weight in enumerate(weights):
        if mark < weight:
            return place
        mark -= weight
    raise AssertionError


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_everyone_who_knows_the_key_can_repeat_the_draws(name: str) -> None:
    record, k = played(name, KeyChance(KEY)), 0
    state = ryumon.game(name).start()
    for move in record.moves:
        if state.turn == CHANCE:
            assert move == state.legal()[repeated(KEY, k, state.weights())]
            k += 1
        state.play(move)
    assert k == state.chance_moves() > 0
    assert played(name, KeyChance(KEY[::-1])).moves != record.moves


def test_numbers_that_would_favour_some_outcomes_are_drawn_again() -> None:
    """With a sum of two thirds of all numbers every third one is thrown away; taking it modulo the
    sum would give the lower half of the marks twice as often."""
    total = (1 << KEY_BITS) * 2 // 3
    chance = KeyChance(KEY)
    marks = [chance.mark(k, total) for k in range(2000)]
    low = sum(mark < total // 2 for mark in marks)
    assert abs(low - 1000) < 120  # 5 standard errors; unfair: 1333 expected
    with pytest.raises(ValueError, match="add up"):
        chance.mark(0, (1 << KEY_BITS) + 1)


@pytest.mark.parametrize("chance", [SystemChance(), None], ids=["system", "key"])
def test_outcomes_are_as_likely_as_their_weights(chance: Chance | None) -> None:
    """Tatsu's rolls: doubles half as often as the others. 20 degrees of freedom, p < 0.0001."""
    state = ryumon.game("tatsu").start()
    state.play("~first:0")
    weights, counts, draws = state.weights(), Counter[int](), 7200
    for k in range(draws):
        counts[(chance or KeyChance(k.to_bytes(4, "big"))).draw(state)] += 1
    expected = [draws * weight / sum(weights) for weight in weights]
    assert sum((counts[i] - e) ** 2 / e for i, e in enumerate(expected)) < 53


def test_chance_moves_are_counted_however_often_one_asks() -> None:
    state = support.finished(ryumon.game("tiger-dragon"), 2)
    again = ryumon.game("tiger-dragon").start()
    for move in state.moves:
        copied = again.copy()
        again.play(move)
        made = sum(move.startswith("~") for move in again.moves)
        assert again.chance_moves() == made
        assert copied.chance_moves() == made - move.startswith("~")

"""A pool of worlds, weighed by how sensible players would have played the round in each of them."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import ryumon
from ryumon import OVER, State, bots
from ryumon.bots.levels import settings_of
from ryumon.bots.search import Budget, Searcher
from ryumon.kernel import search
from ryumon.kernel.bits import members
from ryumon.kernel.machine import machine
from ryumon.kernel.tree import SearchTree
from tests.support import compiled

TABLES = [
    ("schadenfreude", {"players": 4}), ("schadenfreude", {"players": 5}),
    ("slaughter", {"players": 4}), ("slaughter", {"players": 3, "advanced": True}),
]  # fmt: skip
WORLDS = 40


def moments(game: ryumon.Game, seed: int, every: int = 7, astray: float = 0.1) -> Iterator[State]:
    """Decisions with a choice in a game of rule-of-thumb players, now and then a random move."""
    rng, state, thumb = random.Random(seed), game.start(), bots.make("thumb", seed)
    count = 0
    while state.turn != OVER:
        state.deal(rng)
        if state.turn < 0:
            continue
        if len(state.legal_ids()) > 1:
            count += 1
            if count % every == 0:
                yield state.copy()
        wild = rng.random() < astray
        state.play(rng.choice(state.legal()) if wild else bots.choose(thumb, state))


def pooled(state: State, worlds: int = WORLDS) -> SearchTree | None:
    """The trees of the seat to move with their pool filled, interpreted; None without one."""
    seat, game = state.seat(state.turn, sights=True, events=False), state.game
    recalled = game.spec.hidden.recall(seat.known, seat.sights)
    if recalled is None:
        return None
    made = machine(game.spec, compiled=False)
    trees = SearchTree(made, game.players, 64, worlds)
    numbers = replace(settings_of(game.name), pool=worlds).numbers(game.players)
    trees.begin(seat.known_on(made), state.turn, numbers, 1, recalled=recalled)
    return trees


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_the_round_is_recalled_as_it_was_played(name: str, options: dict[str, Any]) -> None:
    """Seat by seat, held against the record."""
    game, found = ryumon.game(name, **options), 0
    cards = game.spec.rules.SEAT_MOVES - (name == "slaughter")  # the last one is `done`
    for state in moments(game, seed=3):
        again, played = game.start(), []
        for move in state.moves:
            before = again._plain().clone()
            again.play(move)
            if before.phase == game.spec.rules.PLAY:
                played.append((before.player, game.spec.ids[move]))
            if again._plain().round != before.round:
                played = []
        seat = state.seat(state.turn, sights=True, events=False)
        recalled = game.spec.hidden.recall(seat.known, seat.sights)
        if recalled is None:
            assert not played or seat.known.phase != game.spec.rules.PLAY
        else:
            assert list(zip(*recalled, strict=True)) == played
            assert all(0 <= move < cards for move in recalled[1])
            found += 1
    assert found > 3


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(*table, marks=[] if table == TABLES[2] else [pytest.mark.slow])
        for table in TABLES
    ],
)
def test_a_world_played_once_more_is_where_it_was(name: str, options: dict[str, Any]) -> None:
    """`fit` takes the round back and makes its moves again: hands, piles and tricks come out as
    they were. What a divider showed of the first half (SD-6) is the only thing that may differ."""
    checked = 0
    for state in moments(ryumon.game(name, **options), seed=5):
        trees = pooled(state)
        if trees is None:
            continue
        made, seat = trees.made, state.seat(state.turn, sights=True)
        moves = state.game.spec.hidden.recall(seat.known, seat.sights)
        for w in range(0, WORLDS, 8):
            there = trees.states[search.KEPT + w].clone()
            again = there.clone()
            row, weights = made.room(), made.blank(made.most)
            chance = made_fit(made, again, state.turn, moves, row, weights)
            assert chance <= 0
            again.void = there.void
            assert again == there
            checked += 1
    assert checked > 10


def made_fit(made: Any, s: Any, viewer: int, moves: Any, row: Any, weights: Any) -> float:
    fit = made.linked([search.fit])["fit"]
    return fit(s, viewer, *moves, len(moves[0]), row, weights)


def test_without_a_pool_or_anything_to_recall_worlds_are_drawn_evenly() -> None:
    game = ryumon.game("schadenfreude")
    state = game.start()
    state.deal(random.Random(1))
    assert pooled(state) is None  # nobody has played yet
    seat = state.seat(state.turn, sights=True, events=False)
    settings = replace(settings_of("schadenfreude"), pool=WORLDS)
    plain = Searcher().search(seat, replace(settings, pool=0), Budget(20), 3)
    assert Searcher().search(seat, settings, Budget(20), 3) == plain


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games", "every"), [("schadenfreude", 1, 9), ("slaughter", 4, 4)])
def test_weighed_worlds_are_nearer_to_the_truth(name: str, games: int, every: int) -> None:
    """The chance that the pool gives to where the cards of the others really are, by the mean of
    its logarithm, is better than that of even worlds."""
    weighed = even = 0.0
    worlds = 3 * WORLDS
    for seed in range(games):
        for state in moments(ryumon.game(name, players=4), seed, every, astray=0.0):
            trees = pooled(state, worlds)
            if trees is None:
                continue
            odds = [b - a for a, b in itertools.pairwise([0.0, *trees.odds])]
            hands = [trees.states[search.KEPT + w].hands for w in range(worlds)]
            for p, hand in enumerate(state._plain().hands[:4]):
                for card in members(hand if p != state.turn else 0):
                    there = [lying[p] >> card & 1 for lying in hands]
                    share = sum(o for o, t in zip(odds, there, strict=True) if t) / trees.odds[-1]
                    weighed += math.log(0.95 * share + 0.0125)
                    even += math.log(0.95 * sum(there) / worlds + 0.0125)
    assert weighed > even


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schadenfreude", "slaughter"])
def test_compiled_and_interpreted_searches_with_a_pool_are_equal(name: str) -> None:
    game = ryumon.game(name, players=4)
    settings = replace(settings_of(name), pool=WORLDS)
    states = list(moments(game, seed=4, every=11))[:6]
    found = []
    for made in (machine(game.spec, compiled=False), machine(game.spec, compiled=True)):
        for k, state in enumerate(states):
            seat = state.seat(state.turn, sights=True, events=False)
            recalled = game.spec.hidden.recall(seat.known, seat.sights)
            trees = SearchTree(made, 4, 4000, WORLDS)
            trees.begin(seat.known_on(made), state.turn, settings.numbers(4), k, recalled=recalled)
            trees.run(60, None)
            found.append(
                {seen: int(trees.table[node][search.VISITS])
                 for seen, node in trees.children(trees.root(state.turn)).items()}
            )  # fmt: skip
    assert found[: len(states)] == found[len(states) :]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schadenfreude", "slaughter"])
def test_with_a_pool_bots_decide_alike_in_worlds_that_look_alike(name: str) -> None:
    settings = replace(settings_of(name), pool=WORLDS)
    states = list(moments(ryumon.game(name, players=4), seed=8, every=6))
    with compiled(name):
        for k, state in enumerate(states[:16]):
            world = state.worlds(state.turn, random.Random(k))
            one, two = (bots.Search(k, "dragon", Budget(400), settings) for _ in range(2))
            assert bots.choose(one, state) == bots.choose(two, world)

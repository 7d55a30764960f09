"""The search: the same interpreted and compiled, the same every time, on time, and no fool."""

from __future__ import annotations

import random
import time

import pytest
from numpy.lib.array_utils import byte_bounds

import ryumon
from ryumon import OVER, State, bots
from ryumon.bots.advice import analyse
from ryumon.bots.levels import LEVELS, budget_of, settings_of, simulations_of
from ryumon.bots.search import Budget, Searcher, SearchSettings, Tally
from ryumon.kernel.machine import LINES
from ryumon.kernel.search import POOL, TREES, VISITS
from tests.support import compiled, start_interpreted, thinned

GAMES = ryumon.games()


def decision(name: str, after: int = 8, **options) -> State:
    """A moment early in a game at which a seat has a choice."""
    game = ryumon.game(name, **options)
    state, rng, thumb = start_interpreted(game), random.Random(5), bots.make("thumb", 5)
    while after > 0 or len(state.legal()) < 2 or state.turn < 0:
        if state.turn < 0:
            state.deal(rng)
        else:
            state.play(bots.choose(thumb, state))
            after -= 1
    return state


def found(state: State, simulations: int, **changes) -> dict:
    budget = Budget(simulations, **changes)
    return Searcher().search(state.seat(state.turn), settings_of(state.game.name), budget, 7)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_compiled_find_the_same(name):
    state = decision(name)
    slow = found(state, 60)
    with compiled(name):
        fast = found(state, 60)
    assert slow == fast


@pytest.mark.parametrize("name", thinned(GAMES, "bushido", "slaughter", "tiger-dragon"))
def test_equal_seeds_give_equal_results_and_arrays_can_be_used_again(name):
    state, searcher = decision(name), Searcher()
    asked = state.seat(state.turn), settings_of(name), Budget(50), 3
    first = searcher.search(*asked)
    searcher.search(*asked[:-1], 4)
    assert searcher.search(*asked) == first


@pytest.mark.slow
def test_two_threads_are_deterministic_and_count_together():
    state = decision("tatsu")
    both = found(state, 100, threads=2)
    assert sum(tally.visits for tally in both.values()) == 100
    assert both == found(state, 100, threads=2)


@pytest.mark.slow
def test_two_threads_write_into_no_cache_line_together():
    """Else both wait for it at every move, and two threads are hardly faster than one."""
    with compiled("tiger-dragon"):
        state, searcher = decision("tiger-dragon"), Searcher()
        settings = settings_of("tiger-dragon")
        searcher.search(state.seat(state.turn), settings, Budget(40, threads=2), 1)
    lines = []
    for one in searcher.trees:
        written = (
            one.move_rows,
            one.shares,
            one.weights,
            one.settings,
            one.luck,
            one.count,
            *one.buffers,
        )
        for low, high in map(byte_bounds, (*written, one.table, one.sums)):
            assert low % LINES == 0
            lines.append(set(range(low // LINES, -(-high // LINES))))
    assert len(set().union(*lines)) == sum(map(len, lines))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_thinks_longer_than_it_may(name, level):
    """Interpreted, as on a fresh install; the margin is for a busy machine."""
    state = decision(name)
    bot = bots.make(level, 1)
    began = time.perf_counter()
    assert bots.choose(bot, state) in state.legal()
    assert time.perf_counter() - began < 3


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_grew_is_kept_for_the_next_decision(name):
    """In another game of the same seat, or after an undo, nothing is."""
    with compiled(name):
        keep_what_grew(name)


def keep_what_grew(name: str) -> None:
    state, thumb, rng = decision(name), bots.make("thumb", 3), random.Random(4)
    seat, bot = state.turn, bots.Search(1, budget=Budget(400))
    kept = []
    while state.turn != OVER and len(kept) < 8:
        if state.turn < 0:
            state.deal(rng)
        elif state.turn == seat and len(state.legal()) > 1:
            state.play(bots.choose(bot, state))
            trees = bot.searcher.trees[0]
            kept.append(trees.table[trees.root(seat)][VISITS] - 400)
        else:
            state.play(bots.choose(thumb, state))
    assert kept[0] == 0
    assert max(kept) > 0
    bots.choose(bot, decision(name))
    assert bot.searcher.trees[0].table[bot.searcher.trees[0].root(seat)][VISITS] == 400


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_goes_on_when_compiled_rules_arrive(name):
    """New arrays hold whatever the memory held; nothing in them is taken for a tree."""
    state, bot, rng = decision(name), bots.Search(1, budget=Budget(20)), random.Random(4)
    seat = state.turn
    state.play(bots.choose(bot, state))
    while state.turn != seat or len(state.legal()) < 2:
        state.deal(rng) if state.turn < 0 else state.play(state.legal()[0])
    bot.searcher = Searcher()
    table = bot.searcher.ready(state.game, Budget(20))[0].table
    for row in table:
        row[:] = [len(table)] * len(row)  # a child that is not there
    assert bots.choose(bot, state) in state.legal()


def test_a_soft_choice_prefers_what_was_tried_and_what_is_leant_to():
    tallies = {1: Tally(visits=6, prior=0.2), 2: Tally(visits=2, prior=0.5), 3: Tally(prior=0.3)}

    def shares(softness: float) -> list[float]:
        bot = bots.Search(3, softness=softness)
        chosen = [bot._picked(tallies) for _ in range(2000)]
        return [chosen.count(move) / len(chosen) for move in tallies]

    assert shares(0) == [1, 0, 0]
    # 6 + 8 * 0.2, 2 + 8 * 0.5 and 8 * 0.3 tries
    assert shares(1) == pytest.approx([0.475, 0.375, 0.15], abs=0.05)
    firm, free = shares(0.5), shares(4)
    assert max(firm) > 0.475 > max(free) > min(free) > 0.15


def test_forced_moves_are_not_searched():
    class Never:
        def choose(self, seat):
            raise AssertionError

    game = ryumon.game("schadenfreude")
    state, rng = game.start(), random.Random(1)
    while state.turn < 0 or len(state.legal()) > 1:
        state.deal(rng) if state.turn < 0 else state.play(state.legal()[0])
    assert bots.choose(Never(), state) == state.legal()[0]


def test_levels_think_more_and_choose_more_strictly_from_carp_to_dragon():
    for name in GAMES:
        numbers = [simulations_of(level, name) for level in bots.LEVELS]
        assert numbers == sorted(set(numbers))
    softness = [LEVELS[level].softness for level in bots.LEVELS]
    assert softness == sorted(softness, reverse=True)
    assert tuple(LEVELS) == bots.LEVELS
    assert budget_of("dragon", "tatsu").simulations is None


@pytest.mark.parametrize(
    "name", ["tigger", "dragon@", "dragon@0", "dragon@x", "dragon@-5", "thumb@3"]
)
def test_a_bot_that_is_not_there_is_one_sentence(name):
    assert not bots.exists(name)
    with pytest.raises(ValueError, match=r"\.$"):
        bots.make(name, 1)


@pytest.mark.parametrize(
    "wrong", [{}, {"simulations": 0}, {"seconds": 0.0}, {"seconds": 1.0, "threads": 0}]
)
def test_a_budget_that_cannot_be_is_one_sentence(wrong):
    with pytest.raises(ValueError, match=r"\.$"):
        Budget(**wrong)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_analyse_tells_of_every_move_and_in_words(name):
    state = decision(name)
    told = analyse(state, state.turn, None, simulations=300)
    assert sorted(one.move for one in told.moves) == sorted(state.legal())
    assert told.simulations == 300 == sum(one.simulations for one in told.moves)
    assert all(0 <= one.chance <= 1 for one in told.moves)
    assert told.moves[0].error is not None
    assert told.line("en")
    assert len(told.line("ja")) == len(told.line("en"))


def test_analyse_asks_whose_turn_it_is():
    state = decision("tatsu")
    with pytest.raises(ValueError, match="not to move"):
        analyse(state, 1 - state.turn, 0.1)


@pytest.mark.slow
def test_a_full_tree_goes_on_without_growing(monkeypatch):
    from ryumon.bots import search

    monkeypatch.setattr(search, "ROOM", 40)
    tallies = found(decision("tatsu"), 300)
    assert sum(tally.visits for tally in tallies.values()) >= 250


def match(name: str, strong: str, weak: str, deals: int, **options) -> float:
    """The mean payoff of the strong one, in each seat in turn with the same deals."""
    game, total = ryumon.game(name, **options), 0.0
    for deal in range(deals):
        for me in range(game.players):
            state, rng = game.start(), random.Random(deal)
            sitting = [bots.make(strong if p == me else weak, deal) for p in range(game.players)]
            while state.turn != OVER:
                state.deal(rng)
                if state.turn >= 0:
                    state.play(bots.choose(sitting[state.turn], state))
            result = state.result()
            assert result is not None
            total += result.payoffs[me]
    return total / deals / game.players


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "deals", "least"),
    [
        ("tatsu", 2, 8, 0.85), ("tiger-dragon", 2, 8, 0.8), ("tiger-dragon", 4, 5, 0.5),
        ("slaughter", 3, 6, 0.55), ("schadenfreude", 4, 6, 0.4),
    ],
)  # fmt: skip
def test_dragon_is_far_above_random(name, players, deals, least):
    """A fixed-seed match, not a measurement; that is bench/strength."""
    with compiled(name):
        assert match(name, "dragon@400", "random", deals, players=players) >= least


def test_settings_are_what_search_is_told():
    assert SearchSettings(observers=False).numbers(4)[TREES] == 1
    assert SearchSettings(observers=True).numbers(4)[TREES] == 4
    assert SearchSettings(pool=7).numbers(4)[POOL] == 7

"""Worlds that a search draws in Bushido Breaker: `hidden.survey` and `hidden.world`.

A drawn world must look to the viewer as what it knows, be playable to the end, and be drawn as
often as the weights of all hidden histories say; the same interpreted and compiled.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ryumon import PUBLIC, State
from ryumon.games.bushido import GAME, board, heuristics, hidden, rules, sight
from ryumon.games.bushido.belief import filter as belief
from ryumon.games.bushido.belief.compiled import CompiledFilter
from ryumon.games.bushido.view import place_of
from ryumon.kernel.jit import njit
from ryumon.kernel.machine import machine
from ryumon.kernel.ops import OVER, world
from ryumon.kernel.rng import words
from ryumon.play.game import Game
from tests.secrecy.test_bushido_worlds import histories, moments
from tests.support import compiled_machine

pytestmark = pytest.mark.slow  # not for the inner loop

SHORT = {2: 9, 3: 10, 4: 6}


def games(players: int, seeds: range) -> Iterator[tuple[Any, int, Any]]:
    """Every turn of random games, with every viewer: the state, the viewer, what it knows."""
    for seed in seeds:
        for state in moments(players, SHORT[players], seed):
            for viewer in (*range(players), PUBLIC):
                yield state._plain(), viewer, state.forgotten(viewer)


@pytest.mark.parametrize("sensible", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_drawn_world_looks_the_same_and_can_be_played(players: int, sensible: bool) -> None:
    luck = words(players)
    for _, viewer, known in games(players, range(2)):
        room = hidden.survey(known, viewer, sensible)
        s = known.clone()
        hidden.world(s, viewer, room, luck)
        again = type(s)()
        sight.forget(s, again, viewer)
        assert again.values() == known.values()
        play_to_the_end(s, luck)


def play_to_the_end(s: Any, luck: list[int]) -> None:
    """By the rules, and no count ever falls below 0."""
    while s.player != OVER:
        moves = [0] * board.MOST
        assert rules.legal(s, moves) > 0
        rules.apply(s, rules.pick(s, luck))
        for k in range(board.ninjas(s)):
            assert min(s.kunai[k], s.shuriken[k], s.smoke[k], s.diagonals[k], s.special[k]) >= 0
            assert s.out[k] or s.place[k] >= 0 or s.phase in (board.PICK, board.START)
            assert 0 <= s.row[k] <= 2
            assert s.notices[k] <= 2


def hidden_things(s: Any, viewer: int, back: int) -> Any:
    """All that matters for playing on and that the viewer may not know."""
    lists = (s.place, s.kunai, s.shuriken, s.smoke, s.diagonals, s.row_word, s.row)
    now = tuple(s.laid[board.NINJA * s.round : board.NINJA * s.round + 2]) if s.round < 99 else ()
    past = []
    for r in range(max(s.round - back, 0), s.round):
        laid = s.laid[board.NINJA * r : board.NINJA * r + 2]
        past += [board.word_of(action) if action >= 0 else -1 for action in laid]
    dart = (s.dart, s.fuse) if s.dart >= 0 else ()
    reacted = tuple(s.reacted[board.NINJA * s.round : board.NINJA * s.round + 2])
    cards = tuple(s.special), tuple(s.picked)
    return tuple(map(tuple, lists)), now, tuple(past), dart, reacted, cards, s.phase, s.player


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "turns", "seed"), [(2, 2, 1), (2, 2, 4), (2, 3, 1), (3, 2, 1), (4, 1, 0), (4, 1, 2)]
)
def test_worlds_are_drawn_as_often_as_hidden_histories_say(
    players: int, turns: int, seed: int
) -> None:
    """Chi-square over all hidden states; rare ones are taken together."""
    looked = 0
    for state in moments(players, turns, seed)[-4:]:
        for viewer in {2: (0, PUBLIC), 3: (2,), 4: (1, PUBLIC)}[players]:
            exact = histories(state, viewer)
            if exact is not None:
                looked += 1
                check_distribution(state, viewer, exact, draws=6000)
    assert looked


def check_distribution(state: State, viewer: int, exact: Any, draws: int) -> None:
    known = state.forgotten(viewer)
    room = hidden.survey(known, viewer, False)
    back = int(room[hidden.DEPTH]) if known.phase not in (board.PICK, board.START) else 0
    expected: dict[Any, float] = defaultdict(float)
    for weight, s in exact.values():
        expected[hidden_things(s, viewer, back)] += weight
    luck = words(7)
    counts: Counter[Any] = Counter()
    for _ in range(draws):
        s = known.clone()
        hidden.world(s, viewer, room, luck)
        counts[hidden_things(s, viewer, back)] += 1
    assert set(counts) <= set(expected)
    often = [x for x, weight in expected.items() if weight * draws >= 8]
    rare = 1 - sum(expected[x] for x in often)
    chi = sum((counts[x] - draws * expected[x]) ** 2 / (draws * expected[x]) for x in often)
    if rare * draws >= 8:
        chi += (draws - sum(counts[x] for x in often) - draws * rare) ** 2 / (draws * rare)
    freedom = max(len(often), 1)
    assert (chi - freedom) / (2 * freedom) ** 0.5 < 4.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_move_shows_is_what_is_told_of_it(players: int) -> None:
    """Moves look alike if, and only if, a viewer is told the same of them."""
    for s, viewer, _ in games(players, range(1)):
        if viewer == PUBLIC:
            continue
        room = [0] * board.MOST
        seen: dict[Any, set[int]] = defaultdict(set)
        for move in room[: rules.legal(s, room)]:
            after = s.clone()
            rules.apply(after, move)
            told = next(iter(sight.narrate(s, move, after))).by(viewer)
            seen[repr(told)].add(hidden.shows(s, move, viewer))
            assert told is not None or hidden.shows(s, move, viewer) == hidden.NO_TRACE
        assert all(len(codes) == 1 for codes in seen.values())
        assert len(set.union(set(), *seen.values())) == len(seen)


def test_a_sensible_ninja_is_believed_where_it_would_be() -> None:
    """Alarm after alarm: of two places at which nothing was heard, the belief moves to those whose
    alarm is still on."""
    state = after("special:blowgun special:repair gate:west sabotage s1:katana none")
    state.play(["move:dojo", "s1:katana", "none"])
    known = state.forgotten(1)
    where = {}
    for sensible in (False, True):
        _, cases = belief.filtered(known, 1, sensible)
        chances = cases[0].layers[0].items()
        where[sensible] = sum(m for state, m in chances if place_of(state) == "dojo")
    assert where[True] > where[False] > 0


def after(moves: str) -> State:
    state = Game(GAME, 2, {}).start()
    state.play(moves.split())
    return state


@njit
def draw_one(states, viewer, room, luck):
    world(states[0], viewer, room, luck)


@pytest.mark.slow
@pytest.mark.parametrize("sensible", [False, True])
def test_the_same_worlds_interpreted_and_compiled(sensible: bool) -> None:
    fast, plain = compiled_machine("bushido"), machine(GAME, compiled=False)
    draw = fast.linked([draw_one])["draw_one"]
    for players in (2, 3, 4):
        for seed, (_, viewer, known) in enumerate(games(players, range(1, 3))):
            room = hidden.survey(known, viewer, sensible)
            dice = plain.luck(seed), fast.luck(seed)
            record = fast.from_plain(known)
            draw(record, viewer, np.array(room), dice[1])
            s = known.clone()
            hidden.world(s, viewer, room, dice[0])
            assert fast.to_plain(record).values() == s.values()
            assert dice[1].tolist()[:4] == dice[0][:4]


@pytest.mark.slow
@pytest.mark.parametrize("sensible", [False, True])
def test_the_same_belief_interpreted_and_compiled(
    sensible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last bit, so that worlds do not depend on whether the compiler has been there yet."""
    swift = CompiledFilter(compiled_machine("bushido"))
    swift.enlarge(4)  # so that there is too little room at first
    for players in (2, 3, 4):
        state = moments(players, 12, players)[-1]
        for viewer in (0, players - 1, PUBLIC):
            known, told = state.forgotten(viewer), []
            for compiled in (swift, None):
                monkeypatch.setattr(belief, "compiled_filter", lambda compiled=compiled: compiled)
                belief._roots.clear()
                _, cases = belief.filtered(known, viewer, sensible)
                told.append(
                    [(case.weight, [*map(list, map(dict.items, case.layers))]) for case in cases]
                )
            assert told[0] == told[1]
    belief._roots.clear()


def test_leaning_is_a_chance_for_every_move_and_blind_to_hidden_things() -> None:
    """It looks at what the seat to move knows: on its forgotten state it is the same."""
    rng = random.Random(1)
    for players in (2, 3, 4):
        for s, viewer, known in games(players, range(rng.randrange(5), 6)):
            if viewer != s.player:
                continue
            room, shares, again = [0] * board.MOST, [0.0] * board.MOST, [0.0] * board.MOST
            n = rules.legal(s, room)
            heuristics.priors(s, room, n, shares)
            heuristics.priors(known, room, n, again)
            assert shares == again
            assert min(shares[:n]) > 0
            assert sum(shares[:n]) == pytest.approx(1)


def test_the_outlook_is_shared_by_all_seats_and_right_at_the_end() -> None:
    for players in (2, 3, 4):
        for s, viewer, _ in games(players, range(1)):
            if viewer == 0:
                out = [0.0] * players
                heuristics.values(s, out)
                assert sum(out) == pytest.approx(1)
                if s.player == OVER:
                    right = [0.0] * players
                    rules.payoffs(s, right)
                    assert out == right

"""What holds in every game while it is played: replay, copies, sound states, scores, the end."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import ryumon
from ryumon import OVER
from ryumon.testing import support


def test_replay_gives_the_same_state(game: ryumon.Game) -> None:
    for state in support.moments(game, 2, most=12):
        again = game.replay(state.moves)
        assert again == state
        assert support.snapshot(again) == support.snapshot(state)


def test_a_list_of_moves_is_played_as_one_unit(game: ryumon.Game) -> None:
    end = support.finished(game, 2)
    state = game.start()
    state.play(end.moves)
    assert support.snapshot(state) == support.snapshot(end)
    state = game.start()
    state.play(tuple(end.moves[:-1]))
    state.play(end.moves[-1:])
    state.play([])
    assert support.snapshot(state) == support.snapshot(end)


def test_moves_by_number_and_by_name_are_the_same(game: ryumon.Game) -> None:
    end = support.finished(game, 3)
    state = game.start()
    for move in end.moves:
        state.play_id(game.spec.ids[move])
    assert support.snapshot(state) == support.snapshot(end)


def test_a_copy_goes_its_own_way(game: ryumon.Game) -> None:
    rng = random.Random(5)
    for state in support.moments(game, 2, most=12):
        before = support.snapshot(state)
        other = state.copy()
        assert other == state
        for _ in range(12):
            if other.turn != OVER:
                support.step(other, rng)
        other.events(0)
        assert support.snapshot(state) == before


def test_the_original_goes_its_own_way(game: ryumon.Game) -> None:
    rng = random.Random(6)
    for state in support.moments(game, 1, most=12):
        other = state.copy()
        before = support.snapshot(other)
        for _ in range(12):
            if state.turn != OVER:
                support.step(state, rng)
        state.events(0)
        assert support.snapshot(other) == before


def test_answers_may_be_changed_without_harm(game: ryumon.Game) -> None:
    """Lists and dicts that a state gives away are the caller's own."""
    for state in support.moments(game, 2, most=8):
        before = support.snapshot(state)
        state.legal().clear()
        state.moves.clear()
        state.scores.clear()
        state.weights().clear()
        state.chances().clear()
        for answer in (state.choice(), state.position(), state.origin):
            if answer is not None:
                _spoil(answer)
        for viewer in support.viewers(game):
            _spoil(state.view(viewer))
            _spoil(state.aids(viewer))
            _spoil(state.events(viewer))
        assert support.snapshot(state) == before


def _spoil(data: object) -> None:
    """Empty every list and dict in it."""
    if isinstance(data, list):
        for part in data:
            _spoil(part)
        data.clear()
    elif isinstance(data, dict):
        for part in data.values():
            _spoil(part)
        data.clear()


def test_pickle_and_deepcopy_give_the_same_state(game: ryumon.Game) -> None:
    for state in support.moments(game, 1, most=5):
        for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert again == state
            assert support.snapshot(again) == support.snapshot(state)


def test_states_that_went_other_ways_are_unequal(game: ryumon.Game) -> None:
    start = game.start()
    ways = []
    for move in start.legal():
        way = start.copy()
        way.play(move)
        ways.append(way)
        assert way != start
    assert all(a != b for k, a in enumerate(ways) for b in ways[:k])


def test_every_state_is_sound(game: ryumon.Game) -> None:
    """Conservation of components and every other invariant of the game, after every move."""
    for seed in range(2):
        for state in support.walk(game, seed):
            fault = game.spec.position.fault(support.plain(state))
            assert fault is None, f"{fault} seed {seed}, after {state.moves[-3:]}"


def test_every_field_fits_its_width(game: ryumon.Game) -> None:
    """Compiled, a number that is too great for its field would wrap in silence."""
    layout = game.spec.rules.FIELDS
    for k, state in enumerate(support.walk(game, 1)):
        assert not support.out_of_range(support.plain(state), layout)
        if k % 5 == 0 or state.turn == OVER:
            for viewer in support.viewers(game):
                assert not support.out_of_range(state.forgotten(viewer), layout)


def test_the_length_of_a_game_is_bounded(game: ryumon.Game) -> None:
    """Games of random movers and games of sensible players."""
    for seed in range(3):
        for thumb in (0, 1):
            end = support.finished(game, seed, thumb)
            assert end.turn == OVER
            assert len(end.moves) <= support.SUITES[game.name].longest


def test_scores_change_only_by_a_move_that_ends_a_round(game: ryumon.Game) -> None:
    for seed in range(2):
        scores, rounds = [0] * game.players, None
        for state in support.walk(game, seed):
            now, view = state.scores, state.view(ryumon.PUBLIC)
            assert len(now) == game.players
            assert all(type(x) is int for x in now)
            if now != scores:
                assert state.turn == OVER or view["round"] != rounds
            scores, rounds = now, view.get("round")


def test_result_comes_at_the_end_and_shares_one_win(game: ryumon.Game) -> None:
    for seed in range(4):
        for state in support.walk(game, seed):
            assert (state.result() is None) == (state.turn != OVER)
        result = support.finished(game, seed, thumb=0.3).result()
        assert result is not None
        assert result.winners == sorted(set(result.winners))
        assert set(result.winners) <= set(range(game.players))
        share = 1 / len(result.winners) if result.winners else 0
        wanted = [share if seat in result.winners else 0 for seat in range(game.players)]
        assert result.payoffs == pytest.approx(wanted, abs=1e-12)
        assert result.reason
        assert isinstance(result.reason, str)


def test_a_game_that_is_over_stays_over(game: ryumon.Game) -> None:
    end = support.finished(game, 9)
    before = support.snapshot(end)
    assert end.legal() == []
    assert end.choice() is None
    end.deal(random.Random(1))
    for move in {*end.moves, "nonsense"}:
        with pytest.raises(ryumon.IllegalMove) as refused:
            end.play(move)
        assert refused.value.rule == "N"
    assert support.snapshot(end) == before


@pytest.mark.slow
def test_many_random_games_are_sound(game: ryumon.Game) -> None:
    """The same as above over more games: soundness, ranges, bounded length."""
    layout = game.spec.rules.FIELDS
    for seed in range(100, 115):
        for state in support.walk(game, seed):
            s = support.plain(state)
            assert game.spec.position.fault(s) is None
            assert not support.out_of_range(s, layout)

"""What a viewer knows as a row of numbers: it keeps every secret, and is the same compiled."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ryumon
from ryumon import PUBLIC, Game, State
from ryumon.kernel.machine import Batch, machine
from ryumon.kernel.observe import Feature, Features, Observation
from ryumon.play.seat import Seat
from tests import support
from tests.docs import observations

MOST = 256  # bytes


def named(state: State, viewer: int) -> dict[str, list[int]]:
    row = state.observe(viewer)
    return {name: row[part].tolist() for name, part in state.game.observation.slices.items()}


def test_an_observation_is_a_short_row_of_named_features(game: Game) -> None:
    seen = game.observation
    assert 0 < seen.size <= MOST
    parts = sorted(seen.slices.values(), key=lambda part: part.start)
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == seen.size
    assert all(feature.text for feature in seen.table)


def test_every_number_is_in_the_range_of_its_feature(game: Game) -> None:
    for state in support.moments(game, 3, most=25):
        for viewer in support.viewers(game):
            row = state.observe(viewer)
            assert (row.dtype, row.shape) == (np.int8, (game.observation.size,))
            for feature in game.observation.table:
                part = row[game.observation.slices[feature.name]].tolist()
                assert feature.low <= min(part) <= max(part) <= feature.high, feature.name


def test_an_observation_is_equal_in_all_worlds_of_the_viewer(game: Game) -> None:
    for k, state in enumerate(support.moments(game, 4, most=8)):
        for viewer in support.viewers(game):
            world = state.worlds(viewer, random.Random(k))
            assert state.observe(viewer).tolist() == world.observe(viewer).tolist()


def test_an_observation_of_the_true_state_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The promise broken on purpose: the row is written from what nobody may see."""
    game = ryumon.game("slaughter")
    honest = Seat.observe

    def leaking(self: State, seat: int) -> Any:
        row = np.zeros(game.observation.size, np.int8)
        other = (max(seat, 0) + 1) % game.players
        game.observation.observe(support.plain(self), other, row)
        return row

    monkeypatch.setattr(State, "observe", leaking)
    with pytest.raises(AssertionError):
        test_an_observation_is_equal_in_all_worlds_of_the_viewer(game)
    assert Seat.observe is honest


@pytest.mark.slow
@pytest.mark.parametrize("name", ryumon.games())
def test_every_feature_says_something(name: str) -> None:
    """A feature that is the same in whole games of all option sets would be dead weight."""
    games = [ryumon.game(n, **options) for n, options in support.option_sets() if n == name]
    same = {feature.name for feature in games[0].observation.table}
    first = {}
    for seed in range(40):
        for game in games:
            for state in support.walk(game, seed):
                for feature, values in named(state, max(state.turn, 0)).items():
                    if first.setdefault(feature, values) != values:
                        same.discard(feature)
        if not same:
            return
    raise AssertionError(f"Always the same: {same}")


def test_a_seat_gives_the_observation_of_its_state(game: Game) -> None:
    state = support.moments(game, 1, most=4)[2]
    for viewer in support.viewers(game):
        assert state.seat(viewer).observe().tolist() == state.observe(viewer).tolist()


# --- compiled, and in a batch -------------------------------------------------------------------


def steps(game: Game, compiled: bool, observe: bool) -> list[Any]:
    batch = Batch(machine(game.spec, compiled), game._numbers, 4, seed=3, observe=observe)
    told = [batch.observe().tolist()]
    for _ in range(300):
        batch.step(np.array(batch.random()))
        final = batch.final[batch.done == 1].tolist() if observe else []
        told.append([batch.observe().tolist(), final])
    return told


@pytest.mark.slow
def test_observations_of_a_batch_are_equal_interpreted_and_compiled(game: Game) -> None:
    slow = steps(game, compiled=False, observe=True)
    assert slow == steps(game, compiled=True, observe=True)
    assert [x[0] if k else x for k, x in enumerate(slow)] == [
        x[0] if k else x for k, x in enumerate(steps(game, compiled=True, observe=False))
    ]


@pytest.mark.slow
def test_a_compiled_state_gives_the_same_observation(game: Game) -> None:
    moments = support.moments(game, 1, most=12)
    with support.compiled(game.name):
        for state in moments:
            fast = game.replay(state.moves)
            for viewer in support.viewers(game):
                assert fast.observe(viewer).tolist() == state.observe(viewer).tolist()


def test_a_batch_observes_the_seat_to_move_and_fills_one_array(game: Game) -> None:
    batch = game.batch(3, seed=2, observe=True)
    seen = batch.observe()
    for _ in range(20):
        batch.step(batch.random())
        assert batch.observe() is seen
        for i in range(3):
            s = batch.states[i].clone()
            known = machine(game.spec, compiled=False).plain()
            game.spec.sight.forget(s, known, int(batch.turns[i]))
            row = [0] * game.observation.size
            game.observation.observe(known, int(batch.turns[i]), row)
            assert seen[i].tolist() == row


# --- what it says -------------------------------------------------------------------------------


def test_slaughter_tells_the_hand_and_the_seats_from_the_viewer_on() -> None:
    game = ryumon.game("slaughter")
    state = game.start()
    state.play("~first:2")
    state.deal(random.Random(3))
    for viewer in range(4):
        told, view = named(state, viewer), state.view(viewer)
        assert [game.spec.words.NAMES[k] for k, x in enumerate(told["hand"]) if x] == view["hand"]
        assert told["leader"] == [(2 - viewer) % 4]
        assert told["turn"] == [(state.turn - viewer) % 4]
        sizes = [view["seats"][(viewer + k) % 4]["hand"] for k in range(4)]
        assert told["hand_size"] == [*sizes, 0]
    assert sum(named(state, PUBLIC)["hand"]) == 0


def test_a_mark_too_great_for_a_byte_is_refused() -> None:
    with pytest.raises(ValueError, match="eight bits"):
        Feature("x", "too much", 1, 0, 128, ())
    twice = Feature("x", "text", 1, 0, 1, ("out[{at}] = 0",))
    with pytest.raises(ValueError, match="Two features"):
        Observation([twice, twice], "2")


def test_a_game_without_a_table_is_observed_by_its_open_fields() -> None:
    fields = ryumon.game("schadenfreude").spec.rules.FIELDS
    names = {feature.name for feature in Features(fields).all()}
    assert {"hands", "piles", "player", "void", "led"} <= names
    assert not {"deck", "rest"} & names


def test_the_page_of_observations_is_up_to_date() -> None:
    assert observations.PAGE.read_text("utf-8") == observations.page(), (
        "Run `python -m tests.docs.observations`."
    )

"""The games in OpenSpiel, judged by OpenSpiel's own tests, and by what a seat may know."""

from __future__ import annotations

import importlib
import itertools
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

import ryumon

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not built for this Python")
mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
ismcts: Any = importlib.import_module("open_spiel.python.algorithms.ismcts")
games_sim_test: Any = importlib.import_module("open_spiel.python.tests.games_sim_test")


from ryumon.lab import openspiel  # noqa: E402

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("bushido", {}), ("bushido", {"players": 3, "turns": 12}), ("schadenfreude", {"players": 3}),
    ("slaughter", {"players": 3, "advanced": True}), ("tatsu", {"corners": "VVWWFF"}),
    ("tiger-dragon", {"players": 2}),
    ("tiger-dragon", {"players": 4, "teams": True, "field": "random"}),
]  # fmt: skip
SECRETS = [table for table in TABLES if table[0] != "tatsu"]


def load(name: str, options: dict[str, Any]) -> Any:
    return pyspiel.load_game(openspiel.name_of(name), options)


def walk(game: Any, seed: int, most: int = 400) -> Iterator[Any]:
    """The states of a random game, the last one too."""
    rng, state = random.Random(seed), game.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def moments(game: Any, seed: int, every: int = 23) -> Iterator[Any]:
    return (state.clone() for k, state in enumerate(walk(game, seed)) if k % every == every - 1)


def test_every_game_is_registered() -> None:
    names = set(pyspiel.registered_names())
    assert {openspiel.name_of(name) for name in ryumon.games()} <= names
    kind = pyspiel.load_game("ryumon_tatsu").get_type()
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_openspiel_plays_it_at_random(name: str, options: dict[str, Any]) -> None:
    """Legal actions, chances, tensors, returns, clones and serialisation, at every move."""
    pyspiel.random_sim_test(load(name, options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_openspiel_checks_its_python_interface(name: str, options: dict[str, Any]) -> None:
    games_sim_test.GamesSimTest("sim_game").sim_game(load(name, options))


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_it_is_the_same_game(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    ours, first = ryumon.game(name, **options), ryumon.game(name, **options).spec.rules.SEAT_MOVES
    final = None
    for state in walk(game, seed=5):
        play = ours.replay(str(state).split())
        chance = play.turn == ryumon.CHANCE
        assert state.legal_actions() == [n - first if chance else n for n in play.legal_ids()]
        player = state.current_player()
        named = [state.action_to_string(player, action) for action in state.legal_actions()]
        assert named == play.legal()
        if chance:
            assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
        final = state
    assert final is not None
    assert sum(final.returns()) == pytest.approx(0)
    if final.is_terminal():
        result = final.play.result()
        best = [p for p, r in enumerate(final.returns()) if r == max(final.returns())]
        assert best == (result.winners or list(range(ours.players)))


def test_a_bad_option_is_refused_with_a_sentence() -> None:
    with pytest.raises(ryumon.Refused, match="field"):
        load("tiger-dragon", {"field": "moon"})


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_copies_and_kept_states_go_their_own_way(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    for state in itertools.islice(moments(game, seed=2), 3):
        before = str(state)
        others = [
            state.clone(), game.deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
        ]  # fmt: skip
        for other in others:
            assert str(other) == before
            if not other.is_terminal():
                other.apply_action(other.legal_actions()[0])
                assert (str(state), str(other) == before) == (before, False)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), SECRETS)
def test_an_information_state_is_what_the_events_tell(name: str, options: dict[str, Any]) -> None:
    """Equal where the events are equal, and different where they are not: as a string, as a tensor,
    in a world that the player cannot tell from the true one."""
    game, rng = load(name, options), random.Random(3)
    for state in itertools.islice(moments(game, seed=4), 6):
        for player in range(game.num_players()):
            draw = random.Random(rng.random()).random
            world = state.resample_from_infostate(player, draw)
            for viewer in range(game.num_players()):
                same = world.play.events(viewer) == state.play.events(viewer)
                assert same or viewer != player
                told = [s.information_state_string(viewer) for s in (state, world)]
                assert (told[0] == told[1]) == same
                rows = [s.information_state_tensor(viewer) for s in (state, world)]
                assert (rows[0] == rows[1]) == same
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            if state.current_player() == player:
                assert world.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(("name", "options"), SECRETS)
def test_the_resampler_of_a_seed_draws_the_same_worlds(name: str, options: dict[str, Any]) -> None:
    state = next(moments(load(name, options), seed=6))
    player = max(state.current_player(), 0)
    one, two = openspiel.resampler(9), openspiel.resampler(9)
    for _ in range(2):
        assert str(one(state, player)) == str(two(state, player))


def test_a_spectator_can_observe_and_a_part_cannot() -> None:
    game = load("tiger-dragon", {"players": 2})
    none = pyspiel.PrivateInfoType.NONE
    observer = game.make_py_observer(pyspiel.IIGObservationType(True, False, none))
    state = next(moments(game, seed=1, every=30))
    assert observer.string_from(state, 0) == observer.string_from(state, 1)
    observer.set_from(state, 0)
    assert observer.tensor.tolist() == state.play.observe(ryumon.PUBLIC).tolist()
    with pytest.raises(ValueError, match="and no part"):
        game.make_py_observer(pyspiel.IIGObservationType(False, False, none))


# --- OpenSpiel's searches ---------------------------------------------------------------------


@pytest.mark.slow
def test_its_tree_search_plays_tatsu() -> None:
    game = load("tatsu", {})
    bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1))
    state = next(s for s in walk(game, seed=1) if s.current_player() >= 0)
    policy, action = bot.step_with_policy(state)
    assert action in state.legal_actions()
    assert {chosen for chosen, _ in policy} <= set(state.legal_actions())


@pytest.mark.slow
@pytest.mark.parametrize("own", [True, False])
def test_its_information_set_search_plays_tiger_and_dragon(own: bool) -> None:
    """With our callback, and with the method that it asks for by itself."""
    game = load("tiger-dragon", {"players": 2})
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), 2.0, 8)
    if own:
        bot.set_resampler(openspiel.resampler(1))
    choices = (s for s in walk(game, seed=1) if s.current_player() >= 0)
    state = next(s for s in choices if len(s.legal_actions()) > 2)
    assert bot.step(state) in state.legal_actions()

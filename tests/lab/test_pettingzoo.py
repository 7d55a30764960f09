"""The games in PettingZoo, judged by PettingZoo's own tests."""

from __future__ import annotations

import functools
import pickle
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ryumon

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed: make rl")

from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from ryumon.lab import drawing
from ryumon.lab import pettingzoo as ours

GAMES = ["bushido", "schadenfreude", "slaughter", "tatsu", "tiger-dragon"]
# classic environments have observations with masks too, and get the same two warnings
MASKED = pytest.mark.filterwarnings("ignore:Observation")


@MASKED
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [ours.env, ours.raw_env])
def test_the_interface_is_kept(make: Any, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(name), num_cycles=200)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_game(name: str) -> None:
    seed_test(lambda: ours.env(name), num_cycles=30)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_rendered(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    made: Any = lambda render_mode=None: ours.env(name, render_mode=render_mode)  # noqa: E731
    render_test(made)
    assert ryumon.game(name).spec.title["en"] in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_masks_observations_and_rewards_are_those_of_the_game(name: str) -> None:
    env: Any = ours.raw_env(name)
    rng = random.Random(3)
    env.reset(seed=3)
    play, paid = env.play, dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, truncated, _ = env.last()
        paid[agent] += reward
        if over or truncated:
            env.step(None)
            continue
        mask = seen["action_mask"]
        assert mask.dtype == np.int8
        assert np.flatnonzero(mask).tolist() == play.legal_ids()
        assert agent == f"seat_{play.turn}"
        assert seen["observation"].tolist() == play.observe(play.turn).tolist()
        assert env.observation_space(agent).contains(seen)
        idle = next(a for a in env.agents if a != agent)
        assert not env.observe(idle)["action_mask"].any()
        env.step(rng.choice(play.legal_ids()))
    result = play.result()
    assert result is not None
    assert list(paid.values()) == result.payoffs


def test_equal_knowledge_gives_equal_observations() -> None:
    """In a world that the seat cannot tell from the true one it observes the same."""
    env: Any = ours.raw_env("slaughter")
    env.reset(seed=8)
    for _ in range(30):
        env.step(env.play.legal_ids()[-1])
        seat = env.play.turn
        true = env.observe(f"seat_{seat}")
        there = ours.raw_env("slaughter")
        there.reset()
        there.play = env.play.worlds(seat, random.Random(1))
        world = there.observe(f"seat_{seat}")
        assert all((true[part] == world[part]).all() for part in true)


def test_a_game_is_truncated_after_max_cycles() -> None:
    env: Any = ours.env("tatsu", max_cycles=5)
    env.reset(seed=1)
    for k, agent in enumerate(env.agent_iter()):
        seen, _, over, truncated, _ = env.last()
        assert (over, truncated) == (False, k >= 5)
        env.step(None if truncated else int(np.flatnonzero(seen["action_mask"])[0]))
        assert agent.startswith("seat_")


@MASKED
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_seats_at_once(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(ours.parallel_env(name), num_cycles=100)
    assert "Passed" in capsys.readouterr().out
    parallel_seed_test(lambda: ours.parallel_env(name), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_cycles_are_counted(name: str) -> None:
    """PettingZoo's own test asks for any action of any agent, equally often: it is one of
    environments in which all act at once, so it gets that one, also turn by turn."""
    made = functools.partial(ours.parallel_env, name)
    max_cycles_test(SimpleNamespace(parallel_env=made, env=lambda **k: parallel_to_aec(made(**k))))


def test_all_at_once_only_the_seat_to_move_is_heard() -> None:
    """The others' actions change nothing, and neither does an illegal one."""
    games = [ours.parallel_env("tiger-dragon", players=2) for _ in range(2)]
    for env in games:
        env.reset(seed=4)
    rng, over = random.Random(4), False
    while not over:
        play = games[0].turns.play
        mover, idle = (f"seat_{seat}" for seat in (play.turn, 1 - play.turn))
        before, legal = len(play.moves), play.legal_ids()
        games[0].step({mover: next(a for a in range(99) if a not in legal), idle: legal[0]})
        assert len(play.moves) == before
        action = rng.choice(legal)
        ends = [env.step({mover: action, idle: rng.randrange(10)}) for env in games]
        assert games[0].turns.play.moves == games[1].turns.play.moves
        assert [end[1] for end in ends] == [games[0].turns.rewards] * 2
        over = any(ends[0][2].values())
    result = games[0].turns.play.result()
    assert result is not None
    assert list(games[0].turns.rewards.values()) == result.payoffs
    assert not games[0].agents


def test_an_illegal_move_ends_the_game_for_its_player() -> None:
    env: Any = ours.env("tatsu")
    env.reset(seed=1)
    agent = env.agent_selection
    seen, *_ = env.last()
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == ours.ILLEGAL


def test_an_environment_can_be_pickled_and_has_a_version() -> None:
    env = pickle.loads(pickle.dumps(ours.raw_env("tiger-dragon", players=2, field="cave")))
    assert env.game == ryumon.game("tiger-dragon", players=2, field="cave")
    assert str(env) == "ryumon/tiger-dragon-v1"


def test_a_picture_says_what_the_text_says() -> None:
    lines = drawing.lines({"hand": ["R7", "<&>"], "seats": [{"points": 3}, {"points": None}]})
    assert lines == [("hand", "R7 <&>"), ("seats", "points 3 | points -")]
    assert "&lt;&amp;&gt;" in drawing.svg("A & B", lines)
    assert drawing.pixels(drawing.svg("A", lines)).std() > 0

"""The games as Gymnasium environments, judged by Gymnasium's own checkers, and by hand."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils import env_checker  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import ryumon  # noqa: E402
from ryumon.kernel import background  # noqa: E402
from ryumon.kernel.machine import machine  # noqa: E402
from ryumon.lab import gymnasium as lab  # noqa: E402

GAMES = ryumon.games()
VECTORS = {"": lab.ThumbVectorEnv, "-selfplay": lab.SelfPlayVectorEnv}
MODES = list(AutoresetMode)


def vector(game: str = "schadenfreude", sort: str = "-selfplay", n: int = 3, **more: Any) -> Any:
    return gymnasium.make_vec(f"ryumon/{game}{sort}-v1", num_envs=n, compiled=False, **more)


@pytest.fixture(params=GAMES)
def game(request) -> str:
    return request.param


# --- Gymnasium's own checkers ---------------------------------------------------------------


def test_the_environment_passes_gymnasiums_checker(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env_checker.check_env(gymnasium.make(f"ryumon/{game}-v1").unwrapped)


@pytest.mark.parametrize("sort", VECTORS)
def test_vector_environments_pass_the_checks_that_apply_to_them(game: str, sort: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env_checker.check_reset_seed_determinism(vector(game, sort))
        env_checker.check_reset_options(vector(game, sort))
        env_checker.check_returned_data_not_reused(vector(game, sort, 1, illegal_reward=-1.0))


def test_wrappers_of_gymnasium_fit() -> None:
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector("tiger-dragon", "", 2))
    counted.reset(seed=1)
    lengths = []
    while not lengths:
        *_, info = counted.step(counted.unwrapped.random())
        lengths += [n for n in info.get("episode", {}).get("l", []) if n > 0]
    assert lengths[0] > 1


# --- one seat against bots ------------------------------------------------------------------


def played(seed: int, game: str, **more: Any) -> list[Any]:
    """A whole game at random: what was told at every step."""
    env = gymnasium.make(f"ryumon/{game}-v1", **more)
    told, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    story: list[Any] = [told.tolist()]
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        told, reward, over, cut, info = env.step(action)
        assert told in env.observation_space
        assert not cut
        story.append([int(action), told.tolist(), reward, info["seat"]])
    assert not info["action_mask"].any()
    return story


def test_a_seed_gives_the_same_game(game: str) -> None:
    assert played(5, game) == played(5, game)
    assert played(5, game) != played(6, game)


def test_the_seat_and_the_opponents_can_be_chosen() -> None:
    story = played(1, "slaughter", players=3, seat=2, opponents=["random", "carp@2"])
    assert {step[3] for step in story[1:]} == {2}
    with pytest.raises(ValueError, match="no bot"):
        gymnasium.make("ryumon/slaughter-v1", opponents="hamster")
    with pytest.raises(ValueError, match="3 opponents"):
        gymnasium.make("ryumon/slaughter-v1", opponents=["thumb"])
    with pytest.raises(ValueError, match="seats 0 to 3"):
        gymnasium.make("ryumon/slaughter-v1", seat=4)


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    env = gymnasium.make("ryumon/tatsu-v1")
    _, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    _, reward, over, cut, info = env.step(illegal)
    assert (reward, over, cut, info["illegal"]) == (-1.0, True, False, True)
    strict = gymnasium.make("ryumon/tatsu-v1", illegal_reward=None)
    _, before = strict.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        strict.step(illegal)
    assert (strict.unwrapped.action_masks() == before["action_mask"]).all()  # nothing is lost


def test_ansi_shows_what_the_seat_saw() -> None:
    env = gymnasium.make("ryumon/schadenfreude-v1", render_mode="ansi", seat=1)
    env.reset(seed=1)
    state = env.unwrapped._running()
    assert env.render() == "\n".join([*state.log(1), " ".join(state.legal())])


# --- many games -----------------------------------------------------------------------------


def steps(env: Any, n: int) -> list[Any]:
    told, info = env.reset(seed=4)
    story: list[Any] = [(told.tolist(), info["action_mask"].tolist())]
    for _ in range(n):
        told, rewards, over, cut, info = env.step(env.random())
        story.append([array.tolist() for array in (told, rewards, over, cut, info["action_mask"])])
    return story


def test_a_seed_gives_the_same_games(game: str) -> None:
    for sort in VECTORS:
        assert steps(vector(game, sort), 30) == steps(vector(game, sort), 30)


@pytest.mark.slow
@pytest.mark.parametrize("sort", VECTORS)
def test_interpreted_and_compiled_games_are_equal(game: str, sort: str, monkeypatch) -> None:
    stories = []
    for compiled in (False, True):
        monkeypatch.setattr(background, "current", lambda spec, c=compiled: machine(spec, c))
        for mode in MODES[:2]:
            stories.append(steps(vector(game, sort, autoreset_mode=mode), 200))
        if not sort:
            stories.append(played(7, game))
    assert stories[: len(stories) // 2] == stories[len(stories) // 2 :]


def test_self_play_shows_every_seat_what_it_knows_and_pays_everybody() -> None:
    env = vector("slaughter", n=2)
    told, info = env.reset(seed=1)
    seats, paid = set(), False
    while not paid:
        for i in range(2):
            s = env.batch.states[i].clone()
            known = machine(env.game.spec, False).states()[0]
            env.game.spec.sight.forget(s, known, int(info["seat"][i]))
            row = np.zeros(env.game.observation.size, np.int8)
            env.game.observation.observe(known, int(info["seat"][i]), row)
            assert row.tolist() == told[i].tolist()
            assert np.flatnonzero(info["action_mask"][i]).tolist() == legal(env, s)
        seats |= set(info["seat"].tolist())
        told, rewards, over, _, info = env.step(env.random())
        assert rewards.shape == (2, 4)
        assert rewards[over].sum(axis=1).tolist() == [1.0] * int(over.sum())
        assert not rewards[~over].any()
        paid = bool(over.any())
    assert seats == {0, 1, 2, 3}


def legal(env: Any, s: Any) -> list[int]:
    out = [0] * env.game.spec.rules.MOST
    return out[: env.game.spec.rules.legal(s, out)]


def test_rule_of_thumb_players_have_the_other_seats(game: str) -> None:
    """One game beside another that is played by hand, with the same luck."""
    env = vector(game, "", 1, seat=1)
    env.reset(seed=9)
    spec, made, hand = env.game.spec, machine(env.game.spec, False), None
    rules, thumb, known = spec.rules, spec.heuristics.rule("rollout_move"), made.states()[0]
    for _ in range(25):
        hand, luck = env.batch.states[0].clone(), list(env.batch._luck)
        move = env.game.spec.heuristics.rule("rollout_move")(hand.clone(), list(luck))
        rules.apply(hand, move)
        rules.deal(hand, luck)
        turn = spec.operations()["turn"]
        while turn(hand) not in (1, ryumon.OVER):
            spec.sight.forget(hand, known, turn(hand))
            rules.apply(hand, thumb(known, luck))
            rules.deal(hand, luck)
        over = env.step([move])[2]
        if over[0]:
            break
        assert env.batch.states[0] == hand


def test_autoreset_modes_play_the_same_games_and_end_as_gymnasium_says() -> None:
    """With one game the luck is the same, whenever the next one begins."""
    same, later, never = (
        vector("tiger-dragon", "", 1, autoreset_mode=mode)
        for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)
    )
    envs, ended = (same, later, never), 0
    for env in envs:
        assert env.metadata["autoreset_mode"] in MODES
        env.reset(seed=2)
    while ended < 3:
        action = same.random()
        for env in (later, never):
            env.batch._luck[:] = same.batch._luck
        one, two, three = (env.step(action) for env in envs)
        assert [x[2].tolist() for x in (two, three)] == [one[2].tolist()] * 2
        assert [x[1].tolist() for x in (two, three)] == [one[1].tolist()] * 2
        if not one[2][0]:
            assert one[0].tolist() == two[0].tolist() == three[0].tolist()
            assert "final_obs" not in one[4]
            continue
        ended += 1
        assert one[4]["final_obs"].tolist() == two[0].tolist() == three[0].tolist()
        assert one[4]["_final_obs"].tolist() == [True]
        assert not two[4]["action_mask"].any()
        with pytest.raises(ValueError, match="has ended"):
            never.step(action)
        told, reward, over, cut, info = later.step([0])  # whatever it is, the next game begins
        fresh, _ = never.reset(options={"reset_mask": np.array([True])})
        assert told.tolist() == fresh.tolist() == one[0].tolist()
        assert (reward.tolist(), over.tolist(), cut.tolist()) == ([0.0], [False], [False])
        assert info["action_mask"].any()


def test_reset_mask_begins_some_games_anew() -> None:
    env = vector(n=3)
    told, _ = env.reset(seed=3)
    for _ in range(5):
        told, *_ = env.step(env.random())
    fresh, _ = env.reset(options={"reset_mask": np.array([False, True, False])})
    assert fresh[[0, 2]].tolist() == told[[0, 2]].tolist()
    played_cards = env.game.observation.slices["played"]
    assert told[1][played_cards].any()
    assert not fresh[1][played_cards].any()
    with pytest.raises(ValueError, match="3 truth values"):
        env.reset(options={"reset_mask": np.array([1, 0])})


@pytest.mark.parametrize("mode", MODES[:2])
def test_long_games_are_cut_short(mode: AutoresetMode) -> None:
    env = vector("tatsu", "", 2, max_episode_steps=4, autoreset_mode=mode)
    env.reset(seed=1)
    cuts = []
    for _ in range(9):
        _, rewards, over, cut, _ = env.step(env.random())
        assert not over.any()
        assert not rewards.any()
        cuts.append(cut.tolist())
    # where the next game begins in a step of its own, a game takes one more
    ends = (4, 8) if mode is AutoresetMode.SAME_STEP else (4, 9)
    assert cuts == [[k in ends] * 2 for k in range(1, 10)]


def test_illegal_actions_are_refused_together_or_end_their_games() -> None:
    env = vector(n=2)
    told, info = env.reset(seed=1)
    actions = [int(info["action_mask"][0].argmax()), int(info["action_mask"][1].argmin())]
    with pytest.raises(ValueError, match="not legal in game 1"):
        env.step(actions)
    assert env.batch.observe().tolist() == told.tolist()
    fined = vector(n=2, illegal_reward=-2.0)
    _, info = fined.reset(seed=1)
    mover = int(info["seat"][1])
    _, rewards, over, _, _ = fined.step(actions)
    assert over.tolist() == [False, True]
    assert rewards[1].tolist() == [-2.0 if seat == mover else 0.0 for seat in range(4)]
    assert fined.step([10_000, -1])[2].tolist() == [True, True]


def test_without_copies_the_arrays_are_the_batchs_own() -> None:
    env = vector(n=2, copy=False)
    told, info = env.reset(seed=1)
    after, _, _, _, more = env.step(env.random())
    assert after is told
    assert more["action_mask"] is info["action_mask"]
    assert told.dtype == np.int8
    assert env.batch.masks.dtype == np.int8


def test_tatsu_can_be_looked_ahead_in_and_games_with_secrets_cannot() -> None:
    env = vector("tatsu", n=2)
    env.reset(seed=3)
    for _ in range(40):
        seen, games, moves, worth = env.peek()
        masks = env.batch.masks
        assert list(zip(games, moves, strict=True)) == list(zip(*np.nonzero(masks), strict=True))
        for row, game, move, won in zip(seen, games, moves, worth, strict=True):
            s, seat = env.batch.states[game].clone(), int(env.batch.turns[game])
            env.game.spec.rules.apply(s, int(move))
            told = np.zeros_like(row)
            env.game.observation.observe(s, seat, told)
            assert row.tolist() == told.tolist()
            assert won == (-1 if s.player != ryumon.OVER else float(s.winner == seat))
        env.step(env.random())
    with pytest.raises(ValueError, match="nothing is hidden"):
        vector("slaughter").peek()


def test_ids_carry_a_version_and_spaces_name_the_ranges(game: str) -> None:
    space, actions = lab.spaces_of(ryumon.game(game))
    assert f"ryumon/{game}-v{lab.VERSION}" in gymnasium.registry
    assert space.shape == (ryumon.game(game).observation.size,)
    page = (Path(__file__).parents[2] / "docs/gymnasium.md").read_text("utf-8")
    assert f"| {game} | {space.shape[0]} | {actions.n} |" in page
    assert int(actions.n) == ryumon.game(game).spec.rules.SEAT_MOVES

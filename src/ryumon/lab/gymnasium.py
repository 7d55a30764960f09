"""The games as Gymnasium environments: `pip install gymnasium`, then import this module.

| id | made by | who decides |
|---|---|---|
| `ryumon/tatsu-v1` | `gymnasium.make` | one seat against chosen bots |
| `ryumon/tatsu-v1` | `gymnasium.make_vec` | one seat of each game against rule-of-thumb players |
| `ryumon/tatsu-selfplay-v1` | `gymnasium.make_vec` | in each step the seat to move, in every game |

An observation is what the deciding seat knows (docs/observations.md), a row of int8. An action is
the number of a move; `info["action_mask"]` tells the legal ones. The reward comes at the end and is
the payoff: 1 for a win, 0 for a loss, a part of 1 for a draw.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import ryumon
from ryumon import bots
from ryumon.kernel import batch
from ryumon.kernel.ops import OVER
from ryumon.play.game import Game
from ryumon.play.state import State

VERSION = 1  # goes up when an observation, an action or a reward changes its meaning
SEEDS = 1 << 31
RENEW = {
    AutoresetMode.SAME_STEP: batch.SAME_STEP,
    AutoresetMode.NEXT_STEP: batch.NEXT_STEP,
    AutoresetMode.DISABLED: batch.DISABLED,
}
Spaces = tuple[spaces.Box, "spaces.Discrete[Any]"]


def spaces_of(game: Game) -> Spaces:
    """What is observed, each number with its range, and what can be done."""
    low = np.zeros(game.observation.size, np.int8)
    high = np.zeros(game.observation.size, np.int8)
    for feature in game.observation.table:
        part = game.observation.slices[feature.name]
        low[part], high[part] = feature.low, feature.high
    return spaces.Box(low, high, dtype=np.int8), spaces.Discrete(game.spec.rules.SEAT_MOVES)


def _seat(game: Game, seat: int | None) -> int:
    if seat is None:
        return batch.ANYONE
    if not 0 <= seat < game.players:
        raise ValueError(f"{game.name} has the seats 0 to {game.players - 1}, not {seat}.")
    return seat


class Env(gymnasium.Env[Any, Any]):
    """One seat against bots.

    `opponents` is the name of a bot, or a list of them, from the next seat on clockwise: `thumb`,
    `tiger`, `dragon@500` (`ryumon.bots`). `seat` is the seat that decides, None for one drawn in
    each game. An action that is not legal ends the game with `illegal_reward`; with None it is
    refused and nothing happens. Everything else are options of the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str | Sequence[str] = "thumb",
        seat: int | None = None,
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = ryumon.game(game, players=players, **options)
        self.observation_space, self.action_space = spaces_of(self.game)
        self.illegal_reward, self.render_mode = illegal_reward, render_mode
        self._chosen, self._state = _seat(self.game, seat), None
        others = self.game.players - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != others:
            raise ValueError(f"{others} opponents are needed, not {len(self.opponents)}.")
        self._bots: dict[int, bots.Bot] = {}
        for name in self.opponents:
            bots.close(bots.make(name, 0))  # a name that does not exist is refused at once

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            self._luck = random.Random(int(self.np_random.integers(SEEDS)))
            self.seat = self._chosen
            if self.seat == batch.ANYONE:
                self.seat = self._luck.randrange(self.game.players)
            self._sit_down()
            self._state = self.game.start()
            self._others()
            if self._state.turn != OVER:  # else this seat was never asked
                return self._told()

    def _sit_down(self) -> None:
        self.close()
        for k, name in enumerate(self.opponents):
            place = (self.seat + 1 + k) % self.game.players
            self._bots[place] = bots.make(name, self._luck.randrange(SEEDS))

    def _others(self) -> None:
        """Chance and bots, until this seat decides or the game is over."""
        state = self._running()
        state.deal(self._luck)
        while state.turn not in (self.seat, OVER):
            state.play(bots.choose(self._bots[state.turn], state))
            state.deal(self._luck)

    def _running(self) -> State:
        if self._state is None:
            raise gymnasium.error.ResetNeeded("Call reset before the first step.")
        return self._state

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        state = self._running()
        if state.turn == OVER:
            raise gymnasium.error.ResetNeeded("The game is over; call reset.")
        move = int(action)
        if move not in state.legal_ids():
            if self.illegal_reward is None:
                raise ValueError(f"Move {move} is not legal.")
            told, info = self._told()
            self._state = None
            return told, self.illegal_reward, True, False, {**info, "illegal": True}
        state.play_id(move)
        self._others()
        result = state.result()
        reward = 0.0 if result is None else result.payoffs[self.seat]
        told, info = self._told()
        return told, reward, result is not None, False, info

    def action_masks(self) -> Any:
        """The legal actions as truth values, as sb3-contrib's MaskablePPO asks for them."""
        mask = np.zeros(self.game.spec.rules.SEAT_MOVES, np.int8)
        state = self._running()
        if state.turn == self.seat:
            mask[state.legal_ids()] = 1
        return mask.view(np.bool_)

    def _told(self) -> tuple[Any, dict[str, Any]]:
        mask = self.action_masks().view(np.int8)
        return self._running().observe(self.seat), {"action_mask": mask, "seat": self.seat}

    def render(self) -> Any:
        """What happened as this seat saw it, and the moves that it can make now."""
        if self.render_mode is None:
            gymnasium.logger.warn("Choose a render_mode, such as 'ansi', when making the env.")
            return None
        state = self._running()
        return "\n".join([*state.log(self.seat), " ".join(state.legal())])

    def close(self) -> None:
        for bot in self._bots.values():
            bots.close(bot)
        self._bots = {}


class _Vector(VectorEnv[Any, Any, Any]):
    """What both vector environments share. All games are one array of states, and a step is one
    call of compiled code, if the rules are compiled: `compile` does that, and waits for it.

    With `copy=False` observations, masks and rewards are arrays that the next step fills anew: take
    what is to be kept. `autoreset_mode` is one of Gymnasium's. `max_episode_steps` cuts a game
    short after so many decisions. An action that is not legal is refused and no game goes on, or
    with `illegal_reward` it ends its game with that.
    """

    def __init__(
        self, game: str, num_envs: int, players: int | None, seat: int | str | None,
        autoreset_mode: str | AutoresetMode, max_episode_steps: int | None, copy: bool,
        illegal_reward: float | None, compiled: bool, options: dict[str, Any],
    ) -> None:  # fmt: skip
        self.game = ryumon.game(game, players=players, **options)
        if compiled:
            self.game.compile()
        self.num_envs, self.copy, self.illegal_reward = num_envs, copy, illegal_reward
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space, self.single_action_space = spaces_of(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        own = batch.EVERYONE if isinstance(seat, str) else _seat(self.game, seat)
        most = max_episode_steps or 0
        self.batch = self.game.batch(
            num_envs, observe=True, seat=own, most_steps=most, renew=RENEW[mode]
        )
        self._fresh = True  # nobody has seeded the batch yet

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = None
        if seed is not None or self._fresh:
            drawn = int(self.np_random.integers(SEEDS))
            self._fresh = False
        self.batch.reset(drawn, _mask(options, self.num_envs))
        return self._out(self.batch.observe()), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        games = self.batch
        games.step(actions, self.illegal_reward)
        done, cut = games.done.view(np.bool_), games.cut.view(np.bool_)
        return (
            self._out(games.observe()), self._out(self._rewards()), self._out(done),
            self._out(cut), self._info(done | cut),
        )  # fmt: skip

    def random(self) -> Any:
        """A random legal action for each game, for tests and first steps."""
        return self._out(self.batch.random())

    def peek(self) -> tuple[Any, Any, Any, Any]:
        """For each legal action of each game what its seat would observe right after it, before
        chance: rows of observations, with the game, the action, and the reward if that were the
        end, else -1. Only for games in which nothing is hidden, such as Tatsu."""
        return self.batch.peek()

    def _out(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _info(self, ended: Any = None) -> dict[str, Any]:
        info = {"action_mask": self._out(self.batch.masks), "seat": self._out(self._seats())}
        renewed = self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        if renewed and ended is not None and ended.any():
            info["final_obs"], info["_final_obs"] = self._out(self.batch.final), ended
        return info

    def _rewards(self) -> Any:
        raise NotImplementedError

    def _seats(self) -> Any:
        raise NotImplementedError


class SelfPlayVectorEnv(_Vector):
    """In every step the seat to move decides, in every game, and is shown what it knows. `rewards`
    is (games, seats): a game that ends pays everybody. `info["seat"]` is the seat to move."""

    def __init__(
        self, game: str, num_envs: int = 1, players: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        max_episode_steps: int | None = None, copy: bool = True,
        illegal_reward: float | None = None, compiled: bool = True, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            game, num_envs, players, "everyone", autoreset_mode, max_episode_steps, copy,
            illegal_reward, compiled, options,
        )  # fmt: skip

    def _rewards(self) -> Any:
        return self.batch.rewards

    def _seats(self) -> Any:
        return self.batch.turns


class ThumbVectorEnv(_Vector):
    """One seat of each game decides, drawn for each game if `seat` is None; rule-of-thumb players
    have the others and move within the step. `rewards` is (games,); `info["seat"]` is the seat."""

    def __init__(
        self, game: str, num_envs: int = 1, players: int | None = None, seat: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None, copy: bool = True,
        illegal_reward: float | None = None, compiled: bool = True, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            game, num_envs, players, seat, autoreset_mode, max_episode_steps, copy,
            illegal_reward, compiled, options,
        )  # fmt: skip

    def _rewards(self) -> Any:
        return self.batch.gains

    def _seats(self) -> Any:
        return self.batch.seats


def _mask(options: dict[str, Any] | None, n: int) -> Any:
    """Gymnasium's `reset_mask`: which games begin anew."""
    which = (options or {}).get("reset_mask")
    if which is None:
        return None
    if not isinstance(which, np.ndarray) or which.shape != (n,) or which.dtype != np.bool_:
        raise ValueError(f"options['reset_mask'] must be an array of {n} truth values.")
    return which.view(np.uint8)


def _register() -> None:
    for name in ryumon.games():
        kwargs = {"game": name}
        gymnasium.register(
            f"ryumon/{name}-v{VERSION}", entry_point=Env, vector_entry_point=ThumbVectorEnv,
            kwargs=kwargs,
        )  # fmt: skip
        gymnasium.register(
            f"ryumon/{name}-selfplay-v{VERSION}", vector_entry_point=SelfPlayVectorEnv,
            kwargs=kwargs,
        )  # fmt: skip


_register()

"""The games for PettingZoo: `ryumon.lab.pettingzoo.env("tatsu")`, turn by turn (AEC), and
`parallel_env("tatsu")`, where every seat names an action in every cycle.

An observation is `{"observation": State.observe(seat), "action_mask": ...}`, an action the number
of a move, as in `State.legal_ids`. Chance is played by the environment, from the seed of `reset`.
Rewards are the payoffs of the game, at its end. What is drawn or printed is what the seat to move
sees; at the end, what a spectator does.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

import ryumon
from ryumon import OVER, PUBLIC
from ryumon.lab import drawing

ILLEGAL = -1.0  # the reward of a move that may not be made, which ends the game

VERSION = 1  # goes up when spaces, observations or rewards change


def env(game: str, **options: Any) -> AECEnv[str, Any, Any]:
    """The environment in the wrappers of PettingZoo's classic games: an illegal move ends the game
    and costs its player a point."""
    made: Any = wrappers.TerminateIllegalWrapper(raw_env(game, **options), ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv[str, Any, Any], EzPickle):  # noqa: N801  as PettingZoo calls it
    """The bare environment. `options` are the game's own, `players` among them; after `max_cycles`
    actions the game is truncated."""

    def __init__(
        self, game: str, render_mode: str | None = None, max_cycles: int | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        EzPickle.__init__(self, game, render_mode, max_cycles, **options)
        super().__init__()
        self.game = ryumon.game(game, **options).compile(background=True)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.metadata: dict[str, Any] = {
            "name": f"ryumon/{game}-v{VERSION}",
            "render_modes": ["human", "ansi", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self.agents = self.possible_agents[:]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._moves: int = self.game.spec.rules.SEAT_MOVES
        self._actions = {agent: Discrete(self._moves) for agent in self.agents}
        self._observations = {agent: self._observed() for agent in self.agents}
        self._rng = random.Random()

    def _observed(self) -> Dict:
        table = self.game.observation.table
        low = np.array([f.low for f in table for _ in range(f.size)], np.int8)
        high = np.array([f.high for f in table for _ in range(f.size)], np.int8)
        mask = Box(0, 1, (self._moves,), np.int8)
        return Dict({"observation": Box(low, high, dtype=np.int8), "action_mask": mask})

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._cycles = 0
        self.play = self.game.start()
        self.play.deal(self._rng)
        self.agent_selection = self.possible_agents[self.play.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        seat, play = self._seats[agent], self.play
        mask = bytearray(self._moves)
        if seat == play.turn:
            for move in play.legal_ids():
                mask[move] = 1
        return {"observation": play.observe(seat), "action_mask": np.frombuffer(mask, np.int8)}

    def step(self, action: Any) -> None:
        agent, play = self.agent_selection, self.play
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play.play_id(action)
        play.deal(self._rng)
        self._cumulative_rewards[agent] = 0.0
        self._cycles += 1
        if play.turn == OVER:
            self._end()
        else:
            self.agent_selection = self.possible_agents[play.turn]
            if self._cycles == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        result = self.play.result()
        assert result is not None
        self.rewards = dict(zip(self.agents, result.payoffs, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> Any:
        if self.render_mode is None:
            logger.warn("Nothing is rendered: the environment was made without a render_mode.")
            return None
        turn = self.play.turn
        lines = drawing.lines(self.play.view(PUBLIC if turn < 0 else turn))
        if self.render_mode == "rgb_array":
            return drawing.pixels(drawing.svg(self.game.spec.title["en"], lines))
        text = drawing.text(self.game.spec.title["en"], lines)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is no window to close."""


class parallel_env(ParallelEnv[str, Any, Any], EzPickle):  # noqa: N801  as PettingZoo calls it
    """All seats at once: in every cycle each names an action. That of the seat to move is played if
    it is legal, else nothing is; what the others name is not looked at. After `max_cycles` cycles
    the game is truncated.

    A cycle is a decision of somebody, so who counts cycles learns how many decisions there were,
    also where the rules hide that: how long a division took, whether a ninja was asked.
    """

    def __init__(
        self, game: str, render_mode: str | None = None, max_cycles: int | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        EzPickle.__init__(self, game, render_mode, max_cycles, **options)
        self.turns, self.max_cycles = raw_env(game, render_mode, **options), max_cycles
        self.render_mode, self.metadata = render_mode, self.turns.metadata
        self.possible_agents = self.turns.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> Discrete:
        return self.turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.turns.reset(seed, options)
        self.agents, self._cycles = self.possible_agents[:], 0
        return self._seen(), self.turns.infos

    def _seen(self) -> dict[str, Any]:
        return {agent: self.turns.observe(agent) for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        turns = self.turns
        action = actions[turns.agent_selection]
        if action in turns.play.legal_ids():
            turns.step(action)
        self._cycles += 1
        truncated = self._cycles == self.max_cycles and turns.play.turn != OVER
        truncations = dict.fromkeys(self.agents, truncated)
        told = self._seen(), turns.rewards, turns.terminations, truncations, turns.infos
        if truncated or turns.play.turn == OVER:
            self.agents = []
        return told

    def render(self) -> Any:
        return self.turns.render()

    def close(self) -> None:
        """There is no window to close."""

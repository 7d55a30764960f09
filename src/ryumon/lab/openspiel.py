"""The games for OpenSpiel: import this module, then `pyspiel.load_game("ryumon_tatsu")`.

Every game of `ryumon.games()` is registered as `ryumon_` and its name. Parameters are `players` and
the game's options: `load_game("ryumon_tiger_dragon", {"players": 2, "field": "cave"})`.

Actions of the players are the numbers of the moves, as in `State.legal_ids`; outcomes of chance are
counted from 0. An information state is what `State.events` tells, an observation is `State.observe`
and, as a string, `State.view`. Returns are the payoffs less their mean, stretched so that winning
alone is worth 1: their sum is 0 in every game.
"""

from __future__ import annotations

import hashlib
import importlib
import random
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from ryumon.lab.gambit import returns
from ryumon.play.registry import GameSpec, find

pyspiel: Any = importlib.import_module("pyspiel")  # it has no types, and not everybody has it

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
OWN_DEFAULT = -1  # of an option whose default depends on the number of players

# an event in a tensor: its kind, its seat and its move, each plus 1, and a digest of all it tells
EVENT, DIGEST = 6, 3
BITS = 24  # of a digest, as many as a float32 holds exactly

_encode = msgspec.json.Encoder(order="deterministic").encode


def name_of(game: str) -> str:
    return f"ryumon_{game.replace('-', '_')}"


def game_type(spec: GameSpec) -> Any:
    kinds, outcomes = pyspiel.GameType, len(spec.words.NAMES) - spec.rules.SEAT_MOVES
    chance, information = kinds.ChanceMode, kinds.Information
    defaults = {
        o.name: OWN_DEFAULT if callable(o.default) else o.default
        for o in (*spec.options, *spec.research)
    }
    return kinds(
        short_name=name_of(spec.name),
        long_name=f"Ryumon: {spec.title['en']}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if outcomes else chance.DETERMINISTIC,
        information=(
            information.PERFECT_INFORMATION if spec.is_open else information.IMPERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(spec.players),
        min_num_players=min(spec.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": spec.default_players, **defaults},
    )


class Game(pyspiel.Game):
    """One of our games, with its options."""

    spec: GameSpec
    kind: Any

    def __init__(self, params: Any = None) -> None:
        spec, params = self.spec, dict(params or {})
        chosen = {name: value for name, value in params.items() if value != OWN_DEFAULT}
        self.game = ryumon.game(spec.name, **chosen).compile(background=True)
        info = pyspiel.GameInfo(
            num_distinct_actions=spec.rules.SEAT_MOVES,
            max_chance_outcomes=len(spec.words.NAMES) - spec.rules.SEAT_MOVES,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=spec.longest,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> State:
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.game.spec.longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"An observer takes no parameters, but was given {params}.")
        return Observer(self.game, iig_obs_type or pyspiel.IIGObservationType())


class State(pyspiel.State):
    """A state of ours. OpenSpiel clones it by a deep copy of `play`, and keeps it by a pickle."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.play = game.game.start()

    def current_player(self) -> int:
        turn = self.play.turn
        return TERMINAL if turn == OVER else turn

    def is_terminal(self) -> bool:
        return self.play.turn == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal_ids()

    def _apply_action(self, action: int) -> None:
        play = self.play
        if play.turn == CHANCE:
            action += play.game.spec.rules.SEAT_MOVES
        play.play_id(action)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        play, weights = self.play, self.play.weights()
        first, total = play.game.spec.rules.SEAT_MOVES, sum(weights)
        outcomes = zip(play.legal_ids(), weights, strict=True)
        return [(move - first, weight / total) for move, weight in outcomes]

    def _action_to_string(self, player: int, action: int) -> str:
        first = self.play.game.spec.rules.SEAT_MOVES if player == CHANCE else 0
        return self.play.game.spec.words.NAMES[first + action]

    def returns(self) -> list[float]:
        result = self.play.result()
        return [0.0] * self.play.game.players if result is None else returns(result)

    def __str__(self) -> str:
        return " ".join(self.play.moves)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Another state that this player cannot tell from the true one: one of `State.worlds`."""
        return self.world(player, random.Random(int(sampler() * 2**53)))

    def world(self, player: int, rng: random.Random) -> State:
        world, new = self.play.worlds(player, rng), self.get_game().new_initial_state()
        ids, first = world.game.spec.ids, world.game.spec.rules.SEAT_MOVES
        for move in world.moves:
            number = ids[move]
            new.apply_action(number - first if number >= first else number)
        return new


def resampler(seed: int | None = None) -> Callable[[State, int], State]:
    """For `set_resampler` of OpenSpiel's ISMCTS in Python; with a seed the same worlds again."""
    rng = random.Random(seed)
    return lambda state, player: state.world(player, rng)


class Observer:
    """What a player knows: of all that it saw (perfect recall), or now."""

    def __init__(self, game: ryumon.Game, kind: Any) -> None:
        private = pyspiel.PrivateInfoType
        if not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            raise ValueError("What a player or a spectator knows is observed, and no part of it.")
        self._public = kind.private_info == private.NONE
        self._recalls = kind.perfect_recall
        self._kinds = {name: k for k, name in enumerate(game.spec.words.LOG["en"], 1)}
        size = game.observation.size
        pieces: dict[str, tuple[int, ...]] = {"observation": (size,)}
        if self._recalls:
            pieces["events"] = (game.spec.longest, EVENT)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in pieces.values()), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self._recalls:
            self.dict["events"] = self.tensor[size:].reshape(pieces["events"])

    def set_from(self, state: State, player: int) -> None:
        viewer = PUBLIC if self._public or player < 0 else player
        self.dict["observation"][:] = state.play.observe(viewer)
        if self._recalls:
            rows, ids = self.dict["events"], state.play.game.spec.ids
            rows.fill(0)
            for k, event in enumerate(state.play.events(viewer)):
                rows[k][: EVENT - DIGEST] = (
                    self._kinds.get(event["kind"], 0),
                    event.get("seat", -1) + 1,
                    ids.get(event.get("move", ""), -1) + 1,
                )
                rows[k][-DIGEST:] = digest(event)

    def string_from(self, state: State, player: int) -> str:
        viewer = PUBLIC if self._public or player < 0 else player
        told = state.play.events(viewer) if self._recalls else state.play.view(viewer)
        return _encode(told).decode()


def digest(event: dict[str, Any]) -> list[int]:
    """Whole numbers that stand for all that an event tells."""
    whole = int.from_bytes(hashlib.blake2b(_encode(event), digest_size=9).digest())
    return [whole >> BITS * k & (1 << BITS) - 1 for k in range(DIGEST)]


def register(spec: GameSpec) -> None:
    """A class for each game: OpenSpiel keeps it for ever, and lets go of it when Python has already
    ended, which a function would not survive. Pickle finds it in this module."""
    kind, name = game_type(spec), name_of(spec.name)
    parts = {"spec": spec, "kind": kind, "__module__": __name__}
    globals()[name] = type(name, (Game,), parts)
    pyspiel.register_game(kind, globals()[name])


for _name in ryumon.games():
    register(find(_name))

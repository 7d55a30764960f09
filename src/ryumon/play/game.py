"""A game with its options: where states come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from ryumon.kernel import background as compiling
from ryumon.kernel.batch import EVERYONE, SAME_STEP, Batch
from ryumon.kernel.machine import Machine, machine
from ryumon.kernel.observe import Observation
from ryumon.play.refusal import Refused, refused
from ryumon.play.registry import GameSpec
from ryumon.play.state import State

SENTENCES = {
    "en": {
        "form": "This is not a position of {title}: {why}.",
        "other": "The position is from another game: {name} is {theirs!q}, not {ours!q}.",
        "batch": "A batch has at least one game, not {n}.",
    },
    "ja": {
        "form": "これは{title}の局面ではない: {why}。",
        "other": "別のゲームの局面である: {name}は{ours!q}ではなく{theirs!q}である。",
        "batch": "バッチには1つ以上のゲームが要る（{n}ではなく）。",
    },
}


class Game:
    """A game and its options; immutable.

    >>> import ryumon
    >>> game = ryumon.game("slaughter", players=3)
    >>> game
    ryumon.game('slaughter', players=3, advanced=False)
    >>> game.start().legal()
    ['~first:0', '~first:1', '~first:2']
    """

    __slots__ = ("_numbers", "name", "options", "players", "spec")

    spec: GameSpec
    name: str
    players: int
    options: Mapping[str, Any]

    def __init__(self, spec: GameSpec, players: int | None, options: dict[str, Any]) -> None:
        settled = spec.settled(players, options)
        fixed = object.__setattr__
        fixed(self, "_numbers", spec.numbers(players, options))
        fixed(self, "spec", spec)
        fixed(self, "name", spec.name)
        fixed(self, "players", settled.pop("players"))
        fixed(self, "options", MappingProxyType(settled))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("A game does not change; make another one with ryumon.game().")

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.options.items())
        return f"ryumon.game({self.name!r}, players={self.players}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self._numbers) == (
            other.name,
            other._numbers,
        )

    def __hash__(self) -> int:
        return hash((self.name, *self._numbers))

    def __reduce__(self) -> Any:
        return _again, (self.name, self.players, dict(self.options))

    @property
    def compiled(self) -> bool:
        """Do new states run compiled?"""
        return self.machine.compiled

    @property
    def machine(self) -> Machine:
        return compiling.current(self.spec)

    def compile(self, background: bool = False) -> Game:
        """Compile the rules and wait for it (some seconds); or in the background, in a process of
        its own: games that start after it has ended run compiled."""
        if background:
            compiling.begin(self.spec)
        else:
            compiling.compile_now(self.spec)
        return self

    def start(self) -> State:
        """A new game; nothing is dealt yet."""
        return self.start_on(self.machine)

    def start_on(self, made: Machine) -> State:
        """A new game, run by this machine."""
        return State(self, made, made.begun(tuple(self._numbers)))

    def plain_start(self) -> Any:
        """The plain state before the first move."""
        return machine(self.spec, compiled=False).begun(tuple(self._numbers))

    def replay(self, moves: Iterable[str]) -> State:
        """The state after these moves. IllegalMove if one is illegal."""
        state = self.start()
        for move in moves:
            state.play(move)
        return state

    def position(self, position: Mapping[str, Any]) -> State:
        """The state of a position as `State.position` gives it. Refused if it is impossible."""
        import msgspec

        from ryumon.play.form import misfit

        try:
            facts = msgspec.convert(position, self.spec.position.Position)
        except msgspec.ValidationError as wrong:
            why = misfit(wrong, "position")
            raise refused(SENTENCES, "form", title=self.spec.title, why=why) from None
        want = {"game": self.name, "players": self.players, **self.spec.usual, **self.options}
        told = {name: getattr(facts, name, msgspec.UNSET) for name in want}
        told |= {k: self.spec.usual[k] for k, value in told.items() if value is msgspec.UNSET}
        if told != want:
            name = next(name for name in want if told[name] != want[name])
            raise refused(SENTENCES, "other", name=name, theirs=told[name], ours=want[name])
        plain = self.plain_start()
        self.spec.position.set_up(plain, facts)
        fault = self.spec.position.fault(plain)
        if fault is not None:
            raise Refused(fault)
        now = self.machine
        return State(self, now, now.block_of(plain), origin=plain)

    @property
    def observation(self) -> Observation:
        """The named features of `State.observe`, with their places in the row."""
        return self.spec.observed

    def batch(
        self, n: int, seed: int = 0, observe: bool = False, seat: int = EVERYONE,
        most_steps: int = 0, renew: int = SAME_STEP,
    ) -> Batch:  # fmt: skip
        """n games side by side in one array, for learning and statistics; with `observe` every step
        fills what the seat to move knows. The rest: see Batch."""
        if n < 1:
            raise refused(SENTENCES, "batch", n=n)
        return Batch(self.machine, self._numbers, n, seed, observe, seat, most_steps, renew)

    def playouts(self, games: int, seed: int = 0) -> tuple[int, list[float]]:
        """Whole games of random moves: how many moves were made, and the mean payoffs."""
        import numpy as np

        made = self.machine
        totals = np.zeros((2, self.players))
        luck, options = made.luck(seed), made.integers(self._numbers)
        moves = made.playouts(made.states(), 0, options, games, luck, totals)
        return int(moves), (totals[0] / max(games, 1)).tolist()


def _again(name: str, players: int, options: dict[str, Any]) -> Game:
    from ryumon.play.registry import find

    return Game(find(name), players, options)

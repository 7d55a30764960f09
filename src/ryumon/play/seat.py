"""What one viewer has of a game at one moment, and nothing else.

A `Seat` holds no true state: what the viewer cannot know has been replaced by a fixed filler, and
the events are the viewer's own. So whatever is made from it, by a screen, a server or a bot, cannot
tell more than the viewer knows. It can be pickled: this is what goes to a bot elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ryumon.kernel.machine import Machine, machine
from ryumon.kernel.ops import OVER
from ryumon.play.refusal import SENTENCES as COMMON
from ryumon.play.refusal import Refusal, check_language
from ryumon.play.sentence import fill
from ryumon.play.story import Line, Told, data

if TYPE_CHECKING:
    from ryumon.kernel.observe import Observation
    from ryumon.play.game import Game

SENTENCES = {
    "en": {
        "turn": "It is not your turn.",
        "together": "Only moves of one decision can be made together.",
    },
    "ja": {
        "turn": "あなたの番ではない。",
        "together": "まとめて行えるのは、一つの決定に属する手だけである。",
    },
}


class Seat:
    """Made by `State.seat`.

    >>> import random, ryumon
    >>> state = ryumon.game("slaughter").start()
    >>> state.deal(random.Random(7))
    >>> seat = state.seat(state.turn)
    >>> seat.legal() == state.legal(), seat.view()["viewer"] == state.turn
    (True, True)
    >>> state.seat(ryumon.PUBLIC).legal()
    []
    """

    __slots__ = ("_known", "_legal", "_made", "_told", "_typed", "game", "sights", "viewer")

    def __init__(
        self, game: Game, viewer: int, made: Machine, known: Any, legal: list[int],
        told: Told | None = None, sights: list[int] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.viewer = game, viewer
        self._made, self._known = made, known  # a machine, and its block of the state
        self._legal = legal
        self._told = told
        self._typed: Any = None
        self.sights = sights  # every move so far as this seat saw it; None if not asked for

    def __repr__(self) -> str:
        return f"<seat {self.viewer} of {self.game!r}>"

    def __reduce__(self) -> Any:
        events = None if self._told is None else self._told.alone().line.events
        parts = self.game, self.viewer, self.known.values(), self._legal, events, self.sights
        return restored, parts

    # --- the present --------------------------------------------------------------------------

    @property
    def known(self) -> Any:
        """The plain state as the viewer knows it. Do not change it."""
        if self._made.compiled:
            plain = self._made.to_plain(self._made.array(self._known))
            self._made, self._known = machine(self.game.spec, compiled=False), plain
        return self._known

    def known_on(self, made: Machine) -> Any:
        """The same in an array of its own, as this machine plays on from it."""
        return made.array(self._block_on(made))

    def _block_on(self, made: Machine) -> Any:
        return self._known.copy() if made is self._made else made.block_of(self.known)

    def view(self) -> dict[str, Any]:
        """What lies before the viewer now, as plain data."""
        return data(self.typed_view())

    def typed_view(self) -> Any:
        """The view as the struct `View` of the game's `view` module."""
        if self._typed is None:
            self._typed = self.game.spec.view.view(self.known, self.viewer)
        return self._typed

    def aids(self) -> dict[str, Any]:
        """What a good player works out from what the viewer saw."""
        return data(self.game.spec.view.aids(self.known, self.viewer))

    def observe(self) -> Any:
        """What the viewer knows as a row of int8 numbers, which `game.observation` names."""
        row = blank_row(self.game.observation)
        if self._made.compiled:
            self._made.observe_state(self._made.array(self._known), 0, self.viewer, row)
        else:
            self.game.observation.observe(self._known, self.viewer, row)
        return row

    # --- the decision -------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """The legal moves if the viewer is to move, else empty."""
        names = self.game.spec.words.NAMES
        return [names[move] for move in self._legal]

    def legal_ids(self) -> list[int]:
        """The same as numbers, ascending."""
        return self._legal[:]

    def choice(self) -> dict[str, Any] | None:
        """The whole decision as data; None if the viewer is not to move."""
        return self.game.spec.view.choice(self.known) if self._legal else None

    def ahead(self) -> dict[str, Any] | None:
        """The decision that may come to the viewer next, as data; None if none is known yet, or the
        viewer is to move."""
        if self._legal or not 0 <= self.viewer < self.game.players:
            return None
        if not self.game.spec.view.may_answer(self.known, self.viewer):
            return None
        then = self.known.clone()
        then.player = self.viewer
        return self.game.spec.view.choice(then)

    def reason(self, move: str, language: str = "en", names: list[str] | None = None) -> str:
        """Why a good player would think of a legal move, in one sentence; empty if the game has
        nothing to say of it."""
        from ryumon.games.speech import capital, seat_name

        spec = self.game.spec
        found = spec.reasons.why(self.known, spec.ids[move]) if self._legal else None
        if found is None:
            return ""
        key, parts = found
        if "who" in parts:
            parts = {**parts, "who": seat_name(parts["who"], self.viewer, language, names)}
        return capital(fill(spec.reasons.SENTENCES[language][key], language, parts))

    def why(self, moves: str | Sequence[str], language: str = "en") -> tuple[str, str] | None:
        """None, or the rule and a sentence: why these moves cannot be made one after the other."""
        check_language(language)
        refusal = self.refusal(moves)
        return None if refusal is None else (refusal.rule, refusal.sentence(language))

    def refusal(self, moves: str | Sequence[str]) -> Refusal | None:
        """The same in all languages.

        The moves must be of one decision. What comes after it may depend on hidden things, and a
        list that is refused as a whole would tell them for nothing.
        """
        moves = [moves] if isinstance(moves, str) else list(moves)
        if not self._legal:
            over = self.game.spec.rules.turn(self.known) == OVER
            return Refusal.of(COMMON, "over") if over else Refusal.of(SENTENCES, "turn")
        made = machine(self.game.spec, compiled=False)
        block, legal = self._block_on(made), self._legal
        for k, move in enumerate(moves):
            number = self.game.spec.ids.get(move) if isinstance(move, str) else None
            if number not in legal:
                return refusal_of(self.game, block, self.viewer, move)
            if k + 1 < len(moves):  # what follows the last one is not asked
                if not self.game.spec.view.goes_on(block, number):
                    return Refusal.of(SENTENCES, "together")
                _, legal = made.step(block, number)
        return None

    # --- the past -----------------------------------------------------------------------------

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """What the viewer saw, in order, after the event number `since`."""
        return self._story().events(since)

    def log(
        self, language: str = "en", since: int = 0, names: list[str] | None = None
    ) -> list[str]:
        """One sentence per event after the number `since`. `names` are said instead of seats."""
        check_language(language)
        return self._story().sentences(self.game, self.viewer, language, names, since)

    def _story(self) -> Told:
        if self._told is None:
            raise ValueError("This seat was made without events; a bot must say `recalls = True`.")
        return self._told


def blank_row(observation: Observation) -> Any:
    """Room for an observation. NumPy comes with the first one, not with `import ryumon`."""
    import numpy as np

    return np.zeros(observation.size, np.int8)


def restored(
    game: Game, viewer: int, values: list[Any], legal: list[int],
    events: list[dict[str, Any]] | None = None, sights: list[int] | None = None,
) -> Seat:  # fmt: skip
    """The seat again, from the values of what it knows; for pickle, and for bots elsewhere."""
    made = machine(game.spec, compiled=False)
    known = made.block()
    for field, value in zip(made.fields, values, strict=True):
        setattr(known, field.name, value)
    told = None if events is None else Told(Line(events), len(events))
    return Seat(game, viewer, made, known, legal, told, sights)


def refusal_of(game: Game, s: Any, turn: int, move: object) -> Refusal:
    """Why this move, which is not legal in s, cannot be made."""
    number = game.spec.ids.get(move) if isinstance(move, str) else None
    if number is None:
        return Refusal.of(COMMON, "unreadable", move=move)
    if turn == OVER:
        return Refusal.of(COMMON, "over")
    return game.spec.words.refuse(s, number)

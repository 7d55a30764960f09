"""A game under way: the contract of docs/notation.md."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ryumon.kernel.machine import Machine, machine
from ryumon.kernel.ops import CHANCE, OVER
from ryumon.play import defaults
from ryumon.play.event import PUBLIC
from ryumon.play.refusal import SENTENCES, IllegalMove, Refusal, check_language, refused
from ryumon.play.seat import Seat, blank_row, refusal_of
from ryumon.play.story import Sights, Story, Told, beginning, data, known_of

if TYPE_CHECKING:
    from ryumon.play.game import Game
    from ryumon.table.chance import Chance


Telling = TypeVar("Telling", Story, Sights)


class Kept:
    """What was worked out from the moves, once somebody has asked for it."""

    __slots__ = ("looked_at", "of_chance", "sights", "story")

    def __init__(self) -> None:
        self.story: Story | None = None
        self.sights: Sights | None = None
        self.looked_at = self.of_chance = 0  # so many moves, of which so many were of chance

    def share(self) -> Kept:
        """For a copy of the state: whoever goes on telling forks it first."""
        new = Kept()
        new.story, new.sights = self.story, self.sights
        new.looked_at, new.of_chance = self.looked_at, self.of_chance
        for telling in (self.story, self.sights):
            if telling is not None:
                telling.shared = True
        return new


_blank = object.__new__


class Result(NamedTuple):
    """How a game ended."""

    winners: list[int]
    payoffs: list[float]
    reason: str


class State:
    """A state of a game.

    >>> import random, ryumon
    >>> state = ryumon.game("slaughter").start()
    >>> state.play("~first:2")
    >>> state.deal(random.Random(7))
    >>> state.turn == ryumon.CHANCE
    False
    >>> len(state.moves)
    46
    """

    __slots__ = ("_block", "_kept", "_machine", "_made", "_now", "_origin", "game")

    def __init__(self, game: Game, made: Machine, block: Any, origin: Any = None) -> None:
        self.game = game
        self._machine = made
        self._block = block  # the state itself
        self._now: tuple[int, list[int]] = made.options(block)  # whose turn it is, what is legal
        self._made: list[int] = []  # the moves, by number
        self._origin = origin  # the plain state that the moves start from, if not the beginning
        self._kept: Kept | None = None

    def __repr__(self) -> str:
        return f"<{self.game!r} after {len(self._made)} moves, turn {self.turn}>"

    def __eq__(self, other: object) -> bool:
        """The same moves from the same beginning, of the same game."""
        return isinstance(other, State) and (self.game, self._made, self._origin) == (
            other.game,
            other._made,
            other._origin,
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> Any:
        return _restored, (self.game, self.origin, self.moves)

    # --- playing ----------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat to move, CHANCE (-1) or OVER (-2)."""
        return self._now[0]

    @property
    def length(self) -> int:
        """How many moves were made, chance included."""
        return len(self._made)

    @property
    def moves(self) -> list[str]:
        """Everything so far, chance included."""
        names = self.game.spec.words.NAMES
        return [names[move] for move in self._made]

    def moves_after(self, length: int) -> list[str]:
        """The moves after the first so many."""
        names = self.game.spec.words.NAMES
        return [names[move] for move in self._made[length:]]

    @property
    def origin(self) -> dict[str, Any] | None:
        """The position that the moves start from; None if they start at the beginning."""
        return None if self._origin is None else _position(self.game, self._origin)

    def legal(self) -> list[str]:
        """The legal moves; at CHANCE the possible outcomes; empty when the game is over."""
        names = self.game.spec.words.NAMES
        return [names[move] for move in self._now[1]]

    def is_legal(self, move: object) -> bool:
        """May it be made now?"""
        return isinstance(move, str) and self.game.spec.ids.get(move) in self._now[1]

    def legal_ids(self) -> list[int]:
        """The legal moves as numbers, ascending. Do not change the list."""
        return self._now[1]

    def play(self, move: str | Sequence[str]) -> None:
        """Make a move, or several as one unit: all or none. IllegalMove if it may not be made."""
        if isinstance(move, list | tuple):
            ahead = self.copy()
            for one in move:
                ahead._play_one(one)
            self._become(ahead)
        else:
            self._play_one(move)

    def _play_one(self, move: object) -> None:
        number = self.game.spec.ids.get(move) if isinstance(move, str) else None
        if number is None or number not in self._now[1]:
            raise IllegalMove(self._refusal(move))
        self._make(number)

    def play_id(self, move: int) -> None:
        """Make a move given by its number."""
        legal = self._now[1]
        try:
            # our own number: one of NumPy's would be too narrow for the rules to shift by
            move = legal[legal.index(move)]
        except ValueError:
            names = self.game.spec.words.NAMES
            known = isinstance(move, int) and 0 <= move < len(names)
            raise IllegalMove(self._refusal(names[move] if known else repr(move))) from None
        self._now = self._machine.step(self._block, move)
        self._made.append(move)

    def _make(self, move: int) -> None:
        self._now = self._machine.step(self._block, move)
        self._made.append(move)

    def _become(self, other: State) -> None:
        for name in State.__slots__:
            setattr(self, name, getattr(other, name))

    def why(self, move: str, language: str = "en") -> tuple[str, str] | None:
        """None, or the rule and a sentence: why the move may not be made now."""
        check_language(language)
        number = self.game.spec.ids.get(move) if isinstance(move, str) else None
        if number in self._now[1]:
            return None
        refusal = self._refusal(move)
        return refusal.rule, refusal.sentence(language)

    def _refusal(self, move: object) -> Refusal:
        """A seat is told no more than it knows; chance knows everything."""
        s = self._plain() if self.turn < 0 else self._known(self.turn)
        return refusal_of(self.game, s, self.turn, move)

    def copy(self) -> State:
        """A copy that goes its own way."""
        new, kept = _blank(State), self._kept
        new.game = self.game
        new._machine = self._machine
        new._block = self._block.copy()
        new._now = self._now
        new._made = self._made[:]
        new._origin = self._origin
        new._kept = kept and kept.share()
        return new

    # --- chance -----------------------------------------------------------------------------

    def weights(self) -> list[int]:
        """At CHANCE, whole numbers in the order of `legal()`: how likely each outcome is."""
        sums = self._machine.weigh(self._block)
        return [here - before for before, here in zip([0, *sums], sums, strict=False)]

    def chances(self) -> dict[str, float]:
        """At CHANCE, the probability of each outcome; else empty."""
        weights = self.weights()
        total = sum(weights)
        return {move: w / total for move, w in zip(self.legal(), weights, strict=False)}

    def deal(self, source: random.Random | Chance) -> None:
        """Play chance until a seat is to move or the game is over."""
        if isinstance(source, random.Random):
            while self._now[0] == CHANCE:
                self._make(self._now[1][self.draw(source.randrange)])
        elif not hasattr(source, "draw"):
            raise refused(SENTENCES, "source", source=repr(source))
        else:
            while self._now[0] == CHANCE:
                self._make(self._now[1][source.draw(self)])

    def draw(self, below: Callable[[int], int]) -> int:
        """At CHANCE, draw an outcome: its place in `legal()`. `below(n)` draws a whole number below
        n; it is asked once, with the sum of the weights."""
        sums = self._machine.weigh(self._block)
        mark = below(sums[-1])
        return mark if sums[-1] == len(sums) else bisect_right(sums, mark)  # the first: all 1

    def chance_moves(self) -> int:
        """How many moves of chance there were."""
        first, kept = self.game.spec.rules.SEAT_MOVES, self._keep()
        kept.of_chance += sum(move >= first for move in self._made[kept.looked_at :])
        kept.looked_at = len(self._made)
        return kept.of_chance

    # --- results ----------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """The game's own points, one number per seat; they change only when a round ends."""
        s = self._plain()
        return [self.game.spec.rules.score(s, p) for p in range(self.game.players)]

    def result(self) -> Result | None:
        """None, or who won and why."""
        if self.turn != OVER:
            return None
        s = self._plain()
        payoffs = [0.0] * self.game.players
        self.game.spec.rules.payoffs(s, payoffs)
        winners = [seat for seat, share in enumerate(payoffs) if share > 0]
        return Result(winners, payoffs, self.game.spec.rules.reason(s))

    # --- what a viewer sees -----------------------------------------------------------------

    def seat(self, viewer: int, sights: bool = False, events: bool = True) -> Seat:
        """All that this viewer has now and nothing else; PUBLIC (-3) for a spectator. `sights`: the
        moves as the seat saw them too, as numbers for search. Without `events` it costs less."""
        told = self._told(viewer) if events else None
        return self._seat(viewer, told, self.sights(viewer) if sights else None)

    def _seat(self, viewer: int, told: Told | None = None, sights: list[int] | None = None) -> Seat:
        self._check_viewer(viewer)
        legal = self._now[1] if viewer == self._now[0] else []
        made, known = self._machine, self._machine.block()
        if made.compiled:
            made.forget_state(made.array(self._block), 0, made.array(known), 0, viewer)
        else:
            self.game.spec.sight.forget(self._block, known, viewer)
        return Seat(self.game, viewer, made, known, legal, told, sights)

    def view(self, seat: int) -> dict[str, Any]:
        """What lies before this seat now, as plain data; PUBLIC (-3) for a spectator."""
        return self._seat(seat).view()

    def typed_view(self, seat: int) -> Any:
        """The view as the struct `View` of the game's `view` module."""
        return self._seat(seat).typed_view()

    def aids(self, seat: int) -> dict[str, Any]:
        """What a good player works out from what the seat saw."""
        return self._seat(seat).aids()

    def events(self, seat: int, since: int = 0) -> list[dict[str, Any]]:
        """What this viewer saw, in order, after the event number `since`."""
        return self._told(seat).events(since)

    def told(self, seat: int) -> Told:
        """The same as they are kept, not to be changed, and how many there are."""
        return self._told(seat)

    def log(
        self, seat: int, language: str = "en", names: list[str] | None = None, since: int = 0
    ) -> list[str]:
        """One sentence per event after the number `since`. `names` are said instead of seats."""
        check_language(language)
        return self._told(seat).sentences(self.game, seat, language, names, since)

    def sights(self, seat: int) -> list[int]:
        """Every move so far as this seat saw it, as a number: the move's own, or a negative one
        that all moves share which looked alike to it. For search, which keeps its trees by it."""
        kept = self._keep()
        if kept.sights is None:
            kept.sights = Sights(self.game, beginning(self.game, self._origin))
        kept.sights = self._up_to_date(kept.sights)
        return kept.sights.by(seat)

    def choice(self) -> dict[str, Any] | None:
        """The whole decision of the seat to move as data; None for chance and at the end."""
        return None if self.turn < 0 else self._seat(self.turn).choice()

    def forgotten(self, seat: int) -> Any:
        """The plain state as this viewer knows it; what it cannot know is a fixed filler."""
        return self._known(seat)

    def observe(self, seat: int) -> Any:
        """What this viewer knows as a row of int8 numbers, which `game.observation` names."""
        self._check_viewer(seat)
        if not self._machine.compiled:
            return self._seat(seat).observe()
        row = blank_row(self.game.observation)
        self._machine.look_at(self._block, seat, row)
        return row

    def worlds(self, seat: int, rng: random.Random) -> State:
        """Another state, drawn from those that this seat cannot tell from the true one."""
        known, events = self._known(seat), self.events(seat)
        start = None if self._origin is None else known_of(self.game, self._origin, seat)
        own = getattr(self.game.spec.sight, "worlds", None)
        if own is not None:
            moves = own(known, events, seat, rng, start)
        else:
            moves = defaults.worlds(self.game, known, events, seat, rng, start)
        made = machine(self.game.spec, compiled=False)
        if start is None:
            world = self.game.start_on(made)
        else:
            world = State(self.game, made, made.block_of(start), origin=start)
        for move in moves:
            world.play(move)
        return world

    def position(self) -> dict[str, Any]:
        """The complete position, hidden parts included, as plain data."""
        return _position(self.game, self._plain())

    # --- inside -----------------------------------------------------------------------------

    def _plain(self) -> Any:
        """This state as a plain object, not to be changed."""
        if self._machine.compiled:
            return self._machine.to_plain(self._machine.array(self._block))
        return self._block

    def _known(self, seat: int) -> Any:
        return self._seat(seat).known

    def _check_viewer(self, seat: int) -> None:
        if seat != PUBLIC and (type(seat) is not int or not 0 <= seat < self.game.players):
            raise refused(SENTENCES, "viewer", seat=seat)

    def _told(self, viewer: int) -> Told:
        """What this viewer has seen so far, going on from where it was last told."""
        self._check_viewer(viewer)
        kept = self._keep()
        if kept.story is None:
            start = beginning(self.game, self._origin)
            kept.story = Story(self.game, self._origin, start)
        kept.story = self._up_to_date(kept.story)
        return kept.story.by(viewer)

    def _keep(self) -> Kept:
        """What is kept of the moves, the state's own."""
        self._kept = self._kept or Kept()
        return self._kept

    def _up_to_date(self, kept: Telling) -> Telling:
        if kept.made < len(self._made):
            if kept.shared:
                kept = kept.fork()
            kept.tell(self._made)
        return kept


def _position(game: Game, plain: Any) -> dict[str, Any]:
    return data(game.spec.position.position(plain))


def _restored(game: Game, origin: dict[str, Any] | None, moves: list[str]) -> State:
    """For pickle and deepcopy: a state is its moves."""
    state = game.start() if origin is None else game.position(origin)
    for move in moves:
        state.play(move)
    return state

"""Many games of one kind side by side, for learning and statistics.

A step makes one move in every game, plays all chance that follows, and says what is legal then and
what the seat to move knows: one compiled loop over an array of states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ryumon.kernel.fields import SEAT as SEATED
from ryumon.kernel.jit import native, njit
from ryumon.kernel.ops import (
    OVER,
    apply,
    deal,
    forget,
    legal,
    observe,
    payoffs,
    pick,
    rollout_move,
    start,
    turn,
)  # fmt: skip
from ryumon.kernel.rng import below, words
from ryumon.kernel.scratch import numbers

if TYPE_CHECKING:
    from ryumon.kernel.machine import Machine

SEATS = SEATED.count
BLOCK = 32  # games that are observed at a time
EVERYONE, ANYONE = -2, -1  # instead of a seat: each decides in turn; a seat drawn for each game
SAME_STEP, NEXT_STEP, DISABLED = range(3)  # when a game that has ended gives way to the next one
# what a batch is told, by place in `ways`: one of those; the most decisions of a game; who decides
RENEW, MOST_STEPS, SEAT = range(3)


def _copy() -> Any:
    from numba.extending import register_jitable

    @register_jitable
    def copy_between(to, j, states, i):
        to[j] = states[i]

    return copy_between


@native(_copy)
def copy_between(to, j, states, i):
    to[j].assign(states[i])


# --- one game -------------------------------------------------------------------------------


@njit
def look(s, known, viewer, out):
    """What a viewer knows of a true state, as features. `known` is room for one state."""
    forget(s, known, viewer)
    observe(known, viewer, out)


@njit
def hide(shown, mask):
    """No move is legal. What stands in the mask is taken back by the list `shown`, its length
    first: of hundreds of moves hardly ten are legal."""
    for k in range(1, shown[0] + 1):
        mask[shown[k]] = 0
    shown[0] = 0


@njit
def show(s, shown, out, mask):
    """mask[move] is 1 where the move is legal for the seat to move; returns whose turn it is."""
    hide(shown, mask)
    n = legal(s, out)
    shown[0] = n
    for k in range(n):
        shown[k + 1] = out[k]
        mask[out[k]] = 1
    return turn(s)


@njit
def others_move(s, seat, luck, known):
    """Rule-of-thumb players move until this seat decides; each is handed what it knows."""
    while turn(s) >= 0 and turn(s) != seat:
        forget(s, known, turn(s))
        apply(s, rollout_move(known, luck))
        deal(s, luck)


@njit
def begin(s, options, luck, known, ways):
    """The next game, up to the first decision; returns the seat that decides, or EVERYONE. A game
    that ends before that seat was ever asked does not count."""
    seat = ways[SEAT]
    start(s, options)
    deal(s, luck)
    if seat != EVERYONE:
        if seat == ANYONE:
            seat = below(luck, options[0])
        others_move(s, seat, luck, known)
        while turn(s) == OVER:
            start(s, options)
            deal(s, luck)
            others_move(s, seat, luck, known)
    return seat


# --- all of them ----------------------------------------------------------------------------


@njit
def reset_batch(
    states, which, ways, options, luck, out, known, shown, masks, turns, seats, steps, waiting
):  # fmt: skip
    """New games where `which` says so."""
    for i in range(len(states)):
        if which[i]:
            seats[i] = begin(states[i], options, luck, known[0], ways)
            turns[i] = show(states[i], shown[i], out, masks[i])
            steps[i] = 0
            waiting[i] = 0


@njit
def illegal_batch(moves, masks, waiting):
    """The first game whose move is not legal, or -1. A game that has ended needs none."""
    for i in range(len(moves)):
        if waiting[i] == 0:
            if moves[i] < 0 or moves[i] >= len(masks[i]) or masks[i][moves[i]] == 0:
                return i
    return -1


@njit
def step_batch(
    states, moves, ways, penalty, options, luck, out, known, shown, masks, turns, seats, steps,
    waiting, done, cut, rewards, gains, final,
):  # fmt: skip
    """Make one move in every game, with all that follows up to the next decision. A move that is
    not legal ends its game, and `penalty` is what it brings. `final`, what the seat that made the
    last move of a game knew at its end, has no rows if nobody wants it."""
    for i in range(len(states)):
        s = states[i]
        done[i] = 0
        cut[i] = 0
        for p in range(options[0]):
            rewards[i][p] = 0.0
        if waiting[i]:
            gains[i] = 0.0
            seats[i] = begin(s, options, luck, known[0], ways)
            turns[i] = show(s, shown[i], out, masks[i])
            steps[i] = 0
            waiting[i] = 0
            continue
        mover = turns[i]
        move = moves[i]
        steps[i] += 1
        if move < 0 or move >= len(masks[i]) or masks[i][move] == 0:
            done[i] = 1
            rewards[i][mover] = penalty
        else:
            apply(s, move)
            deal(s, luck)
            if seats[i] >= 0:
                others_move(s, seats[i], luck, known[0])
            if turn(s) == OVER:
                done[i] = 1
                payoffs(s, rewards[i])
            elif steps[i] == ways[MOST_STEPS]:
                cut[i] = 1
        gains[i] = rewards[i][seats[i]] if seats[i] >= 0 else 0.0
        if done[i] == 0 and cut[i] == 0:
            turns[i] = show(s, shown[i], out, masks[i])
        elif ways[RENEW] != SAME_STEP:
            hide(shown[i], masks[i])
            waiting[i] = 1
        else:
            if len(final) > 0:
                look(s, known[0], mover, final[i])
            seats[i] = begin(s, options, luck, known[0], ways)
            turns[i] = show(s, shown[i], out, masks[i])
            steps[i] = 0


@njit
def observe_batch(states, turns, known, seen):
    """What the seat to move knows, in every game. As many games at a time as there is room for in
    `known`: a processor that reads at once what it has just written in other widths must wait."""
    block = len(known)
    for first in range(0, len(states), block):
        last = min(first + block, len(states))
        for i in range(first, last):
            forget(states[i], known[i - first], turns[i])
        for i in range(first, last):
            observe(known[i - first], turns[i], seen[i])


@njit
def peek_batch(states, shown, turns, after, known, seen, games, moves, worth):
    """What the seat to move would know after each of its moves, before chance and anybody else,
    row by row: of which game, by which move, and what it would have won, -1 if that is not the
    end. Returns how many rows there are. `after` is room for one state."""
    n = 0
    share = numbers(SEATS)
    for i in range(len(states)):
        for k in range(1, shown[i][0] + 1):
            move = int(shown[i][k])
            copy_between(after, 0, states, i)
            apply(after[0], move)
            look(after[0], known[0], turns[i], seen[n])
            games[n] = i
            moves[n] = move
            worth[n] = -1.0
            if turn(after[0]) == OVER:
                payoffs(after[0], share)
                worth[n] = share[turns[i]]
            n += 1
    return n


@njit
def pick_batch(states, waiting, luck, moves):
    """A uniformly random legal move for every game; 0 where there is none."""
    for i in range(len(states)):
        moves[i] = 0 if waiting[i] else pick(states[i], luck)


GENERIC = [reset_batch, illegal_batch, step_batch, observe_batch, peek_batch, pick_batch]


class Batch:
    """Many games side by side.

    `masks` (n, moves), `turns` (n), `done` (n) and `rewards` (n, seats) are NumPy arrays that
    every step fills anew. Chance is played by itself; a game that has ended shows its rewards
    once, with `done` 1, and is already the next game.

    With `observe` every step also fills `observe()`, (n, features) of int8: what the seat to move
    knows; and, where a game has ended, `final`: what the seat that moved last knew at the end.

    With `seat` that seat alone decides, or with ANYONE one that is drawn for each game (`seats`);
    rule-of-thumb players have the others, and `gains` (n) are its rewards. After `most_steps`
    decisions a game is `cut` short; 0 is never. `renew` says whether the next game begins in the
    same step, in the next one, whatever move it is given, or when `reset` is called; until then
    the game shows its end, and nothing is legal.
    """

    def __init__(
        self, made: Machine, numbers: list[int], n: int, seed: int, observe: bool = False,
        seat: int = EVERYONE, most_steps: int = 0, renew: int = SAME_STEP,
    ) -> None:  # fmt: skip
        import numpy as np

        self._machine, self._renew = made, renew
        self._options, self._luck = made.integers(numbers), made.luck(seed)
        self._ways = made.integers([renew, most_steps, seat])
        self._room, self._known = made.room(), made.states(min(n, BLOCK))
        self._shown = np.zeros((n, made.most + 1), np.int32)
        self._moves, self._steps = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.states = made.states(n)
        self.masks = np.zeros((n, made.spec.rules.SEAT_MOVES), np.int8)
        self.turns, self.seats = np.zeros(n, np.int8), np.zeros(n, np.int8)
        self.done, self.cut = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.waiting = np.zeros(n, np.uint8)  # 1 where a game has ended and the next not begun
        self.rewards, self.gains = np.zeros((n, numbers[0])), np.zeros(n)
        size = made.spec.observed.size
        self._observing = observe
        self._seen = np.zeros((n if observe else 0, size), np.int8)
        self.final = np.zeros((n if observe else 0, size), np.int8)
        self.reset()

    def reset(self, seed: int | None = None, which: Any = None) -> None:
        """Begin all games anew, or those that `which` names; with a seed, as a new batch would."""
        import numpy as np

        if seed is not None:
            self._luck[:] = self._machine.integers(words(seed))
        if which is None:
            which = np.ones(len(self.turns), np.uint8)
        self._machine.reset_batch(
            self.states, which, self._ways, self._options, self._luck, self._room, self._known,
            self._shown, self.masks, self.turns, self.seats, self._steps, self.waiting,
        )  # fmt: skip
        self._look()

    def random(self) -> Any:
        """A uniformly random legal move for each game."""
        self._machine.pick_batch(self.states, self.waiting, self._luck, self._moves)
        return self._moves

    def step(self, moves: Any, penalty: float | None = None) -> None:
        """Make moves[i] in game i, for all games. An illegal one is refused, and none is made;
        with a penalty it ends its game, and that is its reward."""
        import numpy as np

        moves = np.asarray(moves, np.int64)
        if moves.shape != self._moves.shape:
            raise ValueError(f"One move for each of {len(self._moves)} games is needed.")
        if not self._machine.compiled:
            moves = moves.tolist()  # interpreted rules shift Python's integers, not NumPy's
        if self._renew == DISABLED and self.waiting.any():
            game = int(self.waiting.argmax())
            raise ValueError(f"Game {game} has ended; reset it before the next step.")
        if penalty is None:
            game = self._machine.illegal_batch(moves, self.masks, self.waiting)
            if game >= 0:
                raise ValueError(f"Move {moves[game]} is not legal in game {game}.")
        self._machine.step_batch(
            self.states, moves, self._ways, 0.0 if penalty is None else float(penalty),
            self._options, self._luck, self._room, self._known, self._shown, self.masks,
            self.turns, self.seats, self._steps, self.waiting, self.done, self.cut, self.rewards,
            self.gains, self.final,
        )  # fmt: skip
        self._look()

    def peek(self) -> tuple[Any, Any, Any, Any]:
        """What the seats to move would know after each of their legal moves, before chance: a row
        for each (rows, features), with its game, its move, and what it would have won if the game
        were over by it, else -1. Only where nothing is hidden: else a move that ends a round would
        show what nobody can know beforehand."""
        import numpy as np

        if not self._machine.spec.is_open:
            raise ValueError("Only a game in which nothing is hidden can be looked ahead in.")
        rows = int(self._shown[:, 0].sum())
        seen = np.zeros((rows, self._seen.shape[1]), np.int8)
        games, moves, worth = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.zeros(rows)
        self._machine.peek_batch(
            self.states, self._shown, self.turns, self._machine.states(), self._known, seen, games,
            moves, worth,
        )  # fmt: skip
        return seen, games, moves, worth

    def _look(self) -> None:
        if self._observing:  # a second pass over the games is faster than one that does both
            self._machine.observe_batch(self.states, self.turns, self._known, self._seen)

    def observe(self) -> Any:
        """What the seat to move knows in each game, (n, features) of int8: the array that every
        step fills, or one made now if the batch was not asked to `observe`."""
        import numpy as np

        if self._observing:
            return self._seen
        seen = np.zeros((len(self.turns), self._seen.shape[1]), np.int8)
        self._machine.observe_batch(self.states, self.turns, self._known, seen)
        return seen

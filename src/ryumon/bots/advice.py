"""What a search thinks of each move: the chance to win, how sure that is, and what may follow."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from ryumon.bots.broken import SENTENCES
from ryumon.bots.levels import settings_of
from ryumon.bots.search import Budget, Searcher
from ryumon.kernel.search import VISITS
from ryumon.kernel.tree import SearchTree
from ryumon.play.game import Game
from ryumon.play.refusal import refused
from ryumon.play.seat import Seat
from ryumon.play.state import State

SEEN_ENOUGH = 8  # simulations: a line goes on only by moves that were tried so often
LONGEST = 12  # moves of a line


@dataclass(frozen=True)
class Estimate:
    """One move. `error` is the standard error of `chance`, None if the move was hardly tried."""

    move: str
    chance: float  # to win the game; shared wins count as the rules share them
    error: float | None
    simulations: int


@dataclass(frozen=True)
class Analysis:
    """All legal moves, the best one first, and the line that the search expects."""

    game: Game
    seat: int
    moves: list[Estimate]
    simulations: int
    seconds: float
    events: list[dict[str, Any]] = field(repr=False)  # the line, as the seat would see it

    def line(self, language: str = "en", names: list[str] | None = None) -> list[str]:
        """The expected line in words."""
        say = self.game.spec.words.say
        return [say(event, self.seat, language, names) for event in self.events]


def analyse(
    state: State | Seat,
    viewer: int,
    seconds: float | None = 1.0,
    *,
    simulations: int | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Analysis:
    """For each legal move the estimated chance to win, from what this seat knows.

    With `simulations` instead of `seconds` (None) the answer is the same every time.
    """
    seat = state if isinstance(state, Seat) else state.seat(viewer, events=False)
    if seat.viewer != viewer or not seat.legal_ids():
        raise refused(SENTENCES, "not-to-move", seat=viewer)
    budget = Budget(simulations, seconds, threads)
    began = time.perf_counter()
    searcher, game = Searcher(), seat.game
    found = searcher.search(seat, settings_of(game.name), budget, seed)
    names = game.spec.words.NAMES
    best = sorted(found, key=lambda move: (-found[move].visits, -found[move].mean))
    moves = [
        Estimate(names[move], found[move].mean, found[move].error, found[move].visits)
        for move in best
    ]
    told = _line(game, viewer, searcher.trees[0], best[0])
    return Analysis(game, viewer, moves, searcher.simulations, time.perf_counter() - began, told)


def _line(game: Game, seat: int, trees: SearchTree, move: int) -> list[dict[str, Any]]:
    """What the seat would see if everybody made the move that was tried most, in one world that
    fits what it knows. It ends where chance decides, or where little was tried."""
    spec = game.spec
    s = trees.world()
    here = [trees.root(p) for p in range(game.players)]
    room, events = [0] * spec.rules.MOST, []
    for _ in range(LONGEST):
        before = s.clone()
        for p in range(game.players):
            seen = move if spec.rules.turn(s) == p else spec.hidden.shows(s, move, p)
            if trees.root(p) != p:
                seen = move  # one tree for all
            here[p] = trees.children(here[p]).get(seen, -1) if here[p] >= 0 else -1
        spec.rules.apply(s, move)
        shown = (event.by(seat) for event in spec.sight.narrate(before, move, s))
        events += [event for event in shown if event is not None]
        mover = spec.rules.turn(s)
        if mover < 0 or here[mover] < 0:
            break
        legal = set(room[: spec.rules.legal(s, room)])
        tried = {m: c for m, c in trees.children(here[mover]).items() if m in legal}
        move = max(tried, key=lambda m: trees.table[tried[m]][VISITS], default=-1)
        if move < 0 or trees.table[tried[move]][VISITS] < SEEN_ENOUGH:
            break
    return events

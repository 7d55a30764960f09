"""Who thinks for the bots: the pool of workers, shared by all tables.

The web process never searches and never loads the compiler. When many bots wait each has less time
to think, and none is late.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import queue
from typing import TYPE_CHECKING, Any

import structlog

from ryumon import bots
from ryumon.server import thinking
from ryumon.workers import Priority, WorkerError, Workers

if TYPE_CHECKING:
    from ryumon import Game, State
    from ryumon.play.seat import Seat
    from ryumon.server.live import Live

log = structlog.get_logger()

PATIENCE = 8.0  # seconds after which a worker is taken to be lost
BEAT = 0.6  # seconds of a bot's turn, forced or free: also so that people can follow
LONG_BEAT = 1.2  # of those that think for long
HINT = 1.0  # seconds to think about a hint
SHARE = 0.75  # of a beat, to think in
REVIEW_SEED = 0  # the game is over: nobody can learn anything from it


class Thinkers:
    """`workers`: how many processes; 0 thinks here, for tests. `beat`: of all bots, for tests."""

    def __init__(self, workers: int | None = None, beat: float | None = None) -> None:
        self.number = spare_cores() if workers is None else workers
        self._beat = beat
        self._pool: Workers | None = None
        self._asked = 0

    def begin(self) -> None:
        if self.number:
            self._pool = Workers(self.number, low_priority=True)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    @property
    def waiting(self) -> int:
        return 0 if self._pool is None else self._pool.waiting

    @property
    def busy(self) -> int:
        """Bots that wait or think."""
        return self._asked

    def beat(self, game: Game, level: str) -> float:
        """How long a bot's turn lasts, whatever it holds."""
        if self._beat is not None:
            return self._beat
        return LONG_BEAT if level in ("tiger", "dragon") else BEAT

    async def decide(self, live: Live, seat: int, level: str) -> list[str]:
        """A whole decision of the bot at this seat."""
        assert live.state is not None
        ahead, moves = live.state.copy(), list[str]()
        names = ahead.game.spec.words.NAMES
        while ahead.turn == seat and (not moves or goes_on(ahead)):
            legal = ahead.legal_ids()
            move = legal[0]
            if len(legal) > 1:
                known = ahead.seat(seat, sights=level in bots.LEVELS)
                seed = _seed(live, seat, ahead)
                move = await self.choose(known, level, seed, live.id, live.head.beat)
            moves.append(names[move])
            ahead.play_id(move)
        return moves

    async def choose(
        self, seat: Seat, level: str, seed: int, table: str, beat: float | None = None
    ) -> int:
        """The bot's move; that of the rule of thumb if the workers fail."""
        if self._pool is None:
            return thinking.choose(seat, level, seed, BEAT)
        beat = beat or self.beat(seat.game, level) or BEAT
        share = min(1.0, self.number / (self._pool.waiting + 1))
        if share < 1.0:
            log.info("a level thinks less, many wait", level=level, share=round(share, 2))
        try:
            seconds = SHARE * beat * share
            return await self._ask(thinking.choose, seat, level, seed, seconds, table=table)
        except (WorkerError, queue.Full) as wrong:
            log.warning("the rule of thumb stands in", error=str(wrong))
            return bots.make("thumb", seed).choose(seat)

    async def aids(self, seat: Seat, table: str) -> dict[str, Any] | None:
        """None if the workers fail, or are too busy with moves."""
        if self._pool is None:
            return thinking.aids(seat)
        try:
            return await self._ask(thinking.aids, seat, table=table, priority=Priority.AID)
        except (WorkerError, queue.Full):
            return None

    async def hint(
        self, seat: Seat, seed: int, table: str, language: str, names: list[str]
    ) -> list[tuple[str, float, float, str]]:
        asked = seat, HINT, seed, language, names
        if self._pool is None:
            return thinking.hint(*asked)
        return await self._ask(thinking.hint, *asked, table=table, priority=Priority.HINT)

    async def judge(
        self, seat: Seat, move: str, seconds: float, names: dict[str, list[str]], table: str
    ) -> dict[str, Any]:
        """What a move that was made was worth, from what its seat knew; after everything else."""
        asked = seat, move, seconds, REVIEW_SEED, names
        if self._pool is None:
            return thinking.judge(*asked)
        return await self._ask(thinking.judge, *asked, table=table, priority=Priority.REVIEW)

    async def _ask(
        self, job: Any, *arguments: Any, table: str, priority: int = Priority.MOVE
    ) -> Any:
        """Tables take turns, however many bots one of them has."""
        assert self._pool is not None
        future = self._pool.submit(
            job, *arguments, priority=priority, group=table, seconds=PATIENCE
        )
        self._asked += 1
        try:
            return await asyncio.wrap_future(future)
        finally:
            self._asked -= 1


def spare_cores() -> int:
    """All but one, which serves."""
    return max(1, (os.cpu_count() or 1) - 1)


def goes_on(state: State) -> bool:
    """Has the seat to move begun a decision that is not complete?"""
    choice = state.choice() or {}
    return choice.get("kind") == "tree" or bool(choice.get("chosen"))


def _seed(live: Live, seat: int, state: State) -> int:
    """The same for equal knowledge, so that nobody can learn more from what a bot does."""
    n = len(state.events(seat))
    told = hmac.digest(live.head.secret, f"bot {seat} {n}".encode(), hashlib.sha256)
    return int.from_bytes(told[:7])

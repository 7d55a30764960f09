"""A tournament: bots, line-ups, deals, and the games that are still to be played."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from ryumon.lab.arena import lineups as who
from ryumon.lab.arena.book import Book
from ryumon.lab.arena.crews import Crew, Here, Processes
from ryumon.lab.arena.intervals import CONFIDENCE
from ryumon.lab.arena.play import BOTS, Played, Settings, Task, play, sides_of
from ryumon.lab.arena.results import Results, summary
from ryumon.lab.arena.tally import Stop, Tally
from ryumon.lab.arena.words import cannot
from ryumon.play.game import Game
from ryumon.play.state import State

MOST_FAULTS, OFTEN = 10, 0.05  # of one bot, and of its games: more is no bad luck
LOT_SECONDS, LARGEST_LOT = 0.5, 500


class Progress(NamedTuple):
    """How far it is."""

    games: int
    of: int  # as far as one knows: a match may end early
    message: str = ""


Watch = Callable[[Progress], None]


class Tournament:
    """Bots that play each other on the same deals.

    `lineups` are names of bots, one for each side, or a scheme: `together` or `alone`. `folder`
    keeps the games, with `moves` their moves too, and a tournament with the same settings goes on
    from them. `source` is a module with the functions `make(name, seed)` and `choose(bot, state)`.
    ValueError with a sentence for what cannot be.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str] = (),
        *,
        lineups: str | Sequence[Sequence[str]] | None = None,
        seed: int = 0,
        folder: str | os.PathLike[str] | None = None,
        source: str = BOTS,
        stamp: str = "",
        moves: bool = False,
        confidence: float = CONFIDENCE,
    ) -> None:
        names, chosen = _settled(game, list(bots), lineups)
        _check_bots(names, source)
        if not 0.5 <= confidence < 1:
            raise cannot("confidence", confidence=confidence)
        self.settings = Settings(
            game=game.name,
            options={"players": game.players, **game.options},
            bots=names,
            lineups=[list(lineup) for lineup in chosen],
            seed=seed,
            rules=game.spec.rules_version,
            version=_version(),
            source=source,
            stamp=stamp,
            moves=moves,
        )
        self.confidence = confidence
        self.matches = who.matches(chosen)
        self.book = Book(self.settings, None if folder is None else Path(folder))
        self.tallies = [Tally(match, sys.maxsize, Stop(), confidence) for match in self.matches]
        self._count(self.book.played.values())

    def __enter__(self) -> Tournament:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def close(self) -> None:
        self.book.close()

    def deals(self, games: int) -> list[int]:
        """How many deals each match needs for so many games; a deal is played in all seatings."""
        if games < 1:
            raise cannot("games", games=games)
        return [-(-games // len(match.seatings)) for match in self.matches]

    def play(
        self, games: int, stop: Stop | None = None, crew: Crew | None = None,
        watch: Watch = lambda _: None,
    ) -> Results:  # fmt: skip
        """Play so many games in each match, rounded up to whole deals, or fewer if the matches
        may stop before. Whatever interrupts it, the games so far are kept."""
        stop = stop or Stop()
        self.tallies = [
            Tally(match, deals, stop, self.confidence)
            for match, deals in zip(self.matches, self.deals(games), strict=True)
        ]
        self._count(self.book.played.values())
        self._check_faults()
        crew = crew or Here()
        watch(self._progress("begin"))
        try:
            if any(True for _ in self._tasks()):
                crew.begin(self.settings)
                self._drive(crew, watch)
        finally:
            crew.end()
        return self.results()

    def _drive(self, crew: Crew, watch: Watch) -> None:
        """Keep the crew busy until no game is left."""
        tasks = self._tasks()
        size = 1
        while True:
            while crew.free > 0:
                lot = list(islice(tasks, size))
                if not lot:
                    break
                crew.give(lot)
            if not crew.busy:
                break
            played, seconds = crew.take()
            self.book.add(played)
            self._count(played)
            if any(game.fault for game in played):
                self._check_faults()
            size = min(max(int(LOT_SECONDS * len(played) / max(seconds, 1e-9)), 1), LARGEST_LOT)
            watch(self._progress())

    def _tasks(self) -> Iterator[Task]:
        """The games that are still to be played, deal by deal. A match that has ended meanwhile
        drops out."""
        for deal in count():
            going = [t for t in self.tallies if t.end is None and deal < t.deals]
            if not going:
                return
            for tally in going:
                for seating in tally.match.seatings:
                    if tally.end is None and (deal, seating) not in self.book.played:
                        yield Task(deal, seating)

    def _count(self, games: Iterable[Played]) -> None:
        games = list(games)
        for tally in self.tallies:
            tally.add(games)

    def _check_faults(self) -> None:
        """A bot that fails again and again is broken: its games would prove nothing."""
        for bot, name in enumerate(self.settings.bots):
            mine = [game for game in self.book.played.values() if bot in game.seating]
            failed = [game for game in mine if _failed(game, bot)]
            if len(failed) >= max(MOST_FAULTS, OFTEN * len(mine)):
                first = failed[0].fault
                why = first.sentence if first else ""
                raise cannot("faults", bot=name, number=len(failed), why=why)

    def _progress(self, message: str = "") -> Progress:
        """How far it is: a match that has ended counts as it is."""
        done = of = 0
        for tally in self.tallies:
            seatings = len(tally.match.seatings)
            deals = tally.deals if tally.end is None else tally.done
            of += deals * seatings
            done += tally.played if tally.end is None else tally.done * seatings
        return Progress(min(done, of), of, message)

    def results(self) -> Results:
        """What the games so far have shown, as far as their deals are complete."""
        return summary(self.settings, self.tallies, self.confidence)

    def replay(self, deal: int, seating: Sequence[str]) -> State:
        """One of the games again: its state at the end, with all its moves."""
        numbers = tuple(self.settings.bots.index(name) for name in seating)
        return play(self.settings, Task(deal, numbers))[0]


def tournament(
    game: Game,
    bots: Sequence[str] = (),
    *,
    games: int,
    stop: Stop | None = None,
    workers: int = 1,
    watch: Watch = lambda _: None,
    **settings: Any,
) -> Results:
    """Play a tournament and tell its results; `settings` are those of `Tournament`.

    >>> import ryumon
    >>> results = tournament(ryumon.game("tatsu"), ["random", "thumb"], games=20)
    >>> results.games, results.standings[0].bot
    (20, 'thumb')
    """
    with Tournament(game, bots, **settings) as made:
        return made.play(games, stop, Here() if workers == 1 else Processes(workers), watch)


def _settled(
    game: Game, bots: list[str], lineups: str | Sequence[Sequence[str]] | None
) -> tuple[list[str], list[who.Lineup]]:
    """The names of all bots, and the line-ups by number."""
    sides = len(sides_of(game))
    for name in bots:
        if bots.count(name) > 1:
            raise cannot("twice", bot=name)
    if lineups is not None and not isinstance(lineups, str):
        names, chosen = who.named(lineups, sides)
        if bots and set(bots) != set(names):
            raise cannot("other-bots")
        return names, chosen
    if len(bots) < 2:
        raise cannot("few", number=len(bots))
    return bots, who.chosen(len(bots), sides, lineups)


def _check_bots(names: list[str], source: str) -> None:
    """ValueError with a sentence if one of them cannot be made."""
    make = importlib.import_module(source).make
    for name in names:
        try:
            bot = make(name, 0)
        except ValueError:
            raise
        except Exception as wrong:
            raise cannot("unmade", bot=name, why=wrong) from wrong
        with suppress(Exception):
            getattr(bot, "close", lambda: None)()


def _failed(game: Played, bot: int) -> bool:
    return game.fault is not None and game.seating[game.fault.side] == bot


def _version() -> str:
    from importlib.metadata import version

    return version("ryumon")

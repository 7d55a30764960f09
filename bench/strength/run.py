"""Playing the plan: what a match costs, how the time is divided, and the matches one by one."""

from __future__ import annotations

import hashlib
import math
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

import ryumon
from bench.strength import players
from bench.strength.judge import Finding, evidence, judge
from bench.strength.plan import SPOT, Table, Trial
from ryumon import OVER, State, bots
from ryumon.bots.levels import settings_of
from ryumon.kernel import background
from ryumon.lab.arena import Crew, Tournament
from ryumon.lab.arena.crews import Done
from ryumon.lab.arena.lineups import orders

SOURCE = "bench.strength.players"
SEED = 6
LEAST = 6  # deals of a match, if there is any time; of a spot check fewer
MOST = 4000  # deals of a match: what is not clear then is no difference that anybody would notice
FEWEST, FEWEST_SECONDS = 3, 4.0  # deals and time between two looks
MOMENTS = 6  # decisions at which the players are timed
Say = Callable[[str], None]


# --- what it costs --------------------------------------------------------------------------


class Costs(msgspec.Struct):
    """Seconds per decision of each player at each table, and decisions of each side in a game."""

    seconds: dict[str, dict[str, float]]
    decisions: dict[str, list[float]]


def measure(trials: list[Trial], costs: Costs, say: Say) -> None:
    """Time all players whose cost is not known yet, at moments of games by rules of thumb."""
    for table in dict.fromkeys(trial.table for trial in trials):
        names = {name for t in trials if t.table == table for line in t.lineups() for name in line}
        known = costs.seconds.setdefault(table.name, {})
        if set(known) >= names:
            continue
        say(f"timing the players of {table.name}")
        game = ryumon.game(table.game, players=table.players)
        if os.environ.get("RYUMON_JIT") != "off" and background.available():
            game.compile()
        moments, costs.decisions[table.name] = sample(table, game)
        for name in sorted(names - set(known)):
            known[name] = pace(name, moments)


def sample(table: Table, game: ryumon.Game, games: int = 4) -> tuple[list[State], list[float]]:
    """Some moments at which there is a choice, and how many there are in a game for each side."""
    owner = {seat: k for k, seats in enumerate(_sides(game)) for seat in seats}
    counts, moments = [0.0] * len(table.sides()), []
    for number in range(games):
        state, rng, thumb = game.start(), random.Random(number), bots.make("thumb", number)
        while state.turn != OVER:
            state.deal(rng)
            if state.turn < 0:
                continue
            if len(state.legal_ids()) > 1:
                counts[owner[state.turn]] += 1 / games
                moments.append(state.copy())
            state.play(bots.choose(thumb, state))
    step = max(len(moments) // MOMENTS, 1)
    return moments[step // 2 :: step][:MOMENTS], counts


def _sides(game: ryumon.Game) -> list[tuple[int, ...]]:
    return list(game.spec.sides({"players": game.players, **game.options}).values())


def pace(name: str, moments: list[State]) -> float:
    """Seconds per decision."""
    seconds = players.seconds_of(name)
    if seconds is not None:
        return seconds
    player = players.make(name, 0)
    players.choose(player, moments[0])  # the first time is for making room
    began = time.perf_counter()
    for state in moments:
        players.choose(player, state)
    return (time.perf_counter() - began) / max(len(moments), 1)


def cost(trial: Trial, costs: Costs) -> float:
    """Seconds of one core for a deal in all its seatings."""
    seconds, decisions = costs.seconds[trial.table.name], costs.decisions[trial.table.name]
    total = 0.0
    for lineup in trial.lineups():
        names = sorted(set(lineup))
        for seating in orders(tuple(sorted(map(names.index, lineup)))):
            total += sum(n * seconds[names[b]] for n, b in zip(decisions, seating, strict=True))
    return max(total, 1e-4)


# --- a match --------------------------------------------------------------------------------


class Duplicate(Tournament):
    """A tournament that is counted in deals, so that all its line-ups play the same ones."""

    def deals(self, games: int) -> list[int]:
        return [games for _ in self.matches]


class Match:
    """A match of the plan, its games in a folder of its own."""

    def __init__(self, trial: Trial, folder: Path | None, costs: Costs) -> None:
        self.trial, self.costs = trial, costs
        self.folder = None if folder is None else folder / trial.slug
        self.findings: list[Finding] = []
        self.done, self.spent = 0, 0.0  # deals, and seconds of thinking
        self.over = False

    def open(self) -> Tournament:
        table = self.trial.table
        try:
            return Duplicate(
                ryumon.game(table.game, players=table.players), lineups=self.trial.lineups(),
                seed=SEED, folder=self.folder, source=SOURCE, stamp=stamp(table.game),
            )  # fmt: skip
        except ryumon.Refused as wrong:
            if wrong.refusal.parts.get("name") != "stamp":
                raise
            raise ValueError(
                f"{self.folder} was played by another search, or by other rules. "
                "Name another folder, or remove this one."
            ) from None

    def read(self) -> None:
        """Take up what was played before."""
        if self.folder is None or not self.folder.exists():
            return
        with self.open() as played:
            seatings = sum(len(match.seatings) for match in played.matches)
            deals = len(played.book.played) // seatings
            if deals:
                played.play(deals, crew=Nobody())
            self.note(played)

    def note(self, played: Tournament) -> None:
        self.findings = judge(self.trial, played)
        self.done = self.findings[0].deals if self.findings else 0
        self.spent = sum(sum(game.seconds) for game in played.book.played.values())
        self.over = evidence(self.findings) >= 1 or self.done >= self.most

    @property
    def most(self) -> int:
        """Deals after which it ends in any case."""
        return self.trial.sort.deals if self.trial.sort.name == SPOT else MOST

    @property
    def each(self) -> float:
        """Seconds of one core for a deal: as estimated, or as it turned out."""
        return self.spent / self.done if self.done >= LEAST else cost(self.trial, self.costs)

    @property
    def expected(self) -> float:
        """How many more deals it may take until everything is clear."""
        least = max(evidence(self.findings), 0.02)  # with less one knows nothing yet
        return max(self.done, LEAST) * max(1 / least - 1, 0.1)

    def play(self, most: int, crew: Crew, workers: int, until: float) -> None:
        """Up to so many deals, with a look now and then; or until everything is clear, or as long
        as there is time for one more deal."""
        with self.open() as played:
            while self.done < most and not self.over:
                step = max(self.done // 4, int(FEWEST_SECONDS * workers / self.each), FEWEST)
                left = int((until - time.monotonic()) * workers / self.each)
                goal = min(self.done + min(step, left), most)
                if goal <= self.done:
                    return
                played.play(goal, crew=crew)
                self.note(played)


class Nobody:
    """A crew for a match whose games are there already: it has nothing to do."""

    free, busy = 0, 0

    def begin(self, settings: object) -> None:
        pass

    def give(self, lot: object) -> None:
        raise AssertionError

    def take(self) -> Done:
        raise AssertionError

    def end(self) -> None:
        pass


def stamp(game: str) -> str:
    """What must stay the same while a match goes on: how the game is searched, and its rules."""
    root = Path(ryumon.__file__).parent
    parts = ("kernel", "bots", "play", f"games/{game.replace('-', '_')}")
    code = hashlib.sha256(repr(settings_of(game)).encode())
    for part in parts:
        for file in sorted((root / part).glob("*.py")):
            code.update(file.read_bytes())
    return code.hexdigest()[:12]


# --- all of them ----------------------------------------------------------------------------


def divide(matches: list[Match], seconds: float) -> list[int]:
    """How many deals each match gets at first, if there are so many seconds of one core: all get
    the same multiple of what they would need, and a few at least if that fits in."""
    need = sum(match.each * match.trial.sort.deals for match in matches)
    fits = LEAST * sum(match.each for match in matches) <= seconds
    share, least = seconds / max(need, 1e-9), LEAST if fits else 1
    wishes = [match.trial.sort.deals for match in matches]
    return [max(round(share * wish), min(least, wish)) for wish in wishes]


def run(matches: list[Match], crew: Crew, workers: int, hours: float, say: Say) -> None:
    """Play until everything is clear or the time is over; what was played before counts. First
    every match gets its part; then what is left goes to those that are nearest to being clear."""
    spent = sum(match.spent for match in matches) / workers
    until = time.monotonic() + hours * 3600 - spent
    for match, deals in zip(matches, divide(matches, hours * 3600 * workers), strict=True):
        if not match.over and match.done < deals and time.monotonic() < until:
            match.play(min(deals, match.most), crew, workers, until)
            say(line(match))
    tired: set[str] = set()  # those for which not even one more deal would fit in
    while time.monotonic() < until:
        going = [m for m in matches if not m.over and m.trial.slug not in tired]
        if not going:
            return
        match = min(going, key=lambda m: m.expected * m.each)
        before = match.done
        step = min(match.expected, max(match.done // 2, LEAST))
        match.play(min(before + math.ceil(step), match.most), crew, workers, until)
        say(line(match))
        if match.done == before:
            tired.add(match.trial.slug)


def line(match: Match) -> str:
    if not match.findings:
        return f"{match.trial.name}: no time"
    main = match.findings[0]
    return (
        f"{match.trial.name}: {main.share:.1%} ({main.low:.3f} to {main.high:.3f}) {main.met}, "
        f"{main.deals} deals, {match.spent / 60:.1f} minutes of a core"
    )

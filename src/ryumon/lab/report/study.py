"""The games of a report: the table as it is, the same with options changed, and duplicate deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import ryumon
from ryumon.lab.arena import Crew, Here, Tournament
from ryumon.lab.arena.intervals import CONFIDENCE
from ryumon.lab.arena.play import sides_of
from ryumon.lab.arena.tournament import Progress, Watch
from ryumon.lab.report.facts import Facts, facts
from ryumon.lab.report.measures import apart, decided_by_deal, mean, share, spread, told
from ryumon.lab.report.results import FORMAT, Luck, Place, Report, Side, Variant
from ryumon.lab.report.words import SENTENCES
from ryumon.play.game import Game
from ryumon.play.refusal import refused
from ryumon.play.registry import Option

WEAK = "thumb"  # the bot that the other one is measured by, and a weaker one for itself
WEAKER = "random"
VARIED = 4  # a changed option gets this part of the games
VALUES = 12  # of an option that are tried unless they are named; of more, some from low to high
TENTHS = 10

Vary = Sequence[tuple[str, Sequence[Any] | None]]  # option, its values (None: a choice of them)


class Part(NamedTuple):
    """One tournament of a report."""

    name: str  # of its folder
    game: Game
    lineups: list[list[str]]
    games: int
    option: str = ""
    value: Any = None


class Study:
    """A report in the making. `folder` keeps the games, and the same study goes on from them."""

    def __init__(
        self,
        game: Game,
        bot: str,
        games: int,
        *,
        vary: Vary | None = None,
        vary_games: int | None = None,
        seed: int = 0,
        folder: str | os.PathLike[str] | None = None,
        confidence: float = CONFIDENCE,
    ) -> None:
        if games < 2:
            raise refused(SENTENCES, "games", games=games)
        self.game, self.bot, self.games, self.seed = game, bot, games, seed
        self.folder = None if folder is None else Path(folder)
        self.confidence = confidence
        self.weak = WEAKER if bot == WEAK else WEAK
        self.parts = list(self._parts(vary, max(vary_games or games // VARIED, 2)))
        self.sides = list(sides_of(game).items())

    def _parts(self, vary: Vary | None, vary_games: int) -> Iterator[Part]:
        sides = len(sides_of(self.game))
        yield Part("table", self.game, [[self.bot] * sides], self.games)
        if self.bot != WEAKER:
            lineup = [self.bot, *[self.weak] * (sides - 1)]
            yield Part("duplicate", self.game, [lineup], max(self.games // 2, 2 * sides))
        for option, value in varied(self.game, vary):
            changed = {**self.game.options, option: value}
            try:
                other = ryumon.game(self.game.name, players=self.game.players, **changed)
            except ValueError:  # the options do not go together: teams of three
                if vary is not None:
                    raise
                continue
            lineups = [[self.bot] * len(sides_of(other))]
            yield Part(f"{option}-{value}", other, lineups, vary_games, option, value)

    def play(
        self, crew: Callable[[], Crew] = Here, watch: Watch = lambda _: None
    ) -> Report:  # fmt: skip
        """Play whatever is missing, and tell what came out. Interrupted, it goes on later."""
        whole, before = sum(part.games for part in self.parts), 0
        made: list[Tournament] = []
        for part in self.parts:

            def told(now: Progress, before: int = before) -> None:
                watch(Progress(before + now.games, whole, now.message))

            folder = None if self.folder is None else self.folder / part.name
            with self.tournament(part, folder) as tournament:
                tournament.play(part.games, crew=crew(), watch=told)
                made.append(tournament)
            before += part.games
        return self._report(made)

    def tournament(self, part: Part, folder: Path | None = None) -> Tournament:
        settings: dict[str, Any] = {"seed": self.seed, "confidence": self.confidence}
        return Tournament(part.game, lineups=part.lineups, folder=folder, moves=True, **settings)

    # --- what came out ------------------------------------------------------------------------

    def _report(self, made: list[Tournament]) -> Report:
        base = _games(made[0])
        if len(base) < 2:
            raise refused(SENTENCES, "broken", bot=self.bot)
        settings = made[0].settings
        length = [len(g.choices) for g in base]
        return Report(
            format=FORMAT,
            game=self.game.name,
            options=settings.options,
            bot=self.bot,
            seed=self.seed,
            version=settings.version,
            confidence=self.confidence,
            games=len(base),
            fair=round(1 / len(self.sides), 6),
            sides=self._shares(base, self.game),
            places=self._places(base),
            reasons=self._reasons(base),
            shared=share([_winners(g) != 1 for g in base], self.confidence),
            **self._points(base),
            moves=spread([g.moves for g in base], self.confidence),
            decisions=spread(length, self.confidence),
            choices=spread(
                [n for g in base for n in g.choices],
                self.confidence,
                [_mean(g.choices) for g in base],
            ),
            forced=share([_mean([n == 1 for n in g.choices]) for g in base], self.confidence),
            opening=_by_tenths(base),
            luck=self._luck(made[1])
            if len(made) > 1 and self.parts[1].name == "duplicate"
            else None,
            variants=self._variants(base, made),
        )

    def _shares(self, games: list[Facts], game: Game) -> list[Side]:
        return [
            Side(name, share([sum(g.payoffs[p] for p in seats) for g in games], self.confidence))
            for name, seats in sides_of(game).items()
        ]

    def _first(self, games: list[Facts], after: int = 0) -> list[float]:
        """What the seat so many after the first player won."""
        n = self.game.players
        return [g.payoffs[(g.first + after) % n] for g in games if g.first is not None]

    def _places(self, games: list[Facts]) -> list[Place]:
        if not self._first(games):
            return []
        return [
            Place(after, share(self._first(games, after), self.confidence))
            for after in range(self.game.players)
        ]

    def _reasons(self, games: list[Facts]) -> dict[str, Any]:
        names = sorted({g.reason for g in games})
        found = {n: share([g.reason == n for g in games], self.confidence) for n in names}
        return dict(sorted(found.items(), key=lambda pair: -pair[1].value))

    def _points(self, games: list[Facts]) -> dict[str, Any]:
        """Scores, where they say more than who has won."""
        if {s for g in games for s in g.scores} <= {0, 1}:
            return {"scores": None, "margin": None}
        scores = [float(s) for g in games for s in g.scores]
        each = [_mean(g.scores) for g in games]
        return {
            "scores": spread(scores, self.confidence, each),
            "margin": spread([self._margin(g) for g in games], self.confidence),
        }

    def _margin(self, g: Facts) -> float:
        """Between the winner and the next, whichever way the game counts."""
        best = [s for s, payoff in zip(g.scores, g.payoffs, strict=True) if payoff]
        others = [s for s, payoff in zip(g.scores, g.payoffs, strict=True) if not payoff]
        return float(min(abs(a - b) for a in best for b in others)) if best and others else 0.0

    def _luck(self, made: Tournament) -> Luck:
        results = made.results()
        found = results.matches[0].differences[0]
        difference = found.fixed
        if found.first != self.bot:  # the better one comes first
            difference = told(-difference.value, -difference.high, -difference.low)
        payoffs, deal = made.tallies[0].payoffs(), None
        if len(payoffs) > 1 and _has_chance(self.game):
            deal = decided_by_deal(payoffs, self.confidence)
        return Luck(self.bot, self.weak, difference, deal)

    def _variants(self, base: list[Facts], made: list[Tournament]) -> list[Variant]:
        changed = [(p, _games(t)) for p, t in zip(self.parts, made, strict=True) if p.option]
        usual = self._measured(base, self.game)
        claims = sum(len(usual) for _ in changed)
        return [self._variant(part, games, usual, claims) for part, games in changed]

    def _measured(self, games: list[Facts], game: Game) -> dict[str, Any]:
        first = self._first(games)
        found: dict[str, Any] = {side.side: side.share for side in self._shares(games, game)}
        found["first"] = share(first, self.confidence) if first else None
        found["decisions"] = mean([len(g.choices) for g in games], self.confidence)
        return found

    def _variant(
        self, part: Part, games: list[Facts], usual: dict[str, Any], claims: int
    ) -> Variant:
        found = self._measured(games, part.game)
        differs = any(
            usual.get(name) and value and apart(value, usual[name], self.confidence, claims)
            for name, value in found.items()
        )
        return Variant(
            part.option, part.value, len(games), self._shares(games, part.game), found["first"],
            found["decisions"], differs,
        )  # fmt: skip


def study(
    game: Game, bot: str, games: int, *, crew: Callable[[], Crew] = Here,
    watch: Watch = lambda _: None, **settings: Any,
) -> Report:  # fmt: skip
    """Play and tell; `settings` are those of `Study`."""
    return Study(game, bot, games, **settings).play(crew, watch)


def varied(game: Game, vary: Vary | None) -> Iterator[tuple[str, Any]]:
    """Which options are changed, and to what. Without being told, every option."""
    known = {option.name: option for option in game.spec.options}
    chosen = [(name, None) for name in known] if vary is None else list(vary)
    for name, values in chosen:
        if name not in known:
            raise refused(SENTENCES, "option", name=name, names=list(known))
        for value in _choice(known[name]) if values is None else values:
            known[name].number(value)
            if value != game.options[name]:
                yield name, value


def _choice(option: Option) -> Sequence[Any]:
    """All values, or some from the first to the last."""
    values = option.values
    if len(values) <= VALUES:
        return values
    return [values[round(k * (len(values) - 1) / (VALUES / 2 - 1))] for k in range(VALUES // 2)]


def _games(made: Tournament) -> list[Facts]:
    table = made.settings.table()
    return [g for tally in made.tallies for p in tally.games if (g := facts(table, p))]


def _winners(g: Facts) -> int:
    return sum(payoff > 0 for payoff in g.payoffs)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _by_tenths(games: list[Facts]) -> list[float]:
    """How many legal moves there are on average in each tenth of a game."""
    sums, counts = [0] * TENTHS, [0] * TENTHS
    for g in games:
        for k, n in enumerate(g.choices):
            tenth = k * TENTHS // len(g.choices)
            sums[tenth] += n
            counts[tenth] += 1
    return [round(s / max(n, 1), 3) for s, n in zip(sums, counts, strict=True)]


def _has_chance(game: Game) -> bool:
    return any(name.startswith("~") for name in game.spec.words.NAMES)

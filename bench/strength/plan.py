"""What is played, as a table: which matches at which tables, the goals, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import ryumon
from ryumon.bots import LEVELS
from ryumon.bots.levels import simulations_of
from ryumon.lab.arena.play import sides_of


class Table(NamedTuple):
    """A game for so many players. The goals are shares of a game."""

    game: str
    players: int
    random: float  # a dragon wins at least so much where all others move at random
    hidden: bool = True  # is there anything that a player cannot see?

    @property
    def name(self) -> str:
        return f"{self.game} {self.players}"

    def sides(self) -> list[str]:
        """Those who win together, by name; else the seats."""
        return list(sides_of(ryumon.game(self.game, players=self.players)))


TABLES = (
    Table("tatsu", 2, random=0.95, hidden=False),
    Table("tiger-dragon", 2, random=0.95),
    Table("slaughter", 4, random=2 / 4),
    Table("schadenfreude", 4, random=2 / 4),
    # two sides, however many players: twice the fair share would be every single game
    Table("bushido", 2, random=0.95),
    # more players at the same games: the dragon alone is measured here, two hours are short
    Table("tiger-dragon", 4, random=2 / 4),
    Table("bushido", 3, random=0.95),
    Table("bushido", 4, random=0.95),
)
EACH = TABLES[:5]  # one for each game
# where worlds can be weighed by what sensible players would have done (`hidden.py` of the game)
GUESSED = tuple(table for table in TABLES if table.hidden)
PART = 0.7  # of the way from random to the ceiling


class Sort(NamedTuple):
    """One sort of match. `deals` are those that would do, if there were time for all."""

    name: str
    deals: int
    tables: tuple[Table, ...] = EACH


# Who is alone among whom, by the names that the rows have; the most important first.
SORTS = (
    Sort("dragon v random", 16, TABLES),
    Sort("dragon v thumb", 40),  # with random and the ceiling in its place, on the same deals
    Sort("dragon v tiger", 80, TABLES),  # a tiger is a dragon with a sixteenth of the budget
    Sort("tiger v samurai", 200),
    Sort("samurai v monk", 200),
    Sort("monk v carp", 300),
    Sort("carp v random", 100),
    Sort("with v without inference", 80, GUESSED),
    Sort("ceiling v random", 12),  # what luck allows, where dragon v random misses its goal
    Sort("dragon at 1 s v thumb", 2),
)
RANDOM, BETWEEN, INFERENCE, LUCK, SPOT = (
    "dragon v random", "dragon v thumb", "with v without inference", "ceiling v random",
    "dragon at 1 s v thumb",
)  # fmt: skip
FEWER = 4  # of the inference match with more than two players: all of them are dragons there


@dataclass(frozen=True)
class Trial:
    """A match of the plan: one first player among second ones, in every seat."""

    sort: Sort
    table: Table
    first: str
    second: str
    others: tuple[str, ...] = ()  # who sits in the place of the first besides, on the same deals

    @property
    def name(self) -> str:
        return f"{self.table.name}: {self.sort.name}"

    @property
    def slug(self) -> str:
        return self.name.replace(": ", "-").replace("/", "-").replace(" ", "-")

    @property
    def two_sided(self) -> bool:
        """Are there two sides of different sorts, so that each is judged by itself?"""
        return self.table.game == "bushido"

    def lineups(self) -> list[list[str]]:
        rest = [self.second] * (len(self.table.sides()) - 1)
        found = [[one, *rest] for one in (self.first, *self.others)]
        if self.two_sided and self.sort.name not in (RANDOM, LUCK, SPOT):
            found.append([self.second, *rest])  # what a side is worth when the second has both
        return found


class Budgets(NamedTuple):
    """How much the players think; `part` of it in a smoke run."""

    part: int = 1
    seconds: float = 1.0

    def of(self, level: str, game: str, part: int = 1) -> int:
        return max(2, simulations_of(level, game) // (self.part * part))


FULL, SMOKE = Budgets(), Budgets(64, 0.02)


def trial(sort: Sort, table: Table, budgets: Budgets = FULL) -> Trial:
    """The match of this sort at this table."""
    game = table.game
    dragon = f"dragon@{budgets.of('dragon', game)}"
    ceiling = f"ceiling@{budgets.of('dragon', game)}"
    if sort.name == BETWEEN:
        others = ("random", ceiling) if table.hidden else ("random",)
        return Trial(sort, table, dragon, "thumb", others)
    if sort.name == LUCK:
        return Trial(sort, table, ceiling, "random")
    if sort.name == SPOT:
        return Trial(sort, table, f"dragon@{budgets.seconds:g}s", "thumb")
    if sort.name == INFERENCE:
        part = FEWER if table.players > 2 else 1
        both = f"dragon@{budgets.of('dragon', game, part)}"
        return Trial(sort, table, f"{both}+inference", f"{both}-inference")
    one, two = (
        f"{name}@{budgets.of(name, game)}" if name in LEVELS else name
        for name in sort.name.split(" v ")
    )
    return Trial(sort, table, one, two)


def plan(only: Iterable[str] = (), budgets: Budgets = FULL) -> list[Trial]:
    """All matches, the most important first; with `only`, those whose name has all the words of
    one of these. ValueError with a sentence if there is none."""
    every = [trial(sort, table, budgets) for sort in SORTS for table in sort.tables]
    wishes = [wish.lower().split() for wish in only]
    found = [t for t in every if not wishes or any(_fits(t, words) for words in wishes)]
    if not found:
        raise ValueError("No match has these words in its name; `--list` shows all matches.")
    return found


def _fits(one: Trial, words: list[str]) -> bool:
    return bool(words) and all(word in one.name for word in words)

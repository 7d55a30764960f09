"""Who meets whom on which deal: the line-ups of the arena, one table after the other."""

from __future__ import annotations

import hashlib
import hmac
import math
from functools import cached_property

from ryumon.lab.arena import lineups as who
from ryumon.lab.arena.lineups import Lineup, Match
from ryumon.lab.arena.play import sides_of
from ryumon.server.seasons.rows import Season


class Schedule:
    """A deal is played in all seatings of all matches; a table is (deal, place among these)."""

    def __init__(self, season: Season, entrants: int) -> None:
        self.season, self.entrants = season, entrants

    @cached_property
    def sides(self) -> list[tuple[int, ...]]:
        """The seats of each side."""
        return list(sides_of(self.season.made_game()).values())

    @cached_property
    def lineups(self) -> list[Lineup]:
        return who.chosen(self.entrants, len(self.sides), None)

    @cached_property
    def matches(self) -> list[Match]:
        return who.matches(self.lineups)

    @cached_property
    def seatings(self) -> list[Lineup]:
        """By place: the entrant of each side."""
        return [seating for match in self.matches for seating in match.seatings]

    @property
    def tables(self) -> int:
        """How many there are in all, also of a season that is too large to be listed."""
        sides, entrants = len(self.sides), self.entrants
        if entrants >= sides:
            return self.season.rounds * math.perm(entrants, sides)
        return self.season.rounds * entrants * (entrants - 1) * sides  # each alone among others

    def after(self, last: tuple[int, int] | None) -> tuple[int, int] | None:
        """The table that is made next; None if all are."""
        deal, place = (0, 0) if last is None else (last[0], last[1] + 1)
        if place == len(self.seatings):
            deal, place = deal + 1, 0
        return (deal, place) if deal < self.season.rounds else None

    def entrant_of(self, place: int, seat: int) -> int:
        side = next(k for k, seats in enumerate(self.sides) if seat in seats)
        return self.seatings[place][side]

    def secret(self, deal: int, place: int) -> bytes:
        """What the cards of a table follow from: the same at all tables of a deal, if it is a
        duplicate. From those of other deals nobody can tell it."""
        name = f"deal {deal}" if self.season.duplicate else f"deal {deal} table {place}"
        return hmac.digest(self.season.secret, name.encode(), hashlib.sha256)

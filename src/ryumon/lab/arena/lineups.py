"""Who meets whom.

A line-up says which bots sit at a table, one for each side; it is played in all its orders. A
side is a seat, or the seats that win together (partners, the two ninja): one bot plays them all.
A match is what is judged as a whole: the line-ups of the same bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from ryumon.lab.arena.words import cannot

Lineup = tuple[int, ...]  # bots by number; as a seating, the bot of each side
SCHEMES = ("together", "alone")


@dataclass(frozen=True)
class Match:
    """Bots that meet, and every way in which they sit down for one deal."""

    bots: tuple[int, ...]
    lineups: tuple[Lineup, ...]
    seatings: tuple[Lineup, ...]  # those of each line-up, one line-up after the other


def chosen(bots: int, sides: int, scheme: str | None) -> list[Lineup]:
    """The line-ups of so many bots.

    `together`: every choice of as many different bots as there are sides. `alone`: every pair of
    bots, each of them alone among copies of the other. With two sides both are the same. By
    default all sit together if there are enough of them.
    """
    if scheme is None:
        scheme = "together" if bots >= sides else "alone"
    if scheme not in SCHEMES:
        raise cannot("scheme", scheme=scheme, schemes=SCHEMES)
    if scheme == "together":
        if bots < sides:
            raise cannot("together", bots=bots, sides=sides)
        return list(combinations(range(bots), sides))
    found: list[Lineup] = []
    for one, two in combinations(range(bots), 2):
        found += [(one, *[two] * (sides - 1)), (two, *[one] * (sides - 1))]
    return list(dict.fromkeys(tuple(sorted(lineup)) for lineup in found))


def named(lineups: Iterable[Sequence[str]], sides: int) -> tuple[list[str], list[Lineup]]:
    """The bots of line-ups that are given by names, and the line-ups. ValueError if one is bad."""
    bots: list[str] = []
    found: list[Lineup] = []
    for lineup in lineups:
        if len(lineup) != sides:
            raise cannot("lineup", lineup=list(lineup), number=len(lineup), sides=sides)
        bots += [name for name in dict.fromkeys(lineup) if name not in bots]
        found.append(tuple(sorted(bots.index(name) for name in lineup)))
    if not found:
        raise cannot("no-lineups")
    return bots, list(dict.fromkeys(found))


def orders(lineup: Lineup) -> list[Lineup]:
    """Every different order of a line-up.

    >>> orders((0, 1, 1))
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    return list(dict.fromkeys(permutations(lineup)))


def matches(lineups: Iterable[Lineup]) -> list[Match]:
    """Line-ups of the same bots are one match."""
    groups: dict[tuple[int, ...], list[Lineup]] = {}
    for lineup in lineups:
        groups.setdefault(tuple(sorted(set(lineup))), []).append(lineup)
    return [
        Match(bots, tuple(group), tuple(seating for lineup in group for seating in orders(lineup)))
        for bots, group in groups.items()
    ]

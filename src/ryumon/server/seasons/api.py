"""What is asked and answered of seasons over HTTP; JSON text."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ryumon.server.protocol import Said, Struct

SeasonStatus = Literal["open", "running", "stopping", "finished", "closed"]


class CreateSeason(Said):
    """POST /api/seasons. `entrants` are levels, and account:NAME for a program that is expected;
    with `joining` any program may join until it is begun. Each round is one deal, played in all
    seatings; with `duplicate` its cards are the same at all these tables. `seconds` are those of a
    program's move, `pace` those of a bot's."""

    name: str
    game: str
    entrants: list[str]
    players: int | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    rounds: int = 10
    seconds: float = 10.0
    at_once: int = 4
    duplicate: bool = True
    joining: bool = False
    pace: float | None = None


class HostSeason(Said):
    """POST /api/seasons/S/host: begin with those who are there, or make no more tables."""

    do: Literal["start", "stop"]


class SeasonRow(Struct):
    """A season in a list."""

    season: str
    name: str
    game: str
    players: int
    status: SeasonStatus
    ended: int  # tables
    created: float  # seconds since 1970


class SeasonList(Struct):
    """GET /api/seasons, the newest first. `make`: may this person make one?"""

    seasons: list[SeasonRow]
    make: bool


class Interval(Struct):
    """A value and the interval in which the truth lies."""

    value: float
    low: float
    high: float


class SeasonEntrant(Struct):
    """One that plays, the best first once there are complete deals. `level` is that of a bot of
    ours, else it is a program. `share` is what it wins of a game; `late`: moves that were made for
    it because its time was over."""

    number: int
    name: str
    level: str
    here: bool
    games: int = 0
    share: Interval | None = None
    rating: Interval | None = None
    late: int = 0


class SeasonTable(Struct):
    """One of its tables. `seats` are entrants by their numbers. The table and what each seat got
    are told when its deal is not played anywhere else any more."""

    deal: int
    seats: list[int]
    status: Literal["playing", "ended"]
    table: str = ""
    payoffs: list[float] = msgspec.field(default_factory=list)
    scores: list[int] = msgspec.field(default_factory=list)


class SeasonPage(Struct):
    """GET /api/seasons/S. `commitment` is SHA-256 of the secret that all deals follow from, which
    is shown when the season is over."""

    season: str
    name: str
    game: str
    players: int
    options: dict[str, Any]
    status: SeasonStatus
    rounds: int
    seconds: float
    at_once: int
    duplicate: bool
    joining: bool
    tables: int  # in all
    ended: int
    deals: int  # that are complete, and counted
    confidence: float
    entrants: list[SeasonEntrant]
    latest: list[SeasonTable]  # the newest first
    commitment: str
    secret: str = ""
    host: bool = False  # may this person begin and stop it?


HTTP = (CreateSeason, HostSeason, SeasonList, SeasonPage)

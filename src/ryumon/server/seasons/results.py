"""How the tables of a season ended, and what that shows: counted and rated by the arena."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version

import msgspec

from ryumon import OVER
from ryumon.lab.arena.play import Played, Settings
from ryumon.lab.arena.results import Results, summary
from ryumon.lab.arena.tally import Stop, Tally
from ryumon.server import history
from ryumon.server.live import Live
from ryumon.server.model import Loaded
from ryumon.server.review import decisions
from ryumon.server.seasons.rows import Entrant, Season
from ryumon.server.seasons.schedule import Schedule


class Ended(msgspec.Struct, frozen=True):
    """A table that has ended. `late`: by side, how often the server moved for a program."""

    played: Played
    late: list[int]


def ended(live: Live, loaded: Loaded, schedule: Schedule, deal: int, place: int) -> Ended:
    """A table that could not be played to its end is shared by all: nobody has won it."""
    state, sides = live.state, schedule.sides
    by_seat = [1 / len(live.chairs)] * len(live.chairs)
    scores, moves, at = by_seat, 0, dict[int, int]()
    if state is not None:
        result = state.result() if state.turn == OVER else None
        by_seat = by_seat if result is None else result.payoffs
        scores, moves, at = state.scores, len(state.moves), decisions(state)
    made = list(at.values())
    taken = history.thinking_times(loaded, len(live.chairs))[0]
    late = [0] * len(live.chairs)
    for entry in loaded.entries:
        programs = entry.kind == "moves" and entry.seat is not None and entry.command is None
        if programs and entry.seat is not None and live.chairs[entry.seat].person:
            late[entry.seat] += 1
    played = Played(
        deal,
        schedule.seatings[place],
        [sum(by_seat[seat] for seat in seats) for seats in sides],
        [int(score) for score in scores],
        moves,
        [sum(made.count(seat) for seat in seats) for seats in sides],
        [round(sum(taken[seat] for seat in seats), 3) for seats in sides],
    )
    return Ended(played, [sum(late[seat] for seat in seats) for seats in sides])


def standings(season: Season, entrants: list[Entrant], games: Iterable[Played]) -> Results:
    """What the arena makes of these games, as far as their deals are complete."""
    schedule = Schedule(season, len(entrants))
    settings = Settings(
        game=season.game,
        options={"players": season.players, **season.options},
        bots=[one.name for one in entrants],
        lineups=[list(lineup) for lineup in schedule.lineups],
        seed=0,
        rules=season.rules,
        version=version("ryumon"),
        source="season",
        stamp=season.id,
    )
    tallies = [Tally(match, season.rounds, Stop()) for match in schedule.matches]
    games = list(games)
    for tally in tallies:
        tally.add(games)
    return summary(settings, tallies)

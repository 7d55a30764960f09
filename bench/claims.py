"""The rows of the table: what is compared with what, how it is counted, and the goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import ryumon
from bench import guessing as guesses
from bench import ours
from bench.byhand import Program, prove
from bench.games import Bench, Peer
from bench.openspiel import OpenSpiel
from bench.rounds import Measure, Run, ratio
from bench.searching import LEFT, SIMULATIONS, at_random, searches
from bench.talk import Missing
from ryumon.bots.levels import settings_of

TELLINGS = 1000  # a second: less than 1 ms for all viewers of a table
PROVEN, SEEDS = 500, (1, 2)  # games and seeds that the C program must play alike at every table


@dataclass(frozen=True)
class Row:
    """A line of the table. `met` is None without a goal, or where the peer is missing."""

    game: str
    what: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None

    def data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Side:
    """One side of a comparison: what is run, and what of it counts. Sides that are called the
    same are run once."""

    name: str
    make: Callable[[], Run]
    count: str


@dataclass(frozen=True)
class Claim:
    """A row to be measured. The goal is the least ratio to the peer, or the least rate."""

    game: str
    what: str
    mine: Side
    peer: str = ""
    other: Side | None = None
    least_ratio: float | None = None
    least_rate: float | None = None

    @property
    def name(self) -> str:
        return f"{self.game}: {self.what} {self.peer}"

    def row(self, measures: dict[str, Measure]) -> Row:
        unit = f"{self.mine.count}/s"
        mine = measures[self.mine.name]
        rate = mine.rate(self.mine.count)
        other = measures.get(self.other.name) if self.other else None
        goal = ""
        met = theirs = quotient = None
        if other is not None and self.other is not None:
            theirs = other.rate(self.other.count)
            quotient = ratio(mine.rates(self.mine.count), other.rates(self.other.count))
        if self.least_ratio is not None:
            goal = f"ratio {self.least_ratio:g}"
            met = None if quotient is None else quotient >= self.least_ratio
        elif self.least_rate is not None:
            goal = f"{short(self.least_rate)}/s"
            met = rate >= self.least_rate
        return Row(self.game, self.what, unit, rate, self.peer, theirs, quotient, goal, met)


def short(rate: float) -> str:
    """A number as a person reads it: 36.2 M, 852 k."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.3g}"


class Peers:
    """The other programs, started when the first row asks for one."""

    def __init__(self) -> None:
        self.programs: dict[str, Program] = {}
        self.spiel: OpenSpiel | None = None
        self.refused: Missing | None = None  # why there is no OpenSpiel: it is tried once

    def openspiel(self) -> OpenSpiel:
        if self.refused is not None:
            raise self.refused
        if self.spiel is None:
            try:
                self.spiel = OpenSpiel()
            except Missing as why:
                self.refused = why
                raise
        return self.spiel

    def program(self, bench: Bench) -> Program:
        """The C program of a game, once it has been proven to play the same games."""
        assert bench.program is not None
        if bench.game not in self.programs:
            made = Program(bench.program)
            ryumon.game(bench.game).compile()
            prove(made, bench.game, bench.tables, PROVEN, SEEDS)
            self.programs[bench.game] = made
        return self.programs[bench.game]

    def close(self) -> None:
        for child in (*self.programs.values(), self.spiel):
            if child is not None:
                child.close()


def compiled(bench: Bench, make: Callable[..., Run], options: Mapping[str, Any]) -> Run:
    game = ryumon.game(bench.game, **options).compile()
    return make(game, game.machine)


def interpreted(bench: Bench, make: Callable[..., Run]) -> Run:
    game = ryumon.game(bench.game, **bench.options)
    return make(game, ours.interpreter(game))


def claims(bench: Bench, peers: Peers) -> Iterator[Claim]:
    """All rows of one game, in the order of the table."""
    yield from inside(bench, peers)
    yield from searching(bench, peers)
    yield from stepping(bench, peers)
    yield from guessing(bench)
    yield from written(bench)


def playouts(bench: Bench, options: Mapping[str, Any], count: str = "decisions") -> Side:
    name = f"{bench.game} playouts {dict(options)}"
    return Side(name, lambda: compiled(bench, ours.playouts, options), count)


def inside(bench: Bench, peers: Peers) -> Iterator[Claim]:
    """Whole random games inside compiled code."""

    def by_hand(options: Mapping[str, Any]) -> Run:
        program, game = peers.program(bench), ryumon.game(bench.game, **options)

        def run(games: int, seed: int) -> dict[str, Any]:
            return program.play(game, games, seed)

        return run

    for options in bench.compared if bench.program else ():
        what = f"random games, {options['players']} players"
        other = Side(f"{bench.program} {dict(options)}", lambda o=options: by_hand(o), "moves")
        mine = playouts(bench, options)
        yield Claim(bench.game, what, mine, "C by hand", other, bench.of_program)
    for peer in bench.peers:
        other = spiel(peers, peer, "native", peer.count)
        mine = playouts(bench, bench.options, peer.count)
        yield Claim(bench.game, "random games", mine, f"{peer.game}, C++", other, peer.native)
    if bench.playouts is not None:
        mine = playouts(bench, bench.options)
        yield Claim(bench.game, "random games", mine, least_rate=bench.playouts)
    mine = Side(f"{bench.game} batch", lambda: in_batch(bench), "steps")
    what = f"batch of {bench.side_by_side:,} with masks"
    yield Claim(bench.game, what, mine, least_rate=bench.batch)
    mine = Side(f"{bench.game} observed", lambda: in_batch(bench, observe=True), "steps")
    yield Claim(bench.game, f"{what} and observations", mine, least_rate=bench.observed)
    for who, kind, goal in (
        ("self-play", "SelfPlayVectorEnv", bench.observed),
        ("against rule-of-thumb", "ThumbVectorEnv", bench.against_thumb),
    ):
        mine = Side(f"{bench.game} {kind}", lambda k=kind: in_vector(bench, k), "steps")
        what = f"vector env of {bench.side_by_side:,}, {who}"
        yield Claim(bench.game, what, mine, least_rate=goal)


def in_batch(bench: Bench, observe: bool = False) -> Run:
    game = ryumon.game(bench.game, **bench.options).compile()
    return ours.batch(game, bench.side_by_side, observe)


def in_vector(bench: Bench, kind: str) -> Run:
    return ours.vector(kind, ryumon.game(bench.game, **bench.options), bench.side_by_side)


def spiel(peers: Peers, peer: Peer, what: str, count: str, **more: int) -> Side:
    name = f"OpenSpiel {peer.game} {what}"
    return Side(name, lambda: peers.openspiel().run(what, peer.game, **more), count)


def searching(bench: Bench, peers: Peers) -> Iterator[Claim]:
    """Simulations of the search, inside compiled code: with random playouts beside a peer's, from
    positions equally far from the end of the deal; and as the bots of the game search."""

    def search(game: ryumon.Game, left: int | None) -> Run:
        taste = settings_of(game.name) if left is None else at_random(game)
        return searches(game.compile(), taste, left)

    def mine(count: str, left: int | None) -> Side:
        game = ryumon.game(bench.game, **bench.options)
        return Side(f"{bench.game} search {left}", lambda: search(game, left), count)

    for peer in bench.peers:
        if peer.search is None:
            continue
        for count, goal in (("simulations", peer.search), ("moves", None)):
            other = spiel(peers, peer, "search", count, simulations=SIMULATIONS, left=LEFT)
            what, like = f"search, random playouts of {LEFT} moves", f"{peer.game}, C++ ISMCTS"
            yield Claim(bench.game, what, mine(count, LEFT), like, other, goal)
    for count in ("simulations", "moves"):
        yield Claim(bench.game, "search of the bots", mine(count, None))


def stepping(bench: Bench, peers: Peers) -> Iterator[Claim]:
    """One call from Python for every move, compiled."""

    def mine(what: str, make: Callable[..., Run], count: str) -> Side:
        return Side(f"{bench.game} {what}", lambda: compiled(bench, make, bench.options), count)

    for peer in bench.peers:
        like = f"{peer.game}, Python"
        for count, goal in (("decisions", peer.python), ("moves", None)):
            side = mine("from Python", ours.from_python, count)
            other = spiel(peers, peer, "python", count)
            yield Claim(bench.game, "random games from Python", side, like, other, goal)
        side = mine("recorded ids", ours.recorded_ids, "moves")
        other = spiel(peers, peer, "recorded", "moves")
        what = "recorded games, legal_ids + play_id"
        yield Claim(bench.game, what, side, like, other, peer.step)
        side = mine("copies", ours.copies, "copies")
        other = spiel(peers, peer, "copies", "copies")
        yield Claim(bench.game, "copies of a state", side, like, other, peer.step)
        side = mine("kept", ours.kept, "states")
        other = spiel(peers, peer, "kept", "states")
        yield Claim(bench.game, "a state to bytes and back", side, like, other)
    side = mine("recorded strings", ours.recorded_strings, "moves")
    what = "recorded games, legal + play"
    yield Claim(bench.game, what, side, least_rate=bench.strings)


def guessing(bench: Bench) -> Iterator[Claim]:
    """What a search needs besides, where a belief must be worked out from all that was seen."""
    for players, goal in bench.surveys.items():
        for what, make, count, least in (
            ("belief from nothing", guesses.surveys, "surveys", goal),
            ("states drawn from a belief", guesses.draws, "draws", bench.draws),
        ):
            options = {**bench.options, "players": players}
            name = f"{bench.game} {count} {players}"
            mine = Side(name, lambda m=make, o=options: compiled(bench, m, o), count)
            yield Claim(bench.game, f"{what}, {players} players", mine, least_rate=least)


def written(bench: Bench) -> Iterator[Claim]:
    """The same rules interpreted: before they are compiled, or without numba."""
    for what, make, count in (
        ("random games", ours.playouts, "decisions"),
        ("recorded games, legal_ids + play_id", ours.recorded_ids, "moves"),
        ("recorded games, legal + play", ours.recorded_strings, "moves"),
    ):
        name = f"{bench.game} interpreted {what}"
        side = Side(name, lambda m=make: interpreted(bench, m), count)
        yield Claim(bench.game, f"interpreted: {what}", side)
    side = Side(f"{bench.game} seats", lambda: interpreted(bench, ours.seats), "tellings")
    what = "interpreted: all seats told of a move, in two languages"
    yield Claim(bench.game, what, side, least_rate=TELLINGS)


def measured(
    chosen: list[Claim], notes: list[str], say: Callable[[str], None]
) -> dict[str, Measure]:
    """The measures that these claims need; what a missing peer would do is left out and noted."""
    measures: dict[str, Measure] = {}
    missing: set[str] = set()
    for claim in chosen:
        for side in (claim.mine, claim.other):
            if side is None or side.name in measures or side.name in missing:
                continue
            say(f"preparing {side.name}")
            try:
                measures[side.name] = Measure(side.name, side.make())
            except Missing as why:
                missing.add(side.name)
                if str(why) not in notes:
                    notes.append(str(why))
    return measures

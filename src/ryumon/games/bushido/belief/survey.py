"""Bushido Breaker: a belief laid out as numbers, for compiled code to draw worlds from.

The numbers (`room`): HEAD of them, then tables of rows. A table to draw from has in each row first
the sum of the weights up to and with this row.

- ways: how things may stand. A table of hidden states for each ninja, what it has laid and answered
  in the round under way, whose turn it is, and where its memory begins;
- states: a hidden state as one number, and its place among the states of its case;
- guards: what the samurai players picked, and which of them is asked;
- memory: what the ninja laid in the last rounds, for Revelation. A case has a list of ways that
  may have led to it, each with the states' chances and the steps that led to them.
"""

from __future__ import annotations

from typing import Any

from ryumon.games.bushido.belief.filter import Case, Layer, Track, first_state, pick_chances
from ryumon.games.bushido.board import (
    AFTER, EAST, GUARDS, NINJA, NOTHING, PICK, REVELATION, REVELATION_CARD, START, WEST, ninjas,
)  # fmt: skip
from ryumon.games.bushido.belief.sample import (
    Belief, at_spot, believe, guard_picks, guards_with_specials, lowest_of,
)  # fmt: skip

# the head: where the tables begin and how many rows they have
WAYS, WAY_ROWS, GUARD_TABLE, GUARD_ROWS, SENSIBLE, DEPTH = range(6)
HEAD = 6
# a way; from STATES on two numbers for each ninja: where its table begins, and its rows
SUM, STATES, LAID, REACTED, PHASE, TURN, MEMORY = 0, 1, 5, 7, 9, 10, 11
WAY_SIZE = 12
STATE_SIZE = 3  # sum, state, place in its case
GUARD_SIZE = 4  # sum, picked by either, who is asked
# memory: a case is the number of its ways, then the ways: weight, the case before, and where the
# tables of the ninja begin, with a row for each state: mass, where its steps begin, how many
WAY_BACK = 4
STEP_SIZE = 3  # sum, action, place in the case before


def survey(known: Any, viewer: int, sensible: bool) -> list[float]:
    """The numbers that `world` draws from."""
    return Survey(known, viewer, sensible).room


class Survey:
    """Lays out a belief as numbers."""

    def __init__(self, known: Any, viewer: int, sensible: bool) -> None:
        self.room: list[float] = [0.0] * HEAD
        self.room[SENSIBLE] = float(sensible)
        self.kept: dict[Any, Any] = {}  # what is laid out already, by its identity
        if known.phase in (PICK, START):
            self.begin(known, viewer)
            return
        belief = believe(known, viewer, sensible)
        self.guards([(*self.pair(picks), weight, seat) for picks, weight, seat in belief.guards])
        self.depth = memory(known, belief)
        self.room[DEPTH] = self.depth
        ways = self.judged(belief) if belief.pending else self.laid(belief)
        self.table(WAYS, ways)

    def table(self, head: int, rows: list[list[float]]) -> None:
        """A table to draw from; the first number of each row is its weight."""
        self.room[head], self.room[head + 1] = self.rows(rows)

    def rows(self, rows: list[list[float]]) -> tuple[int, int]:
        start, total = len(self.room), 0.0
        for row in rows:
            total += row[0]
            self.room.append(total)
            self.room.extend(row[1:])
        return start, len(rows)

    @staticmethod
    def pair(picks: list[int]) -> tuple[int, int]:
        both = [*picks, 0, 0]
        return both[0], both[1]

    def guards(self, cases: list[tuple[int, int, float, int]]) -> None:
        self.table(GUARD_TABLE, [[w, one, two, seat] for one, two, w, seat in cases])

    def states(self, layer: Layer, within: Layer) -> tuple[int, int]:
        """The table of a ninja's states, of those within its case."""
        key = id(layer)
        if key not in self.kept:
            place = {state: at for at, state in enumerate(within)}
            rows = [[mass, state, place[state]] for state, mass in layer.items()]
            self.kept[key] = *self.rows(rows), layer
        return self.kept[key][:2]

    def laid(self, belief: Belief) -> list[list[float]]:
        """Nobody's answer is awaited: the cases."""
        ways = []
        for case in belief.cases:
            tables = [n for layer in case.layers for n in self.states(layer, layer)]
            tables += [0] * (4 - len(tables))
            unknown = [NOTHING, NOTHING, 0, 0, NOTHING, NOTHING]
            ways.append([case.weight, *tables, *unknown, self.case(case, self.depth)])
        return ways

    def judged(self, belief: Belief) -> list[list[float]]:
        """While a round is being judged."""
        ways, cut = [], {}
        for way in belief.pending:
            tables: list[float] = []
            for k, layer in enumerate(way.case.layers):
                key = id(layer), k, way.spots[k]
                if key not in cut:
                    cut[key] = at_spot(belief.rounds[-1], layer, k, way.spots[k])
                tables += self.states(cut[key], layer)
            tables += [0] * (4 - len(tables))
            laid = [NOTHING if spot is None else spot[1] for spot in way.spots]
            laid += [NOTHING] * (NINJA - len(laid))
            memory = self.case(way.case, self.depth)
            asked = way.question
            ways.append([way.weight, *tables, *laid, *asked.reacted, *asked.target, memory])
        return ways

    def case(self, case: Case, depth: int) -> int:
        """The memory of a case, so many rounds back."""
        if depth == 0 or not case.ways:
            return 0
        key = id(case), depth
        if key not in self.kept:
            rows = [len(case.ways)]
            for way in case.ways:
                before = self.case(way.before, depth - 1)
                tracks = [
                    self.track(track, case.layers[k], way.before.layers[k])
                    for k, track in enumerate(way.tracks)
                ]
                rows += [way.weight, before, tracks[0], tracks[-1]]
            self.kept[key] = len(self.room)
            self.room += rows
        return self.kept[key]

    def track(self, track: Track, layer: Layer, before: Layer) -> int:
        """The steps of a track, for all states of a case."""
        key = id(track), id(layer), id(before)
        if key not in self.kept:
            place = {state: at for at, state in enumerate(before)}
            rows: list[float] = []
            for state in layer:
                steps = track.back.get(state, [])
                table = self.rows([[mass, action, place[old]] for old, action, mass in steps])
                rows += [track.layer.get(state, 0.0), *table]
            self.kept[key] = len(self.room)
            self.room += rows
        return self.kept[key]

    def begin(self, known: Any, viewer: int) -> None:
        """Before the first round: who picked what, and the gates."""
        entered = known.phase == START
        self.guards(first_guards(known))
        rows = []
        for picks, chance in pick_chances(known.n):
            tables: list[float] = []
            for k in range(ninjas(known)):
                own = picks[k]
                if known.special[k] == 0:
                    own = 0  # it has not picked yet
                elif known.phase == PICK and known.n == 3:
                    own = lowest_of(own)  # nor has it picked the second one
                if known.picked[k] not in (0, own):
                    break
                gates = [NOTHING]
                if entered and k < known.player:
                    gates = [known.gate[k]] if k == viewer else [WEST, EAST]
                tables += self.rows([[1.0, first_state(gate, own), 0] for gate in gates])
            else:
                tables += [0] * (4 - len(tables))
                rows.append([chance, *tables, NOTHING, NOTHING, 0, 0, NOTHING, NOTHING, 0])
        self.table(WAYS, rows)


def memory(known: Any, belief: Belief) -> int:
    """How many rounds back Revelation could still look, from now on."""
    held = any(pick >> REVELATION_CARD & 1 for picks, _, _ in belief.guards for pick in picks)
    used = REVELATION in known.answer[: GUARDS * known.round]
    return 0 if used or not held else 4 if known.phase == AFTER else 3


def first_guards(known: Any) -> list[tuple[int, int, float, int]]:
    """What those samurai players may hold that have picked."""
    first = ninjas(known)
    made = [known.special[first + j] > 0 for j in range(guards_with_specials(known))]
    combos = {
        tuple(pick if made[j] else 0 for j, pick in enumerate(picks))
        for picks in guard_picks(len(made))
        if all(known.picked[first + j] in (0, pick) for j, pick in enumerate(picks))
    }
    return [(*Survey.pair(list(picks)), 1.0, NOTHING) for picks in sorted(combos)]

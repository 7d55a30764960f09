"""`worlds` in the real game, where few cards are left to hide: every placement is tried.

A placement fits if a complete history leads to it that shows the viewer what it has seen. Each
such history is put together here and replayed from the deal; only its unseen parts are free.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, PUBLIC, IllegalMove, State
from ryumon.games.slaughter.rules import GIVE
from ryumon.games.slaughter.words import IDS
from tests.rules.scene import SIZE, deck
from tests.secrecy.enumeration import (
    Placement,
    assert_same_seen,
    assert_worlds,
    placement,
)
from tests.support import plain, walk

Lots = dict[tuple[str, int], frozenset[str]]  # (place, seat): cards
NONE: frozenset[str] = frozenset()

# --- every placement ------------------------------------------------------------------------


def rooms(state: State, viewer: int) -> dict[tuple[str, int], int]:
    """The places of hidden cards and their sizes, as the viewer sees them."""
    view = state.view(viewer)
    found = {("scale", 0): view["scale"]}
    for p, seat in enumerate(view["seats"]):
        if p != viewer:
            found["hand", p], found["second", p] = seat["hand"], seat["second"]
    return {place: room for place, room in found.items() if room}


def placements(state: State, viewer: int) -> Iterator[Lots]:
    view = state.view(viewer)
    seen = {*view["played"], *view["hand"], *view["second"]}
    own = {("hand", viewer): frozenset(view["hand"]), ("second", viewer): frozenset(view["second"])}
    hidden = [card for card in deck(state.game.players) if card not in seen]

    def fill(rest: list[str], places: list[tuple[tuple[str, int], int]]) -> Iterator[Lots]:
        if not places:
            yield {}
            return
        (place, room), *others = places
        for lot in itertools.combinations(rest, room):
            for more in fill([card for card in rest if card not in lot], others):
                yield {place: frozenset(lot), **more}

    for lots in fill(hidden, list(rooms(state, viewer).items())):
        yield lots | own


def as_placement(lots: Lots) -> Placement:
    named = {(f"{what} {p}" if what != "scale" else what): lot for (what, p), lot in lots.items()}
    sets = {place: sum(1 << IDS[card] for card in lot) for place, lot in named.items()}
    return tuple(sorted((place, lot) for place, lot in sets.items() if lot))


# --- a history that leads there -------------------------------------------------------------


class Round:
    """What a viewer saw of the present round, and how it could have gone."""

    def __init__(self, state: State, viewer: int) -> None:
        self.state, self.viewer = state, viewer
        self.n = state.game.players
        self.events = state.events(viewer)
        begun = max(k for k, e in enumerate(self.events) if e["kind"] == "deal")
        self.seen = self.events[begun:]
        dealt = max(k for k, m in enumerate(state.moves) if m.startswith("~trump"))
        self.before = state.game.replay(state.moves[: dealt - self.n * SIZE[self.n]])
        self.called = self.one("call")

    def one(self, kind: str) -> dict[str, Any]:
        return next((e for e in self.seen if e["kind"] == kind), {})

    def own(self, kind: str) -> list[str]:
        """What the viewer saw itself or others do, by name."""
        return [e["move"].removeprefix("~") for e in self.seen if e["kind"] == kind and "move" in e]

    def fits(self, lots: Lots) -> bool:
        """Is there a history? Its unseen exchange matters only for the call; so the first that
        explains the call is as good as any."""
        hands = [set(lots.get(("hand", p), NONE)) for p in range(self.n)]
        second = set(lots.get(("second", self.called["seat"]), NONE))
        scale = set(lots["scale", 0])
        plays: list[str] = []
        for event in reversed(self.seen):
            if event["kind"] == "play":
                hands[event["seat"]].add(event["move"])
                plays.append(event["move"])
            elif event["kind"] == "pick-up":
                second, hands[event["seat"]] = hands[event["seat"]], set()
        moves = plays[::-1]
        if self.called["jutsu"] == "division":
            moves = [*sorted(second, key=IDS.__getitem__), "done", *moves]
            hands[self.called["seat"]] |= second
        else:
            exchange = self.exchange(hands)
            if exchange is None:
                return False
            moves, hands = exchange[0] + moves, exchange[1]
        return self.replays(hands, scale, moves)

    def exchange(self, after: list[set[str]]) -> tuple[list[str], list[set[str]]] | None:
        """SD-7: gifts and repayments, and the hands before them in which the caller has the card
        that was called."""
        caller = self.called["seat"]
        order = [(caller + k) % self.n for k in range(1, self.n)]
        card = f"P{self.called['number']}"
        got = [after[p] & self.known("repay", "to", p, after[p]) for p in order]
        for back in itertools.product(*got):
            pool = after[caller].union(back)
            free = pool - {card}
            gave = [free & self.known("give", "seat", p, free) for p in order]
            for gifts in itertools.product(*gave):
                if card in pool and len(set(gifts)) == len(gifts):
                    hands = [set(hand) for hand in after]
                    for p, mine, theirs in zip(order, back, gifts, strict=True):
                        hands[p] = hands[p] - {mine} | {theirs}
                    hands[caller] = pool - set(gifts)
                    return [*gifts, *back], hands
        return None

    def known(self, kind: str, who: str, seat: int, unknown: set[str]) -> set[str]:
        """The card of a gift if the viewer saw it, else any."""
        if kind == "give" and self.one("take"):
            return {card for p, card in self.one("take")["cards"] if p == seat}
        found = [e.get("move") for e in self.seen if e["kind"] == kind and e[who] == seat]
        return {found[0]} if found[0] else unknown

    def replays(self, hands: list[set[str]], scale: set[str], moves: list[str]) -> bool:
        trump = self.one("trump")["move"]
        if self.one("returned"):
            p = self.one("returned")["seat"]
            returned = self.own("return") or sorted(scale, key=IDS.__getitem__)[:2]
            hand = hands[p] | set(returned)
            drawn = self.own("summon") or sorted(hand)[:2]
            if not (set(returned) <= scale and set(drawn) <= hand):
                return False
            moves = [f"~{card}" for card in drawn] + returned + moves
            hands[p] = hand - set(drawn)
        dealt = [f"~{card}" for hand in hands for card in sorted(hand)]
        world = self.before.copy()
        try:
            for move in [*dealt, trump, *moves]:
                world.play(move)
        except IllegalMove:
            return False
        return world.events(self.viewer) == self.events


def every_world(state: State, viewer: int) -> set[Placement]:
    now = Round(state, viewer)
    return {as_placement(lots) for lots in placements(state, viewer) if now.fits(lots)}


# --- moments late in a round ----------------------------------------------------------------

Feature = Callable[[Any, int], bool]


def shown_void(s: Any, viewer: int) -> bool:
    return sum(s.void[p] != 0 for p in range(s.n) if p != viewer and s.hands[p]) > 1


def called_hidden(s: Any, viewer: int) -> bool:
    return (
        viewer != s.caller and not s.played >> s.called & 1 and not s.hands[viewer] >> s.called & 1
    )


def higher_hidden(s: Any, viewer: int) -> bool:
    return s.called % 12 < 11 and viewer != s.summoner


def summoner(s: Any, viewer: int) -> bool:
    return s.summoner == viewer


def second_half(s: Any, viewer: int) -> bool:
    return viewer != s.caller and s.second[s.caller] != 0


def gift_hidden(s: Any, viewer: int) -> bool:
    gift = s.gave[viewer]
    return gift >= 0 and not (s.played | s.hands[viewer]) >> gift & 1


def gift_shown(s: Any, viewer: int) -> bool:
    gift = s.gave[viewer]
    others = [p for p in range(s.n) if p not in (viewer, s.caller)]
    return gift >= 0 and s.played >> gift & 1 == 1 and any(s.got[p] == gift for p in others)


def sucker(s: Any, viewer: int) -> bool:
    return s.gave[(s.caller + 1) % s.n] >= 0 and viewer == s.caller


def moment(players: int, advanced: bool, feature: Feature, most: int) -> tuple[State, int]:
    """The first moment of games 0, 1, 2, ... with the feature and few placements."""
    game = ryumon.game("slaughter", players=players, advanced=advanced)
    for seed in range(200):
        for state in walk(game, seed):
            s = plain(state)
            if s.tricks < s.n - 1 or s.in_trick == 0 or state.turn == CHANCE:
                continue
            for viewer in range(players):
                if feature(s, viewer) and 20 <= ways(state, viewer) <= most:
                    return state.copy(), viewer
    raise AssertionError(f"No moment with {feature.__name__} was found.")


def ways(state: State, viewer: int) -> int:
    sizes = rooms(state, viewer).values()
    return math.factorial(sum(sizes)) // math.prod(math.factorial(n) for n in sizes)


@pytest.mark.parametrize(
    ("players", "advanced", "feature"),
    [
        (3, False, shown_void),
        pytest.param(4, False, shown_void, marks=pytest.mark.slow),
        pytest.param(3, False, called_hidden, marks=pytest.mark.slow),
        pytest.param(4, False, higher_hidden, marks=pytest.mark.slow),
        pytest.param(3, False, summoner, marks=pytest.mark.slow),
        pytest.param(3, False, second_half, marks=pytest.mark.slow),
        (3, True, gift_hidden),
        pytest.param(4, True, gift_hidden, marks=pytest.mark.slow),
        pytest.param(3, True, gift_shown, marks=pytest.mark.slow),
        pytest.param(3, True, sucker, marks=pytest.mark.slow),
    ],
)
def test_late_in_a_round_worlds_are_all_that_fit_and_even(players, advanced, feature):
    state, viewer = moment(players, advanced, feature, most=220)
    expected = every_world(state, viewer)
    assert placement(plain(state), viewer) in expected
    assert_same_seen(state, state.worlds(viewer, random.Random(2)), viewer)
    # a set position knows the same, and its worlds are drawn in a shorter time
    assert_worlds(state.game.position(state.position()), viewer, 3, expected)


@pytest.mark.slow
def test_what_is_known_leaves_fewer_placements():
    """Or the tests above would prove nothing."""
    for feature in (shown_void, called_hidden, summoner):
        state, viewer = moment(3, False, feature, most=220)
        assert len(every_world(state, viewer)) < ways(state, viewer)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_late_in_a_round_from_the_beginning_of_the_game(players):
    for feature in (shown_void, called_hidden):
        state, viewer = moment(players, True, feature, most=220)
        assert_worlds(state, viewer, 4, every_world(state, viewer))


# --- whole hands: where a few cards lie -----------------------------------------------------


def soul_sucked(moves: int) -> State:
    """Three players; seat 1 practises. Seat 2 gave R1, seat 0 gave B12."""
    state = ryumon.game("slaughter", players=3, advanced=True).start()
    hands = [[f"B{k}" for k in range(2, 13)], [f"P{k}" for k in range(1, 12)]]
    hands.append([f"R{k}" for k in range(1, 12)])
    state.play(["~first:0", *(f"~{card}" for hand in hands for card in hand), "~trump:P"])
    state.play(["R1", "B12", "B12", "R1"][:moves])
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "viewer"), [(1, 0), (1, PUBLIC), (2, 0), (3, 0), (4, 0), (4, 2), (4, PUBLIC)]
)
def test_SD_7_where_the_highest_purple_and_the_own_gift_lie(moves, viewer):
    """Expected numbers by counting: where the two cards lie, times the ways to deal the rest."""
    state = soul_sucked(moves)
    s = plain(state)
    own = {2: "R1", 0: "B12"}.get(viewer)
    card = f"P{s.called + 1}"
    tracked = [c for c in (card, own) if c and c not in state.view(viewer)["hand"]]
    if s.phase == GIVE and own in tracked:
        tracked.remove(own)  # still lies before the soul-sucker, known
    sizes = rooms(state, viewer)
    gifts = [p for p in range(3) if p != viewer and s.phase == GIVE and s.gave[p] >= 0]
    sizes |= {("gift", p): 1 for p in gifts}
    home = ("hand", 1)
    receivers = [("hand", p) for p in (0, 2) if p != viewer and s.got[p] >= 0]
    expected = {}
    for where in itertools.product([home, *receivers], repeat=len(tracked)):
        if len(where) == 2 and where[0] == where[1] != home:
            continue  # nobody got two cards
        left = Counter(sizes)
        left.subtract(where)
        # a higher purple lies in the Inverted Scale
        left["scale", 0] -= 12 - (s.called + 1)
        expected[where] = math.factorial(left.total()) // math.prod(
            map(math.factorial, left.values())
        )
    rng = random.Random(6)
    total, draws = sum(expected.values()), 1500
    counts: Counter[Any] = Counter()
    for _ in range(draws):
        hands = state.worlds(viewer, rng).position()["hands"]
        lies = tuple(
            next((("hand", p) for p in range(3) if c in hands[p]), ("scale", 0)) for c in tracked
        )
        counts[lies] += 1
    assert set(counts) == set(expected)
    for where, number in expected.items():
        chance = number / total
        spread = math.sqrt(draws * chance * (1 - chance))
        assert abs(counts[where] - draws * chance) <= 4 * spread  # once in 16,000

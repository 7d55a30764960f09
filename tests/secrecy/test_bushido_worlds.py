"""Belief and worlds of Bushido Breaker against all hidden histories of short games.

Every history that shows a viewer the same events is played through the rules, weighted by one over
the number of legal moves at each decision. The filter must find the same chances, and a draw must
give just these histories, as often as their weights say.
"""

from __future__ import annotations

import functools
import random
from collections import Counter, defaultdict
from typing import Any

import pytest

from ryumon import OVER, PUBLIC, State
from ryumon.games.bushido import GAME, board, rules, sight
from ryumon.games.bushido.belief import filter as belief
from ryumon.games.bushido.notation import NAMES, PLACES
from ryumon.games.bushido.view import aids, specials
from ryumon.play.game import Game
from tests.support import seen_by, thinned

MANY = 40_000  # moves looked at, at most
History = tuple[str, ...]


def histories(state: State, viewer: int) -> dict[History, tuple[float, Any]] | None:
    """All histories that look to the viewer like this state, with their weights and ends."""
    return _histories(state.game, tuple(state.moves), viewer)


@functools.cache
def _histories(game: Game, record: History, viewer: int) -> dict[History, tuple[float, Any]] | None:
    """Several tests ask for the same ones, and only read them."""
    state = game.replay(list(record))
    events = seen_by(state, viewer)
    start = type(state._plain())()
    rules.start(start, state.game._numbers)
    found: dict[History, tuple[float, Any]] = {}
    open_ends: list[tuple[Any, History, float, int]] = [(start, (), 1.0, 0)]
    looked = 0
    while open_ends:
        s, made, weight, seen = open_ends.pop()
        if seen == len(events):
            found[made] = weight, s
        room = [0] * board.MOST
        legal = room[: rules.legal(s, room)]
        moves = as_told(legal, s, events[seen : seen + 1])
        looked += len(moves)
        if looked > MANY:
            return None
        for move in moves:
            after = s.clone()
            rules.apply(after, move)
            shown = [one.by(viewer) for one in sight.narrate(s, move, after)]
            shown = [event for event in shown if event is not None]
            if events[seen : seen + len(shown)] == shown:
                follow = (*made, NAMES[move])
                open_ends.append((after, follow, weight / len(legal), seen + len(shown)))
    total = sum(weight for weight, _ in found.values())
    return {made: (weight / total, s) for made, (weight, s) in found.items()}


def as_told(legal: list[int], s: Any, following: list[Any]) -> list[int]:
    """The moves that can be meant by the next event; for speed, what is seen only as it was."""
    if following and following[0].get("seat") == s.player and "move" in following[0]:
        return [move for move in legal if NAMES[move] == following[0]["move"]]
    return legal


def places(exact: dict[History, tuple[float, Any]], k: int) -> dict[str, float]:
    chances: dict[str, float] = defaultdict(float)
    for weight, s in exact.values():
        if s.out[k] == board.IN_PLAY:
            chances[PLACES[s.place[k]]] += weight
    return dict(chances)


def picks(exact: dict[History, tuple[float, Any]], seat: int) -> dict[str, float]:
    chances: dict[str, float] = defaultdict(float)
    for weight, s in exact.values():
        for name in specials(s.picked[seat]):
            chances[name] += weight
    return dict(chances)


def moments(players: int, turns: int, seed: int) -> list[State]:
    rng = random.Random(seed)
    state = Game(GAME, players, {"turns": turns}).start()
    found = []
    while True:
        found.append(state.copy())
        if state.turn == OVER:
            return found
        state.play(_lively(state, rng))


def _lively(state: State, rng: random.Random) -> str:
    """Random moves, more often those that show something."""
    rare = ("kunai", "shuriken", "sabotage", "metsubushi", "smoke", "blowgun", "diagonal")
    counters = (":katana", ":yumi", ":exits", ":search", ":alarm")
    moves = state.legal()
    few = [m for m in moves if m.startswith(rare) or m.endswith(counters) or m == "revelation"]
    return rng.choice(few if few and rng.random() < 0.6 else moves)


CASES = [
    *((2, 2, seed) for seed in range(4)),
    (2, 3, 1),
    (3, 2, 1),
    *((4, 1, seed) for seed in range(3)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "turns", "seed"), CASES)
def test_belief_is_that_of_all_hidden_histories(players: int, turns: int, seed: int) -> None:
    looked = 0
    for state in moments(players, turns, seed)[-3:]:
        for viewer in {2: (0, 1), 3: (2,), 4: (1, PUBLIC)}[players]:
            exact = histories(state, viewer)
            if exact is None:
                continue  # too many to look at
            looked += 1
            check_aids(state, viewer, exact)
            check_draws(state, viewer, exact, draws=8)
    assert looked


@pytest.mark.parametrize("answers", ["", "no"])
def test_belief_while_a_round_is_judged_counts_the_answers_that_may_have_been_given(
    answers: str,
) -> None:
    """That an answer is awaited may mean Metsubushi, or the Smoke Bomb after Metsubushi was
    declined, or the Smoke Bomb of a ninja that never had Metsubushi."""
    state = Game(GAME, 2, {"turns": 2}).start()
    state.play(["special:metsubushi", "special:repair", "gate:west", "kunai:s4", "s4:katana"])
    state.play(answers.split())
    for viewer in (1, PUBLIC):
        assert state.view(viewer)["phase"] == "judging"
        exact = histories(state, viewer)
        assert exact is not None
        check_aids(state, viewer, exact)
        (suspect,) = state.aids(viewer)["suspects"]
        assert sum(suspect["places"].values()) == pytest.approx(1)
        assert sum(suspect["specials"].values()) == pytest.approx(1)


def check_aids(state: State, viewer: int, exact: dict[History, tuple[float, Any]]) -> None:
    told = aids(state.forgotten(viewer), viewer)
    begun = state._plain().phase not in (board.PICK, board.START)
    assert told.suspects or viewer == 0 or not begun
    for suspect in told.suspects:
        assert suspect.places == pytest.approx(places(exact, suspect.seat), abs=1e-9)
        assert suspect.specials == pytest.approx(picks(exact, suspect.seat), abs=1e-9)
    for seat, chances in told.guards.items():
        assert chances == pytest.approx(picks(exact, int(seat)), abs=1e-9)


def check_draws(
    state: State, viewer: int, exact: dict[History, tuple[float, Any]], draws: int
) -> None:
    for k in range(draws):
        world = state.worlds(viewer, random.Random(k))
        assert tuple(world.moves) in exact


@pytest.mark.slow
@pytest.mark.parametrize(("players", "turns", "seed"), [(2, 2, 1), (2, 2, 4)])
def test_histories_are_drawn_as_often_as_their_weights_say(
    players: int, turns: int, seed: int
) -> None:
    """Chi-square over all histories; rare ones are taken together."""
    for state in moments(players, turns, seed)[-3:]:
        exact = histories(state, PUBLIC)
        assert exact is not None
        n = 800
        counts = Counter(tuple(state.worlds(PUBLIC, random.Random(k)).moves) for k in range(n))
        assert set(counts) <= set(exact)
        often = [made for made, (weight, _) in exact.items() if weight * n >= 8]
        rare = 1 - sum(exact[made][0] for made in often)
        chi = sum((counts[m] - n * exact[m][0]) ** 2 / (n * exact[m][0]) for m in often)
        if rare * n >= 8:
            missed = n - sum(counts[m] for m in often)
            chi += (missed - n * rare) ** 2 / (n * rare)
        freedom = max(len(often), 1)
        assert (chi - freedom) / (2 * freedom) ** 0.5 < 4.5


@pytest.mark.parametrize("seed", thinned([0, 5, 15], 5))
def test_a_world_is_found_although_all_cases_are_taken_together(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belief, "STATES", 1)
    belief._roots.clear()
    for k, state in enumerate(moments(4, 6, seed)):
        world = state.worlds(PUBLIC, random.Random(k))
        assert world.events(PUBLIC) == state.events(PUBLIC)
    belief._roots.clear()


def test_a_position_is_its_moves() -> None:
    state = moments(2, 4, 3)[9]
    told = {"game": "bushido", "players": 2, "turns": 4, "moves": state.moves}
    again = state.game.position(told)
    assert again.position() == state.position()
    with pytest.raises(ValueError, match=r"cannot be played there\.$"):
        state.game.position({**told, "moves": [*state.moves, "gate:west"]})
    with pytest.raises(ValueError, match=r"lead to another `ninja`\.$"):
        state.game.position({**told, "ninja": ["chamber"]})


# --- positions that are set while a round is judged ------------------------------------------

JUDGED = [
    # asked for Metsubushi, then for the Smoke Bomb: a samurai player cannot tell which
    (2, 1, "special:metsubushi special:repair gate:west kunai:s4 s4:katana", "no no"),
    (2, 1, "special:metsubushi special:repair gate:west kunai:s4 s4:katana", "no"),
    (4, 2, "special:blowgun special:metsubushi special:repair special:showdown gate:west gate:east\
 kunai:s4 kunai:s5 s4:katana s5:katana", "no smoke no"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("players", "viewer", "before", "after"), JUDGED)
def test_a_position_amid_the_judging_may_have_been_set_at_any_question_that_looks_alike(
    players: int, viewer: int, before: str, after: str
) -> None:
    """Each history counts as often as it has such questions."""
    whole = Game(GAME, players, {"turns": 2}).start()
    whole.play(before.split())
    start = whole.forgotten(viewer)
    state = whole.game.position(whole.position())
    for move in after.split():
        state.play(move)
        whole.play(move)
    exact = histories(whole, viewer)
    assert exact is not None
    expected: dict[Any, float] = defaultdict(float)
    for made, (weight, _) in exact.items():
        for begun in questions_like(start, made, viewer):
            expected[made, begun] = weight
    total, n = sum(expected.values()), 600
    counts: Counter[Any] = Counter()
    for k in range(n):
        world = state.worlds(viewer, random.Random(k))
        first = (world.origin or {})["moves"]
        counts[(*first, *world.moves), len(first)] += 1
    assert set(counts) <= set(expected)
    often = {x: n * w / total for x, w in expected.items() if n * w / total >= 8}
    chi = sum((counts[x] - mean) ** 2 / mean for x, mean in often.items())
    rare = n - sum(often.values())
    if rare >= 8:
        chi += (n - sum(counts[x] for x in often) - rare) ** 2 / rare
    assert (chi - len(often)) / (2 * max(len(often), 1)) ** 0.5 < 4.5
    assert len({begun for _, begun in expected}) > 1


def questions_like(start: Any, made: History, viewer: int) -> list[int]:
    """After how many moves of a history the viewer knew just this."""
    s, seen, found = type(start)(), type(start)(), []
    rules.start(s, [start.n, start.turns])
    for k, move in enumerate([*made, None]):
        sight.forget(s, seen, viewer)
        if seen == start:
            found.append(k)
        if move is not None:
            rules.apply(s, NAMES.index(move))
    return found

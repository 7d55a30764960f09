"""Tiger & Dragon: who sees what, and that a pass tells nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC, State, bots
from tests.rules.tiger_dragon.scene import begun, dealt, last, late, play

# kind: what everyone is told, what some are told besides, and who they are
SIGHT: dict[str, tuple[set[str], set[str], str]] = {
    "first": ({"seat", "move"}, set(), ""),  # TD-1
    "field": ({"move", "field"}, set(), ""),  # TD-1
    "deal": ({"round", "starter"}, {"tiles"}, "every seat"),
    "foretell": ({"seat", "move", "tile"}, set(), ""),  # TD-12
    "attack": ({"seat", "move"}, set(), ""),  # TD-2
    "pass": ({"seat", "move"}, set(), ""),
    "defend": ({"seat", "move"}, set(), ""),  # TD-4
    "lap": ({"seat"}, {"move"}, "owner"),  # TD-5
    "last": ({"seat", "move"}, set(), ""),  # TD-6
    "richi": ({"seat"}, set(), ""),  # TD-9
    "reveal": ({"hands", "down", "left"}, set(), ""),  # TD-10
    "score": ({"round", "seat", "tile", "field", "points", "scores"}, set(), ""),  # TD-7
    "end": ({"winners", "reason"}, set(), ""),  # TD-8
}


def finished(game: ryumon.Game, seed: int) -> State:
    rng = random.Random(seed)
    state = game.start()
    while state.turn != OVER:
        state.play(rng.choices(state.legal(), state.weights() or None)[0])
    return state


def everything(state: State, viewer: int) -> list[Any]:
    seen = [state.view(viewer), state.events(viewer), state.aids(viewer)]
    return [*seen, state.log(viewer), state.log(viewer, "ja"), state.forgotten(viewer).values()]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_event_tells_each_viewer_what_the_rules_allow(players):
    met = set()
    for seed, field in enumerate(["each-round", "clifftop", "dojo"]):
        game = ryumon.game("tiger-dragon", players=players, field=field)
        state = finished(game, seed)
        for viewer in [*range(players), PUBLIC]:
            events = state.events(viewer)
            assert [event["n"] for event in events] == list(range(1, len(events) + 1))
            for event in events:
                public, secret, who = SIGHT[event["kind"]]
                more = viewer != PUBLIC and (who == "every seat" or event.get("seat") == viewer)
                assert set(event) - {"n", "kind"} == public | (secret if more else set())
                met.add(event["kind"])
    assert met == set(SIGHT)


def test_every_viewer_has_the_same_number_of_events():
    """Nothing happens that one viewer would not even notice."""
    state = finished(ryumon.game("tiger-dragon", field="each-round"), 1)
    counts = {len(state.events(viewer)) for viewer in (0, 1, 2, 3, PUBLIC)}
    assert len(counts) == 1


# --- a pass tells nothing -------------------------------------------------------------------


def test_TD_2_a_pass_with_a_matching_tile_looks_like_one_without():
    """Seat 1 could defend in one world and could not in the other; seats 0 and 3 are the same."""
    mine, theirs = "8876543221", "666668888"
    one, two = "87334445T", "55577777D"
    for moves in ("8", "8 pass", "8 pass pass pass"):
        worlds = [play(dealt(mine, *pair, theirs), moves) for pair in ((one, two), (two, one))]
        assert ["8" in world.position()["hands"][1] for world in worlds] == [True, False]
        for viewer in (0, 3, PUBLIC):
            assert everything(worlds[0], viewer) == everything(worlds[1], viewer)


def test_TD_2_the_turn_is_asked_in_the_same_way():
    """The seat that cannot defend is asked as well: `pass` is a move of its own."""
    state = play(dealt("8876", "87", "7"), "8 8 7")
    turns = []
    while state.turn != 1:
        turns.append(state.turn)
        play(state, "pass")
    assert turns == [2, 3, 0]
    assert [e["kind"] for e in state.events(PUBLIC)][-3:] == ["pass"] * 3


@pytest.mark.slow
def test_nothing_that_others_get_depends_on_what_could_have_been_played():
    """Along whole games: what a viewer is given is a function of what it has seen."""
    rng = random.Random(3)
    state = ryumon.game("tiger-dragon", players=4, field="clifftop").start()
    checked = 0
    while state.turn != OVER:
        state.play(rng.choices(state.legal(), state.weights() or None)[0])
        if rng.random() < 0.15:
            for viewer in (0, 1, 2, 3, PUBLIC):
                world = state.worlds(viewer, rng)
                assert everything(world, viewer) == everything(state, viewer)
                if state.turn == viewer:
                    assert world.legal() == state.legal()
                    assert world.choice() == state.choice()
                    for name in bots.SIMPLE:
                        bot, twin = bots.make(name, 5), bots.make(name, 5)
                        assert bots.choose(bot, world) == bots.choose(twin, state)
                checked += 1
    assert checked > 100


# --- dealing, laying face down --------------------------------------------------------------


def test_nobody_looks_at_the_tiles_before_all_are_dealt():
    state = begun(players=3)
    before = {viewer: everything(state, viewer) for viewer in (0, 1, 2, PUBLIC)}
    for tile in "1223334444555566666677777778888888":
        if state.turn != CHANCE:
            break
        for viewer, seen in before.items():
            assert everything(state, viewer) == seen
        state.play(f"~{tile}" if f"~{tile}" in state.legal() else state.legal()[0])
    assert state.turn == 0
    assert last(state, "deal", 1)["tiles"] == state.view(1)["hand"]
    assert "tiles" not in last(state, "deal")


def test_TD_5_the_order_of_face_down_tiles_is_their_owners():
    one = play(dealt("2234567T"), "2 pass pass pass T 3 pass pass pass 4")
    two = play(dealt("2234567T"), "2 pass pass pass 4 3 pass pass pass T")
    for viewer in (1, 2, 3, PUBLIC):
        assert everything(one, viewer) == everything(two, viewer)
    assert one.view(0)["down"] == ["T", "4"]
    assert two.view(0)["down"] == ["4", "T"]


def test_TD_10_the_order_stays_unknown_after_the_end_too():
    """The same tiles face down, laid in another order; the game ends."""
    ends = []
    for tiles in ("53", "35"):
        state = late("88", "8", "775", "7", scores=[0, 9, 0, 0], down={2: tiles})
        ends.append(play(state, "8 8"))
        assert state.turn == OVER
        assert last(state, "reveal")["down"][2] == ["3", "5"]
    for viewer in (0, 1, 3, PUBLIC):
        assert everything(ends[0], viewer) == everything(ends[1], viewer)
    assert ends[0].view(2)["down"] != ends[1].view(2)["down"]

"""Tatsu as data: the tree of a turn, the chances of being hit, positions and options."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC, State
from tests.rules.tatsu.scenes import position, scene
from tests.rules.tatsu.slow import Board, turns
from tests.support import refused_position, thinned

GAME = ryumon.game("tatsu")


# --- the whole turn as a tree ---------------------------------------------------------------


def branch(state: State, *moves: str) -> dict[str, Any]:
    """The part of the tree at the end of these moves."""
    choice = state.choice()
    assert choice is not None
    nodes, found = choice["which"], {}
    for move in moves:
        (found,) = [node for node in nodes if node["move"] == move]
        nodes = found["then"]
    return found


def test_choice_tells_what_would_happen() -> None:
    arena = {2: "bV", 4: "wW", 5: "bF bW", 7: "wV", 18: "wF"}
    state = scene(arena, "~2-3", mat=("F", ""))
    assert branch(state, "2-4") == {
        "move": "2-4", "kind": "move", "die": 2, "stone": "V", "from": 2, "to": 4, "frees": None,
        "effect": "entangle", "on": "wW", "recruit": "W", "win": None,
        "then": branch(state, "2-4")["then"],
    }  # fmt: skip
    expelled = branch(state, "5-7")
    assert (expelled["effect"], expelled["on"], expelled["frees"]) == ("expel", "wV", "bF")
    held = branch(state, "2-5") if "2-5" in state.legal() else branch(state, "F-2")
    assert (held["kind"], held["effect"], held["on"], held["from"]) == ("enter", "hold", "bV", None)
    freed = branch(state, "5-8", "5-7")
    assert (freed["stone"], freed["effect"], freed["then"]) == ("F", "destroy", [])


def test_choice_tells_of_a_win_and_stops_there() -> None:
    state = scene({5: "bW", 7: "wV", 20: "bV"}, "~2-3")
    won = branch(state, "5-7")
    assert (won["win"], won["then"]) == ("battle", [])
    state = scene({5: "bF", 7: "wF", 18: "wV"}, "~2-3", dead=("F", ""))
    assert branch(state, "5-7")["win"] == "type"


def test_choice_has_escapes_without_a_second_die() -> None:
    state = scene({7: "bF wV", 9: "wW", 10: "bV", 18: "wV"}, "~2-3")
    escape = branch(state, "x7-9")
    assert (escape["kind"], escape["effect"], escape["then"]) == ("escape", "destroy", [])


def test_choice_in_the_middle_of_a_turn() -> None:
    state = scene({5: "bV", 10: "bV", 18: "wV"}, "~2-3", "5-7")
    choice = state.choice()
    assert choice is not None
    assert (choice["dice"], choice["left"], choice["rule"]) == ([2, 3], [3], "TA-11")
    assert [node["move"] for node in choice["which"]] == ["7-10", "10-13"]
    assert scene({5: "bV", 18: "wV"}).choice() is None


# --- aids -----------------------------------------------------------------------------------


def risks(state: State, seat: int, what: str) -> dict[tuple[int, str], int]:
    return {(r["segment"], r["stone"]): r["rolls"] for r in state.aids(seat)[what]}


def test_the_chance_of_being_hit() -> None:
    state = scene({5: "bV", 8: "wV", 20: "wW wF"})
    # White's Vine on 8 reaches 5 with a 3 or with 1 and 2; Black's Vine reaches 8 likewise
    assert risks(state, 0, "danger") == {(5, "V"): 13}
    assert risks(state, 0, "targets") == {(8, "V"): 13, (20, "W"): 0, (20, "F"): 0}
    assert risks(state, 1, "targets") == {(5, "V"): 13}
    assert state.aids(0)["danger"][0]["chance"] == pytest.approx(13 / 36)
    assert len(state.aids(PUBLIC)["danger"]) == 4


def test_stones_from_the_mat_hit_too() -> None:
    state = scene({10: "bV", 14: "bF", 20: "wW"}, mat=("", "F"))
    # entering on 14 takes a 2; entering on 15 takes a 1 and needs another 1 to go on to 14; the
    # Water on 20 comes with a 6, or both dice together
    assert risks(state, 0, "danger")[14, "F"] == len(
        {(a, b) for a in range(1, 7) for b in range(1, 7) if {2, 6} & {a, b} or a + b == 6}
        | {(1, 1)}
    )


def hit_by_hand(state: State, owner: int) -> dict[int, int]:
    """For each segment the ways of the dice that hit its stone, by the slow generator."""
    ways: dict[int, int] = {}
    for a, b in product(range(1, 7), repeat=2):
        boards = turns(Board(state.position()), 1 - owner, (min(a, b), max(a, b))).values()
        for segment in {segment for board in boards for segment in board.hit}:
            ways[segment] = ways.get(segment, 0) + 1
    lying = state.position()["arena"]
    owned = [int(n) for n, stones in lying.items() if any(s[0] == "bw"[owner] for s in stones)]
    return {segment: ways.get(segment, 0) for segment in owned}


@pytest.mark.slow
def test_aids_against_the_slow_generator() -> None:
    """All rolls and all plays, in positions of random games."""
    rng = random.Random(8)
    state = GAME.start()
    checked = hits = 0
    while checked < 20:
        if state.turn == OVER:
            state = GAME.start()
        if rng.random() < 0.02:
            for owner in range(2):
                told = {r["segment"]: r["rolls"] for r in state.aids(owner)["danger"]}
                assert told == hit_by_hand(state, owner)
                hits += sum(told.values())
            checked += 1
        state.play(rng.choice(state.legal()))
    assert hits > 1000


def test_no_aids_when_it_is_over() -> None:
    state = scene({5: "bW", 7: "wV"}, "~2-3", "5-7")
    assert state.aids(0) == {"danger": [], "targets": []}


# --- open information -----------------------------------------------------------------------


def test_everybody_sees_the_same() -> None:
    state = GAME.start()
    rng = random.Random(2)
    for _ in range(200):
        if state.turn == OVER:
            break
        state.play(rng.choice(state.legal()))
    events = [state.events(viewer) for viewer in (0, 1, PUBLIC)]
    assert events[0] == events[1] == events[2]
    views = [state.view(viewer) | {"viewer": 0} for viewer in (0, 1, PUBLIC)]
    assert views[0] == views[1] == views[2]
    assert state.worlds(0, rng) == state


def test_a_whole_turn_is_played_or_none() -> None:
    state = scene({5: "bV", 18: "wV"}, "~2-3")
    before = state.position()
    with pytest.raises(ryumon.IllegalMove):
        state.play(["5-7", "7-9"])
    assert state.position() == before
    state.play(["5-7", "7-10"])
    assert state.turn == CHANCE


# --- options --------------------------------------------------------------------------------


def test_corners_have_ninety_layouts() -> None:
    (option,) = GAME.spec.options
    assert len(set(option.values)) == 90
    assert GAME.options == {"corners": "WFWVFV"}
    for layout in option.values:
        told = ryumon.game("tatsu", corners=layout).start().view(0)["corners"]
        assert "".join(told[k] for k in ("4", "8", "12", "16", "20", "24")) == layout


@pytest.mark.parametrize("bad", ["VVVWWF", "vvwwff", "VVWWF", "VVWWFFX", "", None, 7, ["V"] * 6])
def test_bad_corners(bad: object) -> None:
    with pytest.raises(ValueError, match="six letters for the corners 4, 8, 12, 16, 20 and 24"):
        ryumon.game("tatsu", corners=bad)


def test_two_players_only() -> None:
    assert GAME.players == 2
    with pytest.raises(ValueError, match="Tatsu is for 2 players, not 3"):
        ryumon.game("tatsu", players=3)


# --- positions ------------------------------------------------------------------------------

SOUND: dict[str, Any] = {"arena": {5: "bV", 7: "wV bV", 18: "wW"}}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"phase": "deal"}, '"deal" is not a phase'),
        ({"turn": 0}, "cannot be the turn of 0"),
        ({"turn": 5}, "no seat 5"),
        ({"mover": None}, "cannot be the turn"),
        ({"mover": 2}, "no seat 2"),
        ({"number": 1000}, "there cannot be 1000 rolls"),
        ({"number": -1}, "from 0 to 1000, not -1"),
        ({"phase": "first", "mover": None, "number": 3}, "there cannot be 3 rolls"),
        ({"dice": [1, 2], "left": [1]}, "only then"),
        ({"dice": [1, 7]}, "not a roll of two dice"),
        ({"dice": [1]}, "not a roll of two dice"),
        ({"dice": [2, 1]}, "ascending"),
        ({"phase": "move", "turn": 0, "dice": [1, 2], "left": [3]}, "cannot be left"),
        ({"phase": "move", "turn": 0, "dice": [1, 2], "left": []}, "only then"),
        ({"phase": "move", "turn": 1, "dice": [1, 2], "left": [1]}, "cannot be the turn of 1"),
        ({"winner": 0}, "no winner before the end"),
        ({"phase": "over", "turn": OVER, "winner": 0}, "cannot have won like this"),
        ({"phase": "over", "turn": OVER}, "draw comes after 1,000 turns"),
        ({"tray": [{"V": 1}, {"V": 3}]}, "Black has 4 Vine stones, not 3"),
        ({"tray": [{"V": 1}]}, "`tray` needs an entry for each of 2 seats"),
        ({"mat": [{"X": 1}, {}]}, '"X" is not a type of stone'),
        ({"mat": [{"F": 3}, {}]}, "There cannot be 3 Fire stones"),
        ({"mat": [{"F": -1}, {}]}, "There cannot be -1 Fire stones"),
        ({"arena": {"0": ["bV"]}}, '"0" is not a segment'),
        ({"arena": {"07": ["bV"]}}, '"07" is not a segment'),
        ({"arena": {"7": ["bV", "bV", "bV"]}}, "at most two stones"),
        ({"arena": {"7": ["xV"]}}, '"xV" is not a stone'),
        ({"arena": {"7": ["bX"]}}, '"X" is not a type of stone'),
        ({"arena": {"7": ["wV", "bF"]}}, "Only a Vine can lie over an enemy"),
        ({"corners": "VVWWFF"}, 'from another game: corners is "VVWWFF"'),
        ({"game": "slaughter"}, "from another game"),
        ({"colour": "red"}, "not a position of Tatsu"),
    ],
)
def test_positions_that_cannot_be(changes: dict[str, Any], sentence: str) -> None:
    assert GAME.position(position(**SOUND)).turn == CHANCE
    assert sentence in refused_position(GAME, {**position(**SOUND), **changes})


def test_a_position_in_which_the_game_is_over() -> None:
    with pytest.raises(ValueError, match="White has no stone in battle: the game is over"):
        GAME.position(position({5: "bV"}))
    with pytest.raises(ValueError, match="White has lost a whole type: the game is over"):
        GAME.position(position({5: "bV", 9: "wV"}, dead=("FF", "")))


def test_a_position_in_which_the_turn_is_over() -> None:
    stuck = {5: "bV", 6: "wV wV", 8: "wV wW", 18: "wW"}
    facts = position(stuck, phase="move", turn=0, dice=[1, 3], left=[1, 3])
    with pytest.raises(ValueError, match="the turn would be over"):
        GAME.position(facts)


@pytest.mark.parametrize("seed", thinned(range(4), 0))
def test_positions_come_back(seed: int) -> None:
    """From every state of a game a position plays on like the state itself."""
    rng = random.Random(seed)
    state = GAME.start()
    while state.turn != OVER:
        again = GAME.position(state.position())
        assert (again.legal(), again.turn) == (state.legal(), state.turn)
        assert again.view(0) == state.view(0)
        assert again.weights() == state.weights()
        move = rng.choice(state.legal())
        state.play(move)
        again.play(move)
        assert again.position() == state.position()
    assert GAME.position(state.position()).result() == state.result()


def test_one_of_equal_dice_left() -> None:
    state = scene({5: "bV", 18: "wV"}, "~2-2", "5-7")
    facts = state.position()
    assert facts["left"] == [2]
    assert GAME.position(facts).legal() == ["7-9"]


# --- both players alike ---------------------------------------------------------------------


def mirrored(move: str) -> str:
    """The move seen from the other side of the board: segment n is 16 - n there."""
    if move.startswith("~first:"):
        return f"~first:{1 - int(move[-1])}"
    if move.startswith("~"):
        return move
    start, to = move.removeprefix("x").split("-")
    over = [str((16 - int(n) - 1) % 24 + 1) if n.isdigit() else n for n in (start, to)]
    return ("x" if move[0] == "x" else "") + "-".join(over)


def test_TA_2_the_board_treats_both_players_alike() -> None:
    """TA-1, TA-2: any game can be played from the other side, with the same end."""
    rng = random.Random(9)
    for _ in range(5):
        one, two = GAME.start(), GAME.start()
        while one.turn != OVER:
            assert {mirrored(move) for move in one.legal()} == set(two.legal())
            move = rng.choice(one.legal())
            one.play(move)
            two.play(mirrored(move))
        a, b = one.result(), two.result()
        assert a is not None
        assert b is not None
        assert (a.payoffs, a.reason) == (b.payoffs[::-1], b.reason)

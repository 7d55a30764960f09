"""Set positions: sound ones play on, and each way to break one is refused with a sentence.

Every refusal changes one thing of a sound position.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC, State
from ryumon.games.tiger_dragon.battlefields import SETTINGS
from tests.rules.tiger_dragon.scene import BAG, begun, dealt, late, play
from tests.support import refused_position, thinned

Position = dict[str, Any]
Change = Callable[[Position], Any]


# --- sound positions ------------------------------------------------------------------------


def attacking() -> State:
    return late("8844", "8", "775", down={0: "53", 2: "6"})


def defending() -> State:
    return late("844", "8T377", "7", turn=1, attack="8", attacker=0, down={0: "6"})


def second_round() -> State:
    return late("8844", "8", "775", scores=[5, 0, 3])


def foretelling() -> State:
    state = dealt("8888777", "3334445", "", players=3, field="clifftop", starter=1)
    return play(state, "foretell:3")


def foretold() -> State:
    return late("8844", "8", "775", field="clifftop", foretold=["8", "none", "5"])


def dealing() -> State:
    return play(begun(players=3), " ".join(f"~{tile}" for tile in BAG[:14]))


def drawing() -> State:
    return play(ryumon.game("tiger-dragon", players=3, field="each-round").start(), "~first:1")


def over() -> State:
    return play(late("88", "8", "77777", scores=[5, 8, 3], down={1: "6"}), "8 8")


def lapping() -> State:
    return play(attacking(), "4 pass pass")


SOUND = [
    attacking, defending, second_round, foretelling, foretold, dealing, drawing, over, lapping,
]  # fmt: skip


@pytest.mark.parametrize("scene", SOUND, ids=lambda scene: scene.__name__)
def test_a_sound_position_comes_back_and_plays_on(scene):
    state = scene()
    again = state.game.position(state.position())
    assert again.position() == state.position()
    assert again.moves == []
    assert again.origin == state.position()
    rng = random.Random(1)
    for _ in range(60):
        assert (again.turn, again.legal(), again.scores) == (
            state.turn,
            state.legal(),
            state.scores,
        )
        assert again.chances() == state.chances()
        for viewer in (0, 1, 2, PUBLIC):
            assert again.view(viewer) == state.view(viewer)
            assert again.aids(viewer) == state.aids(viewer)
        if state.turn == OVER:
            break
        move = rng.choice(state.legal())
        state.play(move)
        again.play(move)


@pytest.mark.parametrize("field", thinned(SETTINGS, "clifftop", "each-round"))
@pytest.mark.parametrize("players", thinned([2, 3, 4, 5], 3))
def test_every_state_of_play_is_a_sound_position(players, field):
    rng = random.Random(players)
    game = ryumon.game("tiger-dragon", players=players, field=field, teams=players == 4)
    state = game.start()
    while True:
        again = game.position(state.position())
        assert again._plain() == state._plain()
        if state.turn == OVER:
            break
        state.play(rng.choices(state.legal(), state.weights() or None)[0])


# --- broken ones ----------------------------------------------------------------------------


def put(*path: Any) -> Change:
    """Replace what stands at a path: the last word is the new value."""

    def change(d: Position) -> None:
        *way, last, value = path
        for step in way:
            d = d[step]
        d[last] = value

    return change


def both(*changes: Change) -> Change:
    return lambda d: [change(d) for change in changes]


def swap(one: tuple[Any, ...], two: tuple[Any, ...]) -> Change:
    """Exchange two lists."""

    def change(d: Position) -> None:
        found: list[Any] = [d, d]
        for k, path in enumerate((one, two)):
            for step in path[:-1]:
                found[k] = found[k][step]
        a, b = found
        a[one[-1]], b[two[-1]] = b[two[-1]], a[one[-1]]

    return change


BROKEN: list[tuple[Callable[[], State], Change, str]] = [
    # unreadable
    (attacking, put("phase", "tea"), "not a phase"),
    (attacking, put("turn", 3), "no seat 3"),
    (attacking, put("turn", -4), "no seat -4"),
    (attacking, put("starter", 7), "no seat 7"),
    (attacking, put("round", 0), "no round 0"),
    (attacking, put("round", 1000), "no round 1000"),
    (attacking, put("hands", 0, ["9", "8", "4", "4"]), '"9" is not a tile'),
    (attacking, put("hands", 0, ["?", "8", "4", "4"]), '"?" is not a tile'),
    (attacking, put("hands", 0, ["1", "1", "4", "4"]), "not so many 1"),
    (attacking, put("hands", [["8"], ["8"]]), "`hands` needs an entry for each of 3 seats"),
    (attacking, put("rows", 0, ["8"] * 13), "Nobody lays 13 tiles"),
    (attacking, put("down", 0, ["?", "3"]), '"?" is not a tile'),
    (attacking, put("scores", [0, -1, 0]), "Nobody has -1 points"),
    (attacking, put("scores", [0, 100000, 0]), "Nobody has 100000 points"),
    (attacking, put("battlefield", "moon"), "not a battlefield"),
    (attacking, put("foretold", ["x", None, None]), '"x" is not a tile'),
    (attacking, put("tea", 1), "unknown field"),
    (attacking, put("hands", "88"), "not a position"),
    # another game
    (attacking, put("players", 4), "another game: players is 4, not 3"),
    (attacking, put("field", "cave"), 'another game: field is "cave", not "dojo"'),
    (attacking, put("teams", True), "another game: teams is True, not False"),
    (attacking, put("game", "slaughter"), "another game"),
    # whose turn
    (attacking, put("turn", CHANCE), "cannot be the turn of -1"),
    (attacking, put("turn", OVER), "cannot be the turn of -2"),
    (attacking, put("turn", 1), "must have an odd number"),
    (attacking, put("attacker", 0), "There is an attacker"),
    (defending, put("attacker", None), "There is an attacker"),
    (defending, put("turn", 0), "cannot be the turn of 0"),
    (lapping, put("turn", 1), "cannot be the turn of 1"),
    (attacking, put("starter", None), "start player"),
    (dealing, put("turn", 0), "cannot be the turn of 0"),
    (dealing, put("phase", "first"), "start player"),
    (over, put("turn", 0), "cannot be the turn of 0"),
    (foretelling, put("turn", 1), "cannot be the turn of 1"),
    (lapping, both(put("attacker", 1), put("turn", 1), put("rows", 1, 9, "?"),
                   put("down", 1, ["7"])), "attacks with the newest tile"),
    # the battlefield
    (attacking, put("battlefield", "cave"), "battlefield cannot be in play"),
    (attacking, both(put("phase", "field"), put("turn", CHANCE)), "battlefield cannot be in play"),
    (drawing, put("battlefield", "cave"), "battlefield cannot be in play"),
    (drawing, put("phase", "deal"), "battlefield cannot be in play"),
    # tiles
    (attacking, put("hands", 0, ["8", "8", "8", "4"]), "There must be"),
    (attacking, lambda d: d["hands"][0].pop(), "There must be"),
    (attacking, lambda d: d["left"].append("T"), "There must be 1 of T, not 2"),
    (attacking, put("rows", [["8"] * 8] * 3), "There must be"),
    (dealing, swap(("hands", 0), ("hands", 1)), "seat 0 is dealt first"),
    (dealing, lambda d: d["rows"][0].append(d["left"].pop()), "Nothing is laid"),
    (dealing, put("foretold", ["8", None, None]), "Nothing is foretold"),
    (drawing, lambda d: d["hands"][0].append(d["left"].pop()), "Nothing is laid"),
    # rows
    (attacking, swap(("hands", 1), ("hands", 2)), "in the hand and in the row"),
    (attacking, put("rows", 0, 1, "8"), "There must be"),
    (attacking, lambda d: (d["rows"][0].remove("?"), d["rows"][0].insert(0, "?")),
     "face down only after an attack"),
    (attacking, lambda d: d["rows"][0].append(d["hands"][0].pop()), "must have an even number"),
    (attacking, lambda d: d["left"].append(d["down"][0].pop()), "2 tiles face down, not 1"),
    (over, both(put("rows", 1, 10, "?"), put("down", 1, ["6", "8"])), "must be face up"),
    # hands
    (second_round, lambda d: d["rows"][1].append(d["hands"][1].pop()), "A hand is empty"),
    (foretelling, lambda d: d["rows"][1].extend([d["hands"][1].pop(), d["hands"][1].pop()]),
     "before the first attack"),
    # foretelling
    (attacking, put("foretold", ["8", "none", "5"]), "on the Clifftop only"),
    (foretold, put("foretold", ["8", None, "5"]), "Each player foretells in turn"),
    (foretold, put("foretold", ["8", "none", "T"]), "Seat 2 has foretold T"),
    (foretelling, put("foretold", ["8", None, None]), "Each player foretells in turn"),
    # points
    (attacking, put("scores", [3, 0, 0]), "before the first round is over"),
    (second_round, put("scores", [10, 0, 0]), "ends at 10 points"),
    (over, put("scores", [5, 8, 3]), "ends at 10 points"),
    (over, put("scores", [10, 13, 3]), "Only the player who went out"),
    (second_round, put("previous", None), "there is a previous one"),
    (attacking, put("round", 2), "there is a previous one"),
    # the previous round
    (second_round, put("previous", "points", 6), "cannot have got 6 points"),
    (second_round, put("previous", "points", -3), "cannot have got -1 points"),
    (second_round, put("previous", "field", "cave"), "the same in all rounds"),
    (second_round, put("previous", "left", ["8"] * 8), "too many of 8"),
    (second_round, put("previous", "left", ["8"]), "left over in the previous round"),
    (second_round, put("previous", "hands", 0, ["2"]), "was empty, and only that one"),
    (second_round, put("previous", "hands", 1, []), "was empty, and only that one"),
    (second_round, put("previous", "seat", 9), "no seat 9"),
    (second_round, put("previous", "tile", "?"), '"?" is not a tile'),
    (over, put("previous", "tile", "7"), "the one on the table"),
]  # fmt: skip


@pytest.mark.parametrize("k", range(len(BROKEN)))
def test_a_position_that_cannot_be_is_refused(k):
    scene, change, words = BROKEN[k]
    state = scene()
    position = copy.deepcopy(state.position())
    assert state.game.position(copy.deepcopy(position)).position() == position
    change(position)
    assert words in refused_position(state.game, position)


def test_partners_share_their_points():
    state = late("88", "8", "7", "7", teams=True, scores=[5, 0, 5, 0])
    position = state.position()
    position["scores"] = [5, 0, 4, 0]
    with pytest.raises(ValueError, match="Partners share"):
        state.game.position(position)


def test_what_is_left_out_of_a_position_is_as_before_the_deal():
    game = ryumon.game("tiger-dragon", players=3)
    short = {"game": "tiger-dragon", "players": 3, "phase": "deal", "turn": CHANCE, "starter": 2}
    state = game.position(short)
    assert state.legal() == begun(players=3).legal()
    assert state.position() == begun(players=3, starter=2).position()

"""Bushido Breaker: who declines leaves no trace, and what is private stays private."""

from __future__ import annotations

from typing import Any

import pytest

import ryumon
from ryumon import PUBLIC, State


def given(state: State, viewer: int) -> dict[str, Any]:
    """Everything that a viewer is given."""
    return {
        "events": state.events(viewer),
        "view": state.view(viewer),
        "aids": state.aids(viewer),
        "log": [state.log(viewer, language) for language in ("en", "ja")],
        "forgotten": state.forgotten(viewer).values(),
    }


def played(players: int, moves: str) -> State:
    return ryumon.game("bushido", players=players).replay(moves.split())


FOUR = "special:metsubushi special:blowgun special:repair special:showdown gate:west gate:east"
PAIRS = [
    # who could have laid Metsubushi, and who never had it
    (2, (1, PUBLIC),
     "special:metsubushi special:repair gate:west kunai:s4 s4:katana no no",
     "special:blowgun special:repair gate:west kunai:s4 s4:katana no"),
    # a samurai player who could have laid the special, and one who could not
    (2, (0, PUBLIC),
     "special:blowgun special:revelation gate:west hide s1:katana none",
     "special:blowgun special:showdown gate:west hide s1:katana none"),
    # what a ninja lays, from where, with which special
    (2, (1, PUBLIC),
     "special:blowgun special:repair gate:west hide s1:katana none move:dojo",
     "special:diagonal special:repair gate:east move:dojo s1:katana none sabotage"),
    # one dart and one Kunai: the death is the same
    (2, (1, PUBLIC),
     "special:blowgun special:repair gate:west blowgun:s4 s1:katana none hide s1:katana none",
     "special:diagonal special:repair gate:west hide s1:katana none kunai:s4 s1:katana none"),
    # whose answer is awaited: the partner, the samurai and spectators see that the round is judged
    (4, (1, 2, 3, PUBLIC),
     f"{FOUR} kunai:s4 hide s4:katana s1:search",
     f"{FOUR} kunai:s4 hide s4:katana s1:search no"),
    # the first samurai seat has declined, the second is being asked
    (4, (0, 1, PUBLIC),
     f"{FOUR} hide hide s1:search s2:search",
     f"{FOUR} hide hide s1:search s2:search none"),
    # a reaction in the round under way: laid, and the partner is asked; or declined
    (4, (2, 3, PUBLIC),
     f"{FOUR} kunai:s4 kunai:s5 s4:katana s5:katana metsubushi",
     f"{FOUR} kunai:s4 kunai:s5 s4:katana s5:katana no"),
    (4, (2, 3, PUBLIC),
     f"{FOUR} kunai:s4 kunai:s5 s4:katana s5:katana no smoke",
     f"{FOUR} kunai:s4 kunai:s5 s4:katana s5:katana no no"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "viewers", "one", "two"), PAIRS)
def test_others_are_given_the_same(
    players: int, viewers: tuple[int, ...], one: str, two: str
) -> None:
    states = played(players, one), played(players, two)
    for viewer in viewers:
        assert given(states[0], viewer) == given(states[1], viewer)


@pytest.mark.parametrize(("players", "viewers", "one", "two"), PAIRS[:4] + PAIRS[6:])
def test_the_seat_itself_knows_the_difference(
    players: int, viewers: tuple[int, ...], one: str, two: str
) -> None:
    """Else the pairs above would prove nothing."""
    seat = next(p for p in range(players) if p not in viewers)
    assert given(played(players, one), seat) != given(played(players, two), seat)


def test_a_reaction_is_shown_when_the_round_is_over_and_not_before() -> None:
    """The partner too learns of it only then."""
    state = played(4, f"{FOUR} kunai:s4 kunai:s5 s4:katana s5:katana metsubushi")
    for viewer in (1, 2, 3, PUBLIC):
        assert state.view(viewer)["ninja"][0]["face_up"] == []
        assert set(state.forgotten(viewer).reacted[0:2]) <= {0, state._plain().reacted[viewer]}
    state.play("no")
    assert state.view(PUBLIC)["ninja"][0]["face_up"] == ["kunai", "metsubushi"]


def test_a_killed_ninja_shows_its_action_but_not_where_a_thrower_stood() -> None:
    moves = "special:blowgun special:repair gate:west shuriken:s3 s3:yumi no"
    shown = [e for e in played(2, moves).events(PUBLIC) if e["kind"] == "shown"]
    assert [{k: v for k, v in e.items() if k != "n"} for e in shown] == [
        {"kind": "shown", "seat": 0, "action": "shuriken:s3", "fate": "killed"}
    ]

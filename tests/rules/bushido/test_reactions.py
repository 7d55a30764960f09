"""Metsubushi and Smoke Bomb: BB-21, BB-22 and steps 1 and 4 of BB-30."""

from __future__ import annotations

import pytest

from ryumon import PUBLIC
from tests.rules.bushido.scene import event, kinds, legal, living, off, place, play, refused, scene


def test_BB_21_metsubushi_voids_the_katana_of_the_very_target() -> None:
    state = scene("dojo", specials="metsubushi -")
    play(state, "kunai:s3 s3:katana")
    assert (state.turn, legal(state)) == (0, "metsubushi no")
    assert refused(state, "smoke") == "BB-21"
    state.play("metsubushi")
    assert kinds(state) == ["metsubushi", "deaths"]
    assert event(state, "metsubushi") == {"seat": 0, "action": "kunai:s3"}
    assert state._plain().special[0] == 0
    assert state.game.spec.view.face_up(state.forgotten(1), 0) == ["kunai", "metsubushi"]


@pytest.mark.parametrize(
    ("action", "cards"),
    [
        ("kunai:s3", "s2:katana s4:search"),  # another's Katana, at the place
        ("shuriken:s5", "s5:katana s4:search"),  # no Kunai
        ("kunai:s3", "s3:yumi s4:search"),  # no Katana
    ],
)
def test_BB_21_is_offered_only_then(action: str, cards: str) -> None:
    state = scene(
        "dojo", players=3, samurai="s2:dojo s3:dojo s4:west s5:castle", smoke=[0, 0],
        specials="metsubushi - -",
    )  # fmt: skip
    play(state, f"{action} {cards}")
    assert state._plain().round == 1


@pytest.mark.parametrize(("card", "told"), [("katana", "killed"), ("yumi", "blocked")])
def test_BB_21_another_katana_or_yumi_at_the_place_still_counts(card: str, told: str) -> None:
    state = scene(
        "dojo", players=3, samurai="s2:dojo s3:dojo", smoke=[0, 0], specials="metsubushi - -"
    )
    play(state, f"kunai:s3 s3:katana s2:{card} metsubushi")
    assert kinds(state)[:2] == ["metsubushi", told]
    assert living(state) == "s2 s3"


def test_BB_21_a_void_katana_blocks_no_shuriken_of_the_partner() -> None:
    state = scene("dojo", "castle", players=4, samurai="s1:dojo s2:west", smoke=[0, 0],
                  specials="metsubushi - - -")  # fmt: skip
    play(state, "kunai:s1 shuriken:s1 s1:katana s2:search")
    assert state.turn == 0
    assert play(state.copy(), "metsubushi")._plain().fate[:2] == [0, 0]
    play(state, "no")
    assert kinds(state) == ["killed", "blocked"]


def test_BB_21_declined_the_kunai_meets_the_katana() -> None:
    state = play(scene("dojo", specials="metsubushi -"), "kunai:s3 s3:katana no")
    assert (state.turn, legal(state)) == (0, "smoke no")
    state.play("no")
    assert kinds(state) == ["killed", "end"]


# --- Smoke Bomb -----------------------------------------------------------------------------

SMOKED = [
    # action, card, notices before: what everyone is told of the action
    ("kunai:s3", "s3:katana", 0, "kunai:s3"),
    ("shuriken:s2", "s2:yumi", 0, "shuriken:s2"),
    ("shurikens:s2,s4", "s2:yumi", 0, "shurikens:s2,s4"),
    ("sabotage", "s3:alarm", 1, "sabotage"),
    ("move:castle", "s3:exits", 1, "move"),
    ("hide", "s3:search", 1, "hide"),
]


@pytest.mark.parametrize(("action", "card", "notices", "told"), SMOKED)
def test_BB_22_the_smoke_bomb_undoes_the_action(
    action: str, card: str, notices: int, told: str
) -> None:
    state = scene(
        "dojo", samurai="s2:castle s3:dojo s4:west", notices=[notices, 0], specials="shurikens -"
    )
    play(state, f"{action} {card}")
    assert (state.turn, legal(state)) == (0, "smoke no")
    other = state.copy()
    state.play("smoke")
    assert kinds(state) == ["smoked"]
    assert event(state, "smoked") == {"seat": 0, "action": told}
    assert (living(state), off(state), place(state)) == ("s2 s3 s4", "", "dojo")
    s = state._plain()
    assert (s.notices[0], s.smoke[0], s.out[0], s.round) == (notices, 0, 0, 1)
    other.play("no")
    assert kinds(other)[0] == ("captured" if notices else "killed")
    assert other._plain().out[0] == 1


def test_BB_22_a_diagonal_move_is_smoked_without_its_destination() -> None:
    state = scene("castle", notices=[1, 0], specials="diagonal -")
    play(state, "diagonal:east s2:exits smoke")
    assert event(state, "smoked") == {"seat": 0, "action": "diagonal"}
    assert state._plain().diagonals[0] == 1
    assert state.game.spec.view.face_up(state.forgotten(1), 0) == ["diagonal", "smoke"]


def test_BB_22_a_first_notice_is_no_occasion() -> None:
    state = play(scene("dojo"), "hide s3:search")
    assert state._plain().round == 1
    assert kinds(state) == ["noticed"]


def test_BB_22_cards_stay_used_and_samurai_moves_still_happen() -> None:
    state = scene("dojo", players=3, samurai="s1:corridor s3:dojo")
    play(state, "kunai:s3 s3:katana s1:move:castle smoke")
    s = state._plain()
    assert (s.kunai[0], s.katana[0], s.post[0]) == (4, 4, 2)
    assert state.game.spec.view.face_up(state.forgotten(1), 0) == ["kunai", "smoke"]


def test_BB_22_no_chirp_and_the_row_counts() -> None:
    state = scene("castle", notices=[1, 0], row_word=[3, -1], row=[1, 0])
    play(state, "move:corridor s2:exits smoke")
    assert kinds(state) == ["smoked"]
    assert refused(state, "move:dojo") == "BB-7"


def test_BB_22_its_metsubushi_of_the_round_is_void() -> None:
    """Two Katanas: Metsubushi voids one, the other hits; after the smoke both stand against the
    partner's attacks again."""
    state = scene(
        "dojo", "castle", players=4, samurai="s1:dojo s2:dojo s3:west", smoke=[1, 0],
        specials="metsubushi - - -",
    )  # fmt: skip
    play(state, "kunai:s1 shuriken:s1 s1:katana s2:katana metsubushi")
    assert (state.turn, legal(state)) == (0, "smoke no")
    dies = play(state.copy(), "no")
    assert kinds(dies) == ["metsubushi", "killed", "deaths"]  # void: the Shuriken kills s1
    play(state, "smoke")
    assert kinds(state) == ["metsubushi", "smoked", "blocked"]
    assert living(state) == "s1 s2 s3"
    assert state.game.spec.view.face_up(state.forgotten(2), 0) == ["kunai", "metsubushi", "smoke"]


def test_BB_22_the_partners_round_is_judged_as_if_the_smoker_had_done_nothing() -> None:
    # seat 1's Shurikens kill s2, who would notice seat 0; hit by s1's Yumi it smokes: s2 lives
    at = "s1:dojo s2:daimyo s3:west"
    state = scene("daimyo", "castle", players=4, samurai=at, specials="- shurikens - -",
                  notices=[0, 0])  # fmt: skip
    play(state, "hide shurikens:s1,s2 s1:yumi s2:search")
    assert state.turn == 1
    assert kinds(play(state.copy(), "no")) == ["killed", "deaths"]
    play(state, "smoke")
    assert kinds(state) == ["noticed", "smoked"]
    # with a notice already, seat 0 is hit only now, and is asked after seat 1 (step 4, repeated)
    state = scene("daimyo", "castle", players=4, samurai=at, specials="- shurikens - -",
                  notices=[1, 0])  # fmt: skip
    play(state, "hide shurikens:s1,s2 s1:yumi s2:search smoke")
    assert state.turn == 0
    play(state, "smoke")
    assert kinds(state) == ["smoked", "smoked"]


def test_BB_30_the_lowest_seat_that_is_hit_is_asked_first_and_each_once() -> None:
    state = scene("dojo", "dojo", players=4, samurai="s1:dojo s2:west")
    play(state, "kunai:s1 kunai:s1 s1:katana s2:search")
    assert state.turn == 0
    state.play("no")
    assert state.turn == 1
    state.play("smoke")
    assert kinds(state) == ["killed", "smoked"]
    assert state.turn == 1  # the other ninja goes on alone


def test_BB_30_while_answers_are_awaited_others_see_only_that_the_round_is_judged() -> None:
    state = scene("dojo", "dojo", players=4, samurai="s1:dojo s2:west")
    play(state, "kunai:s1 hide s1:katana s2:search")
    for viewer in (1, 2, 3, PUBLIC):
        known = state.forgotten(viewer)
        view = state.game.spec.view.view(known, viewer)
        assert (view.phase, view.turn) == ("judging", None)
    mine = state.game.spec.view.view(state.forgotten(0), 0)
    assert (mine.phase, mine.turn) == ("smoke", 0)

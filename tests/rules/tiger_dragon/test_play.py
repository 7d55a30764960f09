"""TD-2 to TD-6 and TD-9: attacks, defences, passes, lap bonuses and the last tile."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from ryumon.games.tiger_dragon.battlefields import SETTINGS
from tests.rules.tiger_dragon.scene import TILES, dealt, last, late, legal, play, refused

# --- TD-2, TD-4: attack and defend ----------------------------------------------------------


def test_TD_2_the_start_player_attacks_with_any_tile():
    state = dealt("", "14TD2", starter=1)
    assert state.turn == 1
    assert legal(state) == " ".join(t for t in TILES if t in state.position()["hands"][1])


def test_TD_2_and_TD_4_the_printed_example_of_the_flow():
    """A attacks with 8, B defends and attacks with 7, C and D pass though C has a 7, A defends
    with a 7 and attacks with a 6."""
    state = dealt("8876", "87", "7", "")
    play(state, "8")
    assert state.turn == 1
    play(state, "8")
    assert state.turn == 1
    play(state, "7")
    assert state.turn == 2
    assert legal(state) == "7 pass"
    play(state, "pass")
    assert state.turn == 3
    play(state, "pass")
    assert state.turn == 0
    assert legal(state) == "7 pass"
    play(state, "7 6")
    assert state.turn == 1
    assert [seat["row"] for seat in state.view(PUBLIC)["seats"]] == [
        ["8", "7", "6"], ["8", "7"], [], [],
    ]  # fmt: skip
    told = [e["kind"] for e in state.events(PUBLIC)][2:]
    assert told == ["attack", "defend", "attack", "pass", "pass", "defend", "attack"]


def test_TD_2_each_answers_once_and_nobody_answers_their_own():
    state = late("88", "7", "8", attack=None)
    play(state, "8 pass")
    assert state.turn == 2
    play(state, "pass")
    assert state.turn == 0
    assert state.view(0)["phase"] == "lap"  # seat 0 holds an 8 but is not asked to defend


def test_TD_2_passing_is_always_allowed_and_a_move_even_when_forced():
    assert legal(late("8", "3", "7", turn=1, attack="8", attacker=0)) == "pass"
    assert legal(late("8", "8", "7", turn=1, attack="8", attacker=0)) == "8 pass"
    state = late("8", "3", "7", turn=1, attack="8", attacker=0)
    assert refused(state, "8") == "TD-3"
    assert state.choice()["which"] == ["pass"]  # pyright: ignore[reportOptionalSubscript]


def test_TD_4_whoever_defends_attacks_with_a_tile_of_choice():
    state = play(late("8", "884", "7", turn=1, attack="8", attacker=0), "8")
    assert state.turn == 1
    assert legal(state) == "4 8"
    assert refused(state, "pass") == "TD-4"
    assert refused(state, "5") == "TD-4"


def test_TD_2_what_a_seat_passed_on_is_kept_over_the_attacks_of_a_round():
    """Whoever could have defended mostly does: what was passed on tells of a hand."""
    state = dealt("8765", "88", "", "", starter=0)
    play(state, "8 pass pass pass")
    assert state.position()["spared"] == [[], ["8", "T"], ["8", "T"], ["8", "T"]]
    play(state, f"{state.legal()[0]} 7 pass")
    assert state.position()["spared"][1] == ["7", "8", "T", "D"]
    assert state.position()["spared"][2] == ["8", "T"]


def test_TD_8_to_pass_on_the_partners_attack_tells_nothing():
    """One passes on it gladly."""
    state = dealt("8765", "", "88", "", teams=True)
    play(state, "8 pass pass pass")
    assert state.position()["spared"] == [[], ["8", "T"], [], ["8", "T"]]


# --- TD-3: what defends against what --------------------------------------------------------

DEFENDS = {
    "1": "1D", "2": "2T", "3": "3D", "4": "4T", "5": "5D", "6": "6T", "7": "7D", "8": "8T",
    "T": "2468", "D": "1357",
}  # fmt: skip


# of 1, T and D there is only one
PAIRS = [(a, t) for a in TILES for t in TILES if a != t or t not in "1TD"]


@pytest.mark.parametrize(("attack", "tile"), PAIRS)
def test_TD_3_what_defends_against_what(attack, tile):
    """A number by itself or the Mystery of its parity; a Mystery by numbers of its parity, and
    not by the other Mystery."""
    state = late("4" if attack != "4" else "6", tile, "7" if tile != "7" else "5",
                 turn=1, attack=attack, attacker=0)  # fmt: skip
    may = tile in DEFENDS[attack]
    assert legal(state) == (f"{tile} pass" if may else "pass")
    if not may:
        assert refused(state, tile) == "TD-3"


def test_TD_3_a_mystery_and_its_number_are_both_offered():
    assert legal(late("8", "8T4", "7", turn=1, attack="8", attacker=0)) == "8 T pass"
    assert legal(late("8", "24688", "7", turn=1, attack="T", attacker=0)) == "2 4 6 8 pass"


# --- TD-5: the lap bonus --------------------------------------------------------------------


def test_TD_5_the_printed_example_of_a_lap_bonus():
    """A attacks with a 2 and everyone passes; A lays a tile face down and attacks again."""
    state = dealt("235", "", "", "")
    play(state, "2 pass pass pass")
    assert state.turn == 0
    assert refused(state, "pass") == "TD-5"  # compulsory
    play(state, "5")
    assert state.turn == 0
    assert refused(state, "pass") == "TD-5"
    play(state, "3")
    assert state.turn == 1
    seat = state.view(PUBLIC)["seats"][0]
    assert (seat["row"], seat["down"], seat["hand"]) == (["2", "?", "3"], 1, 7)


def test_TD_5_only_its_owner_knows_the_tile():
    state = play(dealt("235"), "2 pass pass pass 5")
    assert last(state, "lap", viewer=0) == {"seat": 0, "move": "5"}
    for viewer in (1, 2, 3, PUBLIC):
        assert last(state, "lap", viewer) == {"seat": 0}
        assert state.view(viewer)["down"] == []
        assert state.log(viewer)[-1] == "Seat 0 lays a tile face down as a lap bonus."
    assert state.view(0)["down"] == ["5"]
    assert state.log(0)[-1] == "You lay 5 face down as a lap bonus."
    assert state.log(0, "ja")[-1] == "あなたは1周ボーナスとして5を裏向きに置いた。"


def test_TD_5_the_owner_keeps_the_order():
    state = dealt("2234567T")
    play(state, "2 pass pass pass T 3 pass pass pass 4")
    assert state.view(0)["down"] == ["T", "4"]
    assert state.position()["down"][0] == ["T", "4"]


def test_TD_5_the_lap_is_the_attackers_whoever_that_is():
    state = late("85", "833", "7", turn=0)
    play(state, "8 8 3 pass pass")
    assert state.turn == 1
    assert state.view(1)["phase"] == "lap"


# --- TD-6: the last tile --------------------------------------------------------------------


def test_TD_6_the_round_ends_the_moment_a_hand_is_empty():
    state = play(late("88", "8", "7"), "8 8")
    assert state.turn == CHANCE
    assert state.view(PUBLIC)["previous"]["seat"] == 1


def test_TD_6_the_last_tile_is_face_up_and_never_a_lap_bonus():
    """If a lap returns to a player with one tile it ends the round; no bonus for it."""
    state = play(late("84", "7", "7"), "8 pass pass")
    assert state.turn == 0
    assert legal(state) == "4"
    assert refused(state, "pass") == "TD-6"
    assert refused(state, "8") == "TD-6"
    play(state, "4")
    assert last(state, "last") == {"seat": 0, "move": "4"}
    assert state.view(PUBLIC)["previous"]["down"] == [[], [], []]
    assert state.scores == [3, 0, 0]


def parity(state: ryumon.State) -> None:
    """TD-6: odd hands while an attack is answered or a lap tile laid, even to attack."""
    view = state.view(PUBLIC)
    if state.turn >= 0:
        hands = [seat["hand"] for seat in view["seats"]]
        assert min(hands) > 0
        if view["phase"] in ("defence", "lap"):
            assert all(hand % 2 == 1 for hand in hands)
        elif view["phase"] == "attack":
            assert hands[state.turn] % 2 == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_TD_6_the_parity_invariant_over_random_games(players):
    """So a hand never ends on an attack: every round is ended by a defence or a lone last tile."""
    rng = random.Random(players)
    ends = set()
    for seed in range(12):
        field = SETTINGS[seed]
        state = ryumon.game("tiger-dragon", players=players, field=field).start()
        while state.turn != OVER:
            parity(state)
            phase, before = state.view(PUBLIC)["phase"], state.scores
            state.play(rng.choices(state.legal(), state.weights() or None)[0])
            if state.scores != before:
                ends.add(phase)
    assert ends == {"defence", "lap"}


# --- TD-9: Richi ----------------------------------------------------------------------------


def test_TD_9_one_tile_left_is_announced_to_all():
    state = late("84", "833", "7")
    assert not any(seat["richi"] for seat in state.view(1)["seats"][:2])
    play(state, "8")
    for viewer in (0, 1, 2, PUBLIC):
        assert [e["kind"] for e in state.events(viewer)][-2:] == ["attack", "richi"]
        assert last(state, "richi", viewer) == {"seat": 0}
        assert [seat["richi"] for seat in state.view(viewer)["seats"]] == [True, False, True]
    assert state.log(1)[-1] == "Seat 0 has one tile left: Richi!"
    assert state.log(0, "ja")[-1] == "あなたは残り1枚。リーチ！"
    assert legal(state) == "8 pass"  # without effect on the rules


def test_TD_9_is_not_said_when_the_game_is_over():
    state = play(late("88", "8", "7", scores=[0, 9, 0]), "8 8")
    assert state.turn == OVER
    assert [seat["hand"] for seat in state.view(PUBLIC)["seats"]] == [1, 0, 1]
    assert not any(seat["richi"] for seat in state.view(PUBLIC)["seats"])


def test_TD_9_is_not_said_of_two_tiles():
    state = play(late("8844", "833", "7"), "8")
    assert "richi" not in [e["kind"] for e in state.events(PUBLIC)]


# --- refusals -------------------------------------------------------------------------------


def test_what_no_rule_speaks_of_is_refused_with_N():
    state = dealt("8")
    for move in ("9", "", "t", "pass ", "foretell", "foretell:9", "~0", "PASS"):
        assert refused(state, move) == "N"


def test_refusals_name_the_rule_of_the_decision():
    state = dealt("7777777888")
    assert refused(state, "1") == "TD-2"
    assert refused(state, "pass") == "TD-2"
    assert refused(state, "foretell:7") == "TD-2"
    assert refused(state, "foretell:none") == "TD-2"
    assert refused(state, "~7") == "TD-2"
    play(state, "7")
    assert refused(state, "7") == "TD-3"
    assert state.why("8") == ("TD-3", "8 does not defend against 7.")
    assert state.why("T", "ja") == ("TD-3", "虎のミステリーでは7の攻撃を防御できない。")
    assert state.why("D") == ("TD-3", "You do not hold the Dragon Mystery.")
    play(state, "pass pass pass")
    assert refused(state, "1") == "TD-5"


def test_several_moves_are_played_all_or_none():
    state = dealt("8876", "87", "7", "")
    before = state.copy()
    with pytest.raises(ryumon.IllegalMove):
        state.play(["8", "8", "3"])
    assert state == before
    state.play(["8", "8", "7"])
    assert state.turn == 2


def test_choice_is_one_of_the_legal_moves():
    state = dealt("8876", "87", "7", "")
    play(state, "8")
    assert state.choice() == {
        "kind": "pick", "seat": 1, "rule": "TD-3", "which": state.legal(), "least": 1, "most": 1,
        "chosen": [], "then": None, "to": None,
    }  # fmt: skip

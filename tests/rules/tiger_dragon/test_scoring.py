"""TD-7, TD-8, TD-10, TD-11 and TD-12: what the last tile is worth, and how the game ends."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import CHANCE, OVER, PUBLIC
from ryumon.games.tiger_dragon import rules
from tests.rules.tiger_dragon.scene import BAG, TILES, begun, deal, dealt, last, late, play, refused

# what the page of the rules says, written out once more
CARDS = {
    "dojo": (10, 2, 2, 3, 3, 3, 4, 4, 1, 1), "bamboo": (10, 2, 3, 4, 4, 4, 3, 2, 1, 1),
    "volcano": (10, 4, 4, 3, 3, 3, 2, 2, 1, 1), "beach": (10, 3, 4, 3, 4, 3, 4, 3, 1, 1),
    "grassland": (10, 4, 3, 4, 3, 4, 3, 4, 1, 1), "clifftop": (10, 3, 3, 3, 3, 3, 3, 3, 1, 1),
    "storm": (10, 2, 5, 2, 2, 5, 2, 2, 1, 1), "swamp": (10, 2, 2, 5, 2, 2, 2, 5, 1, 1),
    "fog": (10, 2, 3, 4, 5, 6, 7, 8, 1, 1), "cave": (10, 2, 2, 2, 2, 2, 2, 2, 1, 1),
}  # fmt: skip


def ends_on(tile: str, field: str, players: int = 3, down: dict[int, str] | None = None, **more):
    """Seat 0 goes out with this tile after an attack that nobody answers."""
    attack = "7" if tile != "7" else "5"
    others = ["6" if tile != "6" else "4"] * (players - 1)
    if field == "clifftop":
        more.setdefault("foretold", ["none"] * players)
    state = late(attack + tile, *others, field=field, down=down, **more)
    return play(state, " ".join([attack, *["pass"] * (players - 1), tile]))


@pytest.mark.parametrize("field", CARDS)
@pytest.mark.parametrize("tile", TILES)
def test_TD_11_what_each_last_tile_is_worth(field, tile):
    points = CARDS[field][TILES.index(tile)]
    state = ends_on(tile, field)
    assert state.scores == [points, 0, 0]
    told = last(state, "score")
    assert told == {
        "round": 1, "seat": 0, "tile": tile, "field": field, "points": points,
        "scores": [points, 0, 0],
    }  # fmt: skip


@pytest.mark.parametrize("field", CARDS)
@pytest.mark.parametrize("tile", TILES)
def test_TD_7_and_TD_11_the_bonus(field, tile):
    """Two own tiles and one of another player's lie face down."""
    bonus = {"volcano": 4, "cave": 3}.get(field, 2)
    if tile in "TD":
        bonus = 0  # ruling: exactly 1 point
    state = ends_on(tile, field, down={0: "38", 1: "8"})
    assert state.scores == [CARDS[field][TILES.index(tile)] + bonus, 0, 0]


@pytest.mark.parametrize("field", CARDS)
def test_TD_7_with_two_players_there_is_no_bonus_on_any_card(field):
    state = ends_on("2", field, players=2, down={0: "38", 1: "8"})
    assert state.scores == [CARDS[field][1], 0]


def test_TD_7_with_two_players_the_lap_tile_is_still_laid():
    state = play(late("7524", "6"), "7 pass")
    assert state.view(0)["phase"] == "lap"
    play(state, "5")
    assert state.view(1)["seats"][0]["down"] == 1
    assert state.view(1)["battlefield"]["bonus"] == 0


def test_TD_7_and_TD_11_the_printed_example_of_the_end():
    """A attacks with 8; B defends with an 8 and goes out: 4 points and 1 for the tile face down."""
    state = play(late("8844", "8", "775", "775", down={1: "3"}, starter=2), "8 8")
    assert last(state, "score")["points"] == 5
    assert state.scores == [0, 5, 0, 0]


def test_TD_7_one_point_is_not_called_points():
    one, more = ends_on("T", "dojo"), ends_on("4", "dojo")
    for viewer in (0, 1):
        assert "1 point." in one.log(viewer)[-1]
        assert "3 points." in more.log(viewer)[-1]


def test_TD_7_only_the_player_who_went_out_scores():
    state = play(late("8844", "8", "775", down={0: "35", 2: "6"}), "8 8")
    assert state.scores == [0, 4, 0]


def test_TD_11_cave_counts_the_tiles_of_all_four_with_teams():
    state = late(
        "74", "6", "6", "6", field="cave", teams=True, down={0: "8", 1: "8", 2: "8", 3: "8"}
    )
    play(state, "7 pass pass pass 4")
    assert state.scores == [6, 0, 6, 0]


def test_TD_11_a_mystery_is_data(monkeypatch):
    """Ruling: amount and bonus flag are data; the other readings are one line away."""
    tiger = TILES.index("T")
    s = late("7T", "6", "6", down={0: "38"})._plain()
    assert rules.finish(s, 0, tiger) == 1
    monkeypatch.setattr(rules, "MYSTERY", 0)
    assert rules.finish(s, 0, tiger) == 0
    monkeypatch.setattr(rules, "MYSTERY_BONUS", 1)
    assert rules.finish(s, 0, tiger) == 2


# --- TD-8: the end of the game --------------------------------------------------------------


@pytest.mark.parametrize(("before", "over"), [(6, False), (7, True), (9, True)])
def test_TD_8_ten_points_or_more_win(before, over):
    """A 4 on the Dojo is worth 3."""
    state = ends_on("4", "dojo", scores=[before, 9, 9])
    assert (state.turn == OVER) == over
    assert state.scores == [before + 3, 9, 9]  # not capped
    if over:
        result = state.result()
        assert result is not None
        assert (result.winners, result.payoffs, result.reason) == ([0], [1, 0, 0], "points")
        assert last(state, "end") == {"winners": [0], "reason": "points"}
        assert state.legal() == []
        assert refused(state, "4") == "N"
        assert state.log(0)[-1] == "The game is over: you win."
        assert state.log(1)[-1] == "The game is over: Seat 0 wins."
    else:
        assert state.result() is None


@pytest.mark.parametrize(("before", "over"), [(11, False), (12, True)])
def test_TD_8_teams_share_points_and_need_fifteen(before, over):
    state = ends_on("4", "dojo", players=4, teams=True, scores=[before, 13, before, 13])
    assert (state.turn == OVER) == over
    assert state.scores == [before + 3, 13, before + 3, 13]
    assert state.view(0)["goal"] == 15
    if over:
        result = state.result()
        assert result is not None
        assert (result.winners, result.payoffs) == ([0, 2], [0.5, 0, 0.5, 0])
        assert last(state, "end")["winners"] == [0, 2]


def test_TD_8_the_partner_may_win_the_game():
    state = late("87", "6", "8", "6", teams=True, scores=[12, 0, 12, 0])
    play(state, "8 pass 8")
    result = state.result()
    assert result is not None
    assert result.winners == [0, 2]
    assert state.scores == [16, 0, 16, 0]


def test_TD_8_hands_stay_secret_from_the_partner():
    one = dealt("8", "7", "22", "3", teams=True)
    other = dealt("8", "22", "7", "3", teams=True)
    hand = one.position()["hands"][0]
    assert hand == other.position()["hands"][0]
    assert one.view(0) == other.view(0)
    assert one.events(0) == other.events(0)


def test_scores_change_only_when_a_round_ends():
    state = late("84", "7", "7", down={0: "36"})
    for move in ["8", "pass", "pass"]:
        play(state, move)
        assert state.scores == [0, 0, 0]
    assert play(state, "4").scores == [5, 0, 0]


# --- TD-10: what is shown -------------------------------------------------------------------


def test_TD_10_all_is_shown_at_the_end_of_a_round_and_kept():
    state = late("8844", "8", "775", down={0: "53", 2: "6"}, left="1TD2")
    play(state, "8 8")
    shown = {
        "hands": [["4", "4", "8"], [], ["5", "7", "7"]],
        "down": [["3", "5"], [], ["6"]],  # without their order
        "left": ["1", "2", "T", "D"],
    }
    for viewer in (0, 1, 2, PUBLIC):
        assert last(state, "reveal", viewer) == shown
        previous = state.view(viewer)["previous"]
        assert {key: previous[key] for key in shown} == shown
        assert (previous["seat"], previous["tile"], previous["points"]) == (1, "8", 4)
    assert (
        "All tiles are shown. Seat 0: 4 4 8, face down 3 5; you: none; Seat 2: 5 7 7, face down 6; "
        "left over: 1 2 T D." in state.log(1)
    )
    sentences = state.log(1)
    deal(state, starter=1)
    play(state, state.legal()[0])
    assert state.log(1)[: len(sentences)] == sentences  # views and logs keep them
    assert {key: state.view(2)["previous"][key] for key in shown} == shown


def test_TD_10_is_replaced_by_the_next_round_that_ends():
    rng = random.Random(4)
    state = ryumon.game("tiger-dragon", players=4).start()
    seen = []
    while state.turn != OVER:
        state.play(rng.choices(state.legal(), state.weights() or None)[0])
        previous = state.view(PUBLIC)["previous"]
        if previous and previous not in seen:
            seen.append(previous)
            told = last(state, "reveal")
            assert {key: previous[key] for key in told} == told
            tiles = [t for lot in (*told["hands"], *told["down"], told["left"]) for t in lot]
            assert all(tiles.count(t) <= BAG.count(t) for t in TILES)
    assert len(seen) == state.view(0)["round"] > 2


# --- TD-12: the Clifftop --------------------------------------------------------------------


def test_TD_12_each_foretells_from_the_start_player_on():
    hands = "122333TD", "4444556", "7778888", "55566"
    state = dealt(*hands, players=4, starter=2, field="clifftop")
    assert state.turn == 2
    kinds = dict.fromkeys(state.view(2)["hand"])
    assert state.legal() == [*(f"foretell:{tile}" for tile in kinds), "foretell:none"]
    assert refused(state, "foretell:1") == "TD-12"
    assert refused(state, "8") == "TD-12"
    assert refused(state, "pass") == "TD-12"
    play(state, "foretell:8 foretell:none")
    assert state.turn == 0
    assert {"foretell:1", "foretell:T", "foretell:D"} <= set(state.legal())
    play(state, "foretell:D foretell:4")
    assert state.turn == 2
    assert state.view(PUBLIC)["phase"] == "attack"
    said = [seat["foretold"] for seat in state.view(PUBLIC)["seats"]]
    assert said == ["D", "4", "8", "none"]
    assert last(state, "foretell") == {"seat": 1, "move": "foretell:4", "tile": "4"}
    assert [s for s in state.log(PUBLIC) if "foretells" in s] == [
        "Seat 2 foretells 8.", "Seat 3 foretells nothing.",
        "Seat 0 foretells the Dragon Mystery.", "Seat 1 foretells 4.",
    ]  # fmt: skip


def test_TD_12_it_binds_nothing():
    state = dealt("8888", field="clifftop")
    play(state, "foretell:8 foretell:none foretell:none foretell:none")
    assert refused(state, "foretell:8") == "TD-2"
    assert "8" in state.legal()
    play(state, "8 pass pass pass 8")


@pytest.mark.parametrize("tile", TILES)
def test_TD_12_a_foretold_tile_scores_six_for_2_to_8(tile):
    """1 stays at 10 and a Mystery at 1, foretold or not; the bonus is added."""
    worth = {"1": 10 + 1, "T": 1, "D": 1}.get(tile, 6 + 1)
    state = ends_on(tile, "clifftop", foretold=[tile, "none", "none"], down={0: "8"})
    assert state.scores == [worth, 0, 0]


def test_TD_12_only_ones_own_foretold_kind_counts():
    assert ends_on("4", "clifftop", foretold=["7", "none", "none"]).scores == [3, 0, 0]
    state = late("74", "6", "664", field="clifftop", foretold=["none", "none", "4"])
    assert play(state, "7 pass pass 4").scores == [3, 0, 0]


def test_TD_12_any_tile_of_the_kind_will_do():
    """A 4 was shown before; the last one counts all the same."""
    state = late("4", "4", "4", turn=1, attack="4", attacker=0, field="clifftop",
                 foretold=["none", "4", "none"])  # fmt: skip
    assert play(state, "4").scores == [0, 6, 0]


def test_TD_12_there_is_no_foretelling_elsewhere():
    for field in ("dojo", "cave", "fog"):
        assert dealt(field=field).view(0)["phase"] == "attack"


def test_TD_12_every_round_on_the_clifftop_asks_again():
    state = play(
        late("84", "7", "7", field="clifftop", foretold=["4", "none", "7"]), "8 pass pass 4"
    )
    assert state.turn == CHANCE
    assert [seat["foretold"] for seat in state.view(0)["seats"]] == [None] * 3
    deal(state, starter=1)
    assert state.view(0)["phase"] == "foretelling"
    assert state.turn == 1


# --- aids -----------------------------------------------------------------------------------


def test_aids_count_what_is_unseen_and_what_each_finish_scores():
    state = late(
        "8", "833T2", "7", turn=1, attack="8", attacker=0, down={1: "8", 0: "6"}, left="1246"
    )
    told = state.aids(1)
    position = state.position()
    hidden = [*position["left"], *position["hands"][0], *position["hands"][2], *position["down"][0]]
    assert told["unseen"] == {tile: hidden.count(tile) for tile in TILES}
    assert told["finishes"] == {"2": 3, "3": 3, "8": 5, "T": 1}  # with one tile face down
    assert told["against"] == hidden.count("8") + hidden.count("T")
    assert told["answers"]["T"] == sum(hidden.count(tile) for tile in "2468")
    assert told["answers"]["3"] == hidden.count("3") + hidden.count("D")


def test_aids_tell_what_could_have_answered_until_the_lap_bonus_is_laid():
    state = late("8444", "7", "7")
    assert state.aids(1)["against"] is None
    play(state, "8 pass pass")
    assert state.view(1)["phase"] == "lap"
    unseen = state.aids(1)["unseen"]
    assert state.aids(1)["against"] == unseen["8"] + unseen["T"]
    play(state, state.legal()[0])
    assert state.aids(1)["against"] is None


def test_aids_of_a_spectator_know_no_hand():
    told = late("88", "8", "7").aids(PUBLIC)
    assert told["finishes"] == told["answers"] == {}
    assert sum(told["unseen"].values()) == 2 + 1 + 1 + 4


def test_aids_foresee_the_foretold_six_and_the_cave():
    state = late("84", "7", "7", field="clifftop", foretold=["4", "none", "7"])
    assert state.aids(0)["finishes"] == {"4": 6, "8": 3}
    state = late("84", "7", "7", field="cave", down={1: "66", 2: "5"})
    assert state.aids(0)["finishes"] == {"4": 5, "8": 5}
    assert begun().aids(0)["finishes"] == {}


def test_aids_agree_with_what_is_scored():
    rng = random.Random(11)
    for field in CARDS:
        state = ryumon.game("tiger-dragon", players=3, field=field).start()
        while state.turn != OVER:
            before = state.copy()
            state.play(rng.choices(state.legal(), state.weights() or None)[0])
            if state.scores != before.scores:
                told = last(state, "score")
                assert told["points"] == before.aids(before.turn)["finishes"][told["tile"]]

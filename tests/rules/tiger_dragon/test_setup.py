"""TD-1, the deal, the battlefields and the options."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ryumon
from ryumon import CHANCE
from ryumon.games.tiger_dragon import battlefields
from ryumon.kernel.machine import machine
from tests.rules.tiger_dragon.scene import (
    BAG,
    LEFT,
    SIZE,
    TILES,
    begun,
    deal,
    dealt,
    late,
    play,
    refused,
)

FIELDS = [
    "dojo", "bamboo", "volcano", "beach", "grassland", "clifftop", "storm", "swamp", "fog", "cave",
]  # fmt: skip


def test_there_are_n_tiles_of_each_number_n_and_two_mysteries():
    assert len(BAG) == 38
    state = begun()
    assert state.position()["left"] == BAG
    assert state.weights() == [1, 2, 3, 4, 5, 6, 7, 8, 1, 1]
    assert state.chances()["~8"] == pytest.approx(8 / 38)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hand_sizes_and_what_is_left_over(players):
    """The table of the rules: 13, 11, 9, 7 tiles; the start player has one more."""
    for starter in range(players):
        view = dealt(players=players, starter=starter).view(ryumon.PUBLIC)
        want = [SIZE[players] + (p == starter) for p in range(players)]
        assert [seat["hand"] for seat in view["seats"]] == want
        assert view["left"] == LEFT[players]


def test_the_deal_goes_by_seats_and_the_extra_tile_is_last():
    state = begun(players=2, starter=1)
    play(state, "~1 ~2 ~2 ~3 ~3 ~3 ~4 ~4 ~4 ~4 ~5 ~5 ~5")
    play(state, "~8 ~8 ~8 ~8 ~8 ~8 ~8 ~8 ~7 ~7 ~7 ~7 ~7")
    assert state.turn == CHANCE
    assert state.chances()["~T"] == pytest.approx(1 / 12)
    assert "~8" not in state.legal()
    play(state, "~T")
    assert state.turn == 1
    position = state.position()
    assert position["hands"][0] == list("1223334444555")
    assert position["hands"][1] == [*"7777788888888", "T"]
    assert position["left"] == [*"5566666677", "D"]


def test_chances_are_copies_not_yet_dealt():
    state = begun()
    for dealt_so_far, tile in enumerate("888T"):
        total = 38 - dealt_so_far
        left = Counter(BAG) - Counter("888T"[:dealt_so_far])
        assert state.chances() == {f"~{t}": left[t] / total for t in TILES if left[t]}
        play(state, f"~{tile}")


def test_TD_1_the_first_start_player_is_random():
    state = ryumon.game("tiger-dragon", players=3).start()
    assert state.chances() == pytest.approx({f"~first:{p}": 1 / 3 for p in range(3)})


def test_TD_1_the_start_passes_to_the_left_whoever_won():
    for hands, moves, winner in (
        (("88", "8", "7"), "8 8", 1),
        (("88", "7", "8"), "8 pass 8", 2),
        (("88", "7", "7"), "8 pass pass 8", 0),
    ):
        state = play(late(*hands, starter=1), moves)
        assert state.view(0)["previous"]["seat"] == winner
        assert state.view(0)["starter"] == 2
        assert state.legal()[0] == "~1"  # no second ~first


@pytest.mark.parametrize("field", FIELDS)
def test_TD_1_a_chosen_battlefield_is_asked_of_nobody(field):
    state = begun(field=field)
    assert state.legal()[0] == "~1"
    assert state.view(0)["battlefield"]["name"] == field


def test_TD_1_the_default_is_the_dojo():
    assert ryumon.game("tiger-dragon").options == {"teams": False, "field": "dojo"}


@pytest.mark.parametrize("field", ["random", "each-round"])
def test_TD_1_all_ten_battlefields_are_equally_likely(field):
    state = play(ryumon.game("tiger-dragon", field=field).start(), "~first:2")
    assert state.view(0)["battlefield"] is None
    assert state.legal() == [f"~field:{name}" for name in FIELDS]
    assert state.weights() == [1] * 10
    play(state, "~field:storm")
    assert state.view(0)["battlefield"]["name"] == "storm"
    assert state.events(0)[-1] == {
        "n": 2,
        "kind": "field",
        "move": "~field:storm",
        "field": "storm",
    }
    assert state.legal()[0] == "~1"


def one_round(field: str) -> ryumon.State:
    """A round that ends with few points, so that another follows."""
    rng = random.Random(1)
    state = play(ryumon.game("tiger-dragon", players=3, field=field).start(), "~first:0")
    if state.legal()[0].startswith("~field"):
        play(state, "~field:swamp")
    state.deal(rng)
    while state.view(0)["round"] == 1:
        state.play(rng.choice(state.legal()))
    assert state.turn == CHANCE
    return state


def test_TD_1_random_is_once_and_each_round_is_with_replacement():
    assert one_round("random").legal()[0] == "~1"
    assert one_round("random").view(0)["battlefield"]["name"] == "swamp"
    state = one_round("each-round")
    assert state.legal() == [f"~field:{name}" for name in FIELDS]  # swamp may come again
    assert state.view(0)["battlefield"] is None
    assert state.view(0)["previous"]["field"] == "swamp"
    deal(play(state, "~field:swamp"), starter=1)
    assert state.turn == 1


# --- the deal all at once -------------------------------------------------------------------


def test_the_quick_deal_gives_every_tile_to_each_place_alike():
    """Each hand gets a kind by its copies: counted over many deals, within five deviations."""
    game = ryumon.game("tiger-dragon", players=3)
    made = machine(game.spec, compiled=False)
    luck, deals = made.luck(4), 3000
    counts = Counter()
    for _ in range(deals):
        states = made.states()
        made.setup(states, 0, [3, 0, 0, 0])
        made.deal_all(states, 0, luck)
        s = states[0]
        assert sum(s.sizes) == 34
        assert s.player == s.starter
        assert sum(s.hands) + s.left == 0x1187654321
        counts["8 of seat 1"] += s.hands[1] >> 28 & 15
        counts["T left"] += s.left >> 32 & 15
        counts[f"starter {s.starter}"] += 1
    assert abs(counts["8 of seat 1"] / deals - 8 * 34 / 3 / 38) < 0.12
    assert abs(counts["T left"] / deals - 4 / 38) < 0.03
    assert all(abs(counts[f"starter {p}"] / deals - 1 / 3) < 0.045 for p in range(3))


def test_the_quick_deal_goes_on_where_chance_stands():
    for stop in range(0, 35, 3):
        state = begun(players=3, starter=1)
        for tile in BAG[:stop]:
            play(state, f"~{tile}")
        s = state._plain().clone()
        state.game.spec.rules.deal(s, machine(state.game.spec, compiled=False).luck(stop))
        assert s.sizes[:3] == [11, 12, 11]
        for p in range(3):
            had = state._plain().hands[p]
            assert all(s.hands[p] >> 4 * k & 15 >= had >> 4 * k & 15 for k in range(10))
        assert state.game.spec.position.fault(s) is None


# --- options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 6}, "2, 3, 4 or 5 players, not 6"),
        ({"players": 1}, "2, 3, 4 or 5 players, not 1"),
        ({"players": "4"}, '2, 3, 4 or 5 players, not "4"'),
        ({"players": True}, "not True"),
        ({"players": 2, "teams": True}, "4 players, not 2. (TD-8)"),
        ({"players": 3, "teams": True}, "4 players, not 3. (TD-8)"),
        ({"players": 5, "teams": True}, "4 players, not 5. (TD-8)"),
        ({"teams": 1}, "teams cannot be 1"),
        ({"teams": "yes"}, 'teams cannot be "yes"'),
        ({"field": "moon"}, 'field cannot be "moon"'),
        ({"field": "Dojo"}, 'field cannot be "Dojo"'),
        ({"field": 0}, "field cannot be 0"),
        ({"field": None}, "field cannot be None"),
        ({"goal": 5}, 'no option "goal"'),
    ],
)
def test_bad_options_are_refused_with_a_sentence(options, words):
    with pytest.raises(ValueError, match=r"^[A-Z].*\.( \(TD-8\))?$") as wrong:
        ryumon.game("tiger-dragon", **options)
    assert words in str(wrong.value)


def test_an_unknown_field_is_told_all_that_there_are():
    with pytest.raises(ValueError, match="each-round") as wrong:
        ryumon.game("tiger-dragon", field="searcher")
    assert all(field in str(wrong.value) for field in FIELDS)


def test_chance_is_refused_and_refuses():
    state = ryumon.game("tiger-dragon", players=3).start()
    assert refused(state, "~first:3") == "TD-1"
    assert refused(state, "5") == "TD-1"
    assert refused(state, "~field:cave") == "TD-1"
    assert refused(state, "~5") == "TD-1"
    assert refused(begun(field="cave"), "~field:cave") == "TD-1"
    assert refused(begun(), "~9") == "N"
    state = play(begun(), "~1")
    assert refused(state, "~1") == "TD-1"
    assert refused(dealt(), "~5") == "TD-2"


def test_the_titles_of_all_battlefields():
    assert tuple(FIELDS) == battlefields.NAMES
    assert battlefields.TITLES["ja"] == (
        "道場", "竹林", "火山", "浜辺", "草原", "崖の上", "嵐", "沼地", "濃霧", "洞窟",
    )  # fmt: skip

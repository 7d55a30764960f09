"""Schadenfreude in the terminal: what is drawn and what may be typed."""

from __future__ import annotations

import random
import re

import pytest
from rich.cells import cell_len

import ryumon
from ryumon import OVER, PUBLIC
from ryumon.games.schadenfreude import words
from ryumon.table.seats import names
from ryumon.terminal.layout import look
from ryumon.terminal.screens import schadenfreude as screen
from tests.rules.schadenfreude.scene import dealt, late, play
from tests.support import thinned
from tests.terminal.desk import Desk, by_thumb, whole_decision

LANGUAGES = ["en", "ja"]


def desk_of(state, **settings):
    """A desk at which the person has seat 0 of this state."""
    return Desk(game=state.game, position=state.position(), **settings)


def drawn(state, viewer, language, width=80):
    """Everything that a screen says of a state, as text."""
    sitting = ["" if seat == viewer else "thumb" for seat in range(state.game.players)]
    seen = look(state, viewer, names(sitting, viewer, language), language, width)
    parts = [screen.table(seen), screen.question(seen), screen.sheet(seen), screen.aids(seen)]
    return [line.plain for part in parts for line in part]


def positions(players, seed):
    """States of a random game, one after every move of a seat."""
    rng = random.Random(seed)
    state = ryumon.game("schadenfreude", players=players).start()
    while True:
        state.deal(rng)
        yield state
        if state.turn == OVER:
            return
        state.play(rng.choice(state.legal()))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_line_is_wider_than_the_terminal(players, language):
    """Whole random games, with everything that can be asked for, at 80 columns and at 60."""
    rng = random.Random(players)
    asked = ["help", "?", "rules", "log all", "score", "aids", "why s1", "x", "undo", "save"]

    def line(state):
        if rng.random() < 0.1:
            return rng.choice(asked)
        return whole_decision(state, lambda ahead: rng.choice(ahead.legal()))

    for width in (60, 80):
        game = ryumon.game("schadenfreude", players=players)
        desk = Desk(game=game, language=language, seed=players, width=width)
        for text in desk.finish(line).splitlines():
            echo = " > " in text  # the terminal itself wraps what a person types
            assert cell_len(text) <= width or echo, text


@pytest.mark.parametrize("language", thinned(LANGUAGES, "ja"))
@pytest.mark.parametrize("players", thinned([3, 4, 5], 5))
def test_the_table_fits_into_24_lines(players, language):
    for state in positions(players, players):
        if state.turn == OVER:
            continue
        sitting = names(["thumb"] * players, state.turn, language)
        seen = look(state, state.turn, sitting, language, 80)
        assert len(screen.table(seen)) + len(screen.question(seen)) + 1 <= 20


def test_SF_2_cards_that_may_not_be_played_stand_in_brackets():
    state = play(dealt("S1 K2 W0 F1..9", "", "", "K1", first=3), "K1")
    hand = next(line for line in drawn(state, 0, "en") if "Your hand" in line)
    assert re.findall(r"\S+", hand)[2:6] == ["(S1)", "(F1)", "(F2)", "(F3)"]
    assert " K2 " in hand
    assert hand.endswith(" W0")


def test_the_table_shows_all_that_lies_open():
    state = late(
        "H5 S1", "H7 S2", "H8 S3", "F3 S4", scores=[38, 2, 3, 4],
        piles={0: "K-3 S-2 F-1 K6", 1: "K9 W0"},
    )  # fmt: skip
    text = "\n".join(drawn(play(state, "H5 H7 H8"), 3, "en"))
    assert "Round 2 · trick 11 of 12 · Shield (H) led" in text
    rows = [re.split(r"\s{2,}", row) for row in text.split("\n")[2:6]]
    assert [row[-7:] for row in rows] == [
        ["H5", "1", "-3..-1 6", "0", "38", "38", "2"],
        ["H7 *", "1", "0 9", "+9", "2", "11", "29"],
        ["H8", "1", "-", "0", "3", "3", "37"],
        ["-", "2", "-", "0", "4", "4", "36"],
    ]
    assert text.split("\n")[5].startswith("> You")
    assert "Second highest so far: H7 by Bot 1, who would take H7." in text
    assert "Left over, unseen: 2 cards." in text


def test_who_would_be_out_is_said():
    state = late("H5 S1", "H7 S2", "H8 S3", "F3 S4", scores=[38, 2, 3, 4], piles={0: "K4 F2"})
    row = drawn(state, 3, "en")[2]
    assert row.split()[-3:] == ["38", "44", "out"]


def test_aids_in_words():
    state = late("H5 S1", "H7 S2", "H8 S3", "F3 S4", scores=[1, 2, 3, 4], left_over="W0 K9")
    text = "\n".join(drawn(play(state, "H5 H7 H8 F3"), 0, "en"))
    assert "Bot 3: surely no Shield." in text
    assert re.search(r"wild +W0\n", text)
    assert re.search(r"Bot 1 +\+10 +12 +28 +3 7\n", text)
    assert "With these scores Bot 1 would be closest." in text


def test_SF_7_summaries_add_up():
    """The ranks left in the piles of every summary give the points beside them."""
    desk = Desk(game=ryumon.game("schadenfreude", players=4), seed=3)
    rounds = desk.finish(by_thumb()).split(" is over ─")[1:]
    assert len(rounds) == desk.state.view(0)["round"] > 1
    for text in rounds:
        for row in text.split("\n")[2:6]:
            _, _, ranks, points, _, _ = re.split(r"\s{2,}", row)
            assert sum(numbers(ranks)) == int(points)


def numbers(ranks):
    """What `_ranks` has written, read back."""
    for part in [] if ranks == "-" else ranks.split():
        first, _, last = part.partition("..")
        yield from range(int(first), int(last or first) + 1)


def test_a_summary_counts_what_lay_there_in_a_set_position():
    state = late("S1", "S2", "S3", "S4", piles={0: "K-3 S-2 F-1 K6"})
    desk = desk_of(state)
    shown = desk.type("s1")
    assert re.search(r"You +-3\.\.-1 6 +0 +0 +40\n", shown)
    assert re.search(r"Bot 2 \(thumb\) +3 +\+3 +3 +37\n", shown)


@pytest.mark.parametrize("line", ["s-3", "S-3", "Ｓ－３", "剣-3", "s−3", "s -3"])
def test_a_card_may_be_typed_in_many_ways(line):
    desk = desk_of(late("S-3 F1", "S2 F2", "S3 F3", "S4 F4"))
    desk.type(line)
    assert desk.state.moves[0] == "S-3"


@pytest.mark.parametrize(("line", "move"), [("w10", "W10"), ("ワイルド10", "W10"), ("騎士7", "K7")])
def test_wilds_and_suits_in_japanese(line, move):
    desk = desk_of(late(f"{move} F1", "S2 F2", "S3 F3", "S4 F4"), language="ja")
    desk.type(line)
    assert desk.state.moves[0] == move


def test_refusals_name_the_rule():
    state = play(dealt("S1 K2 W0 F1..9", "", "", "K1", first=3), "K1")
    desk = desk_of(state)
    assert "(SF-2)" in desk.type("s1")
    assert "You hold Knight" in desk.type("why s1")
    assert "W0 may be played." in desk.type("why w0")
    assert desk.state.moves == []


@pytest.mark.parametrize("players", thinned([3, 4, 5], 3))
def test_a_screen_tells_nothing_that_the_seat_does_not_know(players):
    """Worlds that a seat cannot tell apart are drawn alike."""
    rng = random.Random(players)
    for k, state in enumerate(positions(players, seed=players)):
        if k % 9 == 0:
            for viewer in (PUBLIC, *range(players)):
                world = state.worlds(viewer, rng)
                assert drawn(world, viewer, "en") == drawn(state, viewer, "en")


def test_both_languages_are_complete():
    assert list(screen.TEXTS["en"]) == list(screen.TEXTS["ja"])
    assert all(screen.TEXTS["ja"].values())
    assert set(screen._RELATED) == {"SF-2", "SF-3"}
    assert all(rule in words.RULES["en"] for some in screen._RELATED.values() for rule in some)


@pytest.mark.slow
def test_japanese_screens_have_no_english_words():
    """But for cards, the levels of bots and the ids of rules."""
    for state in positions(4, seed=1):
        for line in drawn(state, 0, "ja"):
            rest = re.sub(r"thumb|SF-\d+|[SFHK]-?\d|W10|W0|（[SFHK]）", "", line)
            assert not re.search("[A-Za-z]", rest), line

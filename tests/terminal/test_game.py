"""A person plays: whole games, decisions in one line, refusals, and going back."""

import random

import pytest

from ryumon import OVER
from ryumon.play.record import Record
from ryumon.terminal.commands import Leave
from tests.support import thinned
from tests.terminal.desk import Desk, by_thumb, rule_is, until, whole_decision


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("players", thinned([3, 4, 5], 3))
def test_whole_game_with_typed_moves(players, advanced):
    desk = Desk(players=players, advanced=advanced, seed=players, seat=1)
    shown = desk.finish(by_thumb())
    assert desk.state.turn == OVER
    result = desk.state.result()
    assert result is not None
    assert f"Round {desk.state.view(1)['round']} is over" in shown
    assert "The game is over: " in shown
    assert desk.state.game.replay(desk.state.moves).scores == desk.state.scores
    for score in desk.state.scores:
        assert f" {score}\n" in shown[shown.index("The game is over") :]


def test_soul_sucking_is_asked_card_by_card():
    """SD-7: the person practises it, and gives each of the others a card, told for whom."""
    desk = Desk(players=5, advanced=True, seed=4)
    shown = desk.type()
    assert desk.state.view(0)["called"] == {"seat": 0, "number": 12, "jutsu": "soul-sucking"}
    for other in range(1, 5):
        assert f"(SD-7) For Bot {other}." in shown
        shown = desk.type(desk.state.legal()[0].lower())
    assert desk.state.view(0)["phase"] == "tricks"


# --- decisions of several moves in one line -------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["p1 r7", "r7 p1", "P1,R7", "p1 r7 done", "r7 done p1", "ｐ１　ｒ７", "紫1、赤7", "p 1  r 7"],
)
def test_SD_5_division_in_one_line(line):
    """Any order, with or without `done`, in capitals or not, in full-width letters, by colour,
    with the number apart."""
    desk = Desk(seed=5)
    shown = desk.type()
    assert "Type them in one line, such as: p1 p2." in shown
    length = len(desk.state.moves)
    desk.type(line)
    assert desk.state.moves[length : length + 3] == ["P1", "R7", "done"]
    assert desk.state.view(0)["second"] == ["P1", "R7"]


def test_SD_4_two_cards_go_back_in_one_line():
    desk = Desk(seed=7, seat=2)
    until(desk, rule_is("SD-4"))
    hand = desk.state.view(2)["hand"]
    desk.type(f"{hand[5]} {hand[1]}")
    assert desk.state.view(2)["returned"] == [hand[1], hand[5]]


# --- refusals -------------------------------------------------------------------------------


def refused(desk, line):
    """What is said to a line that is no legal move; nothing may change by it."""
    desk.type()  # deals, if need be
    moves = desk.state.moves
    shown = desk.type(line)
    assert desk.state.moves == moves
    return shown.splitlines()[-2]


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("g3", "SD-5", "do not hold G3"),
        ("p1 p1", "SD-5", "P1 is named twice"),
        ("done", "SD-5", "second half needs at least one card"),
        ("p1 p2 p3 p4 r7 b4 b10 b12 g1 g2 g12", "SD-5", "must keep at least one card"),
    ],
)
def test_SD_5_wrong_divisions(line, rule, words):
    desk = Desk(seed=5)
    said = refused(desk, line)
    assert words in said
    assert said.endswith(f"({rule})")


@pytest.mark.parametrize("line", ["{0}", "{0} {1} {2}"])
def test_SD_4_wrong_number_of_cards(line):
    desk = Desk(seed=7, seat=2)
    until(desk, rule_is("SD-4"))
    hand = desk.state.view(2)["hand"]
    assert refused(desk, line.format(*hand)).endswith("(SD-4)")


def test_SD_8_SD_9_refusals_name_the_rule():
    desk = Desk(seed=6)
    until(desk, lambda s: rule_is("SD-9")(s) and len(s.legal()) < len(s.view(0)["hand"]))
    illegal = next(c for c in desk.state.view(0)["hand"] if c not in desk.state.legal())
    said = refused(desk, illegal)
    assert "must follow" in said
    assert said.endswith("(SD-9)")
    two = " ".join(desk.state.view(0)["hand"][:2])
    assert refused(desk, two).endswith("(SD-9)")
    desk = Desk(seed=8)
    until(desk, lambda s: rule_is("SD-8")(s) and len(s.legal()) < len(s.view(0)["hand"]))
    assert refused(desk, desk.state.view(0)["hand"][0]).endswith("(SD-8)")


def test_SD_6_a_card_of_the_second_half_is_not_in_the_hand():
    desk = Desk(seed=5)
    desk.type("p1 p2")
    assert "is in your second half" in refused(desk, "p1")
    assert "後半" in _japanese(desk, "p1")


def _japanese(desk, line):
    desk.paper.language = "ja"
    return refused(desk, line)


@pytest.mark.parametrize(
    "line", ["x9", "r13", "~R7", "hello", "card now", "\x1b[31m", "🐉", "9" * 500]
)
def test_unreadable_lines_say_so_and_lose_nothing(line):
    desk = Desk(seed=5)
    moves = desk.type() and desk.state.moves
    shown = desk.type(line)
    assert "is not a move or a command" in " ".join(shown.split())
    assert desk.state.moves == moves
    assert "\x1b" not in shown.replace(line, "")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Type undo alone"), ("ja", "undo は単独で")]
)
def test_a_command_with_too_many_words_is_not_called_unknown(language, words):
    desk = Desk(seed=5, language=language)
    for line in ("undo now", "待った 2"):
        assert words in desk.type(line)
    assert "quit " in desk.type("quit now")
    assert desk.state.turn == 0


# --- why, undo ------------------------------------------------------------------------------


def test_why_answers_for_legal_and_illegal_cards():
    desk = Desk(seed=6)
    until(desk, lambda s: rule_is("SD-9")(s) and len(s.legal()) < len(s.view(0)["hand"]))
    legal = desk.state.legal()[0]
    illegal = next(c for c in desk.state.view(0)["hand"] if c not in desk.state.legal())
    assert "must follow it. (SD-9)" in desk.type(f"why {illegal}")
    assert f"{legal} may be played." in desk.type(f"w {legal.lower()}")
    assert "Which move? For example: why" in desk.type("why")
    assert "is not a move or a command" in desk.type("why x")


def test_why_tells_of_the_cards_that_were_named_and_of_nothing_else():
    desk = Desk(seed=5)  # a hand is divided; `done` ends the choice
    assert "P1 R7 may be played." in desk.type("why r7 p1")


def test_undo_leads_back_to_the_previous_decision():
    desk = Desk(seed=5)
    desk.type()
    first = desk.state.moves
    desk.type("p1 r7")
    second = desk.state.moves
    desk.type(desk.state.legal()[0])
    assert len(desk.state.moves) > len(second)
    assert "Undone" in desk.type("undo")
    assert desk.state.moves == second
    desk.type("u")  # the whole Division is one decision
    assert desk.state.moves == first
    assert "nothing to undo" in desk.type("undo")
    assert desk.state.moves == first


@pytest.mark.parametrize("seed", [3, None])
def test_undo_meets_the_same_luck(seed):
    """Going back over a deal and forth again gives the same cards, seeded or not."""
    desk = Desk(seed=seed, players=3)
    until(desk, lambda s: s.view(0)["round"] == 2)
    dealt = [event for event in desk.state.events(0) if event["kind"] == "deal"][-1]
    desk.type("undo")
    assert desk.state.view(0)["round"] == 1
    desk.type(desk.state.legal()[0])
    assert [event for event in desk.state.events(0) if event["kind"] == "deal"][-1] == dealt


def test_unseeded_deals_differ():
    hands = set()
    for _ in range(3):
        desk = Desk(seed=None)
        desk.type()
        hands.add(tuple(desk.state.view(0)["hand"]))
    assert len(hands) == 3


@pytest.mark.slow
def test_equal_seeds_give_equal_games():
    games = [Desk(seed=11), Desk(seed=11)]
    for desk in games:
        desk.finish(by_thumb())
    assert games[0].state.moves == games[1].state.moves
    assert games[0].written.getvalue() == games[1].written.getvalue()


# --- commands -------------------------------------------------------------------------------


def test_enter_shows_the_table_again():
    desk = Desk(seed=5)
    shown = desk.type()
    table = shown[shown.index("── Round 1") :]
    assert desk.type("").endswith("You > \n" + table)
    assert desk.type("table").endswith(table)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_help_rules_and_the_rules_of_this_moment(language):
    desk = Desk(seed=5, language=language)
    rules = desk.state.game.spec.words.RULES[language]
    shown = desk.type("help")
    for command in ("why p1", "undo", "log", "save FILE", "score", "aids", "quit", "rules", "?"):
        assert f"  {command}" in shown
    now = desk.type("?")
    assert "SD-5 " in now
    assert "SD-6 " in now
    assert "SD-14" not in now
    assert _joined(rules["SD-14"]) in _joined(desk.type("? sd-14"))
    everything = _joined(desk.type("rules"))
    assert all(_joined(rules[rule]) in everything for rule in rules)
    assert "sd-99" in desk.type("? sd-99")
    found = desk.type("? moon")
    assert "SD-14 " in found
    assert "SD-13 " not in found


def _joined(text):
    return "".join(text.split())


def test_log_of_the_round_and_of_the_game():
    desk = Desk(seed=3, players=3)
    until(desk, lambda s: s.view(0)["round"] == 2)
    whole, part = desk.type("log all"), desk.type("log")
    assert "Round 1 is dealt" in whole
    assert "Round 2 is dealt" in whole
    assert "Round 1 is dealt" not in part
    assert "Round 2 is dealt" in part


def test_score_and_aids():
    desk = Desk(seed=3, players=3)
    until(desk, lambda s: s.view(0)["round"] == 2 and s.view(0)["tricks"] > 2)
    shown = desk.type("score")
    for seat in desk.state.view(0)["seats"]:
        assert f"{seat['points'][0]:+d}".replace("+0", "0") in shown
    shown = desk.type("aids")
    aids = desk.state.aids(0)
    assert "If the round ended now" in shown
    for cards in aids["unseen"].values():
        assert " ".join(cards) in shown


def test_commands_may_be_abbreviated_but_not_guessed():
    desk = Desk(seed=5)
    assert "save / score" in desk.type("s")
    assert "total" in desk.type("sc")
    assert "SD-14" in desk.type("r")
    with pytest.raises(Leave):
        desk.type("q")
    with pytest.raises(Leave):
        desk.type("終了")


def test_save_writes_a_record_and_never_over_a_strange_file(tmp_path):
    desk = Desk(seed=5)
    desk.type("p1 r7")
    file = tmp_path / "My game.jsonl"
    assert "Saved:" in desk.type(f"save {file}")  # a long path begins a line of its own
    assert Record.read(file).state().moves == desk.state.moves
    desk.type(desk.state.legal()[0])
    desk.type(f"save {file}")  # our own may be renewed
    assert Record.read(file).state().moves == desk.state.moves
    other = tmp_path / "other"
    other.write_text("precious")
    assert "already exists" in " ".join(desk.type(f"save {other}").split())
    assert other.read_text() == "precious"
    for bad in (f"{tmp_path}/none/x", "a\0b"):
        assert "could not be saved" in " ".join(desk.type(f"save {bad}").split())


@pytest.mark.slow
def test_every_line_of_a_random_player_is_understood():
    """Whatever is legal can be typed: no prompt comes twice for the same decision."""
    rng = random.Random(5)
    for players in (3, 4, 5):
        desk = Desk(players=players, advanced=True, seed=players)
        shown = desk.finish(lambda s: whole_decision(s, lambda a: rng.choice(a.legal())))
        assert "not a move or a command" not in shown
        decisions = [m for m in desk.state.moves if not m.startswith("~")]
        assert desk.prompts <= len(decisions)

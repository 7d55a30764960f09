"""What a newcomer stumbles over: commands that work when copied, options that count."""

import io
import os
import sys
import threading

import pytest

import ryumon
from ryumon import cli
from ryumon.play.refusal import Refused
from ryumon.table.seats import Names
from ryumon.terminal import started
from ryumon.terminal.layout import look
from ryumon.terminal.screens import bushido as castle
from tests.terminal.desk import Desk, rule_is, until


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("RYUMON_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv(started.BY_MAKE, raising=False)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)


@pytest.fixture
def run(capsys, monkeypatch):
    def ryumon(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            cli.main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return ended.value.code, told.out, told.err

    return ryumon


# --- commands that are offered --------------------------------------------------------------


def test_the_command_that_is_offered_is_the_one_that_works(tmp_path, monkeypatch):
    program = tmp_path / "ryumon"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PATH", os.devnull)
    assert started.play_command("tatsu") == f"{program} play tatsu"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert started.play_command("tatsu") == "ryumon play tatsu"
    monkeypatch.setenv(started.BY_MAKE, "1")
    assert started.play_command("tatsu") == "make terminal GAME=tatsu"
    monkeypatch.delenv(started.BY_MAKE)
    monkeypatch.setattr(sys, "argv", [cli.__file__])
    assert started.program() == f"{sys.executable} -m ryumon.cli"


# --- options and an old game ----------------------------------------------------------------


def test_options_of_another_table_begin_a_new_game_and_are_not_dropped_in_silence(run):
    run("play", "slaughter", "--bots", "thumb", typed="")
    options = ["--players", 3, "--bots", "thumb", "--seat", 2, "--names", "Bob"]
    _, out, _ = run("play", "slaughter", *options, typed="")
    assert "continuing it ignores --players, --seat, --names and --bots" in " ".join(out.split())
    assert "Slaughter the Dragon, 3 players." in out
    assert "--load" in out  # where the old one is


def test_options_that_an_old_game_agrees_with_are_no_hindrance(run):
    run("play", "slaughter", "--players", 3, "--bots", "thumb", typed="")
    _, out, _ = run("play", "slaughter", "--players", 3, "--bots", "thumb", typed="")
    assert "ignores" not in out
    assert "Your game continues." in out


def test_a_seed_is_refused_where_a_game_is_kept(run, tmp_path):
    run("play", "slaughter", "--bots", "thumb", typed="")
    saved = tmp_path / "data" / "saved" / "slaughter.jsonl"
    before = saved.read_text()
    code, _, err = run("play", "slaughter", "--seed", 7, typed="")
    assert code == 2
    assert "add --new" in err
    assert saved.read_text() == before
    code, _, _ = run("play", "slaughter", "--seed", 7, "--new", "--bots", "thumb", typed="")
    assert code == 0


def test_the_default_of_an_option_is_told_for_every_number_of_players(run):
    _, out, _ = run("games")
    told = " ".join(out.split())
    assert "25 for 2 players" in told
    assert "35 for 3 players" in told


# --- what is typed --------------------------------------------------------------------------


def seen(state, viewer, language="en"):
    names = [f"Bot {p}" for p in range(state.game.players)]
    full = [f"{name} (samurai)" for name in names]
    return look(state, viewer, Names(names, full), language, 80)


def castle_state(*moves):
    state = ryumon.game("bushido").start()
    for move in moves:
        state.play(move)
    return state


PICKED = ("special:blowgun", "special:showdown")
LAID = (*PICKED, "gate:west")


@pytest.mark.parametrize(
    ("moves", "typed", "meant"),
    [
        ((), "blow", "special:blowgun"),
        ((), "special blowgun", "special:blowgun"),
        ((), "2", "special:diagonal"),
        (PICKED, "west", "gate:west"),
        (LAID, "sab", "sabotage"),
        (LAID, "hide", "hide"),
        (LAID, "move dojo", "move:dojo"),
        (LAID, "dojo", "move:dojo"),
        (LAID, "blowgun s3", "blowgun:s3"),
    ],
)
def test_enough_of_a_move_will_do(moves, typed, meant):
    state = castle_state(*moves)
    assert castle.read(typed.split(), seen(state, state.turn)) == [meant]


def test_what_could_be_several_moves_is_not_guessed():
    state = castle_state(*LAID)
    with pytest.raises(Refused) as refused:
        castle.read(["blowgun"], seen(state, 0))
    assert "could be blowgun:s1, blowgun:s2" in refused.value.refusal.sentence("en")
    with pytest.raises(Refused) as refused:
        castle.read(["99"], seen(state, 0))
    assert "There is no choice 99" in refused.value.refusal.sentence("en")


def test_every_number_in_the_list_is_that_move():
    state = castle_state(*LAID, "hide")
    now = seen(state, state.turn)
    shown = " ".join(line.plain for line in castle.question(now))
    for k, move in enumerate(state.legal(), 1):
        assert (
            f"{k}) {move.rpartition(':')[2]}" in shown or f"{k}) {move.split(':', 1)[1]}" in shown
        )
        assert castle.read([str(k)], now) == [move]


def test_BB_1_the_rules_of_the_specials_are_shown_where_they_are_chosen():
    state = castle_state()
    assert {"BB-21", "BB-24", "BB-25", "BB-26"} <= set(castle.rules_now(seen(state, 0)))
    state.play("special:blowgun")
    assert {"BB-27", "BB-28"} <= set(castle.rules_now(seen(state, 1)))
    desk = Desk(game=ryumon.game("bushido"), seed=1)
    assert "BB-26 Blowgun: " in desk.type("? blowgun")


def test_a_level_is_not_taken_for_a_role():
    lines = [line.plain for line in castle.table(seen(castle_state(), 0))]
    assert any("Bot 1 (level: samurai)" in line for line in lines)


def test_BB_9_the_nightingale_floor_is_on_the_map():
    shown = "\n".join(line.plain for line in castle.table(seen(castle_state(), 0)))
    assert "[Shogun's Corridor*]" in shown
    assert "* Nightingale Floor" in shown


def test_the_log_of_a_round_of_bushido_is_of_that_round():
    desk = Desk(game=ryumon.game("bushido"), seed=3)
    until(desk, lambda s: s.view(0)["round"] == 3 and rule_is("BB-2")(s))
    part, whole = desk.type("log"), desk.type("log all")
    assert "Round 1 begins" in whole
    assert "Round 1 begins" not in part
    assert "Round 3 begins" in part


@pytest.mark.parametrize("typed", ["1-9", "1-12", "30-2"])
def test_TA_3_the_sum_of_both_dice_is_refused_by_its_rule(typed):
    desk = Desk(game=ryumon.game("tatsu"), seed=2)
    assert "never their sum" in " ".join(desk.type(typed).split())
    assert "(TA-3)" in desk.type(typed)


def test_undo_takes_back_the_line_that_was_typed():
    desk = Desk(game=ryumon.game("tatsu"), seed=2)
    desk.type()
    before, choice = desk.state.moves, desk.state.choice()
    assert choice is not None
    two = next(b for b in choice["which"] if b["then"])
    desk.type(f"{two['move']} {two['then'][0]['move']}")
    assert len(desk.state.moves) > len(before) + 1
    desk.type("undo")
    assert desk.state.moves == before


# --- the screen -----------------------------------------------------------------------------


def test_all_rules_come_by_pages():
    desk = Desk(seed=5, interactive=True)
    shown = desk.type("rules", "q")
    assert "Enter: more" in shown
    assert "SD-1 " in shown
    assert "SD-14 " not in shown
    assert "SD-14 " in desk.type("rules", "")


def test_ctrl_c_ends_the_hint_and_not_the_game(monkeypatch):
    from ryumon.bots import advice

    def interrupted(*arguments, **settings):
        raise KeyboardInterrupt

    monkeypatch.setattr(advice, "analyse", interrupted)
    desk = Desk(seed=5)
    assert "The hint was interrupted." in desk.type("hint")

"""The command `ryumon`: its options, what it refuses, and the records that it shows and checks."""

import io
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ryumon import cli
from ryumon.bots import LEVELS
from ryumon.play.record import Record
from ryumon.terminal import usage
from ryumon.terminal.started import play_command
from ryumon.terminal.words import USAGE, WRONG
from tests.terminal.desk import Desk, by_thumb


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("RYUMON_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)  # `play` sets one


class Ran:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command in this process; `typed` is what comes from standard input."""

    def ryumon(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            cli.main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return Ran(ended.value.code, told.out, told.err)

    return ryumon


@pytest.fixture(scope="module")
def finished():
    """A finished game of three, the person at seat 0."""
    desk = Desk(players=3, seed=2)
    desk.finish(by_thumb())
    return Record.of(desk.state, names=["Player 0", "Bot 1 (thumb)", "Bot 2 (thumb)"])


@pytest.fixture
def record(tmp_path, finished):
    """The file of that game."""
    path = tmp_path / "game.jsonl"
    finished.write(path)
    return path


# --- what it is -----------------------------------------------------------------------------


def test_version_help_and_games(run):
    assert run("--version").out.startswith("ryumon ")
    for arguments in ([], ["--help"]):
        told = run(*arguments)
        assert told.code == 0
        assert all(command in told.out for command in ("play", "games", "replay", "verify"))
    assert "--advanced" in run("play", "--help").out
    assert all(level in run("play", "--help").out for level in LEVELS)
    assert "GAME" in run("play", "--help").out.splitlines()[0]
    told = run("games").out
    assert "slaughter: Slaughter the Dragon" in told
    assert "3, 4 or 5 players" in told
    assert "advanced = false or true" in told
    assert "thumb" in told
    assert "魔龍屠るべし" in run("games", "--language", "ja").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], 'no game "chess"'),
        (["play", "chess", "--language", "ja"], "「chess」というゲームはない"),
        (["play"], "ryumon play needs GAME"),
        (["play", "--language", "ja"], "GAME が要る"),
        (["dance"], 'no command "dance"; available: play, learn, puzzle, games, '),
        (["dance", "--language", "ja"], "「dance」というコマンドはない"),
        (["--nonsense"], "ryumon has no option --nonsense; see ryumon --help"),
        (["play", "slaughter", "--players", "6"], "for 3, 4 or 5 players, not 6"),
        (["play", "slaughter", "--players", "two"], '--players takes a whole number, not "two"'),
        (["play", "slaughter", "--players", "3.5"], '--players takes a whole number, not "3.5"'),
        (["play", "slaughter", "--players", "9" * 5000], "--players takes a whole number"),
        (["play", "slaughter", "--seat", "first"], '--seat takes a whole number, not "first"'),
        (["play", "slaughter", "--delay", "slow"], '--delay takes a number, not "slow"'),
        (["play", "slaughter", "--delay", "nan"], "between 0 and 60 seconds, not nan"),
        (["play", "slaughter", "--delay", "1e9"], "between 0 and 60 seconds, not 1e+09"),
        (["play", "slaughter", "--players", "x", "--language", "ja"], "「x」は整数ではない"),
        (["play", "slaughter", "--nonsense"], "ryumon play has no option --nonsense"),
        (["play", "slaughter", "--player", "3"], "did you mean --delay or --players?"),
        (["play", "slaughter", "--nonsense", "--language=ja"], "--nonsense というオプションはない"),
        (["play", "slaughter", "--players"], "--players needs a value; see ryumon play --help"),
        (["play", "slaughter", "--language"], "--language needs a value"),
        (["play", "slaughter", "--watch=yes"], "--watch takes no value"),
        (["play", "slaughter", "now"], 'ryumon play does not take "now"'),
        (["games", "x", "y", "--language", "ja"], "ryumon games では「x y」は使えない"),
        (["replay"], "ryumon replay needs FILE"),
        (["replay", "game.jsonl", "--seat", "x"], '--seat takes a whole number, not "x"'),
        (["play", "slaughter", "--option", "speed=9"], 'no option "speed"'),
        (["play", "slaughter", "--option", "advanced=maybe"], 'cannot be "maybe"'),
        (["play", "slaughter", "--option", "advanced"], "name=value"),
        (["play", "slaughter", "--advanced", "--option", "advanced=no"], "given twice"),
        (["play", "slaughter", "--seat", "4"], "no seat 4"),
        (["play", "slaughter", "--seat", "-1"], "no seat -1"),
        (["play", "slaughter", "--bots", "oracle"], 'no bot "oracle"'),
        (["play", "slaughter", "--bots", "dragon@0"], '1 to 10,000,000, not "0"'),
        (["play", "slaughter", "--bots", "dragon@0", "--language", "ja"], "「0」にはできない"),
        (["play", "slaughter", "--bots", "thumb@5"], 'no bot "thumb@5"'),
        (["play", "slaughter", "--bots", "thumb,random"], "3 bots"),
        (["play", "tatsu", "--bots", "thumb,random"], "There is one bot"),
        (["play", "slaughter", "--bots", ""], 'no bot ""'),
        (["play", "slaughter", "--seed", "x"], '--seed takes a whole number, not "x"'),
        (["play", "slaughter", "--language", "fr"], 'no language "fr"'),
        (["play", "slaughter", "--delay", "-1", "--watch"], "delay"),
        (["play", "slaughter", "--watch", "--load", "x"], "--load"),
        (["play", "slaughter", "--load", "nowhere.jsonl"], "cannot be resumed"),
        (["play", "slaughter", "--seats", "0,4"], "no seat 4"),
        (["play", "slaughter", "--seats", "0,-1"], "no seat -1"),
        (["play", "slaughter", "--seats", "0,x"], "written 0,2 or all"),
        (["play", "slaughter", "--seats", ""], "written 0,2 or all"),
        (["play", "slaughter", "--seats", "2,2"], "Seat 2 is named twice"),
        (["play", "slaughter", "--seats", "0,1", "--seat", "1"], "only one of them"),
        (["play", "slaughter", "--seats", "0,1", "--watch"], "--watch is for bots only"),
        (
            ["play", "slaughter", "--seats", "0,1", "--bots", "thumb,thumb,thumb"],
            "There are 2 bots",
        ),
        (["play", "slaughter", "--seats", "all", "--bots", "thumb,random"], "no place for a bot"),
        (["play", "slaughter", "--seats", "0,1", "--names", "Aki"], "2 players but 1 name given"),
        (
            ["play", "slaughter", "--seats", "0,1", "--names", "Aki,aki"],
            '"aki" is given twice',
        ),
        (["play", "slaughter", "--seats", "0,1", "--names", "Aki,Bot 1 (thumb)"], "cannot be a"),
        (["play", "slaughter", "--seats", "0,1", "--names", "Aki,"], "cannot be a name"),
        (["play", "slaughter", "--seats", "0,1", "--names", "Aki,\x1b[2J"], "cannot be a name"),
        (["play", "slaughter", "--seats", "0,1", "--names", "Aki," + "x" * 17], "1 to 16"),
        (["play", "slaughter", "--seats", "0,1"], "only a terminal that can be cleared"),
        (["play", "slaughter", "--seats", "all", "--language", "ja"], "消せる端末が要る"),
    ],
)
def test_a_bad_option_is_one_sentence_and_exit_code_2(run, arguments, words):
    told = run(*arguments)
    assert told.code == 2
    assert told.out == ""
    assert words in told.err
    assert len(told.err.splitlines()) == 1
    assert told.err.rstrip().endswith((".", "。", "?"))


def test_both_languages_complain_of_the_same_things():
    for table in (WRONG, USAGE):
        assert table["en"].keys() == table["ja"].keys()
        for key, words in table["en"].items():
            holes = [set(re.findall(r"{(\w+)", told)) for told in (words, table["ja"][key])]
            assert holes[0] == holes[1], key


def test_a_complaint_that_we_do_not_know_is_told_as_it_is():
    class Odd(Exception):
        def format_message(self):
            return "Something else."

    assert usage.sentence(Odd(), ["play"]) == "Something else."
    assert usage.sentence(ValueError("no complaint"), ["play"]) is None


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="A full disk is /dev/full here.")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["games"], "The output cannot be written: No space left on device.\n"),
        (["games", "--language", "ja"], "出力できない: 空き容量がない。\n"),
        (["play", "tatsu", "--watch", "--bots", "thumb"], "The output cannot be written: "),
    ],
)
def test_output_that_cannot_be_written_is_one_sentence(arguments, words):
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(
            [sys.executable, "-m", "ryumon.cli", *arguments], check=False, stdout=full,
            stderr=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, "RYUMON_JIT": "off", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
    assert told.returncode == 1
    assert told.stderr.startswith(words)
    assert len(told.stderr.splitlines()) == 1


# --- play and watch -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
def test_watching_with_a_seed_is_reproducible(run, players):
    watch = ["play", "slaughter", "--players", players, "--watch", "--advanced"]
    arguments = [*watch, "--bots", "thumb"]
    one, two = (run(*arguments, "--seed", 8) for _ in range(2))
    assert one.code == 0
    assert one.out == two.out
    assert "The game is over" in one.out
    assert f"Round {players} is over" in one.out or "-1" in one.out
    assert run(*arguments, "--seed", 9).out != one.out
    assert run(*arguments).out != run(*arguments).out


@pytest.mark.slow
def test_watching_shows_what_is_public_or_what_a_seat_sees(run):
    watch = ["play", "slaughter", "--watch", "--seed", 8, "--bots", "random"]
    public, seat = run(*watch), run(*watch, "--seat", 2)
    assert "you hold" not in public.out
    assert "you hold" in seat.out
    assert "(random)" in public.out
    for shown in (public.out, seat.out):
        assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", "Tatsu, 2 players: Bot 0 (thumb), Bot 1 (random)."),
        ("ja", "タツ、2人: ボット0 (thumb)、ボット1 (random)。"),
    ],
)
def test_who_looks_on_is_told_first_which_bot_is_which(run, language, first):
    watch = ["play", "tatsu", "--watch", "--seed", 8, "--bots", "thumb,random"]
    assert run(*watch, "--language", language).out.splitlines()[0] == first


def test_watching_leaves_no_saved_game(run, tmp_path):
    run("play", "slaughter", "--watch", "--seed", 8, "--bots", "thumb")
    assert not (tmp_path / "data").exists()


def test_playing_from_a_pipe_ends_with_the_input_and_goes_on_later(run):
    told = run("play", "slaughter", "--seed", 5, "--bots", "thumb", typed="p1 r7\n")
    assert told.code == 0
    assert told.err == ""
    assert "You > p1 r7\n" in told.out  # what was typed is part of the transcript
    assert " ".join(told.out.split()).endswith(f"Resume it with: {play_command('slaughter')}")
    told = run("play", "slaughter", typed="")
    assert "A game is unfinished: 4 players, Round 1 of 4 · trick 1 of 11" in told.out
    assert "Second half  P1   R7" in told.out
    told = run("play", "slaughter", "--new", "--players", 3, "--bots", "thumb", typed="")
    assert "Slaughter the Dragon, 3 players." in told.out


def test_a_pipe_cannot_be_shared_and_costs_nothing(run, tmp_path):
    """Nothing can be hidden in a file; the game that waits stays where it is."""
    run("play", "slaughter", "--seed", 5, "--bots", "thumb", typed="p1 r7\n")
    saved = tmp_path / "data" / "saved" / "slaughter.jsonl"
    before = saved.read_text()
    told = run("play", "slaughter", "--seats", "0,1", "--new")
    assert told.code == 2
    assert saved.read_text() == before
    assert [path.name for path in saved.parent.glob("*.jsonl")] == ["slaughter.jsonl"]


def test_a_game_with_nothing_to_hide_is_shared_in_a_pipe(run):
    told = run("play", "tatsu", "--seats", "all", "--names", "秋,Ben", "--seed", 2)
    assert told.code == 0
    assert "You (" in told.out
    assert "秋 > " in told.out or "Ben > " in told.out


@pytest.mark.slow
def test_one_person_with_a_name(run, tmp_path):
    told = run("play", "slaughter", "--seats", "2", "--names", "Aki", "--seed", 5)
    assert "You (Aki)" in told.out
    header = Record.read(tmp_path / "data" / "saved" / "slaughter.jsonl").header
    assert header.names == ["Bot 0 (samurai)", "Bot 1 (samurai)", "Aki", "Bot 3 (samurai)"]
    assert "You (Aki)" in run("play", "slaughter").out  # and after a break


def test_replay_knows_the_names_of_persons(run, tmp_path):
    run("play", "slaughter", "--seats", "2", "--names", "Aki", "--seed", 5, "--bots", "thumb")
    saved = tmp_path / "data" / "saved" / "slaughter.jsonl"
    assert "Aki" in run("replay", saved, "--all").out
    assert "Aki" not in run("replay", saved, "--all", "--seat", 2).out


def test_a_closed_standard_input_is_an_end(run, monkeypatch, capsys):
    closed = io.StringIO()
    closed.close()
    for stream in (closed, None):
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(SystemExit) as ended:
            cli.main(["play", "slaughter", "--seed", "5", "--new", "--bots", "thumb"])
        assert ended.value.code == 0
        assert "The game is saved." in capsys.readouterr().out


def test_options_by_name(run):
    game = ["slaughter", "--players", 5, "--option", "advanced=YES"]
    told = run("play", *game, "--seed", 4, "--bots", "thumb")
    assert "Soul-Sucking" in told.out


def test_the_language_follows_the_terminal(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert "ゲーム" in run("play", "slaughter", "--seed", 5, "--bots", "thumb").out
    assert "The game" in run("play", "slaughter", "--language", "en").out


@pytest.mark.slow
def test_no_numpy_and_no_numba_before_the_first_screen(tmp_path):
    """The compiler is for the background; the person sees the first screen without it."""
    program = (
        "import sys\n"
        "from ryumon import cli\n"
        "try:\n"
        "    cli.main(['play', 'slaughter', '--seed', '5'])\n"
        "finally:\n"
        "    print(sorted({'numpy', 'numba'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "Your hand" in done.stdout
    assert done.stdout.endswith("[]\n")


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error():
    watch = ["play", "slaughter", "--watch", "--seed", "1", "--bots", "thumb"]
    command = [sys.executable, "-m", "ryumon.cli", *watch]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""


# --- replay and verify ----------------------------------------------------------------------


def test_replay_steps_forth_and_back_and_jumps(run, record):
    told = run("replay", record, typed="\nb\n60\nx\n9999\n0\nb\nq\n")
    assert told.code == 0
    pages = told.out.split("Enter, b, number, q > ")
    assert "Before the first move" in pages[0]
    assert "Chance: ~first:" in pages[1]
    assert "Before the first move" in pages[2]
    assert "Move 60 of " in pages[3]
    assert "a number from 0 to" in pages[4]
    assert "a number from 0 to" in pages[5]
    assert "Before the first move" in pages[6]
    assert "This is the beginning." in pages[7]


def test_replay_to_the_end_and_beyond(run, record):
    moves = len(Record.read(record).moves)
    told = run("replay", record, typed=f"{moves}\n\n")
    assert f"Move {moves} of {moves}" in told.out
    assert "The game is over" in told.out
    assert "This is the end." in told.out


def test_replay_as_a_seat_names_no_hidden_card(run, record):
    """Seat 0 sees its own deal and division; every other hidden move stays out."""
    open_, seat = run("replay", record, "--all"), run("replay", record, "--all", "--seat", 0)
    assert "Chance: ~first:" in open_.out
    assert "~" not in seat.out
    assert "you hold" in seat.out
    log = Record.read(record).state().log(0, names=["You", "Bot 1", "Bot 2"])
    shown = "".join(seat.out.split())
    quiet = ("into the second half", "You put", "Round ", "reveal")
    for sentence in log:
        if not any(word in sentence for word in quiet) or "is dealt" in sentence:
            assert "".join(sentence.split()) in shown


def test_replay_in_japanese(run, record):
    told = run("replay", record, "--all", "--language", "ja")
    assert "偶然: " in told.out
    assert "ボット1" in told.out


def test_replay_of_a_broken_record_shows_what_is_sound(run, record):
    lines = record.read_text().splitlines()
    record.write_text("\n".join([*lines[:60], "rubbish", *lines[61:]]) + "\n")
    told = run("replay", record, "--all")
    assert "is damaged. Line 61: " in told.err
    assert "Move 59 of 59" in told.out
    record.write_text("rubbish")
    told = run("replay", record)
    assert told.code == 1
    assert "line 1: " in told.err
    assert run("replay", record.with_name("none")).code == 1


def test_replay_of_an_unknown_seat(run, record):
    told = run("replay", record, "--seat", 3)
    assert told.code == 2
    assert "no seat 3" in told.err


def test_verify_says_that_a_record_is_sound_or_what_is_wrong(run, record):
    told = run("verify", record)
    assert told.code == 0
    assert "is valid" in " ".join(told.out.split())
    lines = record.read_text().splitlines()
    lines[70] = '{"move": "R99"}'
    record.write_text("\n".join(lines) + "\n")
    told = run("verify", record)
    assert told.code == 1
    assert "line 71: " in " ".join(told.out.split())
    told = run("verify", record.with_name("none"))
    assert told.code == 1
    assert "cannot be read" in " ".join(told.out.split())


# --- the picture ----------------------------------------------------------------------------


def test_the_picture_in_the_readme_loads_nothing_from_elsewhere(monkeypatch, tmp_path):
    import importlib.util
    from pathlib import Path

    images = Path(__file__).parents[2] / "docs" / "images"
    found = importlib.util.spec_from_file_location("make_terminal", images / "make_terminal.py")
    assert found is not None
    assert found.loader is not None
    maker = importlib.util.module_from_spec(found)
    found.loader.exec_module(maker)
    for svg in (maker.Pictured().svg(), (images / "terminal.svg").read_text()):
        rest = svg.replace("http://www.w3.org/2000/svg", "")
        assert "//" not in rest
        assert "@font-face" not in rest
        assert "Your&#160;hand" in svg

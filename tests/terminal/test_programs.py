"""Programs at the table in the terminal: they play, are replaced when they fail, and are never
started by a record."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import suppress

import pexpect
import pytest

import ryumon
from ryumon import bots, cli
from ryumon.play.record import Record
from ryumon.table import seats
from ryumon.table.chance import SeedChance
from ryumon.terminal import setup
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.hotseat import Shared
from ryumon.terminal.saves import Shelf
from tests.kernel.workshop import environment
from tests.terminal.desk import by_thumb
from tests.terminal.party import Screen
from tests.terminal.test_pty import heed_interrupts

pytestmark = pytest.mark.slow  # not for the inner loop

BOT = """
import json, sys
turns = 0
open(sys.argv[1], "a").write("started\\n")
for line in sys.stdin:
    message = json.loads(line)
    open(sys.argv[1], "a").write(message["type"] + "\\n")
    if message["type"] == "hello":
        print(json.dumps({"protocol": 1, "name": "Cub"}), flush=True)
    elif message["type"] == "turn":
        turns += 1
        move = message["legal"][-1]
        if len(sys.argv) > 2 and turns == int(sys.argv[2]):
            foreign = [c for c in ("W0", "W10", "S-3") if c not in message["view"]["hand"]]
            move = foreign[0]
        print(json.dumps({"move": move}), flush=True)
"""


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("RYUMON_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    yield
    assert not [t for t in threading.enumerate() if t.name == "ryumon-bot" and t.join(5)]


@pytest.fixture
def cub(tmp_path):
    """The spelling of a program that plays until its so-manyth turn."""
    path = tmp_path / "cub.py"
    path.write_text(BOT, "utf-8")

    def spelled(*fails_at):
        words = [sys.executable, str(path), str(tmp_path / "notes"), *map(str, fails_at)]
        return "cmd:" + shlex.join(words)

    return spelled


@pytest.fixture
def notes(tmp_path):
    """What programs were told, by the types of the lines."""

    def read():
        path = tmp_path / "notes"
        return path.read_text().split() if path.exists() else []

    return read


@pytest.fixture
def run(capsys, monkeypatch):
    def ryumon(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            cli.main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return ended.value.code, " ".join(told.out.split()), told.err

    return ryumon


def test_a_program_plays_and_is_told_the_end(run, cub, notes):
    code, out, err = run("play", "tatsu", "--watch", "--seed", 3, "--bots", f"thumb,{cub()}")
    assert (code, err) == (0, "")
    assert "Bot 1 (Cub)" in out
    assert notes()[:3] == ["started", "hello", "game"]
    assert notes()[-2:] == ["over", "quit"]


def test_a_program_that_fails_is_replaced_and_the_game_goes_on(run, cub, notes):
    watch = ["play", "schadenfreude", "--players", 3, "--watch", "--seed", 3, "--bots"]
    code, out, err = run(*watch, f"thumb,{cub(3)},thumb")
    assert (code, err) == (0, "")
    assert 'The bot Cub chose an illegal move: "W0". You do not hold W0. (SF-' in out
    assert "The rule-of-thumb player takes over for Bot 1." in out
    assert "The game is over" in out
    assert "Bot 1 (thumb)" in out
    assert notes()[-2:] == ["turn", "quit"]
    _, out, _ = run(*watch, f"thumb,{cub(3)},thumb", "--language", "ja")
    assert "経験則のボット" in out.replace(" ", "")


def test_who_plays_against_a_program_does_not_learn_what_it_said(run, cub):
    """It named a card; the person is told the rule and no more."""
    play = ["play", "schadenfreude", "--players", 3, "--seed", 3, "--bots"]
    _, out, err = run(*play, f"{cub(1)},thumb", typed="")
    assert err == ""
    assert "The bot Cub chose an illegal move. (SF-" in out
    assert "W0" not in out.partition("The rule-of-thumb")[0].partition("The bot Cub")[2]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cmd:", "needs the command that starts the bot"),
        ("cmd:no-such-program", 'no program "no-such-program" to run'),
        ("cmd:python3 'x", "a quotation mark is not closed"),
        ("cmd@soon:x", '"soon" is not a budget'),
        (f"cmd:{sys.executable} -c 'exit(3)'", "stopped by itself with the exit code 3"),
        (f"cmd:{sys.executable} -c 'print(str(1), 2, sep=str())'", "not an Introduction"),
        (f"cmd:{sys.executable} -c 'import this'", 'not JSON: "The Zen of Python, by Tim Peters"'),
        ("thumb,cmd:python3 x", "There is one bot"),
    ],
)
def test_a_program_that_cannot_play_is_one_sentence_before_the_game(run, name, words):
    code, out, err = run("play", "tatsu", "--bots", name)
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_programs_that_run_already_are_ended_if_another_cannot(run, cub, notes):
    bots = f"{cub()},cmd:no-such-program,thumb"
    assert run("play", "slaughter", "--bots", bots)[0] == 2
    assert notes()[-1] == "quit"


def test_a_comma_within_quotation_marks_belongs_to_the_command(run, tmp_path, notes):
    path = tmp_path / "a,b.py"
    path.write_text(BOT, "utf-8")
    name = f"cmd:{sys.executable} '{path}' '{tmp_path / 'notes'}'"
    code, _, err = run(
        "play", "slaughter", "--players", 3, "--watch", "--bots", f"thumb,{name},random"
    )
    assert (code, err) == (0, "")
    assert notes()[-1] == "quit"


def test_what_is_taken_back_is_told_to_the_program_anew(run, cub, notes):
    play = ["play", "slaughter", "--seed", 5, "--new", "--bots", cub()]
    run(*play, typed="p1 r7\nb4\nquit\n")
    begun = notes().count("game")
    run(*play, typed="p1 r7\nb4\nquit\n")
    assert notes().count("game") == 2 * begun
    run(*play, typed="p1 r7\nb4\nundo\nb10\nquit\n")
    assert notes().count("game") > 3 * begun


# --- records --------------------------------------------------------------------------------


def test_a_record_does_not_hold_the_command(run, cub, tmp_path):
    run("play", "slaughter", "--seed", 5, "--bots", f"thumb,{cub()},thumb", typed="p1 r7\n")
    path = tmp_path / "data" / "saved" / "slaughter.jsonl"
    assert "cub.py" not in path.read_text()
    assert Record.read(path).header.names == [
        "Player 0", "Bot 1 (thumb)", "Bot 2 (external)", "Bot 3 (thumb)",
    ]  # fmt: skip


def test_a_game_goes_on_with_the_program_that_is_named_again(run, cub, notes):
    sitting = f"thumb,{cub()},thumb"
    run("play", "slaughter", "--seed", 5, "--bots", sitting, typed="p1 r7\n")
    before = notes().count("started")
    _, out, _ = run("play", "slaughter", "--bots", sitting)
    assert notes().count("started") == before + 1
    assert "Bot 2 (Cub)" in out


def test_a_game_goes_on_without_the_program(run, cub, notes):
    run("play", "slaughter", "--seed", 5, "--bots", f"thumb,{cub()},thumb", typed="p1 r7\n")
    before = notes()
    _, out, _ = run("play", "slaughter")
    assert notes() == before
    assert "A program played for Bot 2, and the record does not say which" in out
    assert "Bot 2 (thumb)" in out


@pytest.mark.parametrize("taken", ["loaded", "interrupted"])
def test_a_record_starts_no_program(taken, run, cub, tmp_path, notes, monkeypatch):
    """Whatever somebody has written into it: running a program takes a word on the command line."""
    run("play", "tatsu", "--seed", 5, typed="")
    shelf = tmp_path / "data" / "saved" / "tatsu.jsonl"
    lines = shelf.read_text().splitlines()
    header = json.loads(lines[0])
    touch = f"cmd:touch {tmp_path / 'harm'}"[:60]
    header["names"] = ["Player 0", f"Bot 1 ({touch})"]
    path = tmp_path / "sent.jsonl" if taken == "loaded" else shelf
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    made = []
    monkeypatch.setattr(bots, "make", lambda name, seed: made.append(name) or bots.Thumb(seed))
    paper = Paper("en", open_console(io.StringIO(), force_terminal=False), lambda prompt: "")
    place = Shelf.of("tatsu")
    if taken == "loaded":
        kind = Record.read(path).game().spec
        asked = setup.Seated(["", "thumb"], ["", ""])
        setup.loaded(paper, path, kind, SeedChance(1), place, asked)
    else:
        setup.interrupted(paper, SeedChance(1), place, False)
    place.release()
    assert not [name for name in made if name.startswith("cmd")]
    assert made[-1] == "thumb"
    assert seats.from_record(header["names"]) == [seats.PERSON, seats.EXTERNAL]


def test_a_program_that_does_not_start_leaves_the_saved_game_alone(run, cub, tmp_path):
    """Also a damaged one: it is not set aside for a game that does not go on."""
    run("play", "tatsu", "--seed", 5, "--bots", cub(), typed="")
    path = tmp_path / "data" / "saved" / "tatsu.jsonl"
    sound = path.read_text()
    sent = tmp_path / "sent.jsonl"
    sent.write_text(sound)
    load = ["--load", sent]
    for text, more in ((sound, []), (sound + "rubbish\n", []), (sound, load)):
        path.write_text(text)
        code, _, err = run("play", "tatsu", "--bots", "cmd:no-such-program", *more)
        assert (code, len(err.splitlines())) == (2, 1)
        assert path.read_text() == text
        assert [p.name for p in path.parent.glob("*.jsonl")] == ["tatsu.jsonl"]


def test_a_loaded_game_takes_bots_asked_for_where_it_tells_of_none(run, tmp_path):
    """A record without names: the person sits at seat 0, and whoever was asked for elsewhere."""
    path = tmp_path / "sent.jsonl"
    Record.of(ryumon.game("schadenfreude").start()).write(path)
    run("play", "schadenfreude", "--load", path, "--bots", "random,thumb,random", typed="")
    saved = Record.read(tmp_path / "data" / "saved" / "schadenfreude.jsonl")
    names = ["Player 0", "Bot 1 (random)", "Bot 2 (thumb)", "Bot 3 (random)"]
    assert saved.header.names == names


# --- with several persons -------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path):
    """What is typed where Aki and Ben share a terminal: whole decisions, so many."""
    thumb, tables = by_thumb(), []

    def typed(prompt):
        if prompt.startswith("Enter"):
            return ""
        if not tables or len(tables[-1].state.moves) > 12:
            raise EOFError
        return thumb(tables[-1].state)

    def play(table):
        assert isinstance(table, Shared)
        tables.append(table)
        with suppress(EOFError):
            table.play()
        table.close()
        assert table.shelf is not None
        table.shelf.release()
        tables.pop()

    out = Screen()
    console = open_console(out, width=80, height=24, force_terminal=True, color_system=None)
    return Paper("en", console, typed, interactive=True), play, out


def test_programs_play_with_several_persons_and_take_up_their_game(cub, notes, desk, tmp_path):
    paper, play, out = desk
    game = ryumon.game("schadenfreude", players=3)
    seated = setup.Seated(["", cub(), ""], ["Aki", "", "Ben"])
    play(setup.new(paper, game, seated, SeedChance(3), Shelf.of("schadenfreude")))
    assert "Bot 1 (Cub)" in out.getvalue()
    assert "turn" in notes()
    assert notes()[-1] == "quit"
    record = Record.read(tmp_path / "data" / "saved" / "schadenfreude.jsonl")
    assert record.header.names == ["Aki", "Bot 1 (external)", "Ben"]

    # it is the only one that is named, so it need not be said where it sits
    seated = setup.Seated(["", "thumb", cub(), "thumb"], [""] * 4, chosen=False)
    asked = setup.Typed(game, seated, {"bots": "--bots"})
    table = setup.interrupted(paper, SeedChance(3), Shelf.of("schadenfreude"), False, asked)
    assert table is not None
    assert table.names_for(0).full == ["You (Aki)", "Bot 1 (Cub)", "Ben"]
    assert notes().count("started") == 2
    play(table)
    assert notes()[-1] == "quit"

    table = setup.interrupted(paper, SeedChance(3), Shelf.of("schadenfreude"), False)
    assert table is not None
    before = out.tell()
    play(table)
    assert notes().count("started") == 2
    shown = " ".join(out.getvalue()[before:].split())
    assert "A program played for Bot 1, and the record does not say which" in shown
    assert table.recorded_names() == ["Aki", "Bot 1 (thumb)", "Ben"]


# --- the end --------------------------------------------------------------------------------


def test_a_program_ends_with_the_command(cub, notes, tmp_path):
    """Also while the compiler works in the background, when the command does not wait."""
    arguments = ["play", "tatsu", "--new", "--seed", "1", "--bots", cub()]
    for jit in ("off", "auto"):
        done = subprocess.run(
            [sys.executable, "-m", "ryumon.cli", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment(
                RYUMON_JIT=jit, RYUMON_DATA=str(tmp_path), RYUMON_CACHE=os.environ["RYUMON_CACHE"]
            ),
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert notes()[-1] == "quit"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of the POSIX sort")
def test_control_c_while_a_program_thinks(tmp_path):
    """The person need not wait for it; the game is kept, and the program ends."""
    code = """
    import json, sys, time
    for line in sys.stdin:
        if json.loads(line)["type"] == "hello":
            print(json.dumps({"protocol": 1, "name": "Thinker"}), flush=True)
        else:
            time.sleep(60)
    """
    path = tmp_path / "thinker.py"
    path.write_text(textwrap.dedent(code), "utf-8")
    log, data = tmp_path / "log", tmp_path / "data"
    env = environment(RYUMON_JIT="off", RYUMON_DATA=str(data), RYUMON_BOT_LOG=str(log))
    name = "cmd@60s:" + shlex.join([sys.executable, str(path)])
    child = pexpect.spawn(
        sys.executable,
        ["-m", "ryumon.cli", "play", "bushido", "--seat", "1", "--bots", name],
        env=env | {"TERM": "dumb"},
        encoding="utf-8",
        timeout=30,
        preexec_fn=heed_interrupts,
    )
    try:
        until = time.monotonic() + 30
        while not (log.exists() and '"type":"turn"' in log.read_text()):
            assert time.monotonic() < until
            time.sleep(0.05)
        began = time.monotonic()
        child.sendintr()
        child.expect_exact("The game is saved.")
        child.expect(pexpect.EOF)
        assert time.monotonic() - began < 10
    finally:
        child.close(force=True)
    assert child.exitstatus == cli.INTERRUPTED
    assert (data / "saved" / "bushido.jsonl").exists()

"""`ryumon tournament`: its tables, its bar, what it refuses, and how it is interrupted."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

import ryumon
from ryumon import cli
from ryumon.kernel import background
from ryumon.lab import arena
from ryumon.lab.arena import crews
from ryumon.lab.arena.play import Task, play
from ryumon.lab.arena.results import Results
from ryumon.lab.arena.words import SENTENCES
from ryumon.play.sentence import LANGUAGES
from ryumon.terminal.tournament import WORDS, tables
from tests.terminal.test_pty import heed_interrupts

pytestmark = pytest.mark.slow  # not for the inner loop

QUICK = ["tournament", "--game", "bushido", "--option", "turns=3", "--workers", "1"]
BOTS = ["--bots", "random,thumb"]


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    def ryumon(*arguments, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as ended:
            cli.main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return ended.value.code, told.out, told.err

    return ryumon


def test_the_tables(run, tmp_path) -> None:
    code, out, err = run(*QUICK, *BOTS, "--games", 40, "--out", tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith("Bushido Breaker, 2 players: 40 games\n")
    for words in ("Standings", "Pairs", "By side", "x fair", "rating", "ninja", "samurai"):
        assert words in out
    rows = [line.split() for line in out.splitlines()]
    (thumb,) = [row for row in rows if row[:2] == ["thumb", "40"]]
    results = json.loads((tmp_path / "results.json").read_text())
    best = results["standings"][0]
    assert thumb[2] == f"{100 * best['share']['value']:.1f}"
    assert f"Kept in {tmp_path}: games.jsonl, results.json, plot.svg." in out.replace("\n", " ")
    assert {path.name for path in tmp_path.iterdir()} == {
        ".lock", "games.jsonl", "plot.svg", "results.json",
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("game", ["slaughter", "tatsu"])
def test_no_line_is_wider_than_the_terminal(run, language, columns, game) -> None:
    arguments = ["--game", game, *BOTS, "--games", 16, "--workers", 1, "--language", language]
    code, out, _ = run("tournament", *arguments, columns=columns)
    assert code == 0
    assert max(map(cell_len, out.splitlines())) <= columns
    assert ("Standings" if language == "en" else "順位") in out
    if game == "slaughter":
        alone = "thumb alone among random: " if language == "en" else "randomの中にthumbが1人: "
        assert alone in out
    assert "\x1b" not in out


def test_without_a_folder_nothing_is_written(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(*QUICK, *BOTS, "--games", 4)
    assert code == 0
    assert "Kept" not in out
    assert list(tmp_path.iterdir()) == []


def test_it_goes_on_in_its_folder_and_says_the_same(run, tmp_path) -> None:
    command = [*QUICK, *BOTS, "--games", 30, "--out", tmp_path]
    _, once, _ = run(*command)
    games = (tmp_path / "games.jsonl").read_bytes()
    _, twice, _ = run(*command)
    assert once == twice
    assert (tmp_path / "games.jsonl").read_bytes() == games
    code, out, err = run(*command, "--seed", 5)
    assert (code, out) == (2, "")
    assert err.endswith("holds another tournament: seed is 0 there, not 5.\n")


def test_nothing_is_told_of_bots_that_have_not_played() -> None:
    made = arena.Tournament(ryumon.game("tatsu"), ["random", "thumb", "carp"])
    pair = Task(0, (0, 1)), Task(0, (1, 0))
    games = [play(made.settings, task)[1] for task in pair]
    made.book.add(games)
    made._count(games)
    results = made.results()
    assert [d.fixed.value for m in results.matches if not m.deals for d in m.differences] == [0, 0]
    told = "\n".join(map(str, tables(results, "en", 80)))
    assert "thumb - random" in told
    assert "carp" not in told


def test_early_stopping_is_told(run) -> None:
    command = ["tournament", "--game", "tatsu", *BOTS, "--games", 3000, "--workers", 1]
    _, out, _ = run(*command, "--until-clear")
    assert "3,000 games" not in out
    assert "clear" in out
    assert "hold whenever one looks" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "chess", *BOTS], 'no game "chess"'),
        (["--game", "chess", *BOTS, "--language", "ja"], "「chess」というゲームはない"),
        (["--game", "tatsu"], "ryumon tournament needs --bots A,B,...;"),
        (BOTS, "ryumon tournament needs --game NAME;"),
        (["--game", "tatsu", "--bots", "random"], "at least two bots, not 1"),
        (["--game", "tatsu", "--bots", "random", "--language", "ja"], "2つ以上のボット"),
        (["--game", "tatsu", "--bots", "random,oracle"], 'no bot "oracle"'),
        (
            ["--game", "tatsu", "--bots", "random,oracle", "--language", "ja"],
            "「oracle」というボットはない",
        ),
        (["--game", "tatsu", "--bots", "random,dragon@0"], '1 to 10,000,000, not "0"'),
        (
            ["--game", "tatsu", "--bots", "random,cmd:no-such-program", "--language", "ja"],
            "実行できるプログラム「no-such-program」はない",
        ),
        (["--game", "tatsu", "--bots", "random,thumb,random"], '"random" is named twice'),
        (["--game", "tatsu", *BOTS, "--players", "3"], "for 2 players, not 3"),
        (["--game", "tatsu", *BOTS, "--option", "speed=9"], 'no option "speed"'),
        (["--game", "tatsu", *BOTS, "--games", "0"], "At least one game is needed, not 0"),
        (["--game", "tatsu", *BOTS, "--games", "many"], '--games takes a whole number, not "many"'),
        (["--game", "tatsu", *BOTS, "--games", "1e3"], '--games takes a whole number, not "1e3"'),
        (["--game", "tatsu", *BOTS, "--games", "x", "--language", "ja"], "「x」は整数ではない"),
        (["--game", "tatsu", *BOTS, "--seed", "x"], '--seed takes a whole number, not "x"'),
        (["--game", "tatsu", *BOTS, "--workers", "x"], '--workers takes a whole number, not "x"'),
        (["--game", "tatsu", *BOTS, "--precision", "x"], '--precision takes a number, not "x"'),
        (["--game", "tatsu", *BOTS, "--workers", "0"], "workers is 1 to 1,000, not 0"),
        (["--game", "tatsu", *BOTS, "--workers", "9999999"], "1 to 1,000, not 9,999,999"),
        (["--game", "tatsu", *BOTS, "--workers", "2", "--ray"], "cannot be used together"),
        (["--game", "tatsu", *BOTS, "--precision", "2"], "above 0 and below 1, not 2."),
        (["--game", "tatsu", *BOTS, "--precision", "nan"], "above 0 and below 1, not nan"),
        (["--game", "slaughter", *BOTS, "--lineups", "together"], "cannot fill a table"),
        (["--game", "tatsu", *BOTS, "--lineups", "apart"], 'no line-up scheme "apart"'),
        (["--game", "tatsu", *BOTS, "--out", __file__], "cannot be used: it is not a folder"),
        (["--game", "tatsu", *BOTS, "--out", f"{__file__}/x"], "it is not a folder"),
        (["--game", "tatsu", *BOTS, "--out", ""], "--out needs the name of a folder"),
    ],
)
def test_a_bad_option_is_one_sentence_and_exit_code_2(
    run, arguments, words, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("tournament", *arguments)
    assert list(tmp_path.iterdir()) == []
    assert code == 2
    assert out == ""
    assert words in err
    assert len(err.splitlines()) == 1
    assert err.rstrip().endswith((".", "。"))


def test_both_languages_say_the_same_things() -> None:
    for table in (WORDS, SENTENCES):
        assert table["en"].keys() == table["ja"].keys()
        for key, words in table["en"].items():
            holes = [set(re.findall(r"{(\w+)", told)) for told in (words, table["ja"][key])]
            assert holes[0] == holes[1], key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["tatsu", "slaughter"])
def test_the_picture_is_sound_and_shows_all_bots(run, tmp_path, game, language) -> None:
    arguments = ["--game", game, *BOTS, "--games", 16, "--workers", 1, "--language", language]
    run("tournament", *arguments, "--out", tmp_path)
    picture = (tmp_path / "plot.svg").read_text("utf-8")
    root = ET.fromstring(picture)
    words = "".join(root.itertext())
    assert words.count("thumb") >= 3  # share, rating, difference
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for item in root.iter():
        for name, limit in (("x", width), ("cx", width), ("x2", width), ("y", height)):
            assert 0 <= float(item.attrib.get(name, "0").rstrip("%")) <= limit
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_a_name_with_odd_characters_does_not_break_the_picture() -> None:
    import msgspec

    from ryumon.lab.arena.plot import svg

    made = arena.tournament(ryumon.game("bushido", turns=2), ["random", "thumb"], games=4)
    text = made.json().decode().replace("thumb", "<b> & 'x' of a very very long command line")
    results = msgspec.json.decode(text, type=Results)
    assert "<b> & 'x'" in "".join(ET.fromstring(svg(results)).itertext())


# --- compiling ------------------------------------------------------------------------------

LEVELS = ["--bots", "thumb,carp"]


@pytest.fixture
def compiler(monkeypatch, tmp_path):
    """As in a person's first tournament, but with a compiler that does what it is told to."""
    monkeypatch.setenv("RYUMON_JIT", "auto")
    monkeypatch.setattr(background, "kept", lambda name: False)
    monkeypatch.setattr(background, "available", lambda: True)

    def does(action):
        monkeypatch.setattr(crews.Processes, "begin", lambda crew, settings: action())

    return does


def interrupted() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("language", "words", "goodbye"),
    [
        ("en", "First the rules of Tatsu are compiled", "Interrupted. With --out"),
        ("ja", "タツのルールをコンパイルする", "中断した。"),
    ],
)
def test_it_says_that_it_compiles_and_ctrl_c_meanwhile_is_a_sentence(
    run, compiler, language, words, goodbye
) -> None:
    compiler(interrupted)
    code, out, err = run("tournament", "--game", "tatsu", *LEVELS, "--language", language)
    assert code == 130
    assert err.count(words) == 1
    assert goodbye in out


@pytest.mark.parametrize("why", ["nobody searches", "switched off", "compiled before"])
def test_it_does_not_speak_of_compiling_where_it_does_not_compile(
    run, compiler, monkeypatch, why
) -> None:
    compiler(interrupted)
    if why == "switched off":
        monkeypatch.setenv("RYUMON_JIT", "off")
    if why == "compiled before":
        monkeypatch.setattr(background, "kept", lambda name: True)
    bots = BOTS if why == "nobody searches" else LEVELS
    code, _, err = run("tournament", "--game", "tatsu", *bots)
    assert code == 130
    assert "compiled" not in err


def test_nor_where_all_games_have_been_played(run, compiler, monkeypatch, tmp_path) -> None:
    command = ["tournament", "--game", "tatsu", *LEVELS, "--games", 2, "--out", tmp_path]
    with monkeypatch.context() as before:
        before.setenv("RYUMON_JIT", "off")
        run(*command)
    code, _, err = run(*command)
    assert (code, err) == (0, "")


# --- in a real terminal ---------------------------------------------------------------------


@pytest.fixture
def spawn():
    started = []

    def ryumon(*arguments, columns=60, **environment):
        env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        env |= {"TERM": "xterm-256color", "RYUMON_JIT": "off", **environment}
        child = pexpect.spawn(
            sys.executable, ["-m", "ryumon.cli", *map(str, arguments)], env=env,
            dimensions=(24, columns), encoding="utf-8", timeout=60, preexec_fn=heed_interrupts,
        )  # fmt: skip
        started.append(child)
        return child

    yield ryumon
    for child in started:
        child.close(force=True)


def ended(child) -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def test_a_bar_while_it_goes_on_and_ctrl_c_keeps_what_is_there(spawn, tmp_path) -> None:
    out = tmp_path / "arena"
    command = ["tournament", "--game", "tatsu", *BOTS, "--games", 100000, "--out", out]
    child = spawn(*command, "--workers", 2)
    child.expect(r"Playing.*?\d/100000")
    shown = child.before
    assert "\x1b[" in shown
    child.expect(r"[1-9]\d+/100000")
    child.sendintr()
    assert ended(child) == 130
    assert "Traceback" not in child.before
    assert "Interrupted. The games so far are kept in" in child.before
    assert "Standings" in child.before
    games = (out / "games.jsonl").read_bytes()
    assert games.endswith(b"}\n")
    assert games.count(b"\n") > 1
    # and it goes on from there
    again = subprocess.run(
        [sys.executable, "-m", "ryumon.cli", *map(str, command[:5]), "--games", "10", "--out", out],
        env={**os.environ, "RYUMON_JIT": "off"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "10 games" in again.stdout
    assert (out / "games.jsonl").read_bytes().startswith(games)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_it_ends_the_workers_too(spawn, stop) -> None:
    children = Path("/proc/self/task")
    if not children.exists():
        pytest.skip("Children are looked up in /proc.")
    child = spawn("tournament", "--game", "tatsu", *BOTS, "--games", 100000, "--workers", 2)
    child.expect(r"[1-9]\d*/100000")
    # the pool starts each worker from a thread of its own
    tasks = Path(f"/proc/{child.pid}/task").glob("*/children")
    workers = [pid for task in tasks for pid in task.read_text().split()]
    assert len(workers) >= 2
    child.kill(stop)
    assert ended(child) == 128 + stop
    assert "Interrupted. With --out FOLDER" in child.before
    assert "Traceback" not in child.before
    alive = [pid for pid in workers if Path(f"/proc/{pid}").exists() and not _zombie(pid)]
    assert alive == []


def _zombie(pid: str) -> bool:
    return ") Z " in Path(f"/proc/{pid}/stat").read_text()


def test_nohup_keeps_it_going_when_the_terminal_goes(tmp_path) -> None:
    """A signal that is ignored stays ignored."""
    path = tmp_path / "games.jsonl"
    child = subprocess.Popen(
        ["nohup", sys.executable, "-m", "ryumon.cli", *QUICK, *BOTS, "--games", "400",
         "--out", tmp_path],
        env={**os.environ, "RYUMON_JIT": "off"}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    while not path.exists() and child.poll() is None:
        time.sleep(0.01)
    child.send_signal(signal.SIGHUP)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    assert "400 games" in out


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escape_codes_where_none_are_wanted(spawn, environment) -> None:
    child = spawn(*QUICK, *BOTS, "--games", 20, **environment)
    assert ended(child) == 0
    assert "\x1b" not in child.before
    assert "Standings" in child.before


def test_piped_it_is_plain_text_and_the_bar_stays_out() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ryumon.cli", *QUICK, *BOTS, "--games", "20"],
        env={**os.environ, "RYUMON_JIT": "off", "COLUMNS": "80"},
        capture_output=True, text=True, check=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "Standings" in done.stdout

"""The program in a real terminal: colours or none, keys that end it, a game to its end."""

import os
import re
import signal
import sys

import pexpect
import pytest

from ryumon.play.record import Record
from tests.terminal.desk import by_thumb

PROMPT = "You > "


def heed_interrupts():
    """As in a person's terminal, also where the tests themselves run in the background, where
    shells have Ctrl-C ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def spawn(tmp_path):
    """Start the command in a terminal of 80 by 24."""
    started = []

    def ryumon(*arguments, **environment):
        env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        env |= {"TERM": "xterm-256color", "RYUMON_DATA": str(tmp_path), "RYUMON_JIT": "off"}
        child = pexpect.spawn(
            sys.executable, ["-m", "ryumon.cli", *arguments], env=env | environment,
            dimensions=(24, 80), encoding="utf-8", timeout=30, preexec_fn=heed_interrupts,
        )  # fmt: skip
        child.delaybeforesend = None
        started.append(child)
        return child

    yield ryumon
    for child in started:
        child.close(force=True)


def ended(child):
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def state_in(folder):
    return Record.read(folder / "saved" / "slaughter.jsonl").state()


@pytest.mark.slow
def test_a_whole_game(spawn, tmp_path):
    child = spawn("play", "slaughter", "--players", "3", "--seed", "2")
    thumb = by_thumb()
    shown = ""
    while True:
        at = child.expect_exact([PROMPT, "Enter: go on > ", "The record of this game:"])
        shown += child.before
        if at == 2:
            break
        child.sendline("" if at == 1 else thumb(state_in(tmp_path)))
    assert ended(child) == 0
    assert "Round 1 is over" in shown
    assert "The game is over: " in shown
    assert "\x1b[" in shown  # colours, in a terminal that has them
    records = list((tmp_path / "finished").iterdir())
    assert [Record.read(path).end.status for path in records] == ["finished"]


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escape_codes_where_none_are_wanted(spawn, environment):
    child = spawn("play", "slaughter", "--seed", "5", **environment)
    child.expect_exact(PROMPT)
    shown = child.before
    for line in ("p1 r7", "x", "why p1", "?", "aids", "quit"):
        child.sendline(line)
        child.expect_exact([PROMPT, pexpect.EOF])
        shown += child.before
    assert "Your hand" in shown
    assert "\x1b" not in shown


def test_no_line_is_wider_than_the_terminal(spawn):
    child = spawn("play", "slaughter", "--players", "5", "--seed", "5", "--language", "ja")
    child.expect_exact("あなた > ")
    codes = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
    from rich.cells import cell_len

    lines = codes.sub("", child.before).splitlines()
    assert any("手札" in line for line in lines)
    assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_leave_with_the_game_saved(spawn, tmp_path, key, code):
    child = spawn("play", "slaughter", "--seed", "5")
    child.expect_exact(PROMPT)
    child.sendline("p1 r7")
    child.expect_exact(PROMPT)
    child.send(key)
    child.expect_exact("The game is saved. Go on with: ryumon play slaughter")
    assert "Traceback" not in child.before
    assert ended(child) == code
    assert state_in(tmp_path).view(0)["second"] == ["P1", "R7"]


def test_a_killed_game_goes_on_where_it_was(spawn, tmp_path):
    child = spawn("play", "slaughter", "--seed", "5")
    child.expect_exact(PROMPT)
    child.sendline("p1 r7")
    child.expect_exact(PROMPT)
    moves = state_in(tmp_path).moves
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    child = spawn("play", "slaughter")
    child.expect_exact("Enter: go on with it   n: a new game > ")
    assert "Round 1 of 4" in child.before
    child.sendline("")
    child.expect_exact(PROMPT)
    assert "Second half" in child.before
    assert state_in(tmp_path).moves == moves
    child.sendline("undo")
    child.expect_exact("Taken back")
    child.expect_exact(PROMPT)
    assert "Divide your hand" in child.before
    child.sendline("q")
    assert ended(child) == 0


def test_ctrl_c_at_the_offer_keeps_the_saved_game(spawn, tmp_path):
    child = spawn("play", "slaughter", "--seed", "5")
    child.expect_exact(PROMPT)
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    child = spawn("play", "slaughter")
    child.expect_exact("a new game > ")
    child.send("\x03")
    assert ended(child) == 130
    assert state_in(tmp_path).view(0)["phase"] == "division"

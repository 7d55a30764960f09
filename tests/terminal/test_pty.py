"""The program in a real terminal: colours or none, keys that end it, a game to its end."""

import io
import os
import re
import signal
import sys

import pexpect
import pytest

from ryumon.play.record import Record
from tests.terminal.desk import by_thumb

pytestmark = pytest.mark.slow  # not for the inner loop

PROMPT = "You > "
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def heed_interrupts():
    """As in a person's terminal, also where the tests themselves run in the background, where
    shells have Ctrl-C ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def spawn(tmp_path):
    """Start the command in a terminal of 80 by 24, with bots that do not think long."""
    started = []

    def ryumon(*arguments, **environment):
        env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        env |= {"TERM": "xterm-256color", "RYUMON_DATA": str(tmp_path), "RYUMON_JIT": "off"}
        child = pexpect.spawn(
            sys.executable, ["-m", "ryumon.cli", *arguments, "--bots", "thumb"],
            env=env | environment, dimensions=(24, 80), encoding="utf-8", timeout=30,
            preexec_fn=heed_interrupts,
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
        at = child.expect_exact([PROMPT, "Enter: continue > ", "The record of this game:"])
        shown += child.before
        if at == 2:
            break
        child.sendline("" if at == 1 else thumb(state_in(tmp_path)))
    child.expect_exact("u: undo your last move > ")
    child.sendline("")
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
    from rich.cells import cell_len

    lines = CODES.sub("", child.before).splitlines()
    assert any("手札" in line for line in lines)
    assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_leave_with_the_game_saved(spawn, tmp_path, key, code):
    child = spawn("play", "slaughter", "--seed", "5")
    child.expect_exact(PROMPT)
    child.sendline("p1 r7")
    child.expect_exact(PROMPT)
    child.send(key)
    child.expect_exact("The game is saved. Resume it with: ")
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
    child.expect_exact("Enter: continue it   n: a new game > ")
    assert "Round 1 of 4" in child.before
    child.sendline("")
    child.expect_exact(PROMPT)
    assert "Second half" in child.before
    assert state_in(tmp_path).moves == moves
    child.sendline("undo")
    child.expect_exact("Undone")
    child.expect_exact(PROMPT)
    assert "Divide your hand" in child.before
    child.sendline("q")
    assert ended(child) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_ended_says_that_it_is_saved(spawn, tmp_path, number):
    child = spawn("play", "slaughter", "--seed", "5")
    child.expect_exact(PROMPT)
    child.kill(number)
    child.expect_exact("The game is saved. Resume it with: ")
    assert ended(child) == 128 + number
    assert "Traceback" not in child.before


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


# --- several persons ------------------------------------------------------------------------

ON, OFF, WIPE = "\x1b[?1049h", "\x1b[?1049l", "\x1b[2J\x1b[H"
AKI, BEN = "Aki > ", "Ben > "
COME_AKI, COME_BEN = "Enter: I am Aki", "Enter: I am Ben"


@pytest.fixture
def shared(spawn):
    """Aki and Ben at one terminal. First Aki divides her hand, then Ben leads."""
    child = spawn(
        "play", "slaughter", "--seats", "0,1", "--names", "Aki,Ben", "--players", "3",
        "--seed", "8",
    )  # fmt: skip
    child.logfile_read = io.StringIO()
    return child


def come(child, hiding, prompt):
    """A person comes to the screen."""
    child.expect_exact(hiding)
    child.expect_exact(" > ")
    child.sendline("")
    child.expect_exact(prompt)


def test_nothing_of_one_person_is_left_when_the_other_comes(shared, tmp_path):
    """Every byte from the wipe on, against everything that only the first person may know."""
    child = shared
    come(child, COME_AKI, AKI)
    hand = state_in(tmp_path).view(0)["hand"]
    assert all(card in child.before for card in hand)
    stream = child.logfile_read
    typed = stream.tell()
    child.sendline("b1 b7 b9")
    come(child, COME_BEN, BEN)
    written = stream.getvalue()
    assert written.index(ON) < typed
    assert OFF not in written
    assert written.index(WIPE, typed) < written.index("Pass the keyboard to", typed)
    shown = CODES.sub(" ", written[written.index(WIPE, typed) :])
    seen = set(re.findall(r"\b[PRBG]\d+\b", shown.upper()))
    assert seen & set(hand) == {"R12"}  # which she had to call
    assert seen >= set(state_in(tmp_path).view(1)["hand"])


def test_no_key_shows_what_another_has_typed(shared):
    """No line can be called up again, nor what was cut out of one."""
    child = shared
    come(child, COME_AKI, AKI)
    for word in ("secretword", "why anotherword"):
        child.sendline(word)
        child.expect_exact(AKI)
    child.sendline("killedword\x15b1 b7 b9")  # Ctrl-U
    come(child, COME_BEN, BEN)
    for keys in ("\x1b[A", "\x1b[A\x1b[A", "\x10", "\x19", "\x12secret"):
        child.sendline(keys)
        child.expect_exact(BEN)
        assert not re.search("secretword|anotherword|killedword", child.before)


def test_enter_pressed_twice_does_not_open_the_next_persons_screen(shared):
    child = shared
    come(child, COME_AKI, AKI)
    child.send("b1 b7 b9\n\n\n")
    child.expect_exact(COME_BEN)
    child.expect_exact(" > ")
    with pytest.raises(pexpect.TIMEOUT):
        child.expect_exact(BEN, timeout=1)
    child.sendline("")
    child.expect_exact(BEN)


def await_aki(child, where):
    """Up to the screen that hides, or on to Aki's own."""
    if where == "own":
        come(child, COME_AKI, AKI)
    else:
        child.expect_exact(COME_AKI)
        child.expect_exact(" > ")


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
@pytest.mark.parametrize("where", ["hiding", "own"])
def test_leaving_a_shared_game_hides_it_and_it_goes_on(shared, spawn, tmp_path, key, code, where):
    child = shared
    await_aki(child, where)
    child.send(key)
    child.expect_exact("The game is saved. Resume it with: ")
    assert WIPE in child.before
    assert child.before.index(WIPE) < child.before.index(OFF)
    assert ended(child) == code
    moves = state_in(tmp_path).moves
    assert moves  # the deal is kept though nobody has moved
    child = spawn("play", "slaughter")
    child.expect_exact("A game shared by Aki, Ben is unfinished: 3 players")
    child.expect_exact("c: continue the old one > ")  # --bots is another than the old game's
    child.sendline("c")
    child.expect_exact("Enter: I am ")
    assert ON in child.before
    assert state_in(tmp_path).moves == moves


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("where", ["hiding", "own"])
def test_a_shared_game_that_is_ended_gives_the_screen_back(shared, tmp_path, number, where):
    child = shared
    await_aki(child, where)
    child.kill(number)
    child.expect_exact("The game is saved. Resume it with: ")
    assert child.before.index(WIPE) < child.before.index(OFF)
    assert ended(child) == 128 + number
    assert "Traceback" not in child.before
    assert state_in(tmp_path).view(0)["phase"] == "division"


def test_a_shared_game_whose_terminal_is_closed_ends_and_is_kept(shared, tmp_path):
    child = shared
    come(child, COME_AKI, AKI)
    child.ptyproc.fileobj.close()
    assert child.wait() == 128 + signal.SIGHUP
    assert state_in(tmp_path).view(0)["phase"] == "division"


def test_a_dumb_terminal_is_not_shared(spawn):
    child = spawn("play", "slaughter", "--seats", "0,1", TERM="dumb")
    child.expect_exact("only a terminal that can be cleared")
    assert ended(child) == 2


def test_without_colours_the_screen_is_wiped_all_the_same(spawn):
    child = spawn("play", "slaughter", "--seats", "all", "--seed", "5", NO_COLOR="1")
    child.expect_exact("Enter: I am Player ")
    child.expect_exact(" > ")
    child.sendline("")
    child.expect(r"Player \d > ")
    assert CODES.findall(child.before) == ["\x1b[2J", "\x1b[H"]


@pytest.mark.slow
def test_a_whole_shared_game(spawn, tmp_path):
    child = spawn("play", "bushido", "--seats", "all", "--seed", "2", "--option", "turns=4")
    thumb, came = by_thumb(), []
    while True:
        at = child.expect([r"Enter: I am (Player \d)[^>]*> ", "Enter: continue > ",
                           r"Player \d > ", "The record of this game:"])  # fmt: skip
        if at == 3:
            break
        if at == 0:
            came.append(child.match[1])
        state = Record.read(tmp_path / "saved" / "bushido.jsonl").state()
        idle = "Nothing is asked of you" in child.before
        child.sendline("no" if idle else thumb(state) if at == 2 else "")
    assert OFF in child.before
    assert "The game is over: " in child.before
    child.expect_exact("r: replay > ")
    child.sendline("")
    assert ended(child) == 0
    assert {"Player 0", "Player 1"} == set(came)

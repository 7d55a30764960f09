"""Programs as bots: they play, and whatever they do wrong is one sentence and ends them.

The programs here are a few lines of Python each. `say` and `hear` are written for them.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import shlex
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ryumon
from ryumon import OVER, State, bots
from ryumon.bots import BrokenBot, External, external, process
from tests.kernel.workshop import environment

pytestmark = pytest.mark.slow  # not for the inner loop

BEGINNING = """
import json, os, subprocess, sys, time
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()
def say(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)
def meet():
    hear()
    say({"protocol": 1, "name": "Cub"})
def play():
    while True:
        message = hear()
        if message["type"] == "turn":
            say({"move": message["legal"][0]})
"""
HONEST = "meet()\nplay()"


@pytest.fixture
def program(tmp_path: Path) -> Any:
    """The arguments that start a program of these lines."""

    def written(code: str) -> list[str]:
        path = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        path.write_text(BEGINNING + textwrap.dedent(code), "utf-8")
        return [sys.executable, str(path)]

    return written


@pytest.fixture(scope="module", autouse=True)
def _only_what_is_new() -> Iterator[None]:
    """What was there before these tests is no rubbish of theirs. Whoever has compiled has so much
    of it that each look at it would take a quarter of a second."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """After every test no thread of a bot runs."""
    yield
    gc.collect()
    until = time.monotonic() + 5
    while any(thread.name == "ryumon-bot" for thread in threading.enumerate()):
        assert time.monotonic() < until, "a bot still runs"
        time.sleep(0.01)


def choosing() -> State:
    state = ryumon.game("slaughter").start()
    state.deal(random.Random(1))
    assert len(state.legal()) > 1
    return state


def broken(arguments: list[str], seconds: float = 20, simulations: int | None = None) -> BrokenBot:
    """What is wrong with a program that is asked for a move."""
    began = time.monotonic()
    with pytest.raises(BrokenBot) as fault:  # noqa: PT012 - it may happen at any of these
        bot = External(arguments, 1, seconds=seconds, simulations=simulations)
        bots.choose(bot, choosing())
    assert time.monotonic() - began < 20
    for language in ("en", "ja"):
        sentence = fault.value.refusal.cited(language)
        assert sentence.isprintable()
        assert len(sentence) < 400
    assert str(fault.value).endswith((".", ")"))
    return fault.value


# --- play -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ryumon.games())
def test_a_program_plays_a_whole_game(name: str, program: Any) -> None:
    game = ryumon.game(name)
    with External(program(HONEST), 1) as bot:
        assert bot.name == "Cub"
        for luck in (random.Random(1), random.Random(2)):
            state = game.start()
            while state.turn != OVER:
                state.deal(luck)
                if state.turn == 0:
                    assert bots.choose(bot, state) == state.legal()[0]
                if state.turn >= 0:
                    state.play(bots.choose(bots.make("thumb", 1), state))
            bots.over(bot, state, 0)
            bot.renew(2)


def test_it_is_told_the_end_and_may_leave_by_itself(program: Any, tmp_path: Path) -> None:
    """After `quit` it has a second to put its things away."""
    notes = tmp_path / "notes"
    code = f"""
    meet()
    said = []
    while not said or said[-1]["type"] != "quit":
        said.append(hear())
    time.sleep(0.2)
    open({str(notes)!r}, "w").write(json.dumps(said))
    """
    state = ryumon.game("tatsu").replay(["~first:0", "~1-2"])
    while state.turn != OVER:
        state.deal(random.Random(3))
        if state.turn >= 0:
            state.play(bots.choose(bots.make("thumb", 1), state))
    bot = External(program(code), 1)
    bots.over(bot, state, 1)
    bots.close(bot)
    said = json.loads(notes.read_text())
    assert [message["type"] for message in said] == ["game", "over", "quit"]
    result = state.result()
    assert result is not None
    assert said[1]["payoffs"] == result.payoffs


def test_a_bot_that_is_closed_says_so(program: Any) -> None:
    bot = External(program(HONEST), 1)
    bot.close()
    bot.close()
    with pytest.raises(BrokenBot, match="The bot Cub is no longer running"):
        bots.choose(bot, choosing())


def test_a_game_that_is_not_over_has_no_end_to_be_told() -> None:
    with pytest.raises(ValueError, match="not over"):
        bots.over(bots.make("thumb", 1), choosing(), 0)


def test_what_is_written_on_standard_error_does_no_harm(program: Any, capfd: Any) -> None:
    code = """
    meet()
    while True:
        sys.stderr.write("x" * 1_000_000 + "\\n")
        message = hear()
        if message["type"] == "turn":
            say({"move": message["legal"][-1]})
    """
    state = choosing()
    with External(program(code), 1) as bot:
        for _ in range(3):
            last = state.legal()[-1]
            assert bots.choose(bot, state) == last or len(state.legal()) == 1
            state.play(last)
            state.deal(random.Random(1))
    assert capfd.readouterr() == ("", "")


def test_time_and_simulations_are_told(program: Any) -> None:
    code = """
    meet()
    while True:
        message = hear()
        if message["type"] == "turn":
            sys.exit(str(message["clock"]))
    """
    assert "{'seconds': 20}" in str(broken(program(code)))
    assert "'seconds': 2.0, 'simulations': 70" in str(
        broken(program(code), seconds=2.0, simulations=70)
    )


# --- what may go wrong ----------------------------------------------------------------------

WRONG = [
    # it never says who it is
    ("text", "sys.exit(print('Hello!'))", "not JSON: \"Hello!\""),
    ("ended", "sys.exit(3)", "stopped by itself with the exit code 3."),
    ("ended", "pass", "stopped by itself."),
    ("ended", "1 / 0", "exit code 1; its last words: \"ZeroDivisionError: division by zero\"."),
    ("ended", "os.kill(os.getpid(), 9)", "stopped by itself with the exit code -9."),
    ("mute", "os.close(1)\ntime.sleep(60)", "closed its output."),
    ("version", "say({'protocol': 9, 'name': 'Cub'})\nhear()\nhear()", "speaks version 9"),
    ("form", "say({'protocol': 1})\nhear()\nhear()", "not an Introduction of the protocol"),
    # it does not answer
    ("silent", "meet()\ntime.sleep(60)", "The bot Cub did not answer within 1.3 seconds."),
    ("silent", "meet()\nwhile True: pass", "did not answer"),
    ("silent", "meet()\nwhile True: hear()", "did not answer"),
    ("silent", "meet()\nhear()\nhear()\nsys.stdout.write('{\"move\"')\nsys.stdout.flush()\nhear()",
     "did not answer"),
    ("ended", "meet()\nhear()", "The bot Cub stopped by itself."),
    ("ended", "meet()\nhear()\nhear()\nsys.exit('I give up.')", "last words: \"I give up\"."),
    ("mute", "meet()\nos.close(0)\nos.close(1)\ntime.sleep(60)", "closed its output"),
    # it answers nonsense
    ("text", "meet()\nhear()\nhear()\nsay('R7')\nhear()", "not JSON: \"R7\""),
    ("text", "meet()\nhear()\nhear()\nsay('\\x1b[2J')\nhear()", "not JSON"),
    ("text", "meet()\nhear()\nhear()\nsay('')\nhear()", "not JSON: \"\""),
    ("form", "meet()\nhear()\nhear()\nsay({'moves': 1})\nhear()", "required field `move`"),
    ("illegal", "meet()\nhear()\nhear()\nsay({'move': 'Q7'})\nhear()", "\"Q7\" is not a move"),
    ("illegal", "meet()\nhear()\nhear()\nsay({'move': '~P1'})\nhear()", "chose an illegal move"),
    ("long", "meet()\nhear()\nhear()\nsay('x' * 70000)\nhear()", "more than 65,536 bytes"),
    ("long", "meet()\nhear()\nwhile True: sys.stdout.write('x' * 1000)", "more than 65,536"),
    # it talks too much
    ("text", "meet()\nhear()\nhear()\nwhile True: say('flood')", "not JSON: \"flood\""),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "code", "words"), WRONG)
def test_a_broken_bot_is_one_sentence(kind: str, code: str, words: str, program: Any) -> None:
    fault = broken(program(code), seconds=0.3 if kind == "silent" else 20)
    assert (fault.refusal.key, words in str(fault)) == (kind, True), str(fault)


def wait_for(bot: External, lines: int) -> None:
    """Until so much has come from the bot without being asked for."""
    until = time.monotonic() + 20
    while bot._process._heard.qsize() < lines:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("questions", "code", "words"),
    [
        (0, "say('Shall we begin?')\nplay()", "when it was not asked: \"Shall we begin?\"."),
        (1, "hear()\nlegal = hear()['legal']\nsay({'move': legal[0]})\nsay('Or not?')\nplay()",
         "when it was not asked: \"Or not?\"."),
        (0, "while True: say('flood')", "when it was not asked: \"flood\"."),
    ],
)  # fmt: skip
def test_a_bot_that_speaks_out_of_turn(questions: int, code: str, words: str, program: Any) -> None:
    bot = External(program("meet()\n" + code), 1)
    for _ in range(questions):
        bots.choose(bot, choosing())
    wait_for(bot, 1)
    with pytest.raises(BrokenBot) as fault:
        bots.choose(bot, choosing())
    assert (fault.value.refusal.key, words in str(fault.value)) == ("unasked", True)


def test_a_flood_is_not_kept(program: Any) -> None:
    """Memory stays small however much is written: nothing is read beyond a few lines."""
    bot = External(program("meet()\nwhile True: say('x' * 60000)"), 1)
    wait_for(bot, process.MOST)
    time.sleep(0.3)
    assert bot._process._heard.qsize() <= process.MOST + 1
    with pytest.raises(BrokenBot, match="not asked"):
        bots.choose(bot, choosing())


def test_an_illegal_move_names_its_rule(program: Any) -> None:
    state = choosing()
    card = next(c for c in state.game.spec.words.NAMES[:48] if c not in state.legal())
    fault = broken(program(f"meet()\nhear()\nhear()\nsay({{'move': {card!r}}})\nhear()"))
    refused = state.why(card)
    assert refused is not None
    assert fault.rule == refused[0]
    assert fault.rule.startswith("SD-")
    assert refused[1].rstrip(".") in str(fault)
    public = f"The bot Cub chose an illegal move. ({fault.rule})"
    assert fault.public.cited() == public
    assert str(fault).endswith(f"({fault.rule})")


def test_the_bot_is_told_what_it_did_wrong(program: Any, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    code = f"""
    meet(), hear(), hear()
    say({{"move": "Q7"}})
    open({str(notes)!r}, "w").write(json.dumps(hear()))
    """
    fault = broken(program(code))
    assert json.loads(notes.read_text()) == {"type": "quit", "because": str(fault)}


def test_a_program_that_never_reads_does_not_stop_us(program: Any) -> None:
    """More than any pipe holds is said to it, and nobody waits."""
    made = process.Process(program("time.sleep(60)"))
    began = time.monotonic()
    for _ in range(100):
        made.send(b"x" * 100_000 + b"\n")
    assert time.monotonic() - began < 1
    with pytest.raises(BrokenBot, match=r"did not answer within 0\.1 seconds"):
        made.receive(0.1)
    made.end(0)


def test_a_bot_that_has_failed_stays_so(program: Any) -> None:
    bot = External(program("meet()\nhear()"), 1)
    for _ in range(2):
        with pytest.raises(BrokenBot, match="stopped by itself"):
            bots.choose(bot, choosing())
    bots.close(bot)


def test_an_interrupted_question_ends_the_bot(program: Any, monkeypatch: Any) -> None:
    """Else its answer would be taken for that to the next question."""
    bot = External(program(HONEST), 1)

    def interrupted(seconds: float) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot._process, "receive", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bots.choose(bot, choosing())
    with pytest.raises(BrokenBot, match="no longer running"):
        bots.choose(bot, choosing())


# --- nothing stays behind -------------------------------------------------------------------

STUBBORN = """
import signal
for number in (signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)):
    signal.signal(number, signal.SIG_IGN)
child = '''
import socket, sys, time
line = socket.create_connection(("127.0.0.1", PORT)); print(flush=True); time.sleep(60)
'''.replace("PORT", sys.argv[1])
subprocess.Popen([sys.executable, "-c", child], stdout=subprocess.PIPE).stdout.readline()
meet()
"""


class Lifeline:
    """A child of the bot holds the other end: it is gone when the line breaks."""

    def __enter__(self) -> Lifeline:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(10)
        self.port = str(self.server.getsockname()[1])
        return self

    def broken(self) -> bool:
        line, _ = self.server.accept()
        with line:
            line.settimeout(5)
            with contextlib.suppress(ConnectionResetError):
                return line.recv(1) == b""
            return True

    def __exit__(self, *wrong: object) -> None:
        self.server.close()


@pytest.mark.parametrize("how", ["fault", "close", "garbage"])
def test_children_end_with_the_bot(how: str, program: Any) -> None:
    with Lifeline() as line:
        arguments = [*program(STUBBORN + "while True: time.sleep(1)"), line.port]
        bot = External(arguments, 1, seconds=0.1)
        if how == "fault":
            with pytest.raises(BrokenBot, match="did not answer"):
                bots.choose(bot, choosing())
        elif how == "close":
            bot.close()
        else:
            del bot
            gc.collect()
        assert line.broken()


def test_children_end_though_the_bot_has_left_before(program: Any) -> None:
    with Lifeline() as line:
        bot = External([*program(STUBBORN), line.port], 1)
        bot.close()
        assert line.broken()


def test_bots_end_with_the_program_that_runs_them(program: Any) -> None:
    """Also one that nobody closed."""
    with Lifeline() as line:
        arguments = [*program(STUBBORN + "while True: time.sleep(1)"), line.port]
        code = f"from ryumon.bots import External\nbot = External({arguments!r}, 1)"
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert line.broken()


@pytest.mark.skipif(os.name == "nt", reason="Windows counts no descriptors")
def test_bots_leave_no_file_open(program: Any) -> None:
    folder = Path("/dev/fd")
    arguments = program("meet()\nhear()")
    before = None
    for k in range(12):
        with External(arguments, 1):
            pass
        if k == 1:
            time.sleep(0.2)
            before = len(list(folder.iterdir()))
    gc.collect()
    time.sleep(0.3)
    assert before is not None
    assert len(list(folder.iterdir())) <= before


# --- how they are spelled -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("cmd:", "empty", "cmd: needs the command"),
        ("cmd:  ", "empty", "cmd: needs"),
        ("cmd:python3 'bot.py", "quotes", "a quotation mark is not closed"),
        ("cmd:no-such-program-anywhere", "missing", 'no program "no-such-program-anywhere"'),
        ("cmd:./no-such-file", "missing", 'no program "./no-such-file" to run'),
        ("cmd@:x", "budget", '"" is not a budget'),
        ("cmd@0s:x", "budget", '"0s" is not a budget'),
        ("cmd@0:x", "budget", '"0" is not a budget'),
        ("cmd@-1s:x", "budget", "not a budget"),
        ("cmd@1e9s:x", "budget", "not a budget"),
        ("cmd@9999s:x", "budget", "not a budget"),
        ("cmd@soon:x", "budget", '"soon" is not a budget'),
    ],
)
def test_a_command_that_cannot_be_run(name: str, kind: str, words: str) -> None:
    with pytest.raises(BrokenBot) as fault:
        bots.make(name, 1)
    assert (fault.value.refusal.key, words in str(fault.value)) == (kind, True), str(fault.value)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x00 no program")
    path.chmod(0o755)
    with pytest.raises(BrokenBot, match="cannot be started"):
        External([str(path)], 1)


def test_names_that_only_look_like_commands() -> None:
    for name in ("cmd", "command:x", "Cmd:x"):
        with pytest.raises(ValueError, match="There is no bot"):
            bots.make(name, 1)


def test_no_shell_reads_the_command(program: Any, tmp_path: Path) -> None:
    """Whatever a shell would act upon is a plain argument."""
    arguments = program("meet()\nhear()\nsys.exit(repr(sys.argv[1:]))")
    odd = ["; touch harm", "$HOME", "*", "a, b", "'", '"']
    name = "cmd:" + shlex.join([*arguments, *odd])
    bot = bots.make(name, 1)
    with pytest.raises(BrokenBot) as fault:
        bots.choose(bot, choosing())
    assert "touch harm" in str(fault.value)
    assert not list(tmp_path.glob("harm"))
    assert external.split_names(f"thumb,{name},random") == ["thumb", name, "random"]


def test_windows_paths_keep_their_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    command = r'C:\bots\cub.exe "C:\my bots\deep.txt" --level 3'
    wanted = [r"C:\bots\cub.exe", r"C:\my bots\deep.txt", "--level", "3"]
    assert external.split_command(command) == wanted


def test_the_exchange_can_be_written_down(
    program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv(process.LOG, str(log))
    with External(program("sys.stderr.write('Well...')\n" + HONEST), 1) as bot:
        bots.choose(bot, choosing())
    lines = [line.split(" ", 3) for line in log.read_text().splitlines()]
    said = [json.loads(text)["type"] for _, _, way, text in lines if way == ">"]
    assert said == ["hello", "game", "turn", "quit"]
    assert [text for _, _, way, text in lines if way == "!"] == ["Well..."]
    assert sum(way == "<" for _, _, way, _ in lines) == 2
    monkeypatch.setenv(process.LOG, str(tmp_path / "nowhere" / "log"))
    with pytest.raises(BrokenBot, match="cannot be written to"):
        External(program(HONEST), 1)

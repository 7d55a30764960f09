"""The server as a process: it never loads the compiler, says what is wrong, and ends in time."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.server.process import served

PLAYED = """
import asyncio, random, sys, tempfile
from pathlib import Path
from tests.server.harness import Browser, play_out, running
from tests.server.test_play import over

async def play():
    async with running(Path(tempfile.mkdtemp())) as app:
        ann = Browser(app)
        table = await ann.table("tiger-dragon", bots=[None, "thumb", "thumb", "thumb"], start=True)
        socket, welcome = await ann.join(table, 0)
        await play_out(socket, welcome, random.Random(1), over)

asyncio.run(play())
print(sorted(name for name in ("numba", "llvmlite") if name in sys.modules))
"""


@pytest.mark.slow
def test_the_web_process_never_loads_the_compiler() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PLAYED], capture_output=True, text=True, timeout=120, check=True
    )
    assert told.stdout.splitlines()[-1] == "[]"


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ryumon.cli", "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
def test_a_busy_port_and_a_bad_folder_are_sentences(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        told = serve("--port", str(other.getsockname()[1]), "--data", str(tmp_path))
    assert told.returncode == 2
    assert "cannot be listened to" in told.stderr
    assert "Traceback" not in told.stderr
    (tmp_path / "file").write_text("")
    told = serve("--port", "0", "--data", str(tmp_path / "file"))
    assert told.returncode == 2
    assert "database cannot be used" in told.stderr


@pytest.mark.slow
def test_it_ends_within_ten_seconds_and_a_second_one_finds_it(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        again = serve("--port", str(server.port), "--data", str(tmp_path))
        assert again.returncode == 0
        assert f":{server.port}/" in again.stdout
        assert urllib.request.urlopen(f"{server.url}/health", timeout=10).status == 200
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 10

"""How this program was started, so that a command which it offers works when it is copied."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

BY_MAKE = "RYUMON_BY_MAKE"  # set by the Makefile's target `terminal`


def play_command(game: str) -> str:
    """What starts this game again."""
    if os.environ.get(BY_MAKE):
        return f"make terminal GAME={game}"
    return f"{program()} play {game}"


def program() -> str:
    """`ryumon` where the shell finds it by that name, else the path by which it was called."""
    called = Path(sys.argv[0])
    if called.stem != "ryumon":  # python -m ryumon.cli
        return f"{shlex.quote(sys.executable)} -m ryumon.cli"
    found = shutil.which("ryumon")
    if found is not None and Path(found).resolve() == called.resolve():
        return "ryumon"
    return shlex.quote(sys.argv[0])

"""The command `ryumon`.

What a command needs is imported when it runs, so that the first screen comes at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import typer

from ryumon.cli import play, records, seasons, server, study  # the commands, in the order of --help
from ryumon.cli.app import INTERRUPTED, app, complain

__all__ = ["app", "main", "play", "records", "seasons", "server", "study"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; whatever is wrong with it is one sentence."""
    from ryumon.terminal.signals import Ended, ended_by_signals

    for stream in (sys.stdin, sys.stdout, sys.stderr):  # no character may raise an error
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue]
    command = typer.main.get_command(app)
    given = sys.argv[1:] if arguments is None else arguments
    if "--help" in given or not given:
        _explain_in_their_language(command, given)
    try:
        with ended_by_signals():
            code = command.main(arguments, prog_name="ryumon", standalone_mode=False)
    except Ended as ended:
        code = ended.code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone
        _write_no_more()
        code = 1
    except OSError as wrong:
        if wrong.filename is not None:
            raise
        code = _unwritten(wrong, given)
    except Exception as wrong:
        from ryumon.terminal import usage

        sentence = usage.sentence(wrong, given)
        if sentence is None:
            raise
        code = complain(sentence)
    sys.exit(code if isinstance(code, int) else 0)


def _explain_in_their_language(command: Any, arguments: Sequence[str]) -> None:
    from ryumon.terminal import usage

    if usage.spoken(arguments) == "ja":
        from ryumon.terminal.help import to_japanese

        to_japanese(command)


def _unwritten(wrong: OSError, arguments: Sequence[str]) -> int:
    """Our output could not be written: the disk is full, or the terminal has gone."""
    from ryumon.terminal import usage

    with suppress(OSError):
        print(usage.unwritten(wrong, arguments), file=sys.stderr)
    _write_no_more()
    return 1


def _write_no_more() -> None:
    """What still waits to be written would fail again at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

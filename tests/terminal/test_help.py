"""`--help` in both languages."""

from typing import Any

import pytest
import typer
from rich.cells import cell_len

from ryumon.cli import app, main
from ryumon.terminal.help import JAPANESE, paragraphs

COMMAND: Any = typer.main.get_command(app)
COMMANDS = {"": COMMAND, **COMMAND.commands}


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_is_said_in_japanese(name):
    """What is new in ryumon.cli goes into the table of terminal/help.py."""
    command = COMMANDS[name]
    told = [command.help, command.short_help, *(getattr(p, "help", "") for p in command.params)]
    said = {part for text in told if text for part in paragraphs(text)}
    assert said <= set(JAPANESE)


def test_nothing_is_said_that_no_command_says():
    said = {"Show this message and exit."}
    for command in COMMANDS.values():
        told = [command.help, command.short_help, *(getattr(p, "help", "") for p in command.params)]
        said.update(part for text in told if text for part in paragraphs(text))
    assert set(JAPANESE) <= said


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("columns", ["60", "80"])
def test_japanese_help_fits_the_terminal(name, columns, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    for more in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(more, raising=False)
    with pytest.raises(SystemExit):
        main([*[name][: len(name)], "--help"])
    shown = capsys.readouterr().out
    assert "使い方: ryumon" in shown
    assert "オプション:" in shown
    assert "Show" not in shown
    assert max(map(cell_len, shown.splitlines())) <= int(columns)


def test_english_stays_english(monkeypatch, capsys):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    assert "Check a record for errors" in capsys.readouterr().out

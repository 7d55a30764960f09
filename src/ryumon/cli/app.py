"""What the commands share: the application, options that several have, a sentence for an error."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

WRONG_USE, INTERRUPTED = 2, 130  # exit codes

app = typer.Typer(
    help="Ryumon (龍門): tabletop games in the terminal.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Language = Annotated[
    str | None,
    typer.Option(help="en or ja (default: the language of the terminal).", metavar="en|ja"),
]

TWO_OR_MORE = "Two or more bots, as in `ryumon play`; random and thumb do not search."

Options = Annotated[
    list[str] | None,
    typer.Option(help="An option of the game; may be repeated.", metavar="NAME=VALUE"),
]
Database = Annotated[
    str, typer.Option(help="Another database than the file in --data.", metavar="URL")
]
Folder = Annotated[Path | None, typer.Option(help="The folder of the server.", metavar="FOLDER")]

# Numbers come as text: what is none is refused in our words, and in the language asked for.
Players = Annotated[str | None, typer.Option(help="How many play.", metavar="N")]


def complain(sentence: str) -> int:
    print(sentence if sentence.endswith((".", "。", "?")) else f"{sentence}.", file=sys.stderr)
    return WRONG_USE

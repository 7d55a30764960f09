"""Commands for recorded games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ryumon.cli.app import Language, app

if TYPE_CHECKING:
    from ryumon.play.record import Record
    from ryumon.terminal.console import Paper


@app.command(short_help="Step through a recorded game.")
def replay(
    file: Annotated[Path, typer.Argument(help="The record.", metavar="FILE")],
    seat: Annotated[
        str | None,
        typer.Option(
            help="As this seat saw it; else all that is public, and every move.", metavar="K"
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print the whole game.")] = False,
    language: Language = None,
) -> None:
    """Step through a recorded game."""
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper
    from ryumon.terminal.replay import Replay

    spoken = settings.language_of(language)
    paper, own = Paper(spoken), settings.whole("--seat", seat)
    record = _read(file, paper)
    shown = Replay(paper, record, settings.check_seat(record.header.players, own))
    if everything:
        shown.whole()
        return
    try:
        shown.walk()
    except EOFError:
        paper.show()


def _read(file: Path, paper: Paper) -> Record:
    """The record, or its valid part."""
    from ryumon.play.record import BrokenRecord, Record

    try:
        record = Record.read(file)
        record.state()
    except BrokenRecord as broken:
        try:
            record = Record.read(file, salvage=True)
        except BrokenRecord:
            key = "problem" if broken.line else "problem-file"
            parts = {"path": file, "line": broken.line, "sentence": broken.refusal}
            print(paper.words(key, **parts), file=sys.stderr)
            raise typer.Exit(1) from None
        print(paper.words("salvaged", path=file, why=broken), file=sys.stderr)
    return record


@app.command(short_help="Check a record and its deal.")
def verify(
    file: Annotated[Path, typer.Argument(help="The record.", metavar="FILE")],
    commitment: Annotated[
        str, typer.Option(help="What the table promised before the game, in hex.", metavar="HEX")
    ] = "",
    language: Language = None,
) -> None:
    """Check a record for errors, line by line; and, if it comes from a server, that every card was
    dealt from the key that was promised.

    The exit code is 0 for a valid record and 1 for any other.
    """
    from ryumon.play.record import Record
    from ryumon.play.record import verify as problems_of
    from ryumon.table import fairness
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper

    paper = Paper(settings.language_of(language))
    problems, draws = problems_of(file), 0
    record = Record.read(file) if not problems else None
    if record is not None and (commitment or record.header.deal is not None):
        problems, draws = fairness.check(record, commitment)
    for problem in problems:
        key = "problem" if problem.line else "problem-file"
        paper.say(key, path=file, line=problem.line, sentence=problem.refusal)
    if problems or record is None:
        raise typer.Exit(1)
    title = record.game().spec.title[paper.language]
    end = paper.words(f"is-{record.end.status}")
    parts = {"title": title, "players": record.header.players, "moves": len(record.moves)}
    paper.say("sound", path=file, end=end, **parts)
    if record.header.deal is not None:
        print(fairness.fair(draws).sentence(paper.language))

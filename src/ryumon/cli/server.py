"""Commands for a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ryumon.cli.app import Database, Folder, Language, app, complain


@app.command(short_help="Serve tables to browsers.")
def serve(
    host: Annotated[
        str, typer.Option(help="Listen here; 0.0.0.0 for all of the house.", metavar="ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[str, typer.Option(help="Listen to this port.", metavar="N")] = "8000",
    database: Annotated[
        str, typer.Option(help="Another database than a file in --data.", metavar="URL")
    ] = "",
    data: Annotated[
        Path | None, typer.Option(help="Keep tables in this folder.", metavar="FOLDER")
    ] = None,
    base_url: Annotated[
        str, typer.Option(help="How people reach the server, if by another name.", metavar="URL")
    ] = "",
    trusted_proxy: Annotated[
        str, typer.Option(help="Believe this proxy who is calling.", metavar="ADDRESS")
    ] = "",
    limit: Annotated[
        list[str] | None,
        typer.Option(help="Change a limit on clients; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Show numbers at /metrics; not for players.")
    ] = False,
    seasons: Annotated[
        bool, typer.Option("--seasons", help="Let anyone make seasons (docs/seasons.md).")
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    workers: Annotated[str, typer.Option(help="Server processes.", metavar="N")] = "1",
    language: Language = None,
) -> None:
    """Serve tables to browsers, until Ctrl-C. Nothing is lost when it ends: see docs/host.md."""
    from ryumon.play.refusal import Refused
    from ryumon.server import serve as server
    from ryumon.terminal import settings
    from ryumon.terminal.saves import data_folder

    spoken = settings.language_of(language)
    where = settings.whole("--port", port) or 0
    asked = server.Settings(
        host, where, database, data or data_folder(), base_url, trusted_proxy,
        tuple(limit or ()), metrics, open_browser, spoken,
        max(settings.whole("--workers", workers) or 1, 1), seasons,
    )  # fmt: skip
    try:
        server.run(asked)
    except Refused as refused:
        raise typer.Exit(complain(refused.refusal.sentence(spoken))) from None


@app.command(short_help="Think for the bots of a server, on another machine.")
def worker(
    database: Annotated[str, typer.Option(help="The server's database.", metavar="URL")] = "",
    data: Folder = None,
    processes: Annotated[
        str | None, typer.Option(help="Processes that think (default: one per core).", metavar="N")
    ] = None,
    language: Language = None,
) -> None:
    """Think for the bots of a server, until Ctrl-C: when many play, bots have more time."""
    from ryumon.play.refusal import Refused
    from ryumon.server import extra
    from ryumon.server import serve as server
    from ryumon.terminal import settings
    from ryumon.terminal.saves import data_folder

    spoken = settings.language_of(language)
    number = settings.whole("--processes", processes)
    asked = server.Settings(database=database, data=data or data_folder(), language=spoken)
    try:
        extra.run(asked, number if number is None else max(number, 1))
    except Refused as refused:
        raise typer.Exit(complain(refused.refusal.sentence(spoken))) from None


@app.command(short_help="Copy the tables of a server that may be running.")
def backup(
    file: Annotated[Path, typer.Argument(help="The copy, a new file.", metavar="FILE")],
    database: Database = "",
    data: Folder = None,
    language: Language = None,
) -> None:
    """Copy the tables of a server that may be running. The copy is a database like the original."""
    from ryumon.play.refusal import Refused
    from ryumon.server import backup as copying
    from ryumon.server.store import file_url
    from ryumon.server.words import told
    from ryumon.terminal import settings
    from ryumon.terminal.saves import data_folder

    spoken = settings.language_of(language)
    try:
        size = copying.backup(database or file_url((data or data_folder()) / "ryumon.db"), file)
    except Refused as refused:
        raise typer.Exit(complain(refused.refusal.sentence(spoken))) from None
    typer.echo(told("backed-up", spoken, path=str(file), size=size))

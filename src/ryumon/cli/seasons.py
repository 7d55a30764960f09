"""The command `ryumon season`, for whoever runs a server."""

from __future__ import annotations

from typing import Annotated

import typer

from ryumon.cli.app import Database, Folder, Language, Options, Players, app, complain


@app.command(short_help="Make and look after contests at a server.")
def season(
    action: Annotated[
        str, typer.Argument(help="new, list, show, start or stop.", metavar="ACTION")
    ],
    what: Annotated[
        str, typer.Argument(help="The game of a new season; else its id.", metavar="[GAME|ID]")
    ] = "",
    entrants: Annotated[
        str,
        typer.Option(
            help="Levels, and account:NAME for programs, with commas between them.",
            metavar="A,B,...",
        ),
    ] = "",
    name: Annotated[
        str, typer.Option(help="What it is called (default: the game).", metavar="NAME")
    ] = "",
    players: Players = None,
    option: Options = None,
    rounds: Annotated[
        str, typer.Option(help="Deals, each played in all seatings.", metavar="N")
    ] = "10",
    seconds: Annotated[str, typer.Option(help="For each move of a program.", metavar="N")] = "10",
    tables: Annotated[str, typer.Option(help="Tables at once.", metavar="N")] = "4",
    pace: Annotated[
        str | None, typer.Option(help="Seconds of a bot's move (default: as usual).", metavar="N")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Every table has cards of its own.")
    ] = False,
    join: Annotated[
        bool, typer.Option("--join", help="Any program may join until `start`.")
    ] = False,
    database: Database = "",
    data: Folder = None,
    language: Language = None,
) -> None:
    """Make and look after contests at a server, which makes their tables: see docs/seasons.md."""
    from ryumon.play.refusal import Refused
    from ryumon.server import serve as server
    from ryumon.server.seasons import operator
    from ryumon.server.seasons.api import CreateSeason
    from ryumon.terminal import settings
    from ryumon.terminal.saves import data_folder

    spoken = settings.language_of(language)
    where = server.Settings(database=database, data=data or data_folder(), language=spoken)
    try:
        asked = None
        if action == "new":
            options = settings.options_of(option or [], False)
            game = settings.game_of(what, settings.whole("--players", players), options)
            asked = CreateSeason(
                name=name or game.name, game=game.name, players=game.players,
                options=dict(game.options), entrants=[one for one in entrants.split(",") if one],
                rounds=settings.whole("--rounds", rounds) or 0,
                seconds=settings.number("--seconds", seconds) or 0.0,
                at_once=settings.whole("--tables", tables) or 0, duplicate=not fresh,
                joining=join, pace=settings.number("--pace", pace),
            )  # fmt: skip
        for line in operator.run(where, action, what, asked):
            typer.echo(line)
    except Refused as refused:
        raise typer.Exit(complain(refused.refusal.sentence(spoken))) from None

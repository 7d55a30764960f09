"""Commands to study games: tournaments, reports, tables of games, bots for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ryumon.cli.app import TWO_OR_MORE, Language, Options, Players, app


@app.command(short_help="Let bots play each other.")
def tournament(
    game: Annotated[str, typer.Option(help="The game; `ryumon games` lists them.", metavar="NAME")],
    bots: Annotated[str, typer.Option(help=TWO_OR_MORE, metavar="A,B,...")],
    games: Annotated[
        str, typer.Option(help="For each pair or table of bots.", metavar="N")
    ] = "200",
    players: Players = None,
    option: Options = None,
    lineups: Annotated[
        str | None,
        typer.Option(
            help="All different bots at a table, or one among copies of another (default: "
            "together, if there are enough bots).",
            metavar="together|alone",
        ),
    ] = None,
    seed: Annotated[str, typer.Option(help="Random seed.", metavar="S")] = "0",
    out: Annotated[
        str | None,
        typer.Option(help="Save all results in this folder, and resume from it.", metavar="FOLDER"),
    ] = None,
    workers: Annotated[
        str | None, typer.Option(help="Processes (default: one per core).", metavar="N")
    ] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    until_clear: Annotated[
        bool, typer.Option("--until-clear", help="Stop a match when it is clear who is better.")
    ] = False,
    precision: Annotated[
        str | None,
        typer.Option(
            help="Stop a match when its difference is known this precisely.", metavar="0.02"
        ),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Save the moves of all games too (see `ryumon export`).")
    ] = False,
    language: Language = None,
) -> None:
    """Let bots play each other on the same deals, in all seatings.

    Shows the share of the games that each bot wins, with intervals and ratings. With --out the
    games are saved: the same command resumes an interrupted tournament, and more --games add to it.
    """
    from ryumon.terminal import settings
    from ryumon.terminal import tournament as hall
    from ryumon.terminal.console import Paper
    from ryumon.terminal.settings import whole

    spoken = settings.language_of(language)
    options = settings.options_of(option or [], False)
    made = settings.game_of(game, whole("--players", players), options)
    asked = hall.Asked(
        made,
        bots,
        whole("--games", games) or 0,
        lineups,
        whole("--seed", seed) or 0,
        settings.folder_of(out),
        whole("--workers", workers),
        ray,
        until_clear,
        settings.number("--precision", precision),
        moves,
    )
    hall.run(asked, Paper(spoken))


@app.command(short_help="Let a level play for another program, or at a server.")
def bot(
    level: Annotated[str, typer.Argument(help="Such as tiger, or dragon@500.", metavar="LEVEL")],
    server: Annotated[
        str | None, typer.Option(help="Sit at tables of this server.", metavar="URL")
    ] = None,
    token: Annotated[
        str, typer.Option(help="Of its account there (default: a new one).", metavar="T")
    ] = "",
    name: Annotated[
        str, typer.Option(help="What a new account is called (default: the level).", metavar="NAME")
    ] = "",
    join: Annotated[
        list[str] | None,
        typer.Option(help="Take a seat by this link; may be repeated.", metavar="LINK"),
    ] = None,
    season: Annotated[
        list[str] | None,
        typer.Option(help="Take part in this season; may be repeated.", metavar="ID"),
    ] = None,
) -> None:
    """Speak the protocol for bots (docs/protocol.md) on standard input and output.

    With --server, play wherever the account holds a seat (docs/bot-api.md).
    """
    from ryumon.bots import speaker
    from ryumon.terminal import guest

    if server is not None:
        guest.run(level, server, token, name or level, join or [], season or [])
        return

    def say(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    speaker.speak(level, sys.stdin.buffer, say)


@app.command(short_help="Study a game's balance.")
def report(
    game: Annotated[
        str, typer.Argument(help="The game; `ryumon games` lists them.", metavar="GAME")
    ],
    out: Annotated[str, typer.Option(help="The page to write.", metavar="FILE.html")],
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="The bot that plays all seats.", metavar="BOT")
    ] = "samurai",
    games: Annotated[str, typer.Option(help="Games of the table itself.", metavar="N")] = "2000",
    option: Options = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="An option to change, and its values (default: every option; none: no option; "
            "NAME=all: all its values); may be repeated.",
            metavar="NAME[=A,B,...]",
        ),
    ] = None,
    vary_games: Annotated[
        str | None,
        typer.Option(help="Games for each changed option (default: a quarter).", metavar="N"),
    ] = None,
    seed: Annotated[str, typer.Option(help="Random seed.", metavar="S")] = "0",
    workers: Annotated[
        str | None, typer.Option(help="Processes (default: one per core).", metavar="N")
    ] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    language: Language = None,
) -> None:
    """Study how a game is balanced: seats, first player, length, choices, luck, options.

    Writes one self-contained page. The games are saved beside it: the same command resumes an
    interrupted report, and more --games add to it.
    """
    from ryumon.terminal import report as pages
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper
    from ryumon.terminal.settings import whole

    spoken = settings.language_of(language)
    options = settings.options_of(option or [], False)
    made = settings.game_of(game, whole("--players", players), options)
    asked = pages.Asked(
        made,
        bots,
        whole("--games", games) or 0,
        pages.vary_of(vary or [], made),
        whole("--vary-games", vary_games),
        whole("--seed", seed) or 0,
        Path(out),
        whole("--workers", workers),
        ray,
    )
    pages.run(asked, Paper(spoken))


@app.command(short_help="Write games as tables for statistics and learning.")
def export(
    out: Annotated[str, typer.Option(help="FILE.parquet or FILE.jsonl.", metavar="FILE")],
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="Records, tournaments played with --moves, or folders of them.",
            metavar="[SOURCE]...",
        ),
    ] = None,
    decisions: Annotated[
        bool,
        typer.Option("--decisions", help="Also a table of all decisions, with what the seat knew."),
    ] = False,
    game: Annotated[
        str | None, typer.Option(help="Simulate this game instead.", metavar="NAME")
    ] = None,
    players: Players = None,
    option: Options = None,
    bots: Annotated[
        str, typer.Option(help="The bot that plays all seats.", metavar="BOT")
    ] = "samurai",
    games: Annotated[str, typer.Option(help="How many games.", metavar="N")] = "1000",
    seed: Annotated[str, typer.Option(help="Random seed.", metavar="S")] = "0",
    workers: Annotated[
        str | None, typer.Option(help="Processes (default: one per core).", metavar="N")
    ] = None,
    language: Language = None,
) -> None:
    """Write finished or simulated games as Parquet or JSON Lines (docs/dataset.md)."""
    from ryumon.terminal import export as hall
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper
    from ryumon.terminal.settings import whole

    spoken, made = settings.language_of(language), None
    if game is not None:
        options = settings.options_of(option or [], False)
        made = settings.game_of(game, whole("--players", players), options)
    asked = hall.Asked(
        [Path(source) for source in sources or []],
        Path(out),
        decisions,
        made,
        bots,
        whole("--games", games) or 0,
        whole("--seed", seed) or 0,
        whole("--workers", workers),
    )
    hall.run(asked, Paper(spoken))

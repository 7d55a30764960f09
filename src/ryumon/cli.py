"""The command `ryumon`.

What a command needs is imported when it runs, so that the first screen comes at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ryumon.play.record import Record
    from ryumon.table.chance import SeedChance
    from ryumon.terminal.console import Paper
    from ryumon.terminal.setup import Typed

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

# Numbers come as text: what is none is refused in our words, and in the language asked for.
Players = Annotated[str | None, typer.Option(help="How many play.", metavar="N")]


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
        code = _complain(sentence)
    sys.exit(code if isinstance(code, int) else 0)


def _explain_in_their_language(command: Any, arguments: Sequence[str]) -> None:
    from ryumon.terminal import usage

    if usage.spoken(arguments) == "ja":
        from ryumon.terminal.help import to_japanese

        to_japanese(command)


def _complain(sentence: str) -> int:
    print(sentence if sentence.endswith((".", "。", "?")) else f"{sentence}.", file=sys.stderr)
    return WRONG_USE


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


@app.callback(invoke_without_command=True)
def ryumon_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"ryumon {version_of('ryumon')}")
    elif context.invoked_subcommand is None and not _menu():
        typer.echo(context.get_help())


def _menu(language: str | None = None) -> bool:
    """Let somebody at a terminal choose what to play, and play it. False if nobody sits there."""
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper
    from ryumon.terminal.menu import choose

    paper = Paper(settings.language_of(language))
    if not (paper.interactive and paper.is_terminal):
        return False
    try:
        chosen = choose(paper)
    except EOFError:
        chosen = None
    if chosen is not None:
        spoken = ["--language", paper.language]
        command = typer.main.get_command(app)
        command.main([*chosen, *spoken], prog_name="ryumon", standalone_mode=False)
    return True


@app.command(short_help="Play a game against bots, or with others at one terminal.")
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game; `ryumon games` lists them. Without it, on a terminal: a menu.",
            metavar="GAME",
        ),
    ] = None,
    players: Players = None,
    seat: Annotated[
        str | None, typer.Option(help="Your seat, counted from 0 (default: 0).", metavar="K")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Several people share this terminal: their seats, or all.", metavar="K,L,..."
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="The names of these people.", metavar="NAME,...")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Bot levels: carp, monk, samurai (default), tiger or dragon; one for all, or "
            "one for each. cmd:COMMAND runs a program.",
            metavar="A,B,...",
            show_default=False,
        ),
    ] = None,
    advanced: Annotated[bool, typer.Option("--advanced", help="Same as advanced=true.")] = False,
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the game; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Random seed.", metavar="S")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Bots only; you look on.")] = False,
    delay: Annotated[
        str | None,
        typer.Option(
            help="With --watch: seconds between lines (default: 0.5 on a terminal).", metavar="T"
        ),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Do not offer to resume an unfinished game.")
    ] = False,
    load: Annotated[
        Path | None, typer.Option(help="Resume the game in this record.", metavar="FILE")
    ] = None,
    language: Language = None,
) -> None:
    """Play a game against bots, or with others at one terminal.

    With --seats several people share the terminal: each player sees only their own screen, and
    everything is hidden between turns. The other seats are bots.

    An unfinished game is saved; the next start offers to resume it. Set NO_COLOR for a screen
    without colours, RYUMON_DATA for another folder to save games in.
    """
    from ryumon.table.chance import SeedChance
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper
    from ryumon.terminal.settings import whole

    spoken = settings.language_of(language)
    if game is None:
        if _menu(language):
            return
        raise settings.wrong("no-game")
    options = settings.options_of(option or [], advanced)
    made = settings.game_of(game, whole("--players", players), options)
    paper = Paper(spoken)
    pause = settings.pause_of(delay, paper.is_terminal)
    settings.check_watching(watch, pause, load, bool(seats or names))
    own = whole("--seat", seat)
    viewer = settings.check_seat(made.players, own)
    people = settings.people_of(made.players, own, seats, watch)
    given = settings.names_of(made.players, people, names)
    sitting = settings.sitting_of(made.players, people, "samurai" if bots is None else bots)
    luck = SeedChance(whole("--seed", seed))
    made.compile(background=True)
    from ryumon.terminal import setup

    seated = setup.Seated(sitting, given, chosen=seat is not None or seats is not None)
    if watch:
        table = setup.new(paper, made, seated, luck, None)
        try:
            table.watch(viewer, pause)
        finally:
            table.close()
    else:
        setup.check_sharing(paper, made.spec, sitting)
        given = {
            "players": ("--players", players is not None),
            "options": ("--advanced" if advanced else "--option", advanced or bool(option)),
            "seats": ("--seats" if seats else "--seat", seated.chosen),
            "names": ("--names", names is not None),
            "bots": ("--bots", bots is not None),
            "seed": ("--seed", seed is not None),
        }
        options = {what: text for what, (text, was_typed) in given.items() if was_typed}
        typed = setup.Typed(made, seated, options)
        _sit_down(paper, typed, luck, new, load)


def _sit_down(
    paper: Paper, typed: Typed, luck: SeedChance, new: bool, load: Path | None
) -> None:  # fmt: skip
    """Play as a person, or several; however it ends, the game is kept."""
    from ryumon.terminal import setup
    from ryumon.terminal.after import next_table
    from ryumon.terminal.commands import Leave
    from ryumon.terminal.saves import Shelf
    from ryumon.terminal.signals import Ended

    game, seated = typed.game, typed.seated
    shelf = Shelf.of(game.name)
    table = None
    try:
        if load is not None:
            table = setup.loaded(paper, load, game.spec, luck, shelf, seated)
        else:
            table = setup.interrupted(paper, luck, shelf, new, typed)
        table = table or setup.new(paper, game, seated, luck, shelf)
        table.play()
        while (following := next_table(table)) is not None:
            table.close()
            table = following
            table.play()
    except (Leave, EOFError, KeyboardInterrupt, Ended) as going:
        with suppress(OSError):  # the terminal may have gone
            if not isinstance(going, Leave):
                paper.show()
            if table is not None and not table.over:
                table.leave()
        if isinstance(going, KeyboardInterrupt | Ended):
            raise
    finally:
        if table is not None:
            table.close()


@app.command(short_help="Learn a game: a guided first game.")
def learn(
    game: Annotated[
        str, typer.Argument(help="The game; `ryumon games` lists them.", metavar="GAME")
    ],
    language: Language = None,
) -> None:
    """Learn a game by a guided first game, move by move. Nothing is saved."""
    from ryumon.play.registry import find
    from ryumon.terminal import settings
    from ryumon.terminal.commands import Leave
    from ryumon.terminal.console import Paper
    from ryumon.terminal.lesson import Guided, lesson_of

    paper = Paper(settings.language_of(language))
    guided = Guided(paper, lesson_of(find(game).name))
    try:
        guided.play()
    except (Leave, EOFError):
        paper.show()


@app.command(short_help="List the games and their options.")
def games(language: Language = None) -> None:
    """List the games and their options."""
    import ryumon
    from ryumon.bots import BOTS
    from ryumon.play.refusal import Refused
    from ryumon.play.registry import find, typed
    from ryumon.play.sentence import JOIN, either
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper

    spoken = settings.language_of(language)
    paper = Paper(spoken)
    for name in ryumon.games():
        try:
            spec = find(name)
        except Refused as broken:  # a game of another package
            paper.show(f"{name}: {broken.refusal.sentence(spoken)}")
            continue
        paper.show(f"{name}: {spec.title[spoken]}")
        numbers = {"players": either(spec.players)[spoken], "default": spec.default_players}
        paper.show("  " + paper.words("games-players", **numbers))
        for option in spec.options:
            by_players = {n: typed(option.default_for(n)) for n in spec.players}
            default = typed(option.default_for(spec.default_players))
            if len(set(by_players.values())) > 1:
                default = JOIN[spoken].join(
                    paper.words("games-default", default=d, players=n)
                    for n, d in by_players.items()
                )
            values = option.allowed[spoken]
            parts = {"name": option.name, "values": values, "default": default}
            paper.show("  --option " + paper.words("games-option", **parts))
            paper.show("      " + option.text[spoken])
    paper.say("bots", bots=", ".join(BOTS))


@app.command("new-game", short_help="Begin a game of your own.")
def new_game(
    name: Annotated[str, typer.Argument(help="Its name, such as hidden-nim.")],
    folder: Annotated[Path, typer.Option(help="Where its folder is made.")] = Path(),
    language: Language = None,
) -> None:
    """Make a folder with a whole small game and its tests, to begin a game of your own from.

    docs/add-a-game.md walks through it file by file.
    """
    from ryumon import new_game as making
    from ryumon.play.refusal import Refused
    from ryumon.terminal import settings
    from ryumon.terminal.console import Paper

    paper = Paper(settings.language_of(language))
    try:
        made = making.new_game(name, folder)
    except Refused as wrong:
        raise typer.Exit(_complain(wrong.refusal.sentence(paper.language))) from None
    paper.say("new-game", folder=str(made), name=name)


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
        max(settings.whole("--workers", workers) or 1, 1),
    )  # fmt: skip
    try:
        server.run(asked)
    except Refused as refused:
        raise typer.Exit(_complain(refused.refusal.sentence(spoken))) from None


@app.command(short_help="Think for the bots of a server, on another machine.")
def worker(
    database: Annotated[str, typer.Option(help="The server's database.", metavar="URL")] = "",
    data: Annotated[
        Path | None, typer.Option(help="The folder of the server.", metavar="FOLDER")
    ] = None,
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
        raise typer.Exit(_complain(refused.refusal.sentence(spoken))) from None


@app.command(short_help="Copy the tables of a server that may be running.")
def backup(
    file: Annotated[Path, typer.Argument(help="The copy, a new file.", metavar="FILE")],
    database: Annotated[
        str, typer.Option(help="Another database than the file in --data.", metavar="URL")
    ] = "",
    data: Annotated[
        Path | None, typer.Option(help="The folder of the server.", metavar="FOLDER")
    ] = None,
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
        raise typer.Exit(_complain(refused.refusal.sentence(spoken))) from None
    typer.echo(told("backed-up", spoken, path=str(file), size=size))


@app.command(short_help="Let bots play each other.")
def tournament(
    game: Annotated[str, typer.Option(help="The game; `ryumon games` lists them.", metavar="NAME")],
    bots: Annotated[str, typer.Option(help=TWO_OR_MORE, metavar="A,B,...")],
    games: Annotated[
        str, typer.Option(help="For each pair or table of bots.", metavar="N")
    ] = "200",
    players: Players = None,
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the game; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
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


@app.command(short_help="Let a level play for another program.")
def bot(
    level: Annotated[str, typer.Argument(help="Such as tiger, or dragon@500.", metavar="LEVEL")],
) -> None:
    """Speak the protocol for bots (docs/protocol.md) on standard input and output."""
    from ryumon.bots.speaker import speak

    def say(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    speak(level, sys.stdin.buffer, say)


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
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the game; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
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
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the game; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
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


if __name__ == "__main__":
    main()

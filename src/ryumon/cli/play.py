"""Commands to play in the terminal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ryumon.cli.app import WRONG_USE, Language, Options, Players, app, complain

if TYPE_CHECKING:
    from ryumon.table.chance import SeedChance
    from ryumon.terminal.console import Paper
    from ryumon.terminal.setup import Typed


@app.callback(invoke_without_command=True)
def ryumon_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"ryumon {version_of('ryumon')}")
    elif context.invoked_subcommand is None and not open_menu():
        typer.echo(context.get_help())


def open_menu(language: str | None = None) -> bool:
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
    option: Options = None,
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
        if open_menu(language):
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


@app.command(short_help="Find the best move of a position.")
def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(help="The game; without it, the puzzle of the day.", metavar="[GAME]"),
    ] = None,
    number: Annotated[str | None, typer.Option(help="Which of its puzzles.", metavar="N")] = None,
    today: Annotated[bool, typer.Option("--today", help="The puzzle of the day.")] = False,
    answer: Annotated[
        str | None,
        typer.Option(help="Answer at once; the exit code is 0 if it is right.", metavar="MOVE"),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the puzzles.")] = False,
    language: Language = None,
) -> None:
    """Find the move that is clearly best by what its seat knows; the answer says why.

    Some are proven over all that may be hidden, the others found by long searches.
    """
    from ryumon.play.registry import find
    from ryumon.terminal import puzzle as asking
    from ryumon.terminal import settings
    from ryumon.terminal.commands import Leave
    from ryumon.terminal.console import Paper
    from ryumon.terminal.parsing import words_of

    paper = Paper(settings.language_of(language))
    name = None if game is None else find(game).name
    if listed:
        asking.show_list(paper, name)
        return
    name, which = asking.chosen(name, settings.whole("--number", number), today)
    if answer is not None:
        asked = asking.Asked(paper, name, which)
        right = asked.answered(words_of(answer) or [""])
        raise typer.Exit(0 if right else 1 if right is not None else WRONG_USE)
    try:
        asking.ask_on(paper, name, which)
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
        raise typer.Exit(complain(wrong.refusal.sentence(paper.language))) from None
    paper.say("new-game", folder=str(made), name=name)
